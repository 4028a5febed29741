import TraceModel

/// A candidate replayed in the engine's own `evaluate` over whole suites.
package struct Evaluation: Sendable {
  /// One trace with what the engine did and how that met the labels.
  package struct EvaluatedTrace: Sendable {
    /// Position among all traces of the evaluation, from 0.
    package let index: Int
    package let suite: Suite
    package let trace: Trace
    package let settings: Settings
    package let decisions: [StepDecision]
    package let outcome: TraceOutcome
  }

  package let traces: [EvaluatedTrace]
  package let metrics: Metrics
  /// Positive labelled steps that fired, and how many at the level the label asks.
  package let levelsRight: (right: Int, of: Int)
  /// Labelled positive steps that stayed silent, by the first gate that held them back.
  package let missesByGate: [(gate: String, count: Int)]

  package var tally: Tally { metrics.tally }

  /// - Parameters:
  ///   - engine: The engine of all suites.
  ///   - suites: Evaluated in order.
  ///   - overrides: Values given from outside; empty is the shipped candidate.
  ///   - distanceFromShipped: As for a swept candidate; 0 for shipped.
  ///   - costs: The plan's, for the metric `utility`.
  package init(
    engine: any DecisionEngine, suites: [Suite], overrides: Overrides = Overrides(),
    distanceFromShipped: Double = 0, costs: Costs? = nil
  ) {
    var traces: [EvaluatedTrace] = []
    var tally = Tally()
    var levels = (right: 0, of: 0)
    var misses: [String: Int] = [:]
    var firstStep = 0
    var days = 0
    for suite in suites {
      for trace in suite.traces {
        let settings = Settings(engine: engine, suite: suite, trace: trace, overrides: overrides)
        let decisions = engine.evaluate(trace, settings: settings)
        let outcome = TraceOutcome(trace: trace, decisions: decisions, firstStep: firstStep)
        for (decision, result) in zip(decisions, outcome.steps) where result == .fn {
          misses[decision.blockedBy.first ?? "", default: 0] += 1
        }
        tally = tally + outcome.tally
        levels.right += outcome.levelsRight.right
        levels.of += outcome.levelsRight.of
        firstStep += trace.steps.count
        days += trace.dayCount
        traces.append(
          EvaluatedTrace(
            index: traces.count, suite: suite, trace: trace, settings: settings,
            decisions: decisions, outcome: outcome))
      }
    }
    self.traces = traces
    self.metrics = Metrics(
      tally: tally, days: days, distanceFromShipped: distanceFromShipped, costs: costs)
    self.levelsRight = levels
    self.missesByGate = misses.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
