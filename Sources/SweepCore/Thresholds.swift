import TraceModel

/// Every threshold at which a weight set's behaviour can change.
package enum Thresholds {
  /// One threshold for each distinct score of an unblocked step, lowest first.
  ///
  /// Each lies halfway between a score and the next lower one, the lowest halfway to zero. Where no
  /// Double lies between, the score itself is taken: `score >= threshold` then means the same.
  package static func all(weights: [Double], over table: DecisionTable) -> [Double] {
    var scores: [Double] = []
    scores.reserveCapacity(table.stepCount)
    for step in 0..<table.stepCount where !table.isBlocked[step] {
      scores.append(table.score(step: step, weights: weights))
    }
    scores.sort()
    var thresholds: [Double] = []
    var previous: Double?
    for score in scores where score != previous {
      thresholds.append(between(previous, score))
      previous = score
    }
    return thresholds
  }

  /// The threshold that a score reaches and the next lower score, if any, does not.
  @inline(__always)
  static func between(_ previous: Double?, _ score: Double) -> Double {
    let middle = (score + (previous ?? 0)) / 2
    let isBetween = middle <= score && previous.map { middle > $0 } ?? true
    return isBetween ? middle : score
  }
}
