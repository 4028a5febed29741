/// What one trace adds to a candidate's tally: whole numbers that sum over traces.
package struct TraceCounts: Sendable, Hashable {
  package var truePositives: Int
  package var falseNegatives: Int
  package var falsePositives: Int

  package init(truePositives: Int = 0, falseNegatives: Int = 0, falsePositives: Int = 0) {
    self.truePositives = truePositives
    self.falseNegatives = falseNegatives
    self.falsePositives = falsePositives
  }

  package static func += (sum: inout TraceCounts, counts: TraceCounts) {
    sum.truePositives += counts.truePositives
    sum.falseNegatives += counts.falseNegatives
    sum.falsePositives += counts.falsePositives
  }
}

/// A ratio of summed counts; for each, higher is better.
package enum CountStatistic: Sendable, Hashable {
  /// tp / (tp + fn).
  case recall
  /// tp / (tp + fp).
  case precision
  /// (1 + β²) tp / ((1 + β²) tp + β² fn + fp), with β above 0.
  case fScore(beta: Double)

  /// The value in `0...1`, or nothing where it would be 0/0.
  package func value(of counts: TraceCounts) -> Double? {
    value(
      tp: Double(counts.truePositives), fn: Double(counts.falseNegatives),
      fp: Double(counts.falsePositives))
  }

  func value(tp: Double, fn: Double, fp: Double) -> Double? {
    let numerator: Double
    let denominator: Double
    switch self {
    case .recall:
      numerator = tp
      denominator = tp + fn
    case .precision:
      numerator = tp
      denominator = tp + fp
    case .fScore(let beta):
      numerator = (1 + beta * beta) * tp
      denominator = numerator + beta * beta * fn + fp
    }
    return denominator > 0 ? numerator / denominator : nil
  }
}
