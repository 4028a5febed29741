import TraceModel

/// Up to 64 neighbouring unblocked steps of a trace: one bit each.
package struct LaneWord: Sendable {
  /// First slot; a multiple of eight. Bit `i` is slot `firstSlot + i`.
  let firstSlot: Int
  let vectors: Int
  /// Bits that stand for a step; the rest is padding.
  let valid: UInt64
  /// Steps whose intervention would reach the person.
  let delivers: UInt64
  /// Steps that a margin is measured at.
  let counted: UInt64
  /// The local days in this word, in the table's `days`.
  let days: Range<Int>
}

/// The steps of a word that share a local day.
package struct LaneDay: Sendable {
  /// The day's place in its trace's list of days.
  let day: Int
  let steps: UInt64
}

/// A counting window, as the deliveries that touch it.
package struct LaneWindow: Sendable {
  let isPositive: Bool
  /// By word; for silent windows without steps that have their own label.
  let parts: [(word: Int, steps: UInt64)]
  /// What the first delivery inside changes.
  var counts: LaneCounts {
    isPositive ? LaneCounts(LaneField.truePositive, 0, 0, 0) : LaneCounts(0, 0, 0, 1)
  }
}

/// One trace as words.
package struct LaneTrace: Sendable {
  let words: Range<Int>
  let endSlot: Int
  /// In the table's `windows`.
  let windows: Range<Int>
  let dayCount: Int
  /// Which of the days the first step lies on, if any unblocked step does.
  let firstDay: Int?
  let deliveredToday: Int
  let lastInterventionAt: Int?
  let gates: GateSettings

  /// At most 64 unblocked steps, all on one local day, and no window.
  var isPlainDay: Bool { words.count == 1 && dayCount == 1 && windows.isEmpty }
}

/// A decision table laid out for vectors: blocked steps dropped, eight steps side by side, one bit
/// per step for everything that is yes or no. A class, because copies would retain every column.
package final class LaneTable: Sendable {
  package let source: DecisionTable
  /// Sub-score `s` of slots `8v..<8v+8` at `s * vectorCount + v`; padding is 0.
  let vectors: Pinned<SIMD8<Double>>
  let vectorCount: Int
  let signalCount: Int
  let words: Pinned<LaneWord>
  let days: Pinned<LaneDay>
  let traces: Pinned<LaneTrace>
  let windows: Pinned<LaneWindow>
  /// By slot; padding repeats the last step.
  let instants: [Int]
  /// What firing adds, at `2 * slot` as an intervention and at `2 * slot + 1` as an escalation.
  let fired: Pinned<LaneCounts>
  let totals: LabelTotals
  /// First vector of each word, and the end.
  let firstVectors: Pinned<Int32>
  /// By word, as in `words`.
  let valid: Pinned<UInt64>
  /// The largest magnitude of each sub-score.
  let reach: [Double]
  /// False when the counts could outgrow their bits or times do not rise: then the plain kernel
  /// serves.
  let isSupported: Bool
  /// Whether every trace ships a finite notify threshold.
  let thresholdsAreFinite: Bool

  package var slotCount: Int { vectorCount * 8 }

  package init(_ table: DecisionTable) {
    source = table
    signalCount = table.subScores.count
    var builder = LaneTableBuilder(table)
    for trace in table.traces { builder.add(trace) }
    let slots = builder.slots
    vectorCount = slots.count / 8
    words = Pinned(builder.words)
    days = Pinned(builder.days)
    traces = Pinned(builder.traces)
    windows = Pinned(builder.windows)
    var vectors = [SIMD8<Double>](repeating: .zero, count: signalCount * vectorCount)
    for (slot, step) in slots.enumerated() {
      guard let step else { continue }
      for signal in 0..<signalCount {
        vectors[signal * vectorCount + slot / 8][slot % 8] = table.subScores[signal][step]
      }
    }
    self.vectors = Pinned(vectors)
    var last = 0
    instants = slots.map { step in
      if let step { last = table.instants[step] }
      return last
    }
    fired = Pinned(builder.fired)
    totals = builder.totals
    firstVectors = Pinned(
      builder.words.map { Int32($0.firstSlot / 8) } + [Int32(slots.count / 8)])
    valid = Pinned(builder.words.map(\.valid))
    reach = table.subScores.map { $0.reduce(0) { max($0, abs($1)) } }
    thresholdsAreFinite = table.traces.allSatisfy { $0.gates.notifyThreshold.isFinite }
    isSupported =
      signalCount > 0 && builder.isOrdered && builder.largestSum < LaneField.limit
      && slots.count < Int(Int32.max)
  }
}

/// Gathers the words of a table, trace by trace.
private struct LaneTableBuilder {
  private let table: DecisionTable
  /// The step in each slot; nil is padding.
  private(set) var slots: [Int?] = []
  private(set) var words: [LaneWord] = []
  private(set) var days: [LaneDay] = []
  private(set) var traces: [LaneTrace] = []
  private(set) var windows: [LaneWindow] = []
  private(set) var fired: [LaneCounts] = []
  private(set) var totals = LabelTotals()
  private(set) var isOrdered = true
  /// A bound on every count of the whole table.
  private(set) var largestSum = 0

