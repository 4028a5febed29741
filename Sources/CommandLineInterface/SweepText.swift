import DecisionEngines
import Findings
import ReportWriters
import RunReport
import TraceModel

/// A judged sweep in a terminal of 80 columns.
enum SweepText {
  /// What stands first of a sweep that a person ended; nothing for a whole one.
  static func partial(_ finished: SweepJob.Finished) -> [String] {
    guard let partial = finished.result.partial, let resume = finished.resume else { return [] }
    let text =
      "\(partial.text) were tallied before it was interrupted: no verdict to port can come of them. They are kept; this goes on from there:"
    return wrapped(text, width: 68).enumerated().map { i, line in
      i == 0 ? " PARTIAL   \(line)" : "           \(line)"
    } + ["           \(resume)", ""]
  }

  static func lines(
    _ result: SweepResult, _ judgement: Judgement, _ prompts: PromptJob.Section?
  ) -> [String] {
    var lines = shipped(result, judgement)
    lines += ["", sweepLine(result)]
    if let winner = result.winner {
      lines += indented("best", figures(winner.entry.metrics.tally))
      lines += utility(winner.entry.metrics)
      lines += indented("", values(winner.entry.overrides, result))
      lines += indented("ties", ties(result))
      if let short = judgement.certificate.short { lines += indented(short.label, short.text) }
      lines += warnings(result, judgement).flatMap { indented("!", $0) }
    } else {
      let bounds = result.plan.require.map(\.text).joined(separator: ", ")
      lines += indented("best", "no candidate meets \(bounds); shipped is kept")
    }
    if result.night != nil { lines += [""] + NightText.lines(result) }
    if let prompts { lines += [""] + prompts.lines }
    if let claim = judgement.claim { lines += [""] + indented("CLAIM", claim.text) }
    return lines + [""] + verdict(judgement.verdict)
  }

  private static func sweepLine(_ result: SweepResult) -> String {
    let count = NumberText.grouped(result.evaluated)
    guard result.night == nil else {
      return " SWEEP     \(count) candidates, \(result.behaviourCountText) behaviours"
    }
    if let partial = result.partial {
      return
        " SWEEP     \(count) candidates, \(result.behaviourCountText) behaviours; of \(NumberText.grouped(partial.total)) planned"
    }
    let end =
      switch result.refineEnd {
      case nil, .exhausted?, .nothingToHalve?:
        result.isCapped
          ? "capped: \(NumberText.grouped(result.planned)) planned" : "more hours add nothing"
      case .capped?: "capped: the rounds used up run_cap"
      case .tooWide?, .nothingFound?, .roundLimit?:
        "\(Wording.count(result.rounds.rounds.count, "round", "rounds"))"
      }
    return " SWEEP     \(count) candidates, \(result.behaviourCountText) behaviours; \(end)"
  }

  private static func ties(_ result: SweepResult) -> String {
    let members = Wording.count(result.tiedMembers, "candidate", "candidates")
    let behaviours = Wording.count(result.ties.count, "behaviour", "behaviours")
    return "\(members), \(behaviours) catch as much with as few false alarms"
  }

  private static func warnings(_ result: SweepResult, _ judgement: Judgement) -> [String] {
    var warnings = judgement.oneSignalAlone.map { match in
      "\(match.name) gets \(match.tally.tp) of \(match.tally.tp + match.tally.fn) and \(match.tally.fp) false alarms too: the suite can't tell the winner from a rule on one signal"
    }
    if let spot = judgement.blindSpots.first { warnings.append(spot.text) }
    if let winner = judgement.winnerAssumptions, !winner.breaks.isEmpty {
      let shipped = judgement.shippedAssumptions.breaks.count
      warnings.append(
        "\(winner.breaks.count) of \(winner.replays.count) changes to assumed constants break it (shipped: \(shipped))"
      )
    }
    if let comparison = judgement.comparison {
      let least =
        judgement.leastReachableP > VerdictInputs.level
        ? "; no candidate can go below \(NumberText.pValue(judgement.leastReachableP)) here"
        : ""
      warnings.append(
        "\(comparison.difference.gained) gained, \(comparison.difference.lost) lost is \(NumberText.p(comparison.p))\(least)"
      )
    }
    return warnings
  }

