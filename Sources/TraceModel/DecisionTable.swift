/// A suite as the kernels see it: everything that does not depend on the candidate, computed once.
///
/// Every engine lowers its traces to this one shape, so that one kernel serves all engines and an
/// external program is swept like a built-in one. Columns are parallel, one entry per step, all
/// traces one after another in file order.
package struct DecisionTable: Sendable {
  /// One column per weighted sub-score, finite values.
  package let subScores: [[Double]]
  /// Steps that a gate of clock time alone blocks, whatever the candidate.
  package let isBlocked: [Bool]
  /// Seconds since 1970.
  package let instants: [Int]
  /// The local day, as days since 1970-01-01.
  package let days: [Int]
  package let delivers: [Bool]
  package let expects: [Expectation?]
  package let hasOwnExpect: [Bool]
  /// Whether any window, counting or not, holds the step.
  package let isInWindow: [Bool]
  /// Labelled, or inside a counting window: the steps that a margin is measured at.
  package let isCounted: [Bool]
  package let traces: [TableTrace]
  /// Distinct (trace, local date) pairs.
  package let dayCount: Int

  package init(
    subScores: [[Double]], isBlocked: [Bool], instants: [Int], days: [Int], delivers: [Bool],
    expects: [Expectation?], hasOwnExpect: [Bool], isInWindow: [Bool], isCounted: [Bool],
    traces: [TableTrace], dayCount: Int
  ) {
    let count = instants.count
    precondition(subScores.allSatisfy { $0.count == count && $0.allSatisfy(\.isFinite) })
    precondition(
      [isBlocked, delivers, hasOwnExpect, isInWindow, isCounted].allSatisfy { $0.count == count })
    precondition(days.count == count && expects.count == count)
    self.subScores = subScores
    self.isBlocked = isBlocked
    self.instants = instants
    self.days = days
    self.delivers = delivers
    self.expects = expects
    self.hasOwnExpect = hasOwnExpect
    self.isInWindow = isInWindow
    self.isCounted = isCounted
    self.traces = traces
    self.dayCount = dayCount
  }

  package var stepCount: Int { instants.count }
  package var unblockedStepCount: Int { isBlocked.count { !$0 } }

  /// The weighted sum of a step, added left to right from zero, each product rounded.
  @inline(__always)
  package func score(step: Int, weights: [Double]) -> Double {
    var sum = 0.0
    for signal in subScores.indices { sum += weights[signal] * subScores[signal][step] }
    return sum
  }
}

/// One trace of a decision table.
package struct TableTrace: Sendable {
  package let steps: Range<Int>
  /// Seconds since 1970 of the last delivery before the first step.
  package let lastInterventionAt: Int?
  /// Deliveries already made on the first step's local day.
  package let deliveredToday: Int
  package let windows: [TableWindow]
  /// Whether a delivery outside every window is a false alarm.
  package let hasCountingWindow: Bool
  package let gates: GateSettings

  package init(
    steps: Range<Int>, lastInterventionAt: Int?, deliveredToday: Int, windows: [TableWindow],
    hasCountingWindow: Bool, gates: GateSettings
  ) {
    self.steps = steps
    self.lastInterventionAt = lastInterventionAt
    self.deliveredToday = deliveredToday
    self.windows = windows
    self.hasCountingWindow = hasCountingWindow
    self.gates = gates
  }
}

/// A counting window of a table trace.
package struct TableWindow: Sendable {
  /// The steps whose time lies inside; may be empty.
  package let steps: Range<Int>
  package let isPositive: Bool

  package init(steps: Range<Int>, isPositive: Bool) {
    self.steps = steps
    self.isPositive = isPositive
  }
}

/// Thresholds and gates in force for a trace when the candidate says nothing.
package struct GateSettings: Sendable, Hashable {
  package var notifyThreshold: Double
  /// Nil for engines with one level of intervention.
  package var escalateThreshold: Double?
  /// Whole seconds that must have passed since the last delivery; 0 is off.
  package var cooldownSeconds: Int
  /// Nil is no limit.
  package var dailyBudget: Int?

  package init(
    notifyThreshold: Double, escalateThreshold: Double?, cooldownSeconds: Int, dailyBudget: Int?
  ) {
    self.notifyThreshold = notifyThreshold
    self.escalateThreshold = escalateThreshold
    self.cooldownSeconds = cooldownSeconds
    self.dailyBudget = dailyBudget
  }
}
