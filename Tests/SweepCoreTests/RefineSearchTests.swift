import DecisionEngines
import SweepCore
import Testing
import TraceModel

private func runner(
  _ suite: Suite, weights: WeightSpace?, _ parameters: [String: ParameterSpace],
  method: SweepMethod = .refine, keep: SweepPlan.Keep = .best(40), runCap: Int? = nil,
  kernel: KernelChoice = .auto
) throws -> (SweepRunner, SweepPlan) {
  let plan = SweepPlan(
    name: "p", suites: ["s"], method: method, weights: weights, parameters: parameters,
    metric: .f1, require: [], then: [.metric(.margin), .nearestToShipped], keep: keep,
    runCap: runCap)
  let point = ShippedPoint(engine: TestEngine(), suite: suite)
  return (
    try SweepRunner(
      plan: plan, suites: [suite], engine: TestEngine(), shipped: point, kernel: kernel), plan
  )
}

private let lattice = WeightSpace.lattice(denominator: 4, minimum: 0)
private let parameters: [String: ParameterSpace] = [
  "notifyThreshold": .range(
    DecimalRange(first: 30, step: 10, scale: 0, count: 5), isInteger: false),
  "dailyBudget": .range(DecimalRange(first: 1, step: 1, scale: 0, count: 4), isInteger: true),
  "bump": .values([.number(0), .number(7)]),
]

/// Every candidate of all rounds with what it scores, one by one.
private func all(_ rounds: SweepRounds, _ suite: Suite) -> [(Int, Overrides, RankKey)] {
  let engine = TestEngine()
  let point = ShippedPoint(engine: engine, suite: suite)
  let ranking = Ranking(metric: .f1, require: [], then: [.metric(.margin), .nearestToShipped])
  var tables: [ParameterValue?: DecisionTable] = [:]
  return (0..<rounds.count).compactMap { index in
    guard let candidate = rounds.candidate(at: index) else { return nil }
    let values = candidate.overrides.values
    let table =
      tables[values["bump"]]
      ?? DecisionTable(
        suites: [suite], engine: engine,
        overrides: Overrides(values: values.filter { $0.key == "bump" }))
    tables[values["bump"]] = table
    let tally = PlainKernel().tally(
      KernelCandidate(
        weights: candidate.overrides.weights ?? point.weights,
        notifyThreshold: values["notifyThreshold"]?.number,
        dailyBudget: values["dailyBudget"]?.number.map { Int($0) }), over: table)
    let metrics = Metrics(
      tally: tally, days: table.dayCount,
      distanceFromShipped: point.distance(candidate.overrides, engine: engine))
    return (index, candidate.overrides, RankKey(metrics, index: index, by: ranking))
  }
}

/// The first round has far fewer candidates than all rounds together.
@Test func refiningAPlanThatKeepsAllListsTheBestOfEveryRound() throws {
  let suite = TestEngine.suite(traces: 2, steps: 20, seed: 6)
  let (swept, plan) = try runner(
    suite, weights: .lattice(denominator: 2, minimum: 0),
    ["notifyThreshold": .values([.number(50)])],
    keep: .all)
  let (rounds, _) = PlanSweep.run(swept, plan: plan, threads: 2) { _, _ in { _ in } }
  #expect(rounds.rounds[0].evaluated < rounds.total.evaluated)
  let order = all(rounds, suite).sorted { $0.2 < $1.2 }
  #expect(rounds.total.ranked.map(\.index) == order.prefix(SweepRunner.keptOfAll).map(\.0))
}

@Test(arguments: [3, 4, 5] as [UInt64])
func refiningTriesEveryCandidateOnceAndRanksThemAll(_ seed: UInt64) throws {
  let suite = TestEngine.suite(traces: 3, steps: 30, seed: seed)
  let (swept, plan) = try runner(suite, weights: lattice, parameters)
  let (rounds, end) = PlanSweep.run(swept, plan: plan, threads: 2) { _, _ in { _ in } }
  #expect(end == .exhausted)
  #expect(rounds.rounds.count > 4)
  let tried = all(rounds, suite)
  #expect(Set(tried.map(\.1)).count == tried.count, "a candidate counts twice")
  #expect(tried.count == rounds.total.evaluated)
  #expect(tried.count == rounds.rounds.reduce(0) { $0 + $1.evaluated })
  let order = tried.sorted { $0.2 < $1.2 }
  #expect(rounds.total.ranked.map(\.index) == order.prefix(40).map(\.0))
  for scored in rounds.total.ranked.prefix(5) {
    #expect(
      rounds.overrides(index: scored.index, notifyThreshold: scored.notifyThreshold)
        == order.first { $0.0 == scored.index }?.1)
  }
  // Weights stay on whole steps, thresholds within the plan's range.
  for (_, overrides, _) in tried {
    let weights = try #require(overrides.weights)
    #expect(abs(weights.reduce(0, +) - 1) < 1e-9 && weights.allSatisfy { $0 >= 0 })
    let threshold = try #require(overrides.values["notifyThreshold"]?.number)
    #expect((30...70).contains(threshold))
    #expect([1, 2, 3, 4].contains(overrides.values["dailyBudget"]?.number))
  }
}