  private static func verdict(_ verdict: Verdict) -> [String] {
    let decision: String =
      switch verdict.decision {
      case .keep: "keep the shipped values"
      case .port: "port \(verdict.candidate ?? "the winner")"
      case .notEnoughData: "not enough data to change anything"
      }
    let reason = verdict.reasons.first.map { ": \($0.text)" } ?? ""
    return wrapped(decision + reason, width: 68).enumerated().map { i, line in
      i == 0 ? " VERDICT   \(line)" : "           \(line)"
    }
  }

  static func shipped(_ result: SweepResult, _ judgement: Judgement) -> [String] {
    var lines = [" SHIPPED   \(figures(result.shipped.tally))"] + utility(result.shipped.metrics)
    for (i, correction) in judgement.corrections.prefix(4).enumerated() {
      let place = correction.fault.place
      let word = correction.fault.outcome == .fn ? "missed" : "alarm"
      var text = place.text
      if case .step(let step) = place.kind {
        text += "  \(short(result.shipped.traces[place.traceIndex].decisions[step]))"
      }
      lines += indented(word, text)
      guard i == 0 else { continue }
      let changes = correction.answers.compactMap { answer in
        answer.change.map { change in
          "\(Wording.change(answer, change)); also: \(Wording.alsoDoes(change))"
        }
      }
      if let first = changes.first { lines += indented("", "to correct it: \(first)") }
    }
    let more = judgement.corrections.count + judgement.uncorrected - 4
    if more > 0 { lines += indented("", "\(NumberText.grouped(more)) more; `explain` shows each") }
    return lines
  }

  private static func short(_ decision: StepDecision) -> String {
    let score = scoreText(decision.score, against: decision.threshold)
    let sign = decision.score >= decision.threshold ? "≥" : "<"
    let gate = decision.blockedBy.first.map { $0 == "belowThreshold" ? "" : "  \($0)" } ?? ""
    return "\(score) \(sign) \(NumberText.exact(decision.threshold))\(gate)"
  }

  static func figures(_ tally: Tally) -> String {
    "caught \(tally.tp) of \(tally.tp + tally.fn), false alarms \(tally.fp) of \(tally.fp + tally.tn), interruptions \(tally.interventions) (\(tally.unlabelled) unlabelled)"
  }

  /// A line of its own in a run whose plan gives costs.
  private static func utility(_ metrics: Metrics) -> [String] {
    metrics.value(.utility).map { indented("", "utility \(NumberText.exact($0))") } ?? []
  }

  static func values(_ overrides: Overrides, _ result: SweepResult) -> String {
    let weights = overrides.weights ?? result.shippedPoint.weights
    var parts = zip(result.engine.subScores, weights).map { "\($0.name) \(NumberText.exact($1))" }
    for definition in result.engine.parameters
    where definition.role == .notifyThreshold || overrides.values[definition.name] != nil {
      let text = result.valueText(definition, overrides)
      parts.append(
        definition.role == .notifyThreshold ? "fires at \(text)" : "\(definition.name) \(text)")
    }
    return parts.joined(separator: "  ")
  }

  /// A labelled line that is broken at 80 columns.
  static func indented(_ label: String, _ text: String) -> [String] {
    wrapped(text, width: 68).enumerated().map { i, line in
      "   \((i == 0 ? label : "").padded(to: 7)) \(line)"
    }
  }

  /// Breaks a text at spaces; a longer word stands alone.
  static func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if line.isEmpty {
        line = String(word)
      } else if line.count + 1 + word.count <= width {
        line += " \(word)"
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    return lines + [line]
  }

  static func json(_ finished: SweepJob.Finished) -> JSONText {
    let result = finished.result
    return .object([
      ("run", .string(finished.path)),
      ("partial", result.partial?.json ?? .null),
      ("verdict", VerdictJSON.value(finished.judgement.verdict)),
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
