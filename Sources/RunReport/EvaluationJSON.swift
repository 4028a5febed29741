import DecisionEngines
import ReportWriters
import TraceModel

/// An evaluation as JSON Lines: one for each step and window, then a summary.
package enum EvaluationJSON {
  package static func lines(_ evaluation: Evaluation, engine: any DecisionEngine) -> [String] {
    var lines: [String] = []
    for evaluated in evaluation.traces {
      for i in evaluated.trace.steps.indices {
        lines.append(step(evaluated, i, engine).line)
      }
      for (window, outcome) in zip(evaluated.trace.windows, evaluated.outcome.windows) {
        lines.append(self.window(evaluated.trace, window, outcome).line)
      }
    }
    lines.append(JSONText.object([("summary", summary(evaluation))]).line)
    return lines
  }

  /// One step, as `evaluate --json` and `explain --json` print it.
  package static func step(
    _ evaluated: Evaluation.EvaluatedTrace, _ i: Int, _ engine: any DecisionEngine
  ) -> JSONText {
    let step = evaluated.trace.steps[i]
    let decision = evaluated.decisions[i]
    let subScores = zip(engine.subScores, decision.subScores).map {
      ($0.name, JSONText.number($1))
    }
    return .object([
      ("kind", .string("step")),
      ("trace", .string(evaluated.trace.id)),
      ("step", .integer(i + 1)),
      ("at", .string(step.at.text)),
      ("score", .number(decision.score)),
      ("threshold", .number(decision.threshold)),
      ("sub_scores", .object(subScores)),
      ("state", .string(decision.state)),
      ("decision", .string(engine.word(for: decision.action))),
      ("blocked_by", .strings(decision.blockedBy)),
      ("reasons", .strings(decision.reasons)),
      ("dominant_factor", .optional(decision.dominantFactor)),
      ("expect", .optional(step.expect?.rawValue)),
      ("outcome", .optional(evaluated.outcome.steps[i]?.rawValue)),
      ("delivered", .bool(decision.delivered)),
    ])
  }

  package static func window(_ trace: Trace, _ window: Window, _ outcome: WindowOutcome) -> JSONText
  {
    .object([
      ("kind", .string("window")),
      ("trace", .string(trace.id)),
      ("from", .string(window.from.text)),
      ("to", .string(window.to.text)),
      ("expect", window.counts ? .string(window.expect.rawValue) : .null),
      ("outcome", .optional(outcome.outcome?.rawValue)),
      ("false_alarms", .integer(outcome.falseAlarms)),
      ("minutes_to_intervention", .optional(outcome.minutesToIntervention)),
    ])
  }

  /// Counts and figures of one candidate, undefined ones `null`.
  package static func summary(_ evaluation: Evaluation) -> JSONText {
    let metrics = evaluation.metrics
    let tally = metrics.tally
    let utility = metrics.value(.utility).map { [("utility", JSONText.number($0))] } ?? []
    return .object(
      [
        ("tp", .integer(tally.tp)), ("fp", .integer(tally.fp)), ("fn", .integer(tally.fn)),
        ("tn", .integer(tally.tn)),
        ("precision", .optional(metrics.value(.precision))),
        ("recall", .optional(metrics.value(.recall))),
        ("f1", .optional(metrics.value(.f1))),
        ("f05", .optional(metrics.value(.f05))),
        ("false_alarms_per_day", .optional(metrics.value(.falseAlarmsPerDay))),
        ("interventions_per_day", .optional(metrics.value(.interventionsPerDay))),
        ("interventions", .integer(tally.interventions)),
        ("unlabelled_interventions", .integer(tally.unlabelled)),
        ("escalations", .integer(tally.escalations)),
        ("escalation_accuracy", .optional(accuracy(evaluation.levelsRight))),
        ("margin", .optional(tally.margin)),
        ("distance_from_shipped", .number(metrics.distanceFromShipped)),
      ] + utility + [
        (
          "misses_by_gate",
          .object(evaluation.missesByGate.map { ($0.gate, .integer($0.count)) })
        ),
        ("traces", .integer(evaluation.traces.count)),
        ("days", .integer(metrics.days)),
        ("steps", .integer(evaluation.traces.reduce(0) { $0 + $1.decisions.count })),
      ])
  }

  private static func accuracy(_ levels: (right: Int, of: Int)) -> Double? {
    levels.of > 0 ? Double(levels.right) / Double(levels.of) : nil
  }
}
