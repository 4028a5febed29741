import TraceModel

extension Vigil {
  package func evaluate(_ trace: Trace, settings: Settings) -> [StepDecision] {
    let curves = VigilCurves(settings: settings)
    let quietHours = settings.clockRange("quietHours")
    let cooldown = settings.integer("cooldownMinutes")
    let budget = settings.integer("dailyBudget")
    let notify = settings.number("notifyThreshold")
    let escalate = settings.number("escalateThreshold")

    var lastDelivery = trace.lastInterventionAt
    var deliveredByDay: [CivilDay: Int] = [:]
    if let first = trace.steps.first { deliveredByDay[first.at.day] = trace.deliveredToday }

    return trace.steps.map { step in
      let sub = curves.subScores(of: step, history: trace.history)
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
        action: action, state: Self.state(of: score), blockedBy: gate.map { [$0.name] } ?? [],
        reasons: reasons(
          gate: gate?.reason, score: score, notify: notify, action: action, step: step,
          averages: sub.averages, minimumDays: settings.integer("baselineMinimumDays")),
        dominantFactor: dominantFactor(weights: settings.weights, values: sub.values),
        delivered: delivered,
        reachesThreshold: gate == nil || gate?.name == "belowThreshold")
    }
  }

  private func reasons(
    gate: String?, score: Double, notify: Double, action: Action, step: Step,
    averages: [PersonalAverage], minimumDays: Int
  ) -> [String] {
    var reasons: [String] = []
    if let gate {
      reasons.append(gate)
    } else {
      reasons.append(
        "score \(scoreText(score, against: notify)) reaches \(NumberText.exact(notify))")
      if !step.delivers { reasons.append("delivery failed; cooldown and budget stay as they were") }
    }
    let building = averages.filter(\.isPopulation)
    if !building.isEmpty {
      let parts = building.map {
        "\($0.signal) has \($0.days) of \(minimumDays) days, population average \(NumberText.exact($0.value)) used"
      }
      reasons.append("building baseline: \(parts.joined(separator: "; "))")
    }
    return reasons
  }

  /// The largest weighted sub-score; ties go to the earlier.
  private func dominantFactor(weights: [Double], values: [Double]) -> String {
    var best = 0
    for i in values.indices where weights[i] * values[i] > weights[best] * values[best] { best = i }
    return subScores[best].words
  }

  private func minutesText(_ seconds: Int) -> String {
    NumberText.fixed(Double(seconds) / 60, seconds % 60 == 0 ? 0 : 1)
  }
}
