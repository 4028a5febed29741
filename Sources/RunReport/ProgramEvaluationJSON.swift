import DecisionEngines
import ReportWriters
import TraceModel

/// A program's own decisions as JSON Lines, with the keys of an engine's evaluation.
///
/// What a program does not tell is `null` or empty, never a number: its threshold, the margin, the
/// distance from shipped, the level.
package enum ProgramEvaluationJSON {
  package static func lines(_ evaluation: ProgramEvaluation, engine: any DecisionEngine) -> [String]
  {
    var lines: [String] = []
    for evaluated in evaluation.traces {
      for i in evaluated.trace.steps.indices { lines.append(step(evaluated, i, engine).line) }
      for (window, outcome) in zip(evaluated.trace.windows, evaluated.outcome.windows) {
        lines.append(EvaluationJSON.window(evaluated.trace, window, outcome).line)
      }
    }
    lines.append(JSONText.object([("summary", summary(evaluation))]).line)
    return lines
  }

  private static func step(
    _ evaluated: ProgramEvaluation.EvaluatedTrace, _ i: Int, _ engine: any DecisionEngine
  ) -> JSONText {
    let step = evaluated.trace.steps[i]
    let decision = evaluated.decisions[i]
    return .object([
      ("kind", .string("step")),
      ("trace", .string(evaluated.trace.id)),
      ("step", .integer(i + 1)),
      ("at", .string(step.at.text)),
      ("score", .optional(decision.score)),
      ("threshold", .null),
      ("sub_scores", .object([])),
      ("state", .null),
      ("decision", .string(engine.word(for: decision.action))),
      ("blocked_by", .array([])),
      ("reasons", .strings(decision.reason.map { [$0] } ?? [])),
      ("dominant_factor", .null),
      ("expect", .optional(step.expect?.rawValue)),
      ("outcome", .optional(evaluated.outcome.steps[i]?.rawValue)),
      ("delivered", .bool(decision.delivered)),
    ])
  }

  private static func summary(_ evaluation: ProgramEvaluation) -> JSONText {
    let metrics = evaluation.metrics
    let tally = metrics.tally
    return .object([
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
      ("escalations", .null),
      ("escalation_accuracy", .null),
      ("margin", .null),
      ("distance_from_shipped", .null),
      ("misses_by_gate", .object([])),
      ("traces", .integer(evaluation.traces.count)),
      ("days", .integer(metrics.days)),
      ("steps", .integer(evaluation.traces.reduce(0) { $0 + $1.decisions.count })),
    ])
  }
}
