import DecisionEngines
import Findings
import ReportWriters
import TraceModel

/// `findings.json`: the numbers behind the report's judgement, at full precision.
package struct FindingsFile {
  private let result: SweepResult
  private let judgement: Judgement

  package init(result: SweepResult, judgement: Judgement) {
    self.result = result
    self.judgement = judgement
  }

  package var text: String {
    var members = judged
    if let partial = result.partial { members.insert(("partial", partial.json), at: 2) }
    if result.rounds.rounds.count > 1 { members.append(("search", RoundsJSON.value(result))) }
    if let night = result.night { members.append(("night", night.json(result))) }
    return JSONText.object(members + costs).page
  }

  /// Only in a run whose plan gives costs.
  private var costs: [(String, JSONText)] {
    guard let costs = result.plan.costs else { return [] }
    return [
      (
        "costs",
        .object([
          ("hit", .number(costs.hit)), ("miss", .number(costs.miss)),
          ("falseAlarm", .number(costs.falseAlarm)), ("interruption", .number(costs.interruption)),
        ])
      )
    ]
  }

  private var judged: [(String, JSONText)] {
    [
      ("schema", .string("autoresearch.findings/1")),
      ("verdict", VerdictJSON.value(judgement.verdict)),
      ("evaluated", .integer(result.evaluated)),
      ("planned", .integer(result.planned)),
      ("behaviours", .integer(result.behaviourCount)),
      ("labels", labels),
      ("shipped", summary(result.shipped)),
      ("winner", result.winner.map { summary($0.evaluation) } ?? .null),
      ("winner_candidate", .optional(result.winner?.entry.index)),
      ("comparison", comparison),
      ("stability", stability),
      ("least_reachable_p", .number(judgement.leastReachableP)),
      ("ties", ties),
      ("baselines", .array(judgement.baselines.all.map(baseline))),
      ("one_signal_alone", .strings(judgement.oneSignalAlone.map(\.name))),
      ("assumptions_shipped", assumptions(judgement.shippedAssumptions)),
      ("assumptions_winner", judgement.winnerAssumptions.map(assumptions) ?? .null),
      ("corrections", .array(judgement.corrections.map(correction))),
      ("not_corrected", .integer(judgement.uncorrected)),
      ("blind_spots", .array(judgement.blindSpots.map(blindSpot))),
      ("telling_step", tellingStep),
      ("holdout", holdout),
      ("selection", judgement.selection?.json ?? .null),
      ("claim", judgement.claim?.json ?? .null),
      ("any_weights", judgement.certificate.json),
    ]
  }

  private var labels: JSONText {
    let counts = LabelCounts(result.suites)
    return .object([
      ("positive", .integer(counts.positives)), ("silent", .integer(counts.negatives)),
      ("windows", .integer(counts.positiveWindows + counts.silentWindows)),
      ("windows_without_step", .integer(counts.emptyWindows)),
      ("unlabelled_steps", .integer(counts.unlabelledSteps)),
    ])
  }

  private func summary(_ evaluation: Evaluation) -> JSONText {
    .object([
      ("figures", EvaluationJSON.summary(evaluation)),
      ("intervals", Intervals.json(evaluation)),
    ])
  }

  private func counts(_ tally: Tally) -> [(String, JSONText)] {
    [
      ("tp", .integer(tally.tp)), ("fp", .integer(tally.fp)), ("fn", .integer(tally.fn)),
      ("tn", .integer(tally.tn)), ("interventions", .integer(tally.interventions)),
      ("unlabelled_interventions", .integer(tally.unlabelled)),
      ("escalations", .integer(tally.escalations)),
    ]
  }

  private var comparison: JSONText {
    guard let comparison = judgement.comparison else { return .null }
    return .object([
      ("gained", .integer(comparison.difference.gained)),
      ("lost", .integer(comparison.difference.lost)),
      ("mcnemar_p", .number(comparison.p)),
    ])
  }

  private var stability: JSONText {
    guard let rounding = judgement.rounding else { return .null }
    func range(_ range: UnchangedRange?) -> JSONText {
      guard let range else { return .null }
      return .object([
        ("from", .number(range.lower)), ("includes_from", .bool(range.includesLower)),
        ("to", .number(range.upper)), ("width", .number(range.width)),
      ])
    }
    return .object([
      ("decimals", .optional(rounding.weightDecimals)),
      ("weights", .strings(rounding.weightTexts)),
      ("threshold", .optional(rounding.thresholdText)),
      (
        "weight_ranges",
        .object(
          zip(result.engine.subScores, rounding.weightRanges).map { ($0.name, range($1)) })
      ),
      ("threshold_range", range(rounding.thresholdRange)),
    ])
  }

  private var ties: JSONText {
    .object([
      ("behaviours", .integer(result.ties.count)),
      ("candidates", .integer(result.tiedMembers)),
      ("nearest_candidate", .optional(result.nearestTie?.index)),
      (
        "ranges",
        .object(
          result.tiedRanges.map {
            ($0.name, .array([.number($0.range.lowerBound), .number($0.range.upperBound)]))
          })
      ),
    ])
  }

  private func baseline(_ baseline: Baseline) -> JSONText {
    .object(
      [("name", .string(baseline.name)), ("threshold", .optional(baseline.threshold))]
        + counts(baseline.tally) + Intervals.shares(baseline.tally) + [
          ("margin", .optional(baseline.tally.margin))
        ] + (baseline.metrics.value(.utility).map { [("utility", .number($0))] } ?? []) + [
          ("meets_requirements", .bool(baseline.meetsRequirements))
        ])
  }

  private func assumptions(_ assumptions: Assumptions) -> JSONText {
    .object([
      ("tried", .integer(assumptions.replays.count)),
      ("breaks", .integer(assumptions.breaks.count)),
      (
        "replays",
        .array(
          assumptions.replays.map { replay in
            .object(
              [
                ("constant", .string(replay.parameter.name)),
                ("alternative", .string(replay.alternative.name)),
                ("value", .string(replay.alternative.value.text)),
              ] + counts(replay.tally) + [
                ("breaks", .bool(replay.breaks)),
                ("labels_changed", .strings(replay.changes.map { "\($0.place.text): \($0.text)" })),
              ])
          })
      ),
    ])
  }

  private func correction(_ correction: Judgement.Correction) -> JSONText {
    .object([
      ("trace", .string(correction.fault.place.trace)),
      ("step", .optional(correction.fault.place.stepNumber)),
      ("at", .string(correction.fault.place.at.text)),
      ("outcome", .string(correction.fault.outcome.rawValue)),
      (
        "changes",
        .array(
          correction.answers.map { answer in
            guard let change = answer.change else {
              return .object([("constant", .string(answer.name)), ("text", .string(answer.text))])
            }
            return .object(
              [
                ("constant", .string(answer.name)), ("current", .number(answer.current)),
                ("value", .number(change.value)),
                ("labels_corrected_too", .integer(change.difference.gained - 1)),
                ("labels_lost", .integer(change.difference.lost)),
                ("false_alarms_gained", .integer(change.difference.falseAlarmsGained)),
                (
                  "unlabelled_gained", .integer(change.difference.unlabelledGained.count)
                ),
                ("unlabelled_lost", .integer(change.difference.unlabelledLost.count)),
              ])
          })
      ),
    ])
  }

  private func blindSpot(_ spot: BlindSpot) -> JSONText {
    .object([
      ("text", .string(spot.text)), ("unchecked_steps", .integer(spot.unchecked)),
      ("steps", .integer(spot.steps)), ("winner_is_certain", .bool(spot.isCertain)),
    ])
  }

  private var tellingStep: JSONText {
    guard let step = judgement.tellingStep else { return .null }
    return .object([
      ("trace", .string(step.place.trace)), ("step", .optional(step.place.stepNumber)),
      ("at", .string(step.place.at.text)), ("firing", .integer(step.firing)),
      ("silent", .integer(step.silent)),
    ])
  }

  private var holdout: JSONText {
    guard let holdout = judgement.holdout else { return .null }
    return .object([
      ("suites", .strings(holdout.suites.map(\.name))),
      ("digests", .strings(holdout.suites.compactMap(\.digest))),
      ("reason", .string(holdout.reason)),
      ("shipped", summary(holdout.shipped)), ("winner", summary(holdout.winner)),
    ])
  }
}

/// A verdict as `run.json` and `findings.json` hold it.
package enum VerdictJSON {
  package static func value(_ verdict: Verdict) -> JSONText {
    func list(_ reasons: [VerdictReason]) -> JSONText {
      .array(
        reasons.map { .object([("code", .string($0.code.rawValue)), ("text", .string($0.text))]) })
    }
    return .object([
      ("decision", .string(verdict.decision.rawValue)),
      ("candidate", .optional(verdict.candidate)),
      ("reasons", list(verdict.reasons)),
      ("notes", list(verdict.notes)),
    ])
  }
}

extension SweepPart {
  /// `{"tallied":8192,"of":435666}`.
  package var json: JSONText {
    .object([("tallied", .integer(tallied)), ("of", .integer(total))])
  }
}