@Test func aRoundHoldsAllPointsNearTheBestSoFar() throws {
  let suite = TestEngine.suite(traces: 3, steps: 30, seed: 8)
  let (swept, plan) = try runner(suite, weights: lattice, parameters)
  let (rounds, _) = PlanSweep.run(swept, plan: plan, threads: 1) { _, _ in { _ in } }
  let tried = all(rounds, suite)
  for (number, round) in rounds.rounds.enumerated().dropFirst() {
    // What is known before the round: its best eight behaviours are its centres.
    let before = tried.filter { $0.0 < round.firstIndex }
    let known = Set(before.map(\.1))
    guard let best = before.min(by: { $0.2 < $1.2 }) else { continue }
    let level = try #require(round.fineness)
    let step = 0.25 / Double(1 << level)
    let thresholdStep = 10 / Double(1 << level)
    let own = tried.filter {
      $0.0 >= round.firstIndex && $0.0 < round.firstIndex + round.indexCount
    }
    let found = Set(own.map(\.1))
    // Neighbours of the very best one, by arithmetic of their own.
    var missing = 0
    let weights = try #require(best.1.weights)
    let threshold = try #require(best.1.values["notifyThreshold"]?.number)
    let budget = try #require(best.1.values["dailyBudget"]?.number)
    for a in -2...2 {
      for b in -2...2 where abs(a + b) <= 2 {
        let moved = [
          weights[0] + Double(a) * step, weights[1] + Double(b) * step,
          weights[2] - Double(a + b) * step,
        ]
        guard moved.allSatisfy({ $0 >= 0 }) else { continue }
        for t in -2...2 {
          let value = threshold + Double(t) * thresholdStep
          guard (30...70).contains(value) else { continue }
          for d in -1...1 where (1...4).contains(Int(budget) + d) {
            for bump in [0.0, 7] {
              let near = Overrides(
                weights: moved,
                values: [
                  "notifyThreshold": .number(value), "dailyBudget": .integer(Int(budget) + d),
                  "bump": .number(bump),
                ])
              if !known.contains(near) && !found.contains(near) { missing += 1 }
            }
          }
        }
      }
    }
    #expect(missing == 0, "round \(number + 1)")
    #expect(round.improves == own.contains { $0.2.isBetter(than: best.2) })
  }
}

@Test func roundsAreTheSameForAnyNumberOfThreadsAndAnyKernel() throws {
  let suite = TestEngine.suite(traces: 2, steps: 25, seed: 12)
  func lines(_ threads: Int, _ kernel: KernelChoice) throws -> [String] {
    let (swept, plan) = try runner(suite, weights: lattice, parameters, kernel: kernel)
    let (rounds, _) = PlanSweep.run(swept, plan: plan, threads: threads) { _, _ in { _ in } }
    return rounds.total.lines + rounds.rounds.map { "\($0.firstIndex) \($0.evaluated)" }
  }
  let one = try lines(1, .auto)
  #expect(try lines(2, .auto) == one)
  #expect(try lines(3, .plain) == one)
}

@Test func someRoundsAreTheFirstOfAll() throws {
  let suite = TestEngine.suite(traces: 2, steps: 25, seed: 12)
  let (swept, plan) = try runner(suite, weights: lattice, parameters)
  let (whole, _) = PlanSweep.run(swept, plan: plan, threads: 1) { _, _ in { _ in } }
  let (some, end) = PlanSweep.run(swept, plan: plan, threads: 1, most: 4) { _, _ in { _ in } }
  #expect(end == nil)
  #expect(some.rounds.map(\.indexCount) == whole.rounds.prefix(4).map(\.indexCount))
  #expect(some.rounds.map(\.evaluated) == whole.rounds.prefix(4).map(\.evaluated))
}

