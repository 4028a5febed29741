import Foundation
import Testing
import TextRules

private let folder = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Prompts/first-step")

private func lines(_ path: String) throws -> [[String: Any]] {
  let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  return try text.split(separator: "\n").map { line in
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
    return try #require(value as? [String: Any])
  }
}

private let variants = ["bare", "examples", "persona", "rules"]

@Test func casesAreManyAndDistinct() throws {
  let cases = try lines("cases.jsonl")
  let ids = cases.compactMap { $0["case"] as? String }
  #expect(ids.count == cases.count && cases.count >= 40)
  #expect(Set(ids).count == ids.count)
  for id in ids { #expect(id.wholeMatch(of: /[a-z0-9][a-z0-9-]*/) != nil, "\(id)") }
  let tags = Set(cases.flatMap { $0["tags"] as? [String] ?? [] })
  let wanted = ["school", "work", "home", "admin", "message", "vague", "other-script", "long"]
  for tag in wanted + ["injection"] { #expect(tags.contains(tag), "\(tag)") }
}

@Test(arguments: variants)
func variantsHoldTheTaskOnce(_ name: String) throws {
  let prompt = try String(
    contentsOf: folder.appending(path: "variants/\(name).md"), encoding: .utf8)
  let variant = try PromptVariant(name: name, prompt: prompt)
  let filled = variant.filled(with: "Read {{task}} & rest")
  #expect(filled.contains("Read {{task}} & rest"))
}

@Test func aPromptWithoutPlaceholderIsRefused() {
  #expect(throws: VariantError.placeholderCount(variant: "x", count: 0)) {
    try PromptVariant(name: "x", prompt: "Give a step.")
  }
  #expect(throws: VariantError.placeholderCount(variant: "x", count: 2)) {
    try PromptVariant(name: "x", prompt: "{{task}} {{task}}")
  }
  #expect(
    VariantError.placeholderCount(variant: "x", count: 2).description
      == "variant \"x\" has {{task}} 2 times, needed once")
}

@Test(arguments: variants)
func outputsAreOfVariedQuality(_ name: String) throws {
  let ids = Set(try lines("cases.jsonl").compactMap { $0["case"] as? String })
  let outputs = try lines("outputs/\(name).jsonl")
  var passed = 0
  for line in outputs {
    #expect(line["source"] as? String == "written")
    #expect(ids.contains(line["case"] as? String ?? ""))
    if scorer.score(line["output"] as? String ?? "").passesAllStrict { passed += 1 }
  }
  #expect(passed > 0 && passed < outputs.count)
}

@Test func someAnswersAreLateAndSomeMissing() throws {
  let outputs = try variants.map { try lines("outputs/\($0).jsonl") }
  let late = outputs.joined().filter { ($0["latencySeconds"] as? Double ?? 0) > 8 }
  #expect(late.count >= 3)
  #expect(outputs.map(\.count).min() != outputs.map(\.count).max())
  let output = PromptOutput(caseID: "a", output: "b", latencySeconds: 8, source: .written)
  #expect(!output.isLate())
  #expect(output.isLate(limitSeconds: 7.9))
}
