/// What a night does once the plan is exhausted, in this order.
package enum NightStage: String, Sendable, Hashable, CaseIterable {
  /// The whole lattice of weights in smaller steps.
  case finer
  /// Smaller steps of everything, near the best.
  case refine
  /// The plan's candidates under other gates.
  case gates
  /// Shipped and winner with assumed constants drawn anew.
  case constants
  /// Shipped and winner with signals shifted by their errors.
  case signals
  /// The plan swept without one day, and its best scored on that day.
  case leftOut = "left_out"
}

/// Why a stage ended.
package enum NightEnd: Sendable, Hashable {
  /// It has no further round: more hours add nothing.
  case exhausted
  /// The time went to what stands before and after it; a further round was there.
  case outOfTime
  /// It has nothing to do here, for a reason to follow a colon.
  case notApplicable(String)
}

/// Rounds of each stage, and nothing else: what decides a night's result.
package struct NightRounds: Sendable, Hashable {
  package var counts: [NightStage: Int]
  /// The stage whose last round the end cut short; the round was dropped.
  package var dropped: NightStage?

  package init(counts: [NightStage: Int] = [:], dropped: NightStage? = nil) {
    self.counts = counts
    self.dropped = dropped
  }
}

/// How long a night goes on.
package enum NightLimit: Sendable {
  /// Until there are no seconds left. The clock decides the number of rounds and nothing else.
  case seconds(left: @Sendable () -> Double)
  /// As many rounds as an earlier night had, whatever they take.
  case rounds(NightRounds)
}
