import DecisionEngines
import ReportWriters
import RunReport
import TraceModel

/// A program's own decisions as a person reads them in a terminal.
enum ProgramEvaluationText {
  static func lines(_ evaluation: ProgramEvaluation, engine: any DecisionEngine, suite: Suite)
    -> [String]
  {
    var lines = [
      "\(suite.name)   \(Wording.count(evaluation.traces.count, "trace", "traces")), \(Wording.count(evaluation.metrics.days, "day", "days"))"
    ]
    lines += TextColumns.wrap(LabelCounts([suite]).text, first: "labels   ", rest: "         ")
    lines.append("program  decides by itself: `\(plainLine(evaluation.command))`")
    for evaluated in evaluation.traces {
      lines += ["", evaluated.trace.id]
      for (i, step) in evaluated.trace.steps.enumerated() {
        let decision = evaluated.decisions[i]
        let outcome = evaluated.outcome.steps[i]?.rawValue ?? "–"
        let score = NumberText.fixed(decision.score, 1).padded(left: 6)
        let word = engine.word(for: decision.action).padded(to: 12)
        let failed = decision.fires && !decision.delivered ? "delivery failed  " : ""
        lines.append(
          "  \(outcome.padded(to: 3)) \(Wording.time(step.at)) \(score) \(word) \(failed)\(plainLine(decision.reason ?? ""))"
        )
      }
      for (window, outcome) in zip(evaluated.trace.windows, evaluated.outcome.windows) {
        lines.append(EvaluationText.window(window, outcome))
      }
    }
    return lines + [""] + summary(evaluation.metrics)
  }

  private static func summary(_ metrics: Metrics) -> [String] {
    let tally = metrics.tally
    return [
      "caught        \(Wording.share(tally.tp, of: tally.tp + tally.fn))   recall",
      "right         \(Wording.share(tally.tp, of: tally.tp + tally.fp))   precision",
      "false alarms  \(tally.fp) of \(tally.fp + tally.tn)",
      "interruptions \(tally.interventions) in \(Wording.count(metrics.days, "day", "days")), \(tally.unlabelled) where no label speaks",
    ]
  }
}
