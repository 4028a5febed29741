import DecisionEngines
import SweepCore
import TraceModel

/// What a person should do with a sweep's winner.
package enum VerdictDecision: String, Sendable, Hashable {
  case keep, port, notEnoughData
}

/// Why, in a word for machines and a sentence for people.
package struct VerdictReason: Sendable, Hashable {
  package enum Code: String, Sendable, Hashable, CaseIterable {
    case partialSweep, oneSignalAlone, requirementsNotMet, noBetterCandidate, assumptionBreaks,
      holdoutFails
    case leastReachableP, notEstablished, bestOfMany
    /// Said beside a verdict, deciding nothing.
    case established, holdoutConfirms, noHoldout, syntheticData
  }

  package let code: Code
  package let text: String
}

/// How far a sweep came before it was interrupted.
package struct SweepPart: Sendable, Hashable {
  package let tallied: Int
  package let total: Int

  package init(tallied: Int, total: Int) {
    self.tallied = tallied
    self.total = total
  }

  /// `8,192 of 435,666 candidates`.
  package var text: String {
    "\(NumberText.grouped(tallied)) of \(NumberText.grouped(total)) \(total == 1 ? "candidate" : "candidates")"
  }
}

/// Everything a verdict is made from, as plain values.
package struct VerdictInputs: Sendable {
  /// How shipped and winner did on a holdout that was opened.
  package struct Holdout: Sendable {
    package let shipped: Metrics
    package let winner: Metrics

    package init(shipped: Metrics, winner: Metrics) {
      self.shipped = shipped
      self.winner = winner
    }
  }

  /// The plan's: what counts as better, and what must hold.
  package var ranking: Ranking
  package var shipped: Metrics
  /// Nil when no candidate meets the requirements.
  package var winner: Metrics?
  /// How the winner is called, `candidate 1234`.
  package var winnerName: String
  /// Single signals that do at least as well as the winner.
  package var oneSignalAlone: [SignalMatch]
  /// Alternatives of assumed constants that break the winner, and how many were tried.
  package var assumptionBreaks: [AssumptionReplay]
  package var assumptionsTried: Int
  /// The least p that a candidate right on every label could reach; nil without labels.
  package var leastReachableP: Double?
  /// Labelled steps and windows that the winner answers rightly and shipped does not, and back.
  package var gained: Int
  package var lost: Int
  /// Exact McNemar of those, corrected for all pairs of the command; nil when not computed.
  package var pairedP: Double?
  /// Max-statistic p over all candidates scored; nil below 30 positive labels.
  package var bestOfManyP: Double?
  /// Nil when no holdout was opened.
  package var holdout: Holdout?
  package var isSynthetic: Bool
  /// Labelled steps and counting windows.
  package var labels: Int
  /// How many candidates were tallied and how many the sweep was to tally, when it was interrupted.
  package var partial: SweepPart?

  package init(
    ranking: Ranking, shipped: Metrics, winner: Metrics?, winnerName: String,
    oneSignalAlone: [SignalMatch] = [], assumptionBreaks: [AssumptionReplay] = [],
    assumptionsTried: Int = 0, leastReachableP: Double?, gained: Int, lost: Int, pairedP: Double?,
    bestOfManyP: Double? = nil, holdout: Holdout? = nil, isSynthetic: Bool, labels: Int,
    partial: SweepPart? = nil
  ) {
    self.ranking = ranking
    self.shipped = shipped
    self.winner = winner
    self.winnerName = winnerName
    self.oneSignalAlone = oneSignalAlone
    self.assumptionBreaks = assumptionBreaks
    self.assumptionsTried = assumptionsTried
    self.leastReachableP = leastReachableP
    self.gained = gained
    self.lost = lost
    self.pairedP = pairedP
    self.bestOfManyP = bestOfManyP
    self.holdout = holdout
    self.isSynthetic = isSynthetic
    self.labels = labels
    self.partial = partial
  }

  /// The p above which nothing counts as established.
  package static let level = 0.05
}

/// Keep, port, or not enough data: the decision, and every rule that led there.
package struct Verdict: Sendable, Hashable {
  package let decision: VerdictDecision
  /// The winner's name when the decision is to port it.
  package let candidate: String?
  /// What decided, in the order of the rules; for `port`, what it rests on.
  package let reasons: [VerdictReason]
  /// What to know beside it.
  package let notes: [VerdictReason]

  /// The first sentence of a report: the decision and its first reason.
  package var headline: String {
    let reason = reasons.first.map { ": \($0.text)" } ?? ""
    switch decision {
    case .keep: return "Keep the shipped values\(reason)."
    case .port: return "Port \(candidate ?? "the winner")\(reason)."
    case .notEnoughData: return "Not enough data to change anything\(reason)."
    }
  }

  package init(_ inputs: VerdictInputs) {
    let found = VerdictRule.all.compactMap { rule in
      rule.applies(inputs).map {
        (rule.decision, VerdictReason(code: rule.code, text: $0))
      }
    }
    if found.contains(where: { $0.0 == .keep }) {
      decision = .keep
    } else {
      decision = found.isEmpty ? .port : .notEnoughData
    }
    candidate = decision == .port ? inputs.winnerName : nil
    reasons = decision == .port ? [VerdictRule.established(inputs)] : found.map { $0.1 }
    notes = VerdictRule.notes(inputs)
  }
}
