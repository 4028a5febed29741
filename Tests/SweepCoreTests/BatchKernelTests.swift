import SweepCore
import Testing
import TraceModel

/// Every fast kernel against the plain one, to the last bit.
struct BatchKernelTests {
  private static let kernels: [(name: String, kernel: any BatchKernel)] = [
    ("lanes", LaneKernel()), ("dispatched", DispatchedKernel()),
  ]

  private func compare(_ table: DecisionTable, _ candidates: [KernelCandidate], _ note: String) {
    let lanes = LaneTable(table)
    var expected: [Tally] = []
    PlainKernel().session(over: lanes).tally(candidates, into: &expected)
    for (name, kernel) in Self.kernels {
      var tallies: [Tally] = []
      kernel.session(over: lanes).tally(candidates, into: &tallies)
      for (i, candidate) in candidates.enumerated() {
        #expect(
          tallies[i] == expected[i]
            && tallies[i].margin?.bitPattern == expected[i].margin?.bitPattern,
          "\(name), \(note), \(candidate)")
      }
    }
  }

  @Test(arguments: TableRecipe.all)
  func equalsThePlainKernel(_ recipe: TableRecipe) {
    for seed in UInt64(1)...6 {
      var random = SplitMix64(seed: seed ^ 0xC0FFEE)
      let candidates = (0..<60).map { _ in
        KernelCandidate.random(
          signals: recipe.signals, isInteger: recipe.isInteger, &random)
      }
      compare(.random(recipe, seed: seed), candidates, "\(recipe.name) seed \(seed)")
    }
  }

  @Test(arguments: [0, 1, 7, 100, 10_000])
  func equalsThePlainKernelOnSuitesOfAnySize(_ traces: Int) {
    var recipe = TableRecipe(name: "\(traces) traces", traces: traces, isInteger: true)
    recipe.steps = 0...20
    var random = SplitMix64(seed: 77)
    let candidates = (0..<8).map { _ in
      KernelCandidate.random(signals: 5, isInteger: true, &random)
    }
    compare(.random(recipe, seed: 3), candidates, "\(traces) traces seed 3")
  }

  @Test func thresholdsBeyondTheFiniteFallBack() {
    let table = DecisionTable.random(TableRecipe(name: "continuous"), seed: 5)
    let weights = [0.2, 0.2, 0.2, 0.2, 0.2]
    compare(
      table,
      [
        KernelCandidate(weights: weights, notifyThreshold: .infinity),
        KernelCandidate(weights: weights, notifyThreshold: -.infinity),
        KernelCandidate(weights: weights, notifyThreshold: 0, escalateThreshold: .infinity),
        KernelCandidate(weights: [-1, 0, 0, 0, 0], notifyThreshold: 0),
        KernelCandidate(weights: [0, -0.0, 0, 0, 0], notifyThreshold: -0.0),
      ], "edges")
  }

  @Test func timesThatDoNotRiseFallBack() {
    let expects: [TraceModel.Expectation?] = [.intervene, .silent]
    let table = DecisionTable(
      subScores: [[50, 60]], isBlocked: [false, false], instants: [100, 40], days: [1, 1],
      delivers: [true, true], expects: expects, hasOwnExpect: [true, true],
      isInWindow: [false, false], isCounted: [true, true],
      traces: [
        TableTrace(
          steps: 0..<2, lastInterventionAt: nil, deliveredToday: 0, windows: [],
          hasCountingWindow: false,
          gates: GateSettings(
            notifyThreshold: 40, escalateThreshold: nil, cooldownSeconds: 0, dailyBudget: nil))
      ], dayCount: 1)
    compare(table, [KernelCandidate(weights: [1]), KernelCandidate(weights: [0.5])], "unordered")
  }
}
