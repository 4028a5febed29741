/// What an engine does at a step, in rising strength.
package enum Action: Int, Sendable, Hashable {
  case silent = 0
  case intervene = 1
  /// The higher level, for engines that have one.
  case escalate = 2
}

/// The personal baseline of one signal as a step used it.
package struct PersonalAverage: Sendable, Hashable {
  package let signal: String
  /// In the signal's unit.
  package let value: Double
  /// History days that carried the signal within the baseline's span.
  package let days: Int
  /// Whether too few days forced the population default.
  package let isPopulation: Bool

  package init(signal: String, value: Double, days: Int, isPopulation: Bool) {
    self.signal = signal
    self.value = value
    self.days = days
    self.isPopulation = isPopulation
  }
}

/// An engine's answer at one step, with all that a person needs to check it by hand.
package struct StepDecision: Sendable, Hashable {
  package let score: Double
  package let threshold: Double
  /// In the order of the engine's sub-scores; empty when the engine gives none.
  package let subScores: [Double]
  package let averages: [PersonalAverage]
  package let action: Action
  /// The engine's name for the range that the score lies in.
  package let state: String
  /// Gates that held it back, in the engine's order; empty when it fired.
  package let blockedBy: [String]
  /// Whole sentences with the numbers behind the decision.
  package let reasons: [String]
  package let dominantFactor: String?
  /// Fired, and reached the person.
  package let delivered: Bool
  /// Whether every gate before the threshold let it through.
  package let reachesThreshold: Bool

  package init(
    score: Double, threshold: Double, subScores: [Double], averages: [PersonalAverage],
    action: Action, state: String, blockedBy: [String], reasons: [String],
    dominantFactor: String?, delivered: Bool, reachesThreshold: Bool
  ) {
    self.score = score
    self.threshold = threshold
    self.subScores = subScores
    self.averages = averages
    self.action = action
    self.state = state
    self.blockedBy = blockedBy
    self.reasons = reasons
    self.dominantFactor = dominantFactor
    self.delivered = delivered
    self.reachesThreshold = reachesThreshold
  }
}

/// What a label is held against: what was done at a step, whoever decided it.
package struct StepAct: Sendable, Hashable {
  package let action: Action
  /// Fired, and reached the person.
  package let delivered: Bool
  /// |score − threshold| where the threshold decided; nil where it did not, or there is none.
  package let margin: Double?

  package init(action: Action, delivered: Bool, margin: Double?) {
    self.action = action
    self.delivered = delivered
    self.margin = margin
  }
}

extension StepDecision {
  package var act: StepAct {
    StepAct(
      action: action, delivered: delivered,
      margin: reachesThreshold ? abs(score - threshold) : nil)
  }
}

/// What a score and a threshold look like side by side without seeming equal when they are not.
package func scoreText(_ score: Double, against threshold: Double) -> String {
  for decimals in 1...6 {
    let text = NumberText.fixed(score, decimals)
    if score == threshold || text != NumberText.fixed(threshold, decimals) { return text }
  }
  return NumberText.exact(score)
}
