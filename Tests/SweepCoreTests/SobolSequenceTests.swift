import DecisionEngines
import SweepCore
import Testing
import TraceModel

@Test func firstPointsArePublished() {
  // Joe and Kuo's own example output, in eighths: eight points in six dimensions.
  let published = [
    [0, 0, 0, 0, 0, 0], [4, 4, 4, 4, 4, 4], [6, 2, 2, 2, 6, 6], [2, 6, 6, 6, 2, 2],
    [3, 3, 5, 7, 3, 1], [7, 7, 1, 3, 7, 5], [5, 1, 7, 5, 5, 7], [1, 5, 3, 1, 1, 3],
  ]
  let sequence = SobolSequence(dimensions: 6, seed: nil)
  for (i, point) in published.enumerated() {
    #expect((0..<6).map { Int(sequence.coordinate($0, of: i) >> 29) } == point)
    #expect((0..<6).allSatisfy { sequence.coordinate($0, of: i) & (1 << 29 - 1) == 0 })
  }
}

@Test func farPointsOfEveryNinthDimensionEqualSciPys() {
  // scipy.stats.qmc.Sobol(64, scramble=False, bits=32), points 1000 and 2047, times 2^32.
  let sequence = SobolSequence(dimensions: 64, seed: nil)
  let places = stride(from: 0, to: 64, by: 9)
  #expect(
    places.map { sequence.coordinate($0, of: 1000) } == [
      943_718_400, 297_795_584, 4_257_218_560, 4_206_886_912, 3_644_850_176, 398_458_880,
      541_065_216, 1_916_796_928,
    ])
  #expect(
    places.map { sequence.coordinate($0, of: 2047) } == [
      2_097_152, 1_914_699_776, 471_859_200, 337_641_472, 677_380_096, 1_432_354_816,
      3_160_408_064, 4_246_732_800,
    ])
}

@Test(arguments: [nil, 1, 77] as [UInt64?])
func everyIntervalHoldsEquallyManyPoints(_ seed: UInt64?) {
  let sequence = SobolSequence(dimensions: 64, seed: seed)
  for dimension in 0..<64 {
    for bits in [1, 4, 9] {
      for block in [0, 1, 6] {
        let points = block << bits..<(block + 1) << bits
        let cells = points.map { sequence.coordinate(dimension, of: $0) >> UInt32(32 - bits) }
        #expect(Set(cells).count == 1 << bits, "dimension \(dimension), \(bits) bits, \(block)")
      }
    }
  }
}

@Test func theFirstTwoDimensionsFillEveryRectangle() {
  for seed in [nil, 5] as [UInt64?] {
    let sequence = SobolSequence(dimensions: 2, seed: seed)
    for wide in 0...8 {
      let cells = (0..<256).map { i in
        let column = Int(sequence.coordinate(0, of: i)) >> (32 - wide)
        let row = Int(sequence.coordinate(1, of: i)) >> (24 + wide)
        return column * 256 + row
      }
      #expect(Set(cells).count == 256)
    }
  }
}

@Test func seedsScrambleDifferently() {
  let (one, two) = (
    SobolSequence(dimensions: 4, seed: 1), SobolSequence(dimensions: 4, seed: 2)
  )
  for dimension in 0..<4 {
    #expect(
      (0..<64).map { one.coordinate(dimension, of: $0) }
        != (0..<64).map { two.coordinate(dimension, of: $0) })
  }
  #expect(one.coordinate(0, of: 0) != one.coordinate(1, of: 0))
}

// MARK: Candidates

private func space(
  weights: WeightSpace?, _ parameters: [String: ParameterSpace], _ runCap: Int, seed: UInt64 = 1
) throws -> CandidateSpace {
  try CandidateSpace(
    plan: SweepPlan(
      name: "p", suites: ["s"], method: .sobol, weights: weights, parameters: parameters,
      seed: seed, runCap: runCap), engine: Vigil(), thresholdCount: 0)
}

