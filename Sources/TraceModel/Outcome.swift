/// How a label and a decision met.
package enum Outcome: String, Sendable, Hashable {
  case tp, fp, fn, tn

  package init(expect: Expectation, fired: Bool) {
    self =
      switch (expect.isPositive, fired) {
      case (true, true): .tp
      case (true, false): .fn
      case (false, true): .fp
      case (false, false): .tn
      }
  }
}

/// How one window fared.
package struct WindowOutcome: Sendable, Hashable {
  /// Nil for a window whose source is too weak to count.
  package let outcome: Outcome?
  /// Delivered interventions that this silent window makes false alarms.
  package let falseAlarms: Int
  /// From the window's start to the first delivered intervention inside, in minutes.
  package let minutesToIntervention: Double?
}

/// How one trace's decisions met its labels: the readable twin of the kernels' tally.
package struct TraceOutcome: Sendable, Hashable {
  /// By step; nil where no label speaks.
  package let steps: [Outcome?]
  package let windows: [WindowOutcome]
  package let tally: Tally
  /// Labelled positive steps that fired, and how many of them at the level their label asks.
  package let levelsRight: (right: Int, of: Int)

  package static func == (a: Self, b: Self) -> Bool {
    a.steps == b.steps && a.windows == b.windows && a.tally == b.tally
      && a.levelsRight == b.levelsRight
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(tally) }

  /// Scores decisions against a trace's labels.
  ///
  /// - Parameters:
  ///   - trace: The labelled trace.
  ///   - decisions: One decision for each of its steps.
  ///   - firstStep: Position of the trace's first step among all steps of the run.
  package init(trace: Trace, decisions: [StepDecision], firstStep: Int) {
    self.init(trace: trace, acts: decisions.map(\.act), firstStep: firstStep)
  }

  /// Scores what was done, whoever decided it.
  package init(trace: Trace, acts: [StepAct], firstStep: Int) {
    precondition(trace.steps.count == acts.count)
    var tally = Tally()
    var steps: [Outcome?] = []
    var levels = (right: 0, of: 0)
    let windowsCount = trace.hasCountingWindow
    for (i, step) in trace.steps.enumerated() {
      let act = acts[i]
      let fired = act.action != .silent
      let around = trace.windows.filter { $0.contains(step.at.instant) }
      var outcome: Outcome?
      if let expect = step.expect {
        outcome = Outcome(expect: expect, fired: fired)
        tally.count(expect, fired: fired)
        if fired && expect.isPositive {
          levels.of += 1
          if (act.action == .escalate) == (expect == .escalate) { levels.right += 1 }
        }
      }
      if act.delivered {
        tally.interventions += 1
        if act.action == .escalate { tally.escalations += 1 }
        if windowsCount && around.isEmpty && !step.hasOwnExpect {
          outcome = .fp
          tally.fp += 1
        } else if step.expect == nil && around.isEmpty {
          tally.unlabelled += 1
        }
      }
      if let margin = act.margin, step.expect != nil || around.contains(where: \.counts) {
        tally.noteMargin(margin)
      }
      if fired {
        tally.behaviour &+= Tally.behaviourKey(step: firstStep + i, action: act.action)
      }
      steps.append(outcome)
    }
    self.steps = steps
    var windows: [WindowOutcome] = []
    for window in trace.windows {
      let inside = trace.steps.indices.filter {
        acts[$0].delivered && window.contains(trace.steps[$0].at.instant)
      }
      let wait = inside.first.map {
        Double(trace.steps[$0].at.instant - window.from.instant) / 60
      }
      guard window.counts else {
        windows.append(WindowOutcome(outcome: nil, falseAlarms: 0, minutesToIntervention: wait))
        continue
      }
      if window.expect == .silent {
        let alarms = inside.count { !trace.steps[$0].hasOwnExpect }
        tally.fp += alarms
        if alarms == 0 { tally.tn += 1 }
        windows.append(
          WindowOutcome(
            outcome: alarms == 0 ? .tn : .fp, falseAlarms: alarms, minutesToIntervention: wait))
      } else {
        tally.count(.intervene, fired: !inside.isEmpty)
        windows.append(
          WindowOutcome(
            outcome: inside.isEmpty ? .fn : .tp, falseAlarms: 0, minutesToIntervention: wait))
      }
    }
    self.windows = windows
    self.tally = tally
    self.levelsRight = levels
  }
}
