import CLanes
import TraceModel

/// The gates that a candidate may set, apart from its thresholds.
package struct GateChoice: Sendable, Hashable {
  /// Nil keeps each trace's own; the same for the budget.
  package var cooldownSeconds: Int?
  package var dailyBudget: Int?

  package init(cooldownSeconds: Int? = nil, dailyBudget: Int? = nil) {
    self.cooldownSeconds = cooldownSeconds
    self.dailyBudget = dailyBudget
  }
}

/// What cooldown and budget mean for each trace of a table, worked out once for all candidates that
/// share them.
final class LaneGates: Sendable {
  struct Trace: Sendable {
    /// The first slot that the cooldown carried into the trace leaves open.
    let firstOpen: Int
    /// Deliveries left on a day; `firstRemaining` on the first step's day.
    let remaining: Int
    let firstRemaining: Int
    /// Neither gate can ever hold a step back.
    let isOpen: Bool
  }

  let traces: Pinned<Trace>
  /// By slot: the first later slot of the trace that a delivery there leaves open, or its end.
  let nextOpen: Pinned<Int32>
  /// Neither gate holds back any step of any trace.
  let isOpen: Bool
  /// Plain days as the C unit replays them; the other traces.
  let plainDays: Pinned<clanes_day>
  let otherTraces: [Int]
  /// By slot of the former: the steps that a delivery there leaves open.
  let later: Pinned<UInt64>

  init(_ choice: GateChoice, table: LaneTable) {
    var nextOpen = [Int32](repeating: 0, count: table.slotCount)
    let traces = (0..<table.traces.count).map { index in
      let trace = table.traces[index]
      let cooldown = choice.cooldownSeconds ?? trace.gates.cooldownSeconds
      let budget = choice.dailyBudget ?? trace.gates.dailyBudget
      var firstOpen = trace.words.isEmpty ? 0 : table.words[trace.words.lowerBound].firstSlot
      var open = firstOpen
      for slot in firstOpen..<max(firstOpen, trace.endSlot) {
        open = max(open, slot + 1)
        while open < trace.endSlot && table.instants[open] - table.instants[slot] < cooldown {
          open += 1
        }
        nextOpen[slot] = Int32(open)
      }
      if let last = trace.lastInterventionAt {
        while firstOpen < trace.endSlot && table.instants[firstOpen] - last < cooldown {
          firstOpen += 1
        }
      }
      // A budget for every step of the trace never runs out.
      let steps = trace.words.reduce(0) { $0 + table.words[$1].valid.nonzeroBitCount }
      let firstRemaining = budget.map { $0 - trace.deliveredToday } ?? .max
      return Trace(
        firstOpen: firstOpen, remaining: budget ?? .max, firstRemaining: firstRemaining,
        isOpen: cooldown <= 0 && min(budget ?? .max, firstRemaining) >= steps)
    }
    var days: [clanes_day] = []
    var others: [Int] = []
    var later = [UInt64](repeating: 0, count: table.slotCount)
    for (index, gate) in traces.enumerated() {
      let trace = table.traces[index]
      guard trace.isPlainDay else {
        if !trace.words.isEmpty { others.append(index) }
        continue
      }
      let word = table.words[trace.words.lowerBound]
      let left = trace.firstDay == nil ? gate.remaining : gate.firstRemaining
      for slot in word.firstSlot..<trace.endSlot {
        later[slot] = bitsFrom(Int(nextOpen[slot]) - word.firstSlot)
      }
      days.append(
        clanes_day(
          slot: Int64(word.firstSlot), word: Int64(trace.words.lowerBound), valid: word.valid,
          delivers: word.delivers, counted: word.counted,
          open: left > 0 ? word.valid & bitsFrom(gate.firstOpen - word.firstSlot) : 0,
          left: Int64(left), notify: trace.gates.notifyThreshold,
          escalate: trace.gates.escalateThreshold ?? .nan))
    }
    plainDays = Pinned(days)
    otherTraces = others
    self.later = Pinned(later)
    self.nextOpen = Pinned(nextOpen)
    self.traces = Pinned(traces)
    isOpen = traces.allSatisfy(\.isOpen)
  }
}
