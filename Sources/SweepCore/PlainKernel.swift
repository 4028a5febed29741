import TraceModel

/// The plain statement of what a tally is: the oracle for every faster kernel.
package struct PlainKernel: Kernel {
  package init() {}

  package func tally(_ candidate: KernelCandidate, over table: DecisionTable) -> Tally {
    var tally = Tally()
    for trace in table.traces { replay(trace, candidate, table, &tally) }
    return tally
  }

  private func replay(
    _ trace: TableTrace, _ candidate: KernelCandidate, _ table: DecisionTable, _ tally: inout Tally
  ) {
    let gates = candidate.gates(over: trace.gates)
    var lastDelivery = trace.lastInterventionAt
    // Clocks set back over midnight can return to an earlier local day, so count each day apart.
    var delivered: [(day: Int, count: Int)] = []
    if let first = trace.steps.first { delivered = [(table.days[first], trace.deliveredToday)] }
    var hits: [Int] = []

    for step in trace.steps {
      var action = Action.silent
      if !table.isBlocked[step] {
        let day = table.days[step]
        let slot = delivered.firstIndex { $0.day == day }
        let today = slot.map { delivered[$0].count } ?? 0
        let isCooling = lastDelivery.map { table.instants[step] - $0 < gates.cooldownSeconds }
        let isSpent = gates.dailyBudget.map { today >= $0 } ?? false
        if !(isCooling ?? false) && !isSpent {
          let score = table.score(step: step, weights: candidate.weights)
          if table.isCounted[step] { tally.noteMargin(abs(score - gates.notifyThreshold)) }
          if score >= gates.notifyThreshold {
            action = gates.escalateThreshold.map { score >= $0 } ?? false ? .escalate : .intervene
          }
        }
        if action != .silent {
          tally.behaviour &+= Tally.behaviourKey(step: step, action: action)
          if table.delivers[step] {
            lastDelivery = table.instants[step]
            if let slot {
              delivered[slot].count += 1
            } else {
              delivered.append((day, 1))
            }
            hits.append(step)
            count(delivery: step, action, trace, table, &tally)
          }
        }
      }
      if let expect = table.expects[step] { tally.count(expect, fired: action != .silent) }
    }
    for window in trace.windows { count(window, hits: hits, table, &tally) }
  }

  private func count(
    delivery step: Int, _ action: Action, _ trace: TableTrace, _ table: DecisionTable,
    _ tally: inout Tally
  ) {
    tally.interventions += 1
    if action == .escalate { tally.escalations += 1 }
    guard !table.isInWindow[step] else { return }
    if trace.hasCountingWindow && !table.hasOwnExpect[step] {
      tally.fp += 1
    } else if table.expects[step] == nil {
      tally.unlabelled += 1
    }
  }

  private func count(
    _ window: TableWindow, hits: [Int], _ table: DecisionTable, _ tally: inout Tally
  ) {
    let inside = hits.filter { window.steps.contains($0) }
    if window.isPositive {
      tally.count(.intervene, fired: !inside.isEmpty)
    } else {
      let alarms = inside.count { !table.hasOwnExpect[$0] }
      tally.fp += alarms
      if alarms == 0 { tally.tn += 1 }
    }
  }
}
