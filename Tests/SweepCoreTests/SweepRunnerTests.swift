import DecisionEngines
import Foundation
import SweepCore
import TestSupport
import Testing
import TraceModel

private func plan(
  _ parameters: [String: ParameterSpace],
  weights: WeightSpace? = .lattice(denominator: 2, minimum: 0),
  method: SweepMethod = .lattice, keep: SweepPlan.Keep = .all, runCap: Int? = nil,
  require: [Requirement] = [
    Requirement(name: "falseAlarms", metric: .fp, comparison: .equal, bound: 0)
  ]
) -> SweepPlan {
  SweepPlan(
    name: "p", suites: ["s"], method: method, weights: weights, parameters: parameters,
    require: require, keep: keep, runCap: runCap)
}

private func runner(_ plan: SweepPlan, _ suites: [Suite]) throws -> SweepRunner {
  try SweepRunner(
    plan: plan, suites: suites, engine: Vigil(),
    shipped: ShippedPoint(engine: Vigil(), suite: suites[0]))
}

/// All that a result can show, in an order that does not depend on how it came about.
private struct Shown: Equatable {
  let evaluated: Int
  let skipped: Int
  let meeting: Int
  let ranked: [String]
  let pareto: [Int]
  let behaviours: [String]

  init(_ aggregate: Aggregate) {
    evaluated = aggregate.evaluated
    skipped = aggregate.skipped
    meeting = aggregate.meeting
    ranked = aggregate.ranked.map { "\($0.index) \($0.tally) \($0.distance) \($0.numbers)" }
    pareto = aggregate.pareto.map(\.index)
    behaviours = aggregate.behaviours.behaviours.values.sorted { $0.best < $1.best }.map {
      "\($0.key) \($0.members) \($0.widest) \($0.nearest) \($0.ranges) \($0.choices)"
    }
  }
}

private let smallSpace: [String: ParameterSpace] = [
  "notifyThreshold": .range(
    DecimalRange(first: 300, step: 125, scale: 1, count: 4), isInteger: false),
  "cooldownMinutes": .values([.integer(0), .integer(120)]),
  "quietHours": .values([.clockRange(nil), .clockRange(ClockRange(start: 1320, end: 420))]),
  "missingSleep": .values([.number(40), .number(90)]),
]

@Test(arguments: Seeds.list(4, environment: ProcessInfo.processInfo.environment))
func sweepEqualsALoopOverEveryCandidate(_ seed: UInt64) throws {
  var days = RandomDays(seed: seed)
  let suites = [days.suite(traces: 2...2, steps: 8), days.suite(traces: 1...1, steps: 5)]
  let point = ShippedPoint(engine: Vigil(), suite: suites[0])
  let aggregate = try runner(plan(smallSpace), suites).run(
    0..<(15 * 4 * 2 * 2 * 2), threads: 1)
  // The loop knows nothing of lattices, tables or ranks: whole steps, then the engine itself.
  var rows: [(index: Int, tally: Tally, distance: Double)] = []
  var index = 0
  for a in 0...2 {
    for b in 0...(2 - a) {
      for c in 0...(2 - a - b) {
        for d in 0...(2 - a - b - c) {
          let weights = [a, b, c, d, 2 - a - b - c - d].map { Double($0) / 2 }
          for threshold in [30, 42.5, 55, 67.5] {
            for cooldown in [0, 120] {
              for quiet in [nil, ClockRange(start: 1320, end: 420)] {
                for missing in [40.0, 90] {
                  let overrides = Overrides(
                    weights: weights,
                    values: [
                      "notifyThreshold": .number(threshold), "cooldownMinutes": .integer(cooldown),
                      "quietHours": .clockRange(quiet), "missingSleep": .number(missing),
                    ])
                  let evaluation = Evaluation(
                    engine: Vigil(), suites: suites, overrides: overrides)
                  rows.append(
                    (index, evaluation.tally, point.distance(overrides, engine: Vigil())))
                  index += 1
                }
              }
            }
          }
        }
      }
    }
  }
  #expect(aggregate.evaluated == rows.count, "seed \(seed)")
  let byIndex = Dictionary(uniqueKeysWithValues: aggregate.ranked.map { ($0.index, $0) })
  for row in rows {
    let scored = try #require(byIndex[row.index])
    guard scored.tally == row.tally, scored.distance == row.distance else {
      Issue.record("seed \(seed): candidate \(row.index) differs")
      return
    }
  }
  func recall(_ tally: Tally) -> Double { tally.recall ?? -1 }
  let order = rows.sorted { x, y in
    let (a, b) = (x.tally, y.tally)
    if (a.fp == 0) != (b.fp == 0) { return a.fp == 0 }
    if recall(a) != recall(b) { return recall(a) > recall(b) }
    if a.interventions != b.interventions { return a.interventions < b.interventions }
    if a.escalations != b.escalations { return a.escalations < b.escalations }
    if a.margin != b.margin { return (a.margin ?? -1) > (b.margin ?? -1) }
    return x.distance != y.distance ? x.distance < y.distance : x.index < y.index
  }
  #expect(aggregate.ranked.map(\.index) == order.map(\.index), "seed \(seed)")
  #expect(aggregate.meeting == rows.count { $0.tally.fp == 0 })
  let members = Dictionary(grouping: rows, by: \.tally.behaviour).mapValues(\.count)
  #expect(aggregate.behaviours.behaviours.mapValues(\.members) == members)
}

