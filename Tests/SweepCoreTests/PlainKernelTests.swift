import DecisionEngines
import Foundation
import SweepCore
import TestSupport
import Testing
import TraceModel

/// The part of a candidate that the kernel takes; the rest is in the table already.
private func kernelCandidate(_ overrides: Overrides, shipped: [Double]) -> KernelCandidate {
  KernelCandidate(
    weights: overrides.weights ?? shipped,
    notifyThreshold: overrides.values["notifyThreshold"]?.number,
    escalateThreshold: overrides.values["escalateThreshold"]?.number,
    cooldownSeconds: overrides.values["cooldownMinutes"]?.number.map { Int($0) * 60 },
    dailyBudget: overrides.values["dailyBudget"]?.number.map { Int($0) })
}

@Test(arguments: Seeds.list(150, environment: ProcessInfo.processInfo.environment))
func kernelEqualsEngineInEveryField(_ seed: UInt64) {
  var days = RandomDays(seed: seed)
  let suites = [days.suite(traces: 1...3, steps: 9)]
  let shipped = Settings.shippedWeights(engine: Vigil(), suite: suites[0])
  for round in 0..<15 {
    let overrides = days.overrides(for: suites[0])
    let table = DecisionTable(suites: suites, engine: Vigil(), overrides: overrides)
    let evaluation = Evaluation(engine: Vigil(), suites: suites, overrides: overrides)
    let tally = PlainKernel().tally(kernelCandidate(overrides, shipped: shipped), over: table)
    #expect(tally == evaluation.tally, "seed \(seed), round \(round)")
    #expect(tally.margin?.bitPattern == evaluation.tally.margin?.bitPattern)
    #expect(table.dayCount == evaluation.metrics.days)
    let weights = overrides.weights ?? shipped
    let scores = evaluation.traces.flatMap(\.decisions).map(\.score)
    #expect((0..<table.stepCount).map { table.score(step: $0, weights: weights) } == scores)
  }
}

@Test func candidateKeepsTheTracesOwnGatesUnlessItHasItsOwn() {
  let shipped = GateSettings(
    notifyThreshold: 60, escalateThreshold: 80, cooldownSeconds: 7200, dailyBudget: 3)
  #expect(KernelCandidate(weights: []).gates(over: shipped) == shipped)
  #expect(
    KernelCandidate(
      weights: [], notifyThreshold: 1, escalateThreshold: 2, cooldownSeconds: 3, dailyBudget: 4
    ).gates(over: shipped)
      == GateSettings(
        notifyThreshold: 1, escalateThreshold: 2, cooldownSeconds: 3, dailyBudget: 4))
}
