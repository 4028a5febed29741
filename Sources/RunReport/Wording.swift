import DecisionEngines
import Evidence
import Findings
import TraceModel

/// Phrases that the terminal, the report and the HTML share.
package enum Wording {
  /// `2025-04-14 17:00`, local, without seconds where there are none.
  package static func time(_ moment: Moment) -> String {
    let clock =
      moment.secondOfDay % 60 == 0 ? minuteText(moment.minuteOfDay) : clockText(moment.secondOfDay)
    return "\(moment.day.text) \(clock)"
  }

  /// `0.35 0.25 0.2 0.13 0.07`.
  package static func weights(_ weights: [Double]) -> String {
    weights.map { NumberText.exact($0) }.joined(separator: " ")
  }

  /// `4/6 = 0.667 (0.30–0.90)`; a dash when it is undefined.
  package static func share(_ part: Int, of whole: Int) -> String {
    guard let interval = WilsonInterval(successes: part, of: whole) else {
      return "\(part)/\(whole) = –"
    }
    let value = NumberText.fixed(Double(part) / Double(whole), 3)
    return
      "\(part)/\(whole) = \(value) (\(NumberText.fixed(interval.lower, 2))–\(NumberText.fixed(interval.upper, 2)))"
  }

  /// Why a step was silent or fired, with a label's own reason left out.
  package static func reason(_ decision: StepDecision) -> String {
    decision.reasons.joined(separator: "; ")
  }

  /// `sleep 0 + hrv 0 + deadline 18 + activity 0.2 + timeOfDay 2.6`, weighted, in score points.
  package static func parts(_ decision: StepDecision, weights: [Double], engine: any DecisionEngine)
    -> String
  {
    zip(engine.subScores, zip(weights, decision.subScores)).map {
      "\($0.name) \(NumberText.fixed($1.0 * $1.1, 1)) of \(NumberText.exact(shortPercent($1.0)))"
    }.joined(separator: ", ")
  }

  /// The most a weight can add to a score, rounded to a tenth of a point.
  private static func shortPercent(_ weight: Double) -> Double { (weight * 1000).rounded() / 10 }

  /// A phrase as a sentence: capital first, full stop last.
  package static func sentence(_ text: String) -> String {
    guard let first = text.first else { return "" }
    let end = text.last.map { ".!?”".contains($0) } ?? false
    return first.uppercased() + text.dropFirst() + (end ? "" : ".")
  }

  /// `notifyThreshold 24.96 instead of 60`, rounded towards the side that still corrects.
  package static func change(_ answer: Counterfactual, _ change: Counterfactual.Change) -> String {
    let value = towards(change.value, from: answer.current)
    let tail = if case .weight = answer.constant { ", the others in proportion" } else { "" }
    let noun = if case .weight = answer.constant { "\(answer.name) weight" } else { answer.name }
    return "\(noun) \(value) instead of \(NumberText.exact(answer.current))\(tail)"
  }

  /// Nine decimals, rounded away from the current value.
  ///
  /// So the printed change suffices, and 1e-9 less of it does not.
  package static func towards(_ value: Double, from current: Double) -> String {
    let scaled = value * 1e9
    var rounded = (value < current ? scaled.rounded(.down) : scaled.rounded(.up)) / 1e9
    if value < current, rounded > value { rounded = value }
    if value > current, rounded < value { rounded = value }
    return NumberText.exact(rounded)
  }

  /// Everything else that a change does.
  package static func alsoDoes(_ change: Counterfactual.Change) -> String {
    let difference = change.difference
    var parts: [String] = []
    if difference.gained > 1 {
      parts.append("corrects \(count(difference.gained - 1, "more label", "more labels"))")
    }
    if difference.falseAlarmsGained > 0 {
      parts.append("adds \(count(difference.falseAlarmsGained, "false alarm", "false alarms"))")
    }
    let missed = change.otherLabels.count { $0.before == .tp && $0.after == .fn }
    if missed > 0 { parts.append("misses \(count(missed, "moment", "moments")) it caught") }
    let unlabelled = difference.unlabelledGained.count
    if unlabelled > 0 { parts.append("fires on \(unlabelled) more unlabelled") }
    if !difference.unlabelledLost.isEmpty {
      parts.append("falls silent on \(difference.unlabelledLost.count) unlabelled")
    }
    return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
  }

  package static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(NumberText.grouped(number)) \(number == 1 ? one : many)"
  }
}

/// How many labels of each kind a set of suites holds.
package struct LabelCounts: Sendable, Hashable {
  package let positiveSteps: Int
  package let silentSteps: Int
  package let unlabelledSteps: Int
  package let positiveWindows: Int
  package let silentWindows: Int
  /// Windows within which no step lies: nothing can fire there, whatever is swept.
  package let emptyWindows: Int

  package init(_ suites: [Suite]) {
    emptyWindows = suites.flatMap(\.traces).reduce(0) { count, trace in
      count
        + trace.windows.count { window in
          window.counts && !trace.steps.contains { window.contains($0.at.instant) }
        }
    }
    let steps = suites.flatMap(\.traces).flatMap(\.steps)
    let windows = suites.flatMap(\.traces).flatMap(\.windows).filter(\.counts)
    positiveSteps = steps.count { $0.expect?.isPositive ?? false }
    silentSteps = steps.count { $0.expect == .silent }
    unlabelledSteps = steps.count { $0.expect == nil }
    positiveWindows = windows.count { $0.expect.isPositive }
    silentWindows = windows.count { !$0.expect.isPositive }
  }

  package var positives: Int { positiveSteps + positiveWindows }
  package var negatives: Int { silentSteps + silentWindows }

  /// `6 should fire, 11 should stay silent; 10 unlabelled`.
  package var text: String {
    let windows = positiveWindows + silentWindows
    let tail = windows > 0 ? " (\(windows) of them windows)" : ""
    let empty =
      emptyWindows > 0
      ? "; \(Wording.count(emptyWindows, "window holds", "windows hold")) no step, so nothing can fire there"
      : ""
    return
      "\(positives) should fire, \(negatives) should stay silent\(tail); \(Wording.count(unlabelledSteps, "step", "steps")) unlabelled\(empty)"
  }
}

extension String {
  /// For a sentence that follows a colon.
  var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

extension Wording {
  /// `0.30–0.90`, the Wilson interval alone; `–` when there was no trial.
  package static func interval(_ part: Int, of whole: Int) -> String {
    guard let interval = WilsonInterval(successes: part, of: whole) else { return "–" }
    return "\(NumberText.fixed(interval.lower, 2))–\(NumberText.fixed(interval.upper, 2))"
  }
}
