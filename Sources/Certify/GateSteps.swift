import TraceModel

/// A trace as the gates see it: what may fire when, and what a firing is worth.
///
/// Days and positive windows get slots that are used again once they are over, so that the state of a
/// replay stays a few words however long the trace is.
struct GateSteps: Sendable {
  /// Days that may be under way at once; more would need offsets more than a day apart.
  static let daySlots = 4
  /// Positive windows that may be open at once.
  static let windowSlots = 64

  /// Positions in the decision table.
  let steps: Range<Int>
  /// By step of the trace, from here on.
  let instants: [Int]
  let mayFire: [Bool]
  let delivers: [Bool]
  let isPositive: [Bool]
  /// False alarms of a firing, and further ones if it is delivered.
  private(set) var alarms: [Int]
  private(set) var alarmsWhenDelivered: [Int]
  let daySlot: [Int]
  /// Slots of the positive windows around the step.
  let windows: [UInt64]
  /// Bits of day counts and windows that are over after the step.
  let daysEnding: [UInt64]
  let windowsEnding: [UInt64]

  let cooldownSeconds: Int
  /// Deliveries a day; nil when nothing limits them.
  let dailyBudget: Int?
  let lastInterventionAt: Int?
  let deliveredToday: Int
  /// Labelled steps and windows that should be caught.
  let positives: Int

  /// - Parameters:
  ///   - trace: A trace of the table.
  ///   - table: Where its steps are.
  ///   - id: Its name, for an error.
  /// - Throws: `CertifyError.tooIntricate` when more days or windows overlap than there are slots.
  init(_ trace: TableTrace, of table: DecisionTable, id: String) throws(CertifyError) {
    steps = trace.steps
    let count = trace.steps.count
    let first = trace.steps.lowerBound
    instants = Array(table.instants[trace.steps])
    mayFire = table.isBlocked[trace.steps].map { !$0 }
    delivers = Array(table.delivers[trace.steps])
    isPositive = table.expects[trace.steps].map { $0?.isPositive ?? false }
    alarms = table.expects[trace.steps].map { $0 == .silent ? 1 : 0 }
    var whenDelivered = [Int](repeating: 0, count: count)
    for i in 0..<count where table.delivers[first + i] && !table.hasOwnExpect[first + i] {
      let silent = trace.windows.count { !$0.isPositive && $0.steps.contains(first + i) }
      let isOutside = trace.hasCountingWindow && !table.isInWindow[first + i]
      whenDelivered[i] = silent + (isOutside ? 1 : 0)
    }
    alarmsWhenDelivered = whenDelivered

    let days = Array(table.days[trace.steps])
    var lastOfDay: [Int: Int] = [:]
    for (i, day) in days.enumerated() { lastOfDay[day] = i }
    var daySlot = [Int](repeating: 0, count: count)
    var daysEnding = [UInt64](repeating: 0, count: count)
    var slotOfDay: [Int: Int] = [:]
    for (i, day) in days.enumerated() {
      if slotOfDay[day] == nil {
        guard let free = (0..<Self.daySlots).first(where: { !slotOfDay.values.contains($0) }) else {
          throw .tooIntricate(trace: id)
        }
        slotOfDay[day] = free
      }
      daySlot[i] = slotOfDay[day] ?? 0
      if lastOfDay[day] == i {
        daysEnding[i] = 0xFFFF << UInt64(16 * daySlot[i])
        slotOfDay[day] = nil
      }
    }
    self.daySlot = daySlot
    self.daysEnding = daysEnding

    let positiveWindows = trace.windows.filter { $0.isPositive && !$0.steps.isEmpty }
    var windows = [UInt64](repeating: 0, count: count)
    var windowsEnding = [UInt64](repeating: 0, count: count)
    var busyUntil = [Int](repeating: -1, count: Self.windowSlots)
    for window in positiveWindows.sorted(by: { $0.steps.lowerBound < $1.steps.lowerBound }) {
      let inside = (window.steps.lowerBound - first)..<(window.steps.upperBound - first)
      guard let slot = busyUntil.firstIndex(where: { $0 < inside.lowerBound }) else {
        throw .tooIntricate(trace: id)
      }
      busyUntil[slot] = inside.upperBound - 1
      for i in inside { windows[i] |= 1 << UInt64(slot) }
      windowsEnding[inside.upperBound - 1] |= 1 << UInt64(slot)
    }
    self.windows = windows
    self.windowsEnding = windowsEnding

    cooldownSeconds = trace.gates.cooldownSeconds
    var deliverable: [Int: Int] = [:]
    for i in 0..<count where table.delivers[first + i] { deliverable[days[i], default: 0] += 1 }
    if let day = days.first { deliverable[day, default: 0] += trace.deliveredToday }
    let most = deliverable.values.max() ?? 0
    // A budget that no day can use up is none; one that is kept fits 16 bits.
    let budget = trace.gates.dailyBudget.flatMap { $0 < max(most, 1) ? $0 : nil }
    guard (budget ?? 0) < 0xFFFF, count < 1 << 30 else { throw .tooIntricate(trace: id) }
    dailyBudget = budget
    lastInterventionAt = trace.lastInterventionAt
    deliveredToday = trace.deliveredToday
    positives = isPositive.count { $0 } + trace.windows.count { $0.isPositive }
  }

  /// The same gates, with nothing that must stay silent.
  var withoutAlarms: GateSteps {
    var copy = self
    copy.alarms = alarms.map { _ in 0 }
    copy.alarmsWhenDelivered = copy.alarms
    return copy
  }
}

/// Why a suite can't be certified.
package enum CertifyError: Error, Hashable {
  /// The engine's score is no weighted sum compared with a threshold.
  case noWeights
  /// More days or windows overlap in a trace than a replay can keep apart.
  case tooIntricate(trace: String)
  /// Nothing in the suites should fire.
  case noPositives
  case steps(CertifyStepsError)
}

/// A fault of the numbers of a suite, or of ours.
package struct CertifyStepsError: Error, Hashable {
  package let text: String
}
