import DecisionEngines
import TraceModel

/// How one label fared before a change and after it.
package struct LabelChange: Sendable, Hashable {
  package let place: Place
  /// Nil for a step that only counts while it fires: a false alarm outside every window.
  package let before: Outcome?
  package let after: Outcome?
  /// False alarms counted here; a silent window may hold several.
  package let falseAlarmsBefore: Int
  package let falseAlarmsAfter: Int

  /// `fn → tp`, with a dash where no label speaks.
  package var text: String {
    var text = "\(before?.rawValue ?? "–") → \(after?.rawValue ?? "–")"
    if falseAlarmsBefore != falseAlarmsAfter, before == after {
      text += " (\(falseAlarmsBefore) → \(falseAlarmsAfter) false alarms)"
    }
    return text
  }
}

/// Everything that differs between two replays of the same suites.
package struct Difference: Sendable, Hashable {
  /// Labels and windows whose outcome changed, in file order; steps of a trace before its windows.
  package let labels: [LabelChange]
  /// Steps that fire only after the change, labelled or not, delivered or not.
  package let fires: [Place]
  /// Steps that fired only before the change.
  package let fallsSilent: [Place]
  /// Steps that fire before and after, at another level.
  package let changesLevel: [Place]
  /// Delivered interventions, outside every label and window, that came with the change.
  package let unlabelledGained: [Place]
  package let unlabelledLost: [Place]
  /// False alarms that came with the change, wherever others went away.
  package let falseAlarmsGained: Int
  package let falseAlarmsLost: Int

  /// - Parameters:
  ///   - before: A replay.
  ///   - after: Another one of the same suites.
  package init(from before: Evaluation, to after: Evaluation) {
    precondition(before.traces.count == after.traces.count)
    var labels: [LabelChange] = []
    var fires: [Place] = []
    var silent: [Place] = []
    var levels: [Place] = []
    var gained: [Place] = []
    var lost: [Place] = []
    for (index, (old, new)) in zip(before.traces, after.traces).enumerated() {
      let trace = old.trace
      for step in trace.steps.indices {
        let place = Place(step: step, of: trace, traceIndex: index)
        switch (old.decisions[step].action, new.decisions[step].action) {
        case (let a, let b) where a == b: break
        case (.silent, _): fires.append(place)
        case (_, .silent): silent.append(place)
        default: levels.append(place)
        }
        switch (old.isUnlabelledIntervention(step), new.isUnlabelledIntervention(step)) {
        case (false, true): gained.append(place)
        case (true, false): lost.append(place)
        default: break
        }
        let (a, b) = (old.outcome.steps[step], new.outcome.steps[step])
        if a != b {
          labels.append(
            LabelChange(
              place: place, before: a, after: b, falseAlarmsBefore: a == .fp ? 1 : 0,
              falseAlarmsAfter: b == .fp ? 1 : 0))
        }
      }
      for window in trace.windows.indices {
        let (a, b) = (old.outcome.windows[window], new.outcome.windows[window])
        guard a.outcome != b.outcome || a.falseAlarms != b.falseAlarms else { continue }
        labels.append(
          LabelChange(
            place: Place(window: window, of: trace, traceIndex: index), before: a.outcome,
            after: b.outcome, falseAlarmsBefore: a.falseAlarms, falseAlarmsAfter: b.falseAlarms))
      }
    }
    self.labels = labels
    self.fires = fires
    fallsSilent = silent
    changesLevel = levels
    unlabelledGained = gained
    unlabelledLost = lost
    falseAlarmsGained = labels.reduce(0) {
      $0 + max(0, $1.falseAlarmsAfter - $1.falseAlarmsBefore)
    }
    falseAlarmsLost = labels.reduce(0) { $0 + max(0, $1.falseAlarmsBefore - $1.falseAlarmsAfter) }
  }

  /// What the change does in one line, but for one label.
  ///
  /// - Parameter place: The label that the change is made for.
  /// - Returns: `3 more false alarms, 1 more caught`; `nothing else` when there is nothing.
  package func summary(except place: Place?) -> String {
    let others = labels.filter { $0.place != place }
    func count(_ number: Int, _ one: String, _ many: String) -> String? {
      number == 0 ? nil : "\(number) \(number == 1 ? one : many)"
    }
    let gains = others.reduce(0) { $0 + max(0, $1.falseAlarmsAfter - $1.falseAlarmsBefore) }
    let losses = others.reduce(0) { $0 + max(0, $1.falseAlarmsBefore - $1.falseAlarmsAfter) }
    let parts = [
      count(gains, "more false alarm", "more false alarms"),
      count(losses, "fewer false alarm", "fewer false alarms"),
      count(others.count { $0.before == .fn && $0.after == .tp }, "more caught", "more caught"),
      count(others.count { $0.before == .tp && $0.after == .fn }, "more missed", "more missed"),
      count(
        unlabelledGained.count, "more unlabelled intervention", "more unlabelled interventions"),
      count(
        unlabelledLost.count, "fewer unlabelled intervention", "fewer unlabelled interventions"),
      count(changesLevel.count, "at another level", "at another level"),
    ].compactMap { $0 }
    return parts.isEmpty ? "nothing else" : parts.joined(separator: ", ")
  }

  /// Labelled steps and windows answered wrongly before and rightly after: McNemar's gains.
  package var gained: Int { labels.count { $0.isLabel && !$0.wasRight && $0.isRight } }
  /// Labelled steps and windows answered rightly before and wrongly after.
  package var lost: Int { labels.count { $0.isLabel && $0.wasRight && !$0.isRight } }
}

extension LabelChange {
  /// Whether a label speaks here both before and after.
  fileprivate var isLabel: Bool { before != nil && after != nil }
  fileprivate var wasRight: Bool { before == .tp || before == .tn }
  fileprivate var isRight: Bool { after == .tp || after == .tn }
}

extension Evaluation.EvaluatedTrace {
  /// Whether a delivered intervention at the step is one that no label and no window speaks about.
  func isUnlabelledIntervention(_ step: Int) -> Bool {
    decisions[step].delivered && isUnlabelled(step) && outcome.steps[step] == nil
  }

  /// Whether neither the step's own label nor a window says what was right there.
  func isUnlabelled(_ step: Int) -> Bool {
    let moment = trace.steps[step]
    return moment.expect == nil && !trace.windows.contains { $0.contains(moment.at.instant) }
  }
}
