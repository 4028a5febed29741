import SweepCore
import TraceModel

/// One trace replayed over a decision table: what fired and what was delivered, no explanation.
///
/// The same rules as `PlainKernel`, kept apart by step, for searches that try thousands of values;
/// whatever they find is confirmed in the engine's own `evaluate`.
struct TraceReplay: Sendable, Equatable {
  /// By step of the trace.
  var actions: [Action] = []
  var delivered: [Bool] = []
  /// Steps whose score was compared with the threshold.
  var reached: [Bool] = []

  init(_ candidate: KernelCandidate, trace: TableTrace, over table: DecisionTable) {
    let gates = candidate.gates(over: trace.gates)
    var last = trace.lastInterventionAt
    var countByDay: [Int: Int] = [:]
    if let first = trace.steps.first { countByDay[table.days[first]] = trace.deliveredToday }
    for step in trace.steps {
      let today = countByDay[table.days[step]] ?? 0
      let isCooling = last.map { table.instants[step] - $0 < gates.cooldownSeconds } ?? false
      let isSpent = gates.dailyBudget.map { today >= $0 } ?? false
      let isOpen = !table.isBlocked[step] && !isCooling && !isSpent
      var action = Action.silent
      if isOpen {
        let score = table.score(step: step, weights: candidate.weights)
        if score >= gates.notifyThreshold {
          action = gates.escalateThreshold.map { score >= $0 } ?? false ? .escalate : .intervene
        }
      }
      let isDelivered = action != .silent && table.delivers[step]
      if isDelivered {
        last = table.instants[step]
        countByDay[table.days[step]] = today + 1
      }
      actions.append(action)
      delivered.append(isDelivered)
      reached.append(isOpen)
    }
  }
}
