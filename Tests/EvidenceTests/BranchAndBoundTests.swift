import Evidence
import Foundation
import Testing
import TraceModel

/// A suite of Tests/Reference/certify_reference.py, with the optimum HiGHS and brute force found.
struct ReferenceSuite: Codable, Sendable, CustomTestStringConvertible {
  let name: String
  let positives: [[Double]]
  let negatives: [[Double]]
  let falseAlarms: Int
  let lowest: Double
  let highest: Double
  /// Nothing when no weights keep the false alarms within the limit.
  let optimum: Int?
  let proven: Bool
  var testDescription: String { name }

  /// The committed suites, or those of the file that `CERTIFY_SUITES` names.
  static let file =
    ProcessInfo.processInfo.environment["CERTIFY_SUITES"].map { URL(fileURLWithPath: $0) }
    ?? URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../Reference/certify_suites.json")

  static func all() throws -> [ReferenceSuite] {
    try JSONDecoder().decode([ReferenceSuite].self, from: Data(contentsOf: file))
  }
}

/// What `compare` of the script checks in exact fractions.
private struct Answer: Codable {
  struct Share: Codable {
    let index: Int
    let numerator: String
    let denominator: String
  }
  struct Proof: Codable {
    let positives: [Share]
    let negatives: [Share]
    let upperShare: String
    let lowerShare: String
  }
  let name: String
  let caught: Int?
  let bound: Int
  let isProven: Bool
  let nodes: Int
  let weights: [Double]
  let threshold: Double
  let seconds: Double
  let contradiction: Proof?
}

private func steps(_ prefix: String, _ vectors: [[Double]]) -> [NamedStep] {
  vectors.enumerated().map { NamedStep("\(prefix)\($0.offset + 1)", $0.element) }
}

private func proof(_ suite: ReferenceSuite) throws -> Answer.Proof? {
  let result = try Separability.decide(
    positives: steps("P", suite.positives), negatives: steps("N", suite.negatives),
    thresholds: suite.lowest...suite.highest)
  guard case .contradiction(let found) = result else { return nil }
  func shares(_ shares: [Contradiction.Share]) -> [Answer.Share] {
    shares.map {
      Answer.Share(
        index: $0.index, numerator: "\($0.value.numerator)",
        denominator: "\($0.value.denominator)")
    }
  }
  func text(_ value: Rational) -> String { "\(value.numerator)/\(value.denominator)" }
  return Answer.Proof(
    positives: shares(found.positives), negatives: shares(found.negatives),
    upperShare: text(found.highestThresholdShare), lowerShare: text(found.lowestThresholdShare))
}

@Test func certifiedOptimumEqualsReference() throws {
  var answers: [Answer] = []
  for suite in try ReferenceSuite.all() {
    let positives = steps("P", suite.positives)
    let negatives = steps("N", suite.negatives)
    let limits = BranchAndBound.Limits(
      falseAlarms: suite.falseAlarms, thresholds: suite.lowest...suite.highest,
      time: .seconds(120))
    var result: BranchAndBound?
    let duration = try ContinuousClock().measure {
      result = try BranchAndBound(positives: positives, negatives: negatives, limits: limits)
    }
    let best = try #require(result)
    if suite.proven {
      #expect(best.found?.caught.count == suite.optimum, "\(suite.name)")
      #expect(best.isProven, "\(suite.name): bound \(best.bound)")
    }
    if let found = best.found {
      #expect(found.falseAlarms.count <= suite.falseAlarms, "\(suite.name)")
      #expect((found.margin ?? 1) > 1e-5, "\(suite.name)")
    }
    let contradiction = try proof(suite)
    if suite.falseAlarms == 0 && suite.proven && contradiction == nil {
      #expect(best.found?.caught.count == suite.positives.count, "\(suite.name)")
    }
    answers.append(
      Answer(
        name: suite.name, caught: best.found?.caught.count, bound: best.bound,
        isProven: best.isProven, nodes: best.nodes, weights: best.found?.weights ?? [],
        threshold: best.found?.threshold ?? 0, seconds: duration / .seconds(1),
        contradiction: contradiction))
  }
  if ProcessInfo.processInfo.environment["CERTIFY_SUITES"] != nil {
    let file = URL(fileURLWithPath: ReferenceSuite.file.path + ".answers")
    try JSONEncoder().encode(answers).write(to: file)
  }
}
