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

/// The best by trying every set of positives with every set of negatives given up, largest first.
private func bestOfAllSigns(
  _ positives: [[Double]], _ negatives: [[Double]], falseAlarms: Int,
  thresholds: ClosedRange<Double>
) throws -> Int? {
  func sets(of count: Int) -> [[Int]] {
    (0..<1 << count).map { bits in (0..<count).filter { bits >> $0 & 1 == 1 } }
  }
  let given = sets(of: negatives.count).filter { $0.count <= falseAlarms }
  for caught in sets(of: positives.count).sorted(by: { $0.count > $1.count }) {
    for alarms in given {
      let high = steps("P", caught.map { positives[$0] })
      let low = steps("N", negatives.indices.filter { !alarms.contains($0) }.map { negatives[$0] })
      if high.isEmpty && low.isEmpty { return 0 }
      let result = try Separability.decide(
        positives: high, negatives: low, thresholds: thresholds)
      if case .separable = result { return caught.count }
    }
  }
  return nil
}

struct SignCase: Sendable, CustomTestStringConvertible {
  let name: String
  let positives: [[Double]]
  let negatives: [[Double]]
  var falseAlarms = 0
  var thresholds: ClosedRange<Double> = 0...100
  var testDescription: String { "\(name), \(falseAlarms) allowed" }
}

/// Labels that tie along whole surfaces of weights, where cutting regions alone would not end.
private let tiedCases: [SignCase] = {
  let centre = [50.0, 50, 50, 50, 50]
  var opposite: [[Double]] = []
  for signal in 0..<3 {
    for shift in [30.0, -30] {
      var step = centre
      step[signal] += shift
      step[signal + 1] -= shift
      opposite.append(step)
    }
  }
  let near = [centre, [49, 51, 50, 50, 50], [51, 49, 50, 50, 50], [50, 50, 49, 51, 50]]
  var cases = [
    SignCase(name: "one negative", positives: opposite, negatives: [centre]),
    SignCase(
      name: "fixed threshold", positives: opposite, negatives: [centre], thresholds: 60...60),
    SignCase(name: "on the threshold", positives: opposite, negatives: [], thresholds: 50...50),
  ]
  for allowed in 0...2 {
    cases.append(
      SignCase(
        name: "equal negatives", positives: opposite, negatives: [centre, centre, centre],
        falseAlarms: allowed))
    cases.append(
      SignCase(
        name: "near negatives", positives: Array(opposite.prefix(4)), negatives: near,
        falseAlarms: allowed))
  }
  return cases
}()

private let randomCases: [SignCase] = (0..<16).map { seed in
  var random = SplitMix64(seed: UInt64(seed))
  let signals = 2 + random.below(4)
  func draw(_ count: Int, _ shift: Double) -> [[Double]] {
    (0..<count).map { _ in
      (0..<signals).map { _ in
        seed % 2 == 0
          ? Double(random.below(3)) * 50 : max(0, min(100, 100 * random.unit() + shift))
      }
    }
  }
  return SignCase(
    name: "random \(seed)", positives: draw(2 + random.below(4), 10),
    negatives: draw(2 + random.below(4), -10), falseAlarms: seed % 3,
    thresholds: seed % 4 == 3 ? 55...55 : 0...100)
}

@Test(arguments: tiedCases + randomCases)
func certifiedOptimumEqualsAllSigns(_ c: SignCase) throws {
  let positives = steps("P", c.positives)
  let negatives = steps("N", c.negatives)
  let limits = BranchAndBound.Limits(
    falseAlarms: c.falseAlarms, thresholds: c.thresholds, nodes: 20_000)
  let result = try BranchAndBound(positives: positives, negatives: negatives, limits: limits)
  let best = try bestOfAllSigns(
    c.positives, c.negatives, falseAlarms: c.falseAlarms, thresholds: c.thresholds)
  #expect(result.found?.caught.count == best)
  #expect(result.isProven && result.ending == .exhausted)
  let again = try BranchAndBound(positives: positives, negatives: negatives, limits: limits)
  #expect(result == again)
  guard let found = result.found else { return }
  #expect(found.falseAlarms.count <= c.falseAlarms)
  #expect(found.weights.allSatisfy { $0 >= 0 } && abs(found.weights.reduce(0, +) - 1) < 1e-12)
  #expect(c.thresholds.contains(found.threshold))
  for missed in positives.indices where !found.caught.contains(missed) {
    let proof = try #require(
      try found.reason(
        forMissing: missed, positives: positives, negatives: negatives, thresholds: c.thresholds))
    #expect(proof.holds(positives: c.positives, negatives: c.negatives))
    #expect(Set(proof.positives.map(\.index)).isSubset(of: found.caught + [missed]))
  }
}

@Test func aLimitLeavesAnHonestGap() throws {
  let suites = try ReferenceSuite.all()
  let suite = try #require(suites.first { $0.name == "days-80" } ?? suites.last)
  let positives = steps("P", suite.positives)
  let negatives = steps("N", suite.negatives)
  let stopped = try BranchAndBound(
    positives: positives, negatives: negatives,
    limits: .init(falseAlarms: suite.falseAlarms, nodes: 1))
  let late = try BranchAndBound(
    positives: positives, negatives: negatives,
    limits: .init(falseAlarms: suite.falseAlarms, time: .zero))
  #expect(stopped.ending == .nodeLimit && late.ending == .timeLimit)
  for result in [stopped, late] {
    #expect(!result.isProven && result.gap > 0)
    #expect(result.bound >= suite.optimum ?? 0)
  }
}

@Test func aStartIsNeverLost() throws {
  let positives = [NamedStep("P1", [80, 20, 50]), NamedStep("P2", [20, 80, 50])]
  let negatives = [NamedStep("N1", [30, 60, 60])]
  let start = [0.5, 0.125, 0.375]
  let result = try BranchAndBound(
    positives: positives, negatives: negatives, limits: .init(nodes: 0), starts: [start])
  #expect(result.found?.caught.isEmpty == false)
}

@Test func aSearchRefusesUnusableSteps() {
  #expect(throws: SeparabilityError.notFinite(step: "P1")) {
    try BranchAndBound(positives: [NamedStep("P1", [.infinity])], negatives: [])
  }
  #expect(throws: SeparabilityError.nothingToSeparate) {
    try BranchAndBound(positives: [], negatives: [])
  }
}
