import TraceModel

/// A seeded suite to time kernels on, made as a table so that no file is needed.
package struct BenchmarkSuite: Sendable {
  package let name: String
  package let table: DecisionTable

  /// Which of the suites named in the project's speed goals.
  package enum Size: String, Sendable, CaseIterable {
    /// Twelve days of 96 steps, 720 of 1,152 not blocked.
    case a
    /// A thousand such days.
    case b
    /// Twelve days of 8 steps.
    case c

    var days: Int { self == .b ? 1000 : 12 }
    var stepsPerDay: Int { self == .c ? 8 : 96 }
  }

  /// - Parameters:
  ///   - size: Days and steps.
  ///   - isInteger: Whole sub-scores, so that many scores tie with a threshold.
  ///   - gates: What every day ships.
  ///   - seed: Of the sub-scores and labels.
  package init(_ size: Size, isInteger: Bool = false, gates: GateChoice, seed: UInt64 = 1) {
    self.init(
      name: size.rawValue + (isInteger ? "-integer" : ""), days: size.days,
      stepsPerDay: size.stepsPerDay, isInteger: isInteger, gates: gates, seed: seed)
  }

  /// Days like those of suite a, any number of them.
  package init(days: Int, gates: GateChoice, seed: UInt64 = 1) {
    self.init(
      name: "\(days) days", days: days, stepsPerDay: Size.a.stepsPerDay, isInteger: false,
      gates: gates, seed: seed)
  }

  private init(
    name: String, days dayCount: Int, stepsPerDay: Int, isInteger: Bool, gates: GateChoice,
    seed: UInt64
  ) {
    self.name = name
    var random = SplitMix64(seed: seed)
    let count = dayCount * stepsPerDay
    // Slow walks: a score that jumps at every step is no day anybody has.
    var levels = (0..<5).map { _ in random.unit() * 100 }
    var columns = [[Double]](repeating: [], count: 5)
    var expects: [Expectation?] = []
    for _ in 0..<count {
      for signal in 0..<5 {
        let moved = levels[signal] + (random.unit() - 0.5) * 30
        levels[signal] = min(100, max(0, moved))
        columns[signal].append(isInteger ? levels[signal].rounded() : levels[signal])
      }
      switch random.below(20) {
      case 0: expects.append(.intervene)
      case 1: expects.append(.escalate)
      case 2, 3: expects.append(.silent)
      default: expects.append(nil)
      }
    }
    let minutes = 24 * 60 / stepsPerDay
    let minuteOfDay = (0..<count).map { $0 % stepsPerDay * minutes }
    let labelled = expects.map { $0 != nil }
    table = DecisionTable(
      subScores: columns, isBlocked: minuteOfDay.map { $0 < 7 * 60 || $0 >= 22 * 60 },
      instants: (0..<count).map { 1_735_689_600 + $0 * minutes * 60 },
      days: (0..<count).map { 20_089 + $0 / stepsPerDay },
      delivers: [Bool](repeating: true, count: count), expects: expects, hasOwnExpect: labelled,
      isInWindow: [Bool](repeating: false, count: count), isCounted: labelled,
      traces: (0..<dayCount).map { day in
        TableTrace(
          steps: day * stepsPerDay..<(day + 1) * stepsPerDay, lastInterventionAt: nil,
          deliveredToday: 0, windows: [], hasCountingWindow: false,
          gates: GateSettings(
            notifyThreshold: 60, escalateThreshold: 80,
            cooldownSeconds: gates.cooldownSeconds ?? 0, dailyBudget: gates.dailyBudget))
      }, dayCount: dayCount)
  }
}
