import DecisionEngines
import ReportWriters
import RunReport
import TraceModel

/// A sweep in a terminal of 80 columns.
enum SweepText {
  static func lines(_ result: SweepResult) -> [String] {
    var lines = shipped(result)
    lines.append("")
    lines.append(
      " SWEEP     \(NumberText.grouped(result.evaluated)) candidates, \(result.behaviourCountText) distinct behaviours"
    )
    if result.isCapped {
      lines.append(
        "   capped  at \(NumberText.grouped(result.evaluated)) of \(NumberText.grouped(result.planned)); the rest was not looked at"
      )
    } else {
      lines.append("   done    the plan is exhausted; more hours add nothing")
    }
    guard let winner = result.winner else {
      let bounds = result.plan.require.map(\.text).joined(separator: ", ")
      lines.append("   best    no candidate meets \(bounds); shipped is kept")
      return lines
    }
    lines.append("   best    \(figures(winner.entry.metrics.tally))")
    lines.append("           \(values(winner.entry, result))")
    let ties = result.behaviours.filter {
      $0.best.metrics.tally.tp == winner.entry.metrics.tally.tp
        && $0.best.metrics.tally.fp == winner.entry.metrics.tally.fp
    }
    let members = ties.reduce(0) { $0 + $1.behaviour.members }
    lines.append(
      "   ties    \(NumberText.grouped(members)) candidates in \(Wording.count(ties.count, "behaviour", "behaviours")) catch as much with as few false alarms"
    )
    return lines
  }

  static func shipped(_ result: SweepResult) -> [String] {
    var lines = [" SHIPPED   \(figures(result.shipped.tally))"]
    for evaluated in result.shipped.traces {
      for (i, decision) in evaluated.decisions.enumerated()
      where evaluated.outcome.steps[i] == .fn || evaluated.outcome.steps[i] == .fp {
        let word = evaluated.outcome.steps[i] == .fn ? "missed" : "alarm "
        lines.append(
          "   \(word)  \(evaluated.trace.id) \(minuteText(evaluated.trace.steps[i].at.minuteOfDay))  \(short(decision))"
        )
      }
    }
    return lines
  }

  private static func short(_ decision: StepDecision) -> String {
    let score = scoreText(decision.score, against: decision.threshold)
    let sign = decision.score >= decision.threshold ? "≥" : "<"
    let gate = decision.blockedBy.first.map { $0 == "belowThreshold" ? "" : "  \($0)" } ?? ""
    return "\(score) \(sign) \(NumberText.exact(decision.threshold))\(gate)"
  }

  static func figures(_ tally: Tally) -> String {
    "caught \(tally.tp) of \(tally.tp + tally.fn)   false alarms \(tally.fp) of \(tally.fp + tally.tn)   interruptions \(tally.interventions) (\(tally.unlabelled) unlabelled)"
  }

  static func values(_ entry: SweepResult.Entry, _ result: SweepResult) -> String {
    let weights = entry.overrides.weights ?? result.shippedPoint.weights
    var parts = zip(result.engine.subScores, weights).map { "\($0.name) \(NumberText.exact($1))" }
    for definition in result.engine.parameters
    where definition.role == .notifyThreshold || entry.overrides.values[definition.name] != nil {
      let text = result.valueText(definition, entry.overrides)
      parts.append(
        definition.role == .notifyThreshold ? "fires at \(text)" : "\(definition.name) \(text)")
    }
    return parts.joined(separator: "  ")
  }

  static func json(_ result: SweepResult, path: String) -> JSONText {
    .object([
      ("run", .string(path)),
      ("evaluated", .integer(result.evaluated)),
      ("behaviours", .integer(result.behaviourCount)),
      ("shipped", EvaluationJSON.summary(result.shipped)),
      (
        "winner",
        result.winner.map { winner in
          JSONText.object([
            ("candidate", .integer(winner.entry.index)),
            ("summary", EvaluationJSON.summary(winner.evaluation)),
          ])
        } ?? .null
      ),
    ])
  }
}
