import DecisionEngines
import Findings
import ReportWriters
import RunReport
import TraceModel

/// Explains steps and windows, with what would correct those that are wrong.
struct ExplanationPrinter {
  let engine: any DecisionEngine
  let counterfactuals: Counterfactuals

  func lines(_ place: Place, of evaluated: Evaluation.EvaluatedTrace) -> [String] {
    switch place.kind {
    case .step(let i):
      ExplanationText.step(evaluated, i, engine: engine) + corrections(of: place)
    case .window(let i): ExplanationText.window(evaluated, i) + corrections(of: place)
    }
  }

  func json(_ place: Place, of evaluated: Evaluation.EvaluatedTrace) -> JSONText {
    let what: JSONText =
      switch place.kind {
      case .step(let i): EvaluationJSON.step(evaluated, i, engine)
      case .window(let i):
        EvaluationJSON.window(
          evaluated.trace, evaluated.trace.windows[i], evaluated.outcome.windows[i])
      }
    guard case .object(let members) = what else { return what }
    let answers = answers(of: place).map { answer in
      JSONText.object([
        ("constant", .string(answer.name)), ("current", .number(answer.current)),
        ("value", .optional(answer.change?.value)),
        ("also", .optional(answer.change.map(Wording.alsoDoes))),
      ])
    }
    return .object(members + [("corrections", .array(answers))])
  }

  private func answers(of place: Place) -> [Counterfactual] {
    counterfactuals.faults.first { $0.place == place }.map(counterfactuals.answers) ?? []
  }

  private func corrections(of place: Place) -> [String] {
    var lines: [String] = []
    var impossible: [String] = []
    for answer in answers(of: place) {
      guard let change = answer.change else {
        impossible.append(answer.name)
        continue
      }
      lines.append("  to correct it  \(Wording.change(answer, change))")
      lines.append("                 also: \(Wording.alsoDoes(change))")
    }
    if !impossible.isEmpty {
      lines.append("  alone, no change of these corrects it: \(impossible.joined(separator: ", "))")
    }
    return lines
  }
}

/// One step or window, explained in a terminal.
enum ExplanationText {
  static func step(_ evaluated: Evaluation.EvaluatedTrace, _ i: Int, engine: any DecisionEngine)
    -> [String]
  {
    let step = evaluated.trace.steps[i]
    let decision = evaluated.decisions[i]
    let threshold = NumberText.exact(decision.threshold)
    let score = scoreText(decision.score, against: decision.threshold)
    var lines = [
      "\(evaluated.trace.id)  step \(i + 1)  \(Wording.time(step.at)) \(evaluated.trace.timeZone)",
      "  \(verdict(step, evaluated.outcome.steps[i], decision, engine))",
    ]
    let distance = decision.score - decision.threshold
    lines.append(
      distance >= 0
        ? "  score \(score), \(NumberText.fixed(distance, 1)) over the threshold \(threshold); state \(decision.state)"
        : "  score \(score), \(scoreText(-distance, against: 0)) short of the threshold \(threshold); state \(decision.state)"
    )
    for (i, definition) in engine.subScores.enumerated() where i < decision.subScores.count {
      let weight = evaluated.settings.weights[i]
      let value = decision.subScores[i]
      lines.append(
        "    \(definition.name.padded(to: 10)) \(NumberText.fixed(value, 1).padded(left: 6)) × \(NumberText.exact(weight).padded(to: 6)) = \(NumberText.fixed(weight * value, 1).padded(left: 5)) of \(NumberText.fixed(weight * 100, 1))"
      )
    }
    let signals = zip(engine.signals, step.signals).map { definition, value in
      let text = value == .missing ? "missing" : value.cell
      return "\(definition.name) \(text)"
    }
    lines.append("  signals   \(signals.joined(separator: ", "))")
    if !decision.averages.isEmpty {
      let averages = decision.averages.map {
        "\($0.signal) \(NumberText.fixed($0.value, 1)) (\($0.isPopulation ? "population" : "\($0.days) days"))"
      }
      lines.append("  averages  \(averages.joined(separator: ", "))")
    }
    for reason in decision.reasons { lines.append("  because   \(reason)") }
    if let why = step.why { lines.append("  label     \(plainLine(why))") }
    return lines
  }

  private static func verdict(
    _ step: Step, _ outcome: Outcome?, _ decision: StepDecision, _ engine: any DecisionEngine
  ) -> String {
    let did = engine.word(for: decision.action)
    switch outcome {
    case .fn: return "MISSED: should \(step.expect?.rawValue ?? "intervene"), stayed silent"
    case .fp:
      return step.expect == nil
        ? "FALSE ALARM: \(did) outside every window" : "FALSE ALARM: should stay silent, \(did)"
    case .tp: return "caught: should \(step.expect?.rawValue ?? "intervene"), \(did)"
    case .tn: return "rightly silent"
    case nil: return "unlabelled: \(did)"
    }
  }

  static func window(_ evaluated: Evaluation.EvaluatedTrace, _ i: Int) -> [String] {
    let window = evaluated.trace.windows[i]
    let outcome = evaluated.outcome.windows[i]
    let span = "\(Wording.time(window.from)) to \(Wording.time(window.to))"
    var lines = ["\(evaluated.trace.id)  window \(span) \(evaluated.trace.timeZone)"]
    if outcome.outcome == .fn {
      lines.append("  MISSED: nothing was delivered inside")
      let inside = evaluated.trace.steps.indices.filter {
        window.contains(evaluated.trace.steps[$0].at.instant)
      }
      if inside.isEmpty { lines.append("  because   no step lies inside") }
      for i in inside {
        lines.append(
          "  \(Wording.time(evaluated.trace.steps[i].at))  \(Wording.reason(evaluated.decisions[i]))"
        )
      }
    } else {
      lines.append(
        "  FALSE ALARM: \(Wording.count(outcome.falseAlarms, "intervention", "interventions")) inside, should stay silent"
      )
    }
    if let why = window.why { lines.append("  label     \(plainLine(why))") }
    return lines
  }
}
