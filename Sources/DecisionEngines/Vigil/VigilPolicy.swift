import TraceModel

/// A step's sub-scores, with what a person is told of where they come from.
struct ScoredStep {
  /// In the order of the engine's sub-scores.
  let values: [Double]
  let averages: [PersonalAverage]
  /// A sentence on the baseline, or nil when there is nothing to say.
  let note: String?
}

/// What is done with sub-scores, whoever gave them: weights, four gates in order, two levels.
struct VigilPolicy {
  let settings: Settings
  /// The weighted terms of the score, in the order they are added.
  let factors: [SubScoreDefinition]

  /// Whether the clock alone blocks each step.
  func quietSteps(of trace: Trace) -> [Bool] {
    let quietHours = settings.clockRange("quietHours")
    return trace.steps.map { quietHours?.contains(minute: $0.at.minuteOfDay) ?? false }
  }

  /// - Parameters:
  ///   - trace: The trace.
  ///   - scores: The sub-scores of each of its steps.
  /// - Returns: One decision a step.
  func decide(_ trace: Trace, _ scores: [ScoredStep]) -> [StepDecision] {
    let quietHours = settings.clockRange("quietHours")
    let cooldown = settings.integer("cooldownMinutes")
    let budget = settings.integer("dailyBudget")
    let notify = settings.number("notifyThreshold")
    let escalate = settings.number("escalateThreshold")

    var lastDelivery = trace.lastInterventionAt
    var deliveredByDay: [CivilDay: Int] = [:]
    if let first = trace.steps.first { deliveredByDay[first.at.day] = trace.deliveredToday }

    return zip(trace.steps, scores).map { step, sub in
      var score = 0.0
      for (weight, value) in zip(settings.weights, sub.values) { score += weight * value }
      let deliveredToday = deliveredByDay[step.at.day] ?? 0

      let gate: (name: String, reason: String)? =
        if let quietHours, quietHours.contains(minute: step.at.minuteOfDay) {
          (
            "quietHours",
            "quiet hours \(quietHours.text) hold at \(minuteText(step.at.minuteOfDay))"
          )
        } else if let last = lastDelivery, step.at.instant - last < cooldown * 60 {
          (
            "cooldown",
            "\(minutesText(step.at.instant - last)) min since the last delivered intervention; cooldown \(cooldown) min"
          )
        } else if deliveredToday >= budget {
          ("dailyBudget", "\(deliveredToday) delivered today; daily budget \(budget)")
        } else if !(score >= notify) {
          (
            "belowThreshold",
            "score \(scoreText(score, against: notify)) is \(scoreText(notify - score, against: 0)) below \(NumberText.exact(notify))"
          )
        } else {
          nil
        }

      let action: Action = gate != nil ? .silent : score >= escalate ? .escalate : .intervene
      let delivered = action != .silent && step.delivers
      if delivered {
        lastDelivery = step.at.instant
        deliveredByDay[step.at.day] = deliveredToday + 1
      }
      return StepDecision(
        score: score, threshold: notify, subScores: sub.values, averages: sub.averages,
        action: action, state: Vigil.state(of: score), blockedBy: gate.map { [$0.name] } ?? [],
        reasons: reasons(
          gate: gate?.reason, score: score, notify: notify, action: action, step: step,
          note: sub.note),
        dominantFactor: dominantFactor(weights: settings.weights, values: sub.values),
        delivered: delivered,
        reachesThreshold: gate == nil || gate?.name == "belowThreshold")
    }
  }

  private func reasons(
    gate: String?, score: Double, notify: Double, action: Action, step: Step,
    note: String?
  ) -> [String] {
    var reasons: [String] = []
    if let gate {
      reasons.append(gate)
    } else {
      reasons.append(
        "score \(scoreText(score, against: notify)) reaches \(NumberText.exact(notify))")
      if !step.delivers { reasons.append("delivery failed; cooldown and budget stay as they were") }
    }
    if let note { reasons.append(note) }
    return reasons
  }

  /// The largest weighted sub-score; ties go to the earlier.
  private func dominantFactor(weights: [Double], values: [Double]) -> String {
    var best = 0
    for i in values.indices where weights[i] * values[i] > weights[best] * values[best] { best = i }
    return factors[best].words
  }

  private func minutesText(_ seconds: Int) -> String {
    NumberText.fixed(Double(seconds) / 60, seconds % 60 == 0 ? 0 : 1)
  }
}
