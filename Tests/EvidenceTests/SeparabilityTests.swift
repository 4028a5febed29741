import Evidence
import Testing
import TraceModel

private func named(_ prefix: String, _ vectors: [[Double]]) -> [NamedStep] {
  vectors.enumerated().map { NamedStep("\(prefix)\($0.offset + 1)", $0.element) }
}

struct ContradictionCase: Sendable, CustomTestStringConvertible {
  let positives: [[Double]]
  let negatives: [[Double]]
  var threshold: ClosedRange<Double> = 0...100
  let sentence: String
  var testDescription: String { sentence }
}

let contradictionCases = [
  ContradictionCase(
    positives: [[50, 50]], negatives: [[50, 50]],
    sentence: "N1 is at least P1 in every signal"),
  ContradictionCase(
    positives: [[50, 50]], negatives: [[100, 0], [0, 100]],
    sentence: "0.5·N1 + 0.5·N2 is at least P1 in every signal"),
  ContradictionCase(
    positives: [[58, 38, 0]], negatives: [[100, 0, 0], [0, 100, 0]],
    sentence: "0.6·N1 + 0.4·N2 is at least P1 in every signal"),
  ContradictionCase(
    positives: [[100, 0], [0, 100]], negatives: [[50, 50]],
    sentence: "N1 is at least 0.5·P1 + 0.5·P2 in every signal"),
  ContradictionCase(
    positives: [[59, 10]], negatives: [], threshold: 60...60,
    sentence: "the threshold 60 is above P1 in every signal"),
  ContradictionCase(
    positives: [[80, 20], [20, 80]], negatives: [[0, 0]], threshold: 60...60,
    sentence: "the threshold 60 is above 0.5·P1 + 0.5·P2 in every signal"),
  ContradictionCase(
    positives: [], negatives: [[60, 70]], threshold: 60...60,
    sentence: "N1 is at least the threshold 60 in every signal"),
  ContradictionCase(
    positives: [], negatives: [[100, 100]],
    sentence: "N1 is at least the threshold 100 in every signal"),
  ContradictionCase(
    positives: [[20, 80]], negatives: [[20, 80]], threshold: 30...30,
    sentence: "N1 is at least P1 in every signal"),
]

@Test(arguments: contradictionCases)
func contradictionReadsAndHolds(_ c: ContradictionCase) throws {
  let result = try Separability.decide(
    positives: named("P", c.positives), negatives: named("N", c.negatives),
    thresholds: c.threshold)
  guard case .contradiction(let proof) = result else {
    Issue.record("found \(result)")
    return
  }
  #expect("\(proof)" == c.sentence)
  #expect(proof.holds(positives: c.positives, negatives: c.negatives))
  // A proof about other steps does not hold.
  let raised = c.positives.map { $0.map { $0 + 50 } }
  let lowered = c.negatives.map { $0.map { $0 - 50 } }
  #expect(!proof.holds(positives: raised, negatives: lowered))
}

struct SeparableCase: Sendable, CustomTestStringConvertible {
  let positives: [[Double]]
  let negatives: [[Double]]
  var threshold: ClosedRange<Double> = 0...100
  let margin: Double
  let weights: [Double]
  let at: Double
  var testDescription: String { "\(positives) from \(negatives)" }
}

let separableCases = [
  SeparableCase(positives: [[80]], negatives: [[40]], margin: 20, weights: [1], at: 60),
  SeparableCase(
    positives: [[80, 0]], negatives: [[40, 100]], margin: 20, weights: [1, 0], at: 60),
  SeparableCase(
    positives: [[90, 60]], negatives: [[80, 0], [0, 40]], margin: 65.0 / 3,
    weights: [1 / 3, 2 / 3], at: 145.0 / 3),
  SeparableCase(positives: [[70, 30]], negatives: [], margin: 70, weights: [1, 0], at: 0),
  SeparableCase(positives: [], negatives: [[70, 30]], margin: 70, weights: [0, 1], at: 100),
  // The margin is 0 but each label holds: a positive may touch the threshold.
  SeparableCase(
    positives: [[60, 60]], negatives: [[80, 20]], threshold: 60...60, margin: 0,
    weights: [0, 1], at: 60),
  SeparableCase(positives: [[0, 0]], negatives: [], margin: 0, weights: [1, 0], at: 0),
]

@Test(arguments: separableCases)
func separableHasTheLargestMargin(_ c: SeparableCase) throws {
  let result = try Separability.decide(
    positives: named("P", c.positives), negatives: named("N", c.negatives),
    thresholds: c.threshold)
  guard case .separable(let found) = result else {
    Issue.record("found \(result)")
    return
  }
  #expect(agrees(found.margin, c.margin))
  #expect(zip(found.weights, c.weights).allSatisfy { abs($0 - $1) < 1e-12 })
  #expect(agrees(found.threshold, c.at))
}

@Test func unusableStepsAreNamed() {
  #expect(throws: SeparabilityError.nothingToSeparate) {
    try Separability.decide(positives: [], negatives: [])
  }
  #expect(throws: SeparabilityError.nothingToSeparate) {
    try Separability.decide(positives: [NamedStep("a", [])], negatives: [])
  }
  #expect(throws: SeparabilityError.differentSignals(step: "b")) {
    try Separability.decide(
      positives: [NamedStep("a", [1, 2])], negatives: [NamedStep("b", [1])])
  }
  #expect(throws: SeparabilityError.notFinite(step: "a")) {
    try Separability.decide(positives: [NamedStep("a", [.nan])], negatives: [])
  }
}

/// Random suites of many shapes, some with tied whole numbers: every answer passes an independent check,
/// and no weights drawn at random contradict it.
@Test(arguments: 0..<36)
func answersSurviveRandomWeights(_ seed: Int) throws {
  var random = SplitMix64(seed: UInt64(seed))
  let signals = 1 + random.below(6)
  let isTied = seed % 3 == 0
  func draw(_ count: Int, _ shift: Double) -> [[Double]] {
    (0..<count).map { _ in
      (0..<signals).map { _ in
        isTied
          ? Double(random.below(5) * 25) : max(0, min(100, random.unit() * 100 + shift))
      }
    }
  }
  let positives = draw(random.below(7), 25)
  let negatives = draw(1 + random.below(12), -15)
  let fixed = 40 + Double(random.below(30))
  let thresholds = seed % 2 == 0 ? 0...100 : fixed...fixed
  let result = try Separability.decide(
    positives: named("P", positives), negatives: named("N", negatives), thresholds: thresholds)
  switch result {
  case .contradiction(let proof):
    #expect(proof.holds(positives: positives, negatives: negatives))
  case .separable(let found):
    let margin = SeparatingWeights.margin(
      weights: found.exactWeights, threshold: found.exactThreshold, positives: positives,
      negatives: negatives)
    #expect(margin == found.exactMargin)
    if found.margin > 1e-9 {
      #expect(abs((found.roundedMargin?.double ?? -1) - found.margin) < 1e-11)
    }
  }
  for _ in 0..<30 {
    let raw = (0..<signals).map { _ in random.below(1 << 20) + 1 }
    let weights = raw.map { Rational($0, over: raw.reduce(0, +)) }
    let threshold = Rational(
      Int(thresholds.lowerBound) * 1000
        + random.below(Int(thresholds.upperBound - thresholds.lowerBound) * 1000 + 1), over: 1000)
    let margin = SeparatingWeights.margin(
      weights: weights, threshold: threshold, positives: positives, negatives: negatives)
    switch result {
    case .contradiction: #expect(margin == nil)
    case .separable(let found): #expect(margin.map { $0 <= found.exactMargin } ?? true)
    }
  }
}
