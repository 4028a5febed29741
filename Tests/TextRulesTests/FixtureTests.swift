import Foundation
import Testing
import TextRules

/// The share of verdicts that agree with the labels of a fixture, per rule.
private func agreement(_ name: String) throws -> (shares: [String: Double], wrong: [String]) {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
  let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  var right: [String: Int] = [:]
  var wrong: [String] = []
  var count = 0
  for line in text.split(separator: "\n") where !line.hasPrefix("#") {
    let fields = line.split(separator: "\t").map(String.init)
    try #require(fields.count == 2 && fields[1].count == 6, "\(line)")
    let score = scorer.score(fields[0].replacing("\\n", with: "\n"))
    count += 1
    for (label, rule) in zip(fields[1], Rules.names) {
      let passed = score.strictVerdict(rule)?.passed == true
      if passed == (label == "p") {
        right[rule, default: 0] += 1
      } else {
        wrong.append("\(rule): \(fields[0])")
      }
    }
  }
  return (right.mapValues { Double($0) / Double(count) }, wrong)
}

@Test(arguments: ["model-like.tsv", "model-like-second.tsv", "model-like-third.tsv"])
func agreesWithLabels(_ name: String) throws {
  let (shares, wrong) = try agreement(name)
  let floors = [
    "oneSentence": 0.98, "maxWords": 1.0, "startsWithVerb": 0.98, "concreteObject": 0.97,
    "underTwoMinutes": 0.95, "noFluff": 0.98,
  ]
  for (rule, floor) in floors {
    #expect((shares[rule] ?? 0) >= floor, "\(wrong.filter { $0.hasPrefix(rule) })")
  }
}
