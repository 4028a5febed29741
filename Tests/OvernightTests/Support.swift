import DecisionEngines
import Findings
import Overnight
import SweepCore
import TestSupport
import TraceModel

func subject(_ suites: [Suite]) -> Subject {
  Subject(
    engine: Vigil(), suites: suites, shipped: ShippedPoint(engine: Vigil(), suite: suites[0]))
}

/// Days whose labels ask for more than one signal, few enough to replay often.
func fewDays(_ seed: UInt64 = 3) -> Subject { subject([JudgedSuites.tooFewDays(seed: seed)]) }

let coarsePlan = SweepPlan(
  name: "p", suites: ["s"], method: .lattice, weights: .lattice(denominator: 4, minimum: 0),
  parameters: [
    "notifyThreshold": .range(
      DecimalRange(first: 40, step: 10, scale: 0, count: 4), isInteger: false)
  ], keep: .best(10))

func planRounds(_ subject: Subject, _ plan: SweepPlan = coarsePlan) throws -> SweepRounds {
  let runner = try SweepRunner(
    plan: plan, suites: subject.suites, engine: subject.engine, shipped: subject.shipped)
  return PlanSweep.run(runner, plan: plan, threads: 2) { _, _ in { _ in } }.rounds
}

func silent(_ stage: NightStage, _ round: Int, _ work: Int) -> @Sendable (Int) -> Void { { _ in } }

/// A night of so many rounds of each stage.
func night(
  _ subject: Subject, _ counts: [NightStage: Int], plan: SweepPlan = coarsePlan, threads: Int = 2
) throws -> (result: NightResult, rounds: SweepRounds) {
  var night = Night(
    try planRounds(subject, plan), plan: plan, subject: subject,
    limit: .rounds(NightRounds(counts: counts)), threads: threads, tell: silent)
  let result = night.run()
  return (result, night.rounds)
}

/// Everything a night found, for comparison to the last bit.
func lines(_ night: (result: NightResult, rounds: SweepRounds)) -> [String] {
  let (result, rounds) = night
  var lines = result.stages.map { "\($0.stage) \($0.rounds) \($0.end)" }
  lines += result.gates.map { gate in
    "gates \(gate.settings) \(gate.evaluated) \(gate.behaviours) \(gate.isBetter) \(gate.best.map { "\(sorted($0.overrides)) \($0.tally)" } ?? "-")"
  }
  lines += [result.constants, result.signals].map { counts in
    counts.map { "draws \($0)" } ?? "-"
  }
  lines += result.leftOut.map {
    "left out \($0.trace) \($0.chosen.map(sorted) ?? "-") \($0.decidesAlike) \($0.tally) \($0.shipped)"
  }
  lines += rounds.total.ranked.map { "\($0.index) \($0.tally) \($0.numbers)" }
  lines += rounds.rounds.map { "\($0.stage) \($0.firstIndex) \($0.evaluated) \($0.improves)" }
  return lines
}

private func sorted(_ overrides: Overrides) -> String {
  "\(overrides.weights ?? []) \(overrides.values.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.text)" })"
}