@Test func spreadValuesOccurEquallyOften() throws {
  let swept = try space(
    weights: .sets([[1, 0, 0, 0, 0], [0, 1, 0, 0, 0]]),
    [
      "notifyThreshold": .range(
        DecimalRange(first: 500, step: 5, scale: 1, count: 16), isInteger: false),
      "dailyBudget": .range(DecimalRange(first: 1, step: 1, scale: 0, count: 4), isInteger: true),
      "quietHours": .values([.clockRange(nil), .clockRange(ClockRange(start: 60, end: 120))]),
    ], 1024)
  #expect(swept.count == 1024)
  let all = (0..<1024).map { swept[$0].overrides }
  func counts<T: Hashable>(_ value: (Overrides) -> T) -> [Int] {
    Array(Dictionary(grouping: all, by: value).mapValues(\.count).values)
  }
  #expect(counts { $0.values["notifyThreshold"] } == Array(repeating: 64, count: 16))
  #expect(counts { $0.values["dailyBudget"] } == Array(repeating: 256, count: 4))
  #expect(counts { $0.values["quietHours"] } == [512, 512])
  #expect(counts { $0.weights } == [512, 512])
  #expect(all.allSatisfy { $0.values["dailyBudget"] != .number(1) })
}

@Test func spreadWeightsFillTheSimplex() throws {
  let swept = try space(
    weights: .simplex(minimum: 0), ["notifyThreshold": .interval(40...80)], 4096)
  let all = try (0..<4096).map { try #require(swept[$0].overrides.weights) }
  #expect(all.allSatisfy { $0.count == 5 && $0.allSatisfy { $0 >= 0 } && $0.reduce(0, +) == 1 })
  // Uniform on the simplex: a weight of five exceeds w in (1 − w)^4 of the sets.
  for weight in 0..<5 {
    for (bound, share) in [(0.1, 0.6561), (0.25, 0.31640625), (0.5, 0.0625)] {
      let found = Double(all.count { $0[weight] > bound }) / 4096
      #expect(abs(found - share) < 0.01, "weight \(weight) above \(bound): \(found)")
    }
  }
  let low = try space(weights: .simplex(minimum: 0.1), [:], 64)
  for i in 0..<64 {
    let weights = try #require(low[i].overrides.weights)
    #expect(weights.allSatisfy { $0 >= 0.1 - 1e-12 } && abs(weights.reduce(0, +) - 1) < 1e-9)
  }
}

@Test func spreadLatticeSetsOccurEquallyOften() throws {
  let lattice = try #require(WeightLattice(denominator: 3, minimum: 0, weightCount: 3))
  let swept = try space(weights: .lattice(denominator: 4, minimum: 0), [:], 70 * 512)
  let counts = Dictionary(grouping: (0..<70 * 512).map { swept[$0].overrides.weights }, by: \.self)
    .mapValues(\.count)
  #expect(counts.count == 70)
  #expect(counts.values.allSatisfy { abs($0 - 512) < 80 }, "\(counts.values.sorted())")
  // All pairs of numbers on a fine grid reach every set as often.
  var found: [[Int]: Int] = [:]
  for a in 0..<60 {
    for b in 0..<60 {
      let numbers = [a, b].map { UInt32(($0 << 32 + 1 << 31) / 60) }
      found[lattice.steps { numbers[$0] }, default: 0] += 1
    }
  }
  #expect(found.count == 10 && found.values.allSatisfy { $0 == 360 })
}

@Test func spreadCandidatesDependOnSeedAndIndexAlone() throws {
  let parameters: [String: ParameterSpace] = ["notifyThreshold": .interval(40...80)]
  let weights = WeightSpace.simplex(minimum: 0)
  let swept = try space(weights: weights, parameters, 500)
  let shorter = try space(weights: weights, parameters, 100)
  let other = try space(weights: weights, parameters, 500, seed: 2)
  #expect((0..<100).map { swept[$0] } == (0..<100).map { shorter[$0] })
  #expect((0..<500).map { swept[$0].overrides } != (0..<500).map { other[$0].overrides })
  #expect(Set((0..<500).map { swept[$0].overrides }).count == 500)
}

@Test func slicesOfASpreadSweepMakeTheWhole() throws {
  let suite = TestEngine.suite(traces: 2, steps: 20, seed: 9)
  let swept = try SweepRunner(
    plan: SweepPlan(
      name: "p", suites: ["s"], method: .sobol, weights: .simplex(minimum: 0),
      parameters: [
        "notifyThreshold": .interval(40...80), "bump": .values([.number(0), .number(1)]),
      ],
      keep: .best(30), runCap: 5000),
    suites: [suite], engine: TestEngine(),
    shipped: ShippedPoint(engine: TestEngine(), suite: suite))
  let whole = swept.run(0..<5000, threads: 2).lines
  var parts = swept.emptyAggregate(for: 5000)
  for part in [3000..<5000, 0..<17, 17..<3000] { parts.merge(swept.run(part, threads: 1)) }
  parts.finish()
  #expect(parts.lines == whole)
  #expect(whole.count > 30)
}
