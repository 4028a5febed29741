/// Says whether a stage may begin another round.
///
/// With a clock: while the stage has time of its own, and the round promises to end in time by what
/// a unit of its work took before. With recorded rounds: while there are more of them.
package struct NightSchedule {
  private let limit: NightLimit
  package private(set) var rounds = NightRounds()
  private var stage = NightStage.finer
  /// Seconds left at which the stage ends.
  private var end = 0.0
  /// Seconds a unit of work took in the stage's last round.
  private var secondsPerUnit: Double?
  private var started = 0.0

  package init(_ limit: NightLimit) { self.limit = limit }

  /// Share of the time left that a stage may take, so that those after it get their turn.
  private static func share(_ stage: NightStage) -> Double {
    switch stage {
    case .finer, .refine, .gates: 0.4
    case .constants: 0.3
    case .signals: 0.5
    case .leftOut: 1
    }
  }

  /// No round may promise to take more than this share of what the stage has left.
  private static let roundShare = 0.9

  package mutating func begin(_ stage: NightStage) {
    self.stage = stage
    secondsPerUnit = nil
    rounds.counts[stage] = 0
    if case .seconds(let left) = limit { end = left() * (1 - Self.share(stage)) }
  }

  /// - Parameter units: Work of the round, in what only rounds of one stage must share.
  /// - Returns: Whether the round is to be begun.
  package mutating func mayStart(units: Int) -> Bool {
    switch limit {
    case .rounds(let recorded):
      return rounds.counts[stage, default: 0] < recorded.counts[stage, default: 0]
    case .seconds(let left):
      guard rounds.dropped == nil else { return false }
      started = left()
      let own = started - end
      guard own > 0 else { return false }
      guard let secondsPerUnit else { return true }
      return secondsPerUnit * Double(units) <= own * Self.roundShare
    }
  }

  /// Asked while a round runs: whether the night is over.
  package var isOver: @Sendable () -> Bool {
    switch limit {
    case .rounds: { false }
    case .seconds(let left): { left() <= 0 }
    }
  }

  /// A round is complete.
  package mutating func finished(units: Int) {
    rounds.counts[stage, default: 0] += 1
    if case .seconds(let left) = limit, units > 0 {
      secondsPerUnit = max(0, started - left()) / Double(units)
    }
  }

  /// The end came within a round.
  package mutating func dropped() { rounds.dropped = stage }

  /// What the record says was dropped, for a replay.
  package var droppedStage: NightStage? {
    if case .rounds(let recorded) = limit { return recorded.dropped }
    return rounds.dropped
  }
}
