import DecisionEngines
import TraceModel

/// A constant that a counterfactual changes, alone.
package enum ChangedConstant: Sendable, Hashable {
  case notifyThreshold
  /// The weight of a sub-score, by position; the others keep their proportions.
  case weight(Int)
  case cooldown
  case dailyBudget
}

/// The smallest change of one constant that corrects one label.
package struct Counterfactual: Sendable {
  /// A miss or a false alarm.
  package let place: Place
  /// `fn` or `fp`.
  package let outcome: Outcome
  package let constant: ChangedConstant
  /// The parameter's or sub-score's name.
  package let name: String
  /// The value in force at the label.
  package let current: Double
  /// Whether the other weights follow, so that all still sum to 1.
  package let othersFollow: Bool
  package let answer: Answer

  package enum Answer: Sendable {
    case change(Change)
    /// No value in the constant's range corrects the label.
    case impossible
    /// The question has no meaning here, for the reason given.
    case unavailable(String)
  }

  package struct Change: Sendable {
    /// The new value, to the last bit: it corrects the label, and 1e-9 less of a change does not.
    package let value: Double
    /// The candidate with the change, applied to every trace: a gate that profiles set apart gets
    /// one value for all.
    package let overrides: Overrides
    package let metrics: Metrics
    /// Everything else the change does, from a full replay; the label itself is not among `labels`.
    package let difference: Difference
    /// Labels other than this one whose outcome changes.
    package let otherLabels: [LabelChange]
  }

  package var change: Change? {
    guard case .change(let change) = answer else { return nil }
    return change
  }

  /// What else the change does, `3 more false alarms, 1 more caught`; nil without a change.
  package var sideEffects: String? { change?.difference.summary(except: place) }

  /// The change in words, numbers to the last bit: `notifyThreshold 20.75 instead of 60`.
  package var text: String {
    switch answer {
    case .impossible: "no \(subjectText) corrects it"
    case .unavailable(let reason): "\(subjectText): \(reason)"
    case .change(let change):
      "\(subjectText) \(NumberText.exact(change.value)) instead of \(NumberText.exact(current))"
        + (othersFollow ? ", others in proportion" : "")
    }
  }

  private var isWeight: Bool {
    if case .weight = constant { return true }
    return false
  }

  private var subjectText: String { isWeight ? "\(name) weight" : name }
}

/// A label that was answered wrongly.
package struct Fault: Sendable, Hashable {
  package let place: Place
  /// `fn` or `fp`.
  package let outcome: Outcome

  /// Every miss and false alarm of a replay, in file order; steps of a trace before its windows.
  package static func all(in evaluation: Evaluation) -> [Fault] {
    evaluation.traces.enumerated().flatMap { index, entry -> [Fault] in
      let steps: [(Outcome?, Place)] = entry.trace.steps.indices.map {
        (entry.outcome.steps[$0], Place(step: $0, of: entry.trace, traceIndex: index))
      }
      let windows: [(Outcome?, Place)] = entry.trace.windows.indices.map {
        (entry.outcome.windows[$0].outcome, Place(window: $0, of: entry.trace, traceIndex: index))
      }
      return (steps + windows).compactMap { outcome, place -> Fault? in
        guard let outcome, outcome == .fn || outcome == .fp else { return nil }
        return Fault(place: place, outcome: outcome)
      }
    }
  }
}
