import TraceModel

extension DecisionTable {
  /// Lowers every trace of the suites to one table, in order.
  ///
  /// - Parameters:
  ///   - suites: Suites of one engine.
  ///   - engine: That engine.
  ///   - overrides: Values given from outside; weights in it are ignored.
  package init(suites: [Suite], engine: any DecisionEngine, overrides: Overrides = Overrides()) {
    var subScores = engine.subScores.map { _ in [Double]() }
    var blocked: [Bool] = []
    var instants: [Int] = []
    var days: [Int] = []
    var delivers: [Bool] = []
    var expects: [Expectation?] = []
    var ownExpect: [Bool] = []
    var inWindow: [Bool] = []
    var counted: [Bool] = []
    var traces: [TableTrace] = []
    var dayCount = 0
    for suite in suites {
      for trace in suite.traces {
        let settings = Settings(engine: engine, suite: suite, trace: trace, overrides: overrides)
        let lowered = engine.lower(trace, settings: settings)
        let first = instants.count
        for (i, step) in trace.steps.enumerated() {
          for signal in subScores.indices { subScores[signal].append(lowered.subScores[i][signal]) }
          blocked.append(lowered.isBlocked[i])
          instants.append(step.at.instant)
          days.append(step.at.day.number)
          delivers.append(step.delivers)
          expects.append(step.expect)
          ownExpect.append(step.hasOwnExpect)
          let around = trace.windows.filter { $0.contains(step.at.instant) }
          inWindow.append(!around.isEmpty)
          counted.append(step.expect != nil || around.contains(where: \.counts))
        }
        let windows = trace.windows.filter(\.counts).map { window in
          // Steps are in time order, so those inside a span are neighbours.
          let from = trace.steps.firstIndex { $0.at.instant >= window.from.instant }
          let to = trace.steps.firstIndex { $0.at.instant >= window.to.instant }
          let end = to ?? trace.steps.count
          return TableWindow(
            steps: first + (from ?? end)..<first + end, isPositive: window.expect.isPositive)
        }
        traces.append(
          TableTrace(
            steps: first..<instants.count, lastInterventionAt: trace.lastInterventionAt,
            deliveredToday: trace.deliveredToday, windows: windows,
            hasCountingWindow: trace.hasCountingWindow, gates: settings.gates(of: engine)))
        dayCount += trace.dayCount
      }
    }
    self.init(
      subScores: subScores, isBlocked: blocked, instants: instants, days: days,
      delivers: delivers, expects: expects, hasOwnExpect: ownExpect, isInWindow: inWindow,
      isCounted: counted, traces: traces, dayCount: dayCount)
  }
}