@Test(arguments: Seeds.list(2, environment: ProcessInfo.processInfo.environment))
func threadsAndShardsNeverChangeTheResult(_ seed: UInt64) throws {
  var days = RandomDays(seed: seed)
  let suites = [days.suite(traces: 1...2, steps: 6)]
  let swept = try runner(
    plan(
      [
        "notifyThreshold": .allThresholds, "cooldownMinutes": .values([.integer(0), .integer(60)]),
      ],
      weights: .lattice(denominator: 5, minimum: 0), keep: .best(20)), suites)
  let count = swept.space.count
  let one = Shown(swept.run(0..<count, threads: 1))
  #expect(Shown(swept.run(0..<count, threads: 2)) == one, "seed \(seed)")
  for shards in [2, 3, 7] {
    var total = swept.emptyAggregate(for: count)
    for k in (1...shards).reversed() {
      total.merge(
        swept.run((k - 1) * count / shards..<k * count / shards, threads: 1))
    }
    total.finish()
    #expect(Shown(total) == one, "seed \(seed), \(shards) shards")
  }
}

@Test func moreThanOneBlockIsSharedByTwoThreads() throws {
  var days = RandomDays(seed: 11)
  let suites = [days.suite(traces: 1...1, steps: 3)]
  let swept = try runner(
    plan([:], weights: .lattice(denominator: 21, minimum: 0), keep: .best(50)), suites)
  #expect(swept.space.count == 12_650)
  let one = Shown(swept.run(0..<12_650, threads: 1))
  #expect(Shown(swept.run(0..<12_650, threads: 2)) == one)
  #expect(one.evaluated == 12_650)
}

@Test func equalScoresLeaveRanksUnused() throws {
  let day = trace([
    step("2025-04-14T10:00", deadline: .number(50), expect: .intervene),
    step("2025-04-14T11:00", deadline: .number(50), expect: .silent),
    step("2025-04-14T12:00", deadline: .number(20), expect: .silent),
    step("2025-04-14T23:00", deadline: .number(20), expect: .silent),
  ])
  let own = suite([day], parameters: ["deadlineKnots": .knots([Knot(0, 0), Knot(100, 100)])])
  let swept = try runner(
    plan(["notifyThreshold": .allThresholds], weights: .sets([[0, 0, 1, 0, 0]]), method: .grid),
    [own])
  #expect(swept.space.count == 3)
  let aggregate = swept.run(0..<3, threads: 1)
  #expect(aggregate.evaluated == 2)
  #expect(aggregate.skipped == 1)
  #expect(aggregate.ranked.map(\.notifyThreshold) == [35, 10])
  #expect(aggregate.ranked.map(\.tally.fp) == [0, 1])
}

@Test func sweptQuietHoursReserveForTheWidestOpening() throws {
  let day = trace([
    step("2025-04-14T03:00", deadline: .number(70), expect: .silent),
    step("2025-04-14T12:00", deadline: .number(20), expect: .intervene),
  ])
  let swept = try runner(
    plan(
      [
        "notifyThreshold": .allThresholds,
        "quietHours": .values([.clockRange(ClockRange(start: 0, end: 420)), .clockRange(nil)]),
      ], weights: .sets([[0, 0, 1, 0, 0]]), method: .grid), [suite([day])])
  #expect(swept.space.count == 4)
  let aggregate = swept.run(0..<4, threads: 1)
  #expect(aggregate.evaluated == 3)
  #expect(aggregate.skipped == 1)
}

@Test func rankedCandidateReplaysToItsOwnTally() throws {
  var days = RandomDays(seed: 21)
  let suites = [days.suite()]
  let swept = try runner(
    plan(["notifyThreshold": .allThresholds], keep: .best(25), require: []), suites)
  for scored in swept.run(0..<swept.space.count, threads: 2).ranked {
    let evaluation = Evaluation(
      engine: Vigil(), suites: suites,
      overrides: swept.overrides(index: scored.index, notifyThreshold: scored.notifyThreshold))
    #expect(evaluation.tally == scored.tally)
  }
}