  init(_ table: DecisionTable) { self.table = table }

  mutating func add(_ trace: TableTrace) {
    for step in trace.steps {
      if let expect = table.expects[step] {
        if expect.isPositive { totals.positive += 1 } else { totals.negative += 1 }
      }
      if step > trace.steps.lowerBound && table.instants[step] <= table.instants[step - 1] {
        isOrdered = false
      }
    }
    if let last = trace.lastInterventionAt, let first = trace.steps.first,
      last > table.instants[first]
    {
      isOrdered = false
    }
    let open = trace.steps.filter { !table.isBlocked[$0] }
    var traceDays: [Int] = []
    let firstWord = words.count
    for start in stride(from: 0, to: open.count, by: 64) {
      addWord(Array(open[start..<min(start + 64, open.count)]), trace, traceDays: &traceDays)
    }
    let range = firstWord..<words.count
    let end = words.last.map { $0.firstSlot + 64 - $0.valid.leadingZeroBitCount } ?? 0
    let firstWindow = windows.count
    for window in trace.windows { windows.append(lane(window, range)) }
    traces.append(
      LaneTrace(
        words: range, endSlot: range.isEmpty ? 0 : end,
        windows: firstWindow..<windows.count, dayCount: traceDays.count,
        firstDay: trace.steps.first.flatMap { traceDays.firstIndex(of: table.days[$0]) },
        deliveredToday: trace.deliveredToday, lastInterventionAt: trace.lastInterventionAt,
        gates: trace.gates))
    for window in trace.windows {
      if window.isPositive { totals.positiveWindows += 1 } else { totals.silentWindows += 1 }
    }
    largestSum += trace.windows.count
  }

  private mutating func addWord(_ steps: [Int], _ trace: TableTrace, traceDays: inout [Int]) {
    let firstSlot = slots.count
    var delivers: UInt64 = 0
    var counted: UInt64 = 0
    var masks: [(day: Int, steps: UInt64)] = []
    for (bit, step) in steps.enumerated() {
      let mask: UInt64 = 1 << UInt64(bit)
      if table.delivers[step] { delivers |= mask }
      if table.isCounted[step] { counted |= mask }
      let number = table.days[step]
      if !traceDays.contains(number) { traceDays.append(number) }
      let day = traceDays.firstIndex(of: number) ?? 0
      if let place = masks.firstIndex(where: { $0.day == day }) {
        masks[place].steps |= mask
      } else {
        masks.append((day, mask))
      }
      addFired(step, trace)
    }
    slots += steps.map { $0 }
    while slots.count % 8 != 0 {
      slots.append(nil)
      fired += [.zero, .zero]
    }
    days += masks.map { LaneDay(day: $0.day, steps: $0.steps) }
    words.append(
      LaneWord(
        firstSlot: firstSlot, vectors: (slots.count - firstSlot) / 8,
        valid: UInt64.max >> UInt64(64 - steps.count), delivers: delivers, counted: counted,
        days: days.count - masks.count..<days.count))
  }

  /// What firing at a step adds, windows' first deliveries aside.
  private mutating func addFired(_ step: Int, _ trace: TableTrace) {
    var counts = LaneCounts.zero
    var alarms = 0
    if let expect = table.expects[step] {
      counts[0] += expect.isPositive ? LaneField.truePositive : LaneField.firedNegative
    }
    if table.delivers[step] {
      counts[1] += LaneField.intervention
      if !table.hasOwnExpect[step] {
        alarms = trace.windows.count { !$0.isPositive && $0.steps.contains(step) }
      }
      if !table.isInWindow[step] {
        if trace.hasCountingWindow && !table.hasOwnExpect[step] {
          alarms += 1
        } else if table.expects[step] == nil {
          counts[1] += LaneField.unlabelled
        }
      }
    }
    counts[0] += UInt64(alarms) * LaneField.otherAlarm
    largestSum += 1 + alarms
    for action in [Action.intervene, .escalate] {
      var counts = counts
      counts[2] = Tally.behaviourKey(step: step, action: action)
      if action == .escalate && table.delivers[step] { counts[1] += LaneField.escalation }
      fired.append(counts)
    }
  }

  private func lane(_ window: TableWindow, _ range: Range<Int>) -> LaneWindow {
    var parts: [(word: Int, steps: UInt64)] = []
    for word in range {
      var mask: UInt64 = 0
      for bit in 0..<64 where words[word].delivers >> UInt64(bit) & 1 == 1 {
        guard let step = slots[words[word].firstSlot + bit], window.steps.contains(step) else {
          continue
        }
        if window.isPositive || !table.hasOwnExpect[step] { mask |= 1 << UInt64(bit) }
      }
      if mask != 0 { parts.append((word, mask)) }
    }
    return LaneWindow(isPositive: window.isPositive, parts: parts)
  }
}