@Test func aCapIsNeverExceededAndNothingToHalveEnds() throws {
  let suite = TestEngine.suite(traces: 2, steps: 25, seed: 12)
  let (capped, plan) = try runner(suite, weights: lattice, parameters, runCap: 700)
  let (rounds, end) = PlanSweep.run(capped, plan: plan, threads: 1) { _, _ in { _ in } }
  #expect(rounds.count == 700 && end == .capped)
  let (listed, listPlan) = try runner(
    suite, weights: .sets([[0.5, 0.25, 0.25]]), ["bump": .values([.number(0), .number(1)])])
  let (one, why) = PlanSweep.run(listed, plan: listPlan, threads: 1) { _, _ in { _ in } }
  #expect(one.rounds.count == 1 && why == .nothingToHalve)
}

@Test func everyThresholdIsRefinedInItsWeightsAlone() throws {
  let suite = TestEngine.suite(traces: 2, steps: 70, seed: 2)
  let (swept, plan) = try runner(suite, weights: lattice, ["notifyThreshold": .allThresholds])
  let (rounds, end) = PlanSweep.run(swept, plan: plan, threads: 2) { _, _ in { _ in } }
  #expect(end == .exhausted)
  #expect(rounds.rounds.count > 3)
  let best = try #require(rounds.total.ranked.first)
  let values = rounds.overrides(index: best.index, notifyThreshold: best.notifyThreshold)
  let table = DecisionTable(suites: [suite], engine: TestEngine())
  let tally = PlainKernel().tally(
    KernelCandidate(
      weights: try #require(values.weights),
      notifyThreshold: values.values["notifyThreshold"]?.number), over: table)
  #expect(tally == best.tally)
}

// MARK: Finer lattices

@Test(arguments: [KernelChoice.auto, .plain])
func aFinerLatticeHoldsWhatTheCoarserDoesNot(_ kernel: KernelChoice) throws {
  let suite = TestEngine.suite(traces: 2, steps: 20, seed: 6)
  let (coarse, plan) = try runner(
    suite, weights: lattice, parameters, method: .lattice, kernel: kernel)
  var (rounds, _) = PlanSweep.run(coarse, plan: plan, threads: 1) { _, _ in { _ in } }
  let space = try #require(CandidateSpace(halving: coarse.space, firstIndex: rounds.count))
  let finer = coarse.over(space)
  rounds.add(finer.run(0..<space.count, threads: 2), .finer, finer, fineness: 8)
  let (direct, directPlan) = try runner(
    suite, weights: .lattice(denominator: 8, minimum: 0), parameters, method: .lattice,
    kernel: .plain)
  let (whole, _) = PlanSweep.run(direct, plan: directPlan, threads: 1) { _, _ in { _ in } }
  #expect(rounds.total.evaluated == whole.total.evaluated)
  #expect(rounds.total.meeting == whole.total.meeting)
  #expect(rounds.total.behaviours.count == whole.total.behaviours.count)
  #expect(
    rounds.total.behaviours.behaviours.mapValues(\.members)
      == whole.total.behaviours.behaviours.mapValues(\.members))
  let ours = (0..<rounds.count).compactMap { rounds.candidate(at: $0)?.overrides }
  #expect(Set(ours) == Set((0..<whole.count).compactMap { whole.candidate(at: $0)?.overrides }))
  #expect(ours.count == Set(ours).count)
}

@Test func drawnCandidatesAreRefinedToo() throws {
  let suite = TestEngine.suite(traces: 2, steps: 25, seed: 4)
  let (drawn, plan) = try runner(
    suite, weights: .simplex(minimum: 0.1), ["notifyThreshold": .interval(30...72.5)],
    method: .sobol, runCap: 500)
  var (rounds, end) = PlanSweep.run(drawn, plan: plan, threads: 1) { _, _ in { _ in } }
  #expect(end == nil)
  var search = RefineSearch(after: rounds, cap: nil)
  while case .round(let next, let level) = search.next(rounds) {
    rounds.add(next.run(0..<next.space.count, threads: 1), .refine, next, fineness: level)
  }
  let before = try #require(rounds.rounds[0].best)
  let after = try #require(rounds.total.ranked.first)
  #expect(after.rank.isBetter(than: before.rank))
  for index in 500..<rounds.count {
    guard let candidate = rounds.candidate(at: index) else { continue }
    let weights = try #require(candidate.overrides.weights)
    #expect(abs(weights.reduce(0, +) - 1) < 1e-9 && weights.allSatisfy { $0 >= 0.1 })
    #expect(
      (30...72.5).contains(try #require(candidate.overrides.values["notifyThreshold"]?.number)))
  }
}
