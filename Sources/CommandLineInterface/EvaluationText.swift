import DecisionEngines
import ReportWriters
import RunReport
import TraceModel

/// An evaluation as a person reads it in a terminal of 80 columns.
enum EvaluationText {
  static func lines(_ evaluation: Evaluation, engine: any DecisionEngine, suite: Suite) -> [String]
  {
    var lines = [
      "\(suite.name)   \(Wording.count(evaluation.traces.count, "trace", "traces")), \(Wording.count(evaluation.metrics.days, "day", "days"))   engine \(engine.name)"
    ]
    lines += TextColumns.wrap(LabelCounts([suite]).text, first: "labels   ", rest: "         ")
    if let given = engine.givenSubScores {
      lines.append("program  sub-scores from `\(plainLine(given.command))`")
    }
    for evaluated in evaluation.traces {
      lines += ["", evaluated.trace.id]
      for (i, step) in evaluated.trace.steps.enumerated() {
        lines.append(self.step(evaluated, i, step, engine))
      }
      for (window, outcome) in zip(evaluated.trace.windows, evaluated.outcome.windows) {
        lines.append(self.window(window, outcome))
      }
    }
    return lines + [""] + summary(evaluation)
  }

  static func window(_ window: Window, _ outcome: WindowOutcome) -> String {
    let result = outcome.outcome?.rawValue ?? "–"
    return
      "  \(result.padded(to: 3)) window \(Wording.time(window.from)) to \(minuteText(window.to.minuteOfDay)), expect \(window.expect.rawValue)"
  }

  private static func step(
    _ evaluated: Evaluation.EvaluatedTrace, _ i: Int, _ step: Step, _ engine: any DecisionEngine
  ) -> String {
    let decision = evaluated.decisions[i]
    let outcome = evaluated.outcome.steps[i]?.rawValue ?? "–"
    let score = scoreText(decision.score, against: decision.threshold).padded(left: 6)
    let word = engine.word(for: decision.action).padded(to: 12)
    let held = decision.blockedBy.joined(separator: ", ")
    let tail =
      decision.action == .silent ? held : decision.delivered ? "delivered" : "delivery failed"
    return
      "  \(outcome.padded(to: 3)) \(Wording.time(step.at)) \(score) \(decision.state.padded(to: 9)) \(word) \(tail)"
  }

  static func summary(_ evaluation: Evaluation) -> [String] {
    let tally = evaluation.tally
    var lines = [
      "caught        \(Wording.share(tally.tp, of: tally.tp + tally.fn))   recall",
      "right         \(Wording.share(tally.tp, of: tally.tp + tally.fp))   precision",
      "false alarms  \(tally.fp) of \(tally.fp + tally.tn)",
      "interruptions \(tally.interventions) in \(Wording.count(evaluation.metrics.days, "day", "days")), \(tally.unlabelled) where no label speaks, \(tally.escalations) at the higher level",
    ]
    if !evaluation.missesByGate.isEmpty {
      let parts = evaluation.missesByGate.map { "\($0.gate) \($0.count)" }
      lines.append("missed by     \(parts.joined(separator: ", "))")
    }
    if let margin = tally.margin {
      lines.append("margin        \(NumberText.fixed(margin, 2)) score points")
    }
    return lines
  }
}
