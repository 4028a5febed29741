import TraceModel

/// Where a sweep's candidates go once they are tallied.
protocol CandidateSink {
  /// Counts indices that stand for no candidate.
  mutating func skip(_ count: Int)
  mutating func add(_ scored: ScoredCandidate)
  /// Tallies a row at all of its thresholds and takes what comes out.
  mutating func add(
    _ row: SweptRow, _ sweep: ThresholdSweep, _ gates: LaneGates, escalate: Double?)
}

extension Aggregate: CandidateSink {}
