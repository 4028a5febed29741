import DecisionEngines
import SweepCore
import Testing
import TraceModel

private func space(
  _ method: SweepMethod, weights: WeightSpace?, _ parameters: [String: ParameterSpace],
  thresholds: Int = 0, runCap: Int? = nil, seed: UInt64 = 1
) throws -> CandidateSpace {
  try CandidateSpace(
    plan: SweepPlan(
      name: "p", suites: ["s"], method: method, weights: weights, parameters: parameters,
      seed: seed, runCap: runCap), engine: Vigil(), thresholdCount: thresholds)
}

@Test func lastParameterVariesFastestInTheEnginesOrder() throws {
  let sets = [[1.0, 0, 0, 0, 0], [0, 1, 0, 0, 0]]
  let swept = try space(
    .grid, weights: .sets(sets),
    [
      "missingSleep": .values([.number(10), .number(20)]),
      "cooldownMinutes": .range(
        DecimalRange(first: 60, step: 60, scale: 0, count: 2), isInteger: true),
      "notifyThreshold": .range(
        DecimalRange(first: 500, step: 5, scale: 1, count: 3), isInteger: false),
    ])
  #expect(swept.count == 2 * 3 * 2 * 2)
  #expect(swept.fullCount == swept.count)
  #expect(
    swept.sweptParameters.map(\.name) == ["notifyThreshold", "cooldownMinutes", "missingSleep"])
  var index = 0
  for set in sets {
    for threshold in [50, 50.5, 51] {
      for cooldown in [60, 120] {
        for missing in [10.0, 20] {
          let candidate = swept[index]
          #expect(candidate.index == index)
          #expect(candidate.thresholdRank == nil)
          #expect(
            candidate.overrides
              == Overrides(
                weights: set,
                values: [
                  "notifyThreshold": .number(threshold), "cooldownMinutes": .integer(cooldown),
                  "missingSleep": .number(missing),
                ]))
          index += 1
        }
      }
    }
  }
}

@Test func capKeepsTheFirstCandidates() throws {
  let swept = try space(
    .lattice, weights: .lattice(denominator: 4, minimum: 0), [:], runCap: 10)
  #expect(swept.count == 10)
  #expect(swept.fullCount == 70)
  #expect(swept[0].overrides.weights == [0, 0, 0, 0, 1])
  #expect(swept[9].overrides.weights == [0, 0, 0.5, 0, 0.5])
}

@Test func everyThresholdHasARankBesideItsWeights() throws {
  let swept = try space(
    .lattice, weights: .lattice(denominator: 1, minimum: 0), ["notifyThreshold": .allThresholds],
    thresholds: 3)
  #expect(swept.count == 15)
  #expect((0..<6).map { swept[$0].thresholdRank } == [0, 1, 2, 0, 1, 2])
  #expect(swept[3].overrides.weights == [0, 0, 0, 1, 0])
}

@Test func moreThanCanBeNumberedIsRefused() {
  #expect(throws: CandidateSpace.CountOverflow.self) {
    try space(.lattice, weights: .lattice(denominator: 1_000_000, minimum: 0), [:])
  }
  #expect(throws: CandidateSpace.CountOverflow.self) {
    try space(
      .grid, weights: nil,
      Dictionary(
        uniqueKeysWithValues: ["notifyThreshold", "missingSleep", "missingHRV"].map {
          (
            $0,
            ParameterSpace.range(
              DecimalRange(first: 0, step: 1, scale: 8, count: 10_000_000_000), isInteger: false)
          )
        }))
  }
}

@Test func drawsDependOnSeedAndIndexAlone() throws {
  let parameters: [String: ParameterSpace] = [
    "notifyThreshold": .interval(40...80),
    "dailyBudget": .range(DecimalRange(first: 1, step: 1, scale: 0, count: 3), isInteger: true),
  ]
  let weights = WeightSpace.simplex(minimum: 0.05)
  let swept = try space(.random, weights: weights, parameters, runCap: 500)
  let shorter = try space(.random, weights: weights, parameters, runCap: 100)
  let other = try space(.random, weights: weights, parameters, runCap: 500, seed: 2)
  #expect(swept.count == 500)
  #expect((0..<100).map { swept[$0] } == (0..<100).map { shorter[$0] })
  #expect((0..<500).map { swept[$0].overrides } != (0..<500).map { other[$0].overrides })
  #expect(Set((0..<500).map { swept[$0].overrides }).count == 500)
  for i in 0..<500 {
    let overrides = swept[i].overrides
    let drawn = try #require(overrides.weights)
    #expect(drawn.count == 5 && drawn.allSatisfy { $0 >= 0.05 - 1e-12 && $0 <= 0.8 + 1e-12 })
    #expect(abs(drawn.reduce(0, +) - 1) < 1e-12)
    let threshold = try #require(overrides.values["notifyThreshold"]?.number)
    #expect((40...80).contains(threshold))
    #expect([1, 2, 3].contains(overrides.values["dailyBudget"]?.number))
  }
}

@Test func drawnWeightsSumToExactlyOneWithoutMinimum() throws {
  let swept = try space(.random, weights: .simplex(minimum: 0), [:], runCap: 300)
  for i in 0..<300 { #expect(swept[i].overrides.weights?.reduce(0, +) == 1) }
}

@Test func drawingFromNoThresholdAtAllGivesNoCandidate() throws {
  // Every step lies in quiet hours: there is no rank to draw.
  let swept = try space(
    .random, weights: .simplex(minimum: 0), ["notifyThreshold": .allThresholds], thresholds: 0,
    runCap: 10)
  #expect(swept.count == 0)
}
