import DecisionEngines
import RunReport
import SweepCore
import Synchronization
import TestSupport
import Testing
import TraceModel

/// Runs in memory.
private final class HeldBytes: RunStorage {
  private let bytes = Mutex<[UInt8]>([])

  func append(_ more: [UInt8]) -> Int {
    bytes.withLock { bytes in
      defer { bytes += more }
      return bytes.count
    }
  }

  func read(_ count: Int, at place: Int) -> [UInt8] {
    bytes.withLock { Array($0[place..<place + count]) }
  }
}

/// Storage that is full.
private struct FullStorage: RunStorage {
  func append(_ bytes: [UInt8]) throws(Failure) -> Int {
    throw .output(path: "rows", message: "no room")
  }

  func read(_ count: Int, at place: Int) throws(Failure) -> [UInt8] { [] }
}

struct RankingCase: Sendable, CustomTestStringConvertible {
  var name: String
  var method = SweepMethod.lattice
  var weights: WeightSpace? = .lattice(denominator: 5, minimum: 0)
  var parameters: [String: ParameterSpace]
  var require: [Requirement] = []
  var cap: Int?
  var costs: Costs?

  var testDescription: String { name }

  private static let whole = ParameterSpace.range(
    DecimalRange(first: 10, step: 15, scale: 0, count: 6), isInteger: false)
  private static let quiet = ParameterSpace.values([
    .clockRange(nil), .clockRange(ClockRange(start: 1320, end: 420)),
  ])

  static let all: [RankingCase] = [
    RankingCase(name: "lattice", parameters: ["notifyThreshold": whole]),
    RankingCase(
      name: "some fail", parameters: ["notifyThreshold": whole],
      require: [Requirement(name: "fp", metric: .fp, comparison: .equal, bound: 0)]),
    RankingCase(
      name: "every threshold, quiet hours",
      parameters: ["notifyThreshold": .allThresholds, "quietHours": quiet]),
    RankingCase(
      name: "gates, threshold as shipped",
      parameters: [
        "cooldownMinutes": .values([.integer(0), .integer(600)]), "quietHours": quiet,
      ]),
    RankingCase(
      name: "by utility", parameters: ["notifyThreshold": whole],
      costs: Costs(hit: 1, miss: -0.7, falseAlarm: -2, interruption: -0.1)),
    RankingCase(
      name: "listed sets", method: .grid,
      weights: .sets([[0, 0, 1, 0, 0], [0.5, 0, 0.5, 0, 0]]),
      parameters: ["notifyThreshold": whole]),
    RankingCase(
      name: "drawn", method: .random, weights: .simplex(minimum: 0),
      parameters: ["notifyThreshold": .interval(20...80)], cap: 200),
    RankingCase(
      name: "sobol", method: .sobol, weights: .simplex(minimum: 0),
      parameters: ["notifyThreshold": .interval(20...80)], cap: 200),
    RankingCase(name: "refined", method: .refine, parameters: ["notifyThreshold": whole]),
    RankingCase(
      name: "capped", parameters: ["notifyThreshold": whole], cap: 77),
  ]
}

struct WholeRankingTests {
  private let suite = TestSupport.suite([
    trace([
      step("2025-04-14T08:00", deadline: .number(7), expect: .intervene),
      step("2025-04-14T12:00", deadline: .number(50), expect: .silent),
      step("2025-04-14T15:30", deadline: .number(30.5)),
      step("2025-04-14T23:00", deadline: .number(9.25), expect: .intervene),
    ])
  ])

  private func rounds(_ test: RankingCase, _ keep: SweepPlan.Keep) throws -> (
    SweepPlan, SweepRounds
  ) {
    var plan = SweepPlan(
      name: "p", suites: ["s"], method: test.method, weights: test.weights,
      parameters: test.parameters, require: test.require, keep: keep, runCap: test.cap)
    plan.costs = test.costs
    if test.costs != nil { plan.metric = .utility }
    let runner = try SweepRunner(
      plan: plan, suites: [suite], engine: Vigil(),
      shipped: ShippedPoint(engine: Vigil(), suite: suite))
    return (plan, PlanSweep.run(runner, plan: plan, threads: 1) { _, _ in { _ in } }.rounds)
  }

  private func file(
    _ plan: SweepPlan, _ rounds: SweepRounds, _ rows: RankedRows?
  ) throws -> String {
    let result = SweepResult(engine: Vigil(), suites: [suite], plan: plan, rounds: rounds)
    var bytes: [UInt8] = []
    try result.writeCandidates(rows) { (piece) throws(Failure) in bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: RankingCase.all)
  func allOfThemAreTheBestOfVeryMany(_ test: RankingCase) throws {
    let (plan, held) = try rounds(test, .best(1_000_000))
    let expected = try file(plan, held, nil)
    #expect(expected.split(separator: "\n").count > 5)
    let (whole, found) = try rounds(test, .all)
    for (threads, runLength) in [(1, 1), (2, 7), (2, RankedRows.runLength)] {
      let rows = try RankedRows(
        found, threads: threads, storage: HeldBytes(), runLength: runLength)
      #expect(try file(whole, found, rows) == expected, "\(threads) threads, runs of \(runLength)")
    }
  }

  @Test func aFullDiskIsTold() throws {
    let (_, rounds) = try rounds(RankingCase.all[0], .all)
    #expect(throws: Failure.output(path: "rows", message: "no room")) {
      try RankedRows(rounds, threads: 2, storage: FullStorage())
    }
  }
}
