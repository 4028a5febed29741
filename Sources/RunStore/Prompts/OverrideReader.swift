import PromptStudy
import TextRules
import TraceModel

/// Reads `overrides.jsonl`: verdicts of a person that replace a rule's.
package enum OverrideReader {
  package static let name = "overrides.jsonl"
  static let keys = ["variant", "case", "sample", "rule", "verdict", "why"]

  private enum Word: String, CaseIterable {
    case pass, fail
  }

  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - inputs: What the overrides are about; every line must name an output of it.
  ///   - problems: Where faults go.
  /// - Returns: The overrides, to be used only if there was no fault.
  package static func read(_ bytes: [UInt8], for inputs: PromptInputs, _ problems: ProblemList)
    -> [VerdictOverride]
  {
    var overrides: [VerdictOverride] = []
    var seen: [String: Int] = [:]
    let variants = inputs.variants + (inputs.templates.map { [$0] } ?? [])
    let cases = inputs.cases.map(\.id)
    JSONLines.each(bytes, problems: problems) { node in
      guard let reader = ObjectReader(node, name: "an override", known: keys, problems: problems)
      else { return }
      reader.require("variant", "case", "rule", "verdict", "why")
      let sample = reader.integer("sample", in: OutputParser.sampleRange) ?? 0
      let why = reader.text("why")
      if let why, why.allSatisfy(\.isWhitespace) {
        reader.report("why", "is empty", fix: "say in a few words why the rule is wrong")
      }
      guard let word = reader.choice("verdict", of: Word.self),
        let variant = known(reader, "variant", variants.map(\.name)),
        let caseID = known(reader, "case", cases), let rule = known(reader, "rule", Rules.names),
        let why
      else { return }
      let outputs = variants.first { $0.name == variant }?.outputs ?? []
      guard outputs.contains(where: { $0.caseID == caseID && $0.sample == sample }) else {
        problems.add(
          node.line, "variant \(quoted(variant)) has no sample \(sample) of case \(quoted(caseID))",
          fix: "override an output that is there")
        return
      }
      let place = "\(variant) \(sample) \(rule) \(caseID)"
      if let first = seen.updateValue(node.line, forKey: place) {
        problems.add(
          node.line, "the same verdict is overridden twice (first on line \(first))",
          fix: "keep one of the two")
      }
      overrides.append(
        VerdictOverride(
          variant: variant, caseID: caseID, sample: sample, rule: rule, passes: word == .pass,
          why: why))
    }
    return overrides
  }

  private static func known(_ reader: ObjectReader, _ key: String, _ names: [String]) -> String? {
    guard let text = reader.text(key) else { return nil }
    guard names.contains(text) else {
      return reader.refuse(
        key, "is \(quoted(text)), which is no \(key) here\(Nearest.hint(for: text, among: names))",
        fix: "use one of: \(names.prefix(8).joined(separator: ", "))\(names.count > 8 ? ", …" : "")"
      )
    }
    return text
  }
}
