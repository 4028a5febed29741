import TraceModel

/// The vector work of a kernel: scores and comparisons of many steps at once.
///
/// Everything else is bits and shared between kernels, so a unit is all that a new instruction set
/// needs. Sums go left to right, each product rounded, as `DecisionTable.score` adds them.
protocol LaneUnit {
  /// Scores the steps of words and compares them.
  ///
  /// - Parameters:
  ///   - table: Vectors of the sub-scores, one column after another.
  ///   - words: Which words.
  ///   - weights: One per sub-score.
  ///   - notify: Threshold by word.
  ///   - escalate: Higher threshold by word, NaN for none.
  ///   - scores: By slot; receives the words' scores.
  ///   - hits: By word; receives a bit where the score reaches the threshold. Padding is undefined.
  ///   - high: The same for the higher threshold.
  static func compare(
    _ table: LaneColumns, words: Range<Int>, weights: UnsafePointer<Double>,
    notify: UnsafePointer<Double>, escalate: UnsafePointer<Double>,
    scores: UnsafeMutablePointer<SIMD8<Double>>, hits: UnsafeMutablePointer<UInt64>,
    high: UnsafeMutablePointer<UInt64>)

  /// The least |score − threshold| over marked steps, infinite when none is marked.
  static func leastDistance(
    _ table: LaneColumns, words: Range<Int>, marked: UnsafePointer<UInt64>,
    notify: UnsafePointer<Double>, scores: UnsafePointer<SIMD8<Double>>
  ) -> Double

  /// Adds the last two terms to sums of the others.
  ///
  /// - Parameters:
  ///   - prefix: The sums; nil where there are no other terms.
  ///   - first: Column and weight of the last but one term, if there is one.
  ///   - second: The same for the last.
  ///   - scores: Receives the scores.
  ///   - count: Vectors.
  static func addTerms(
    prefix: UnsafePointer<SIMD8<Double>>?, first: (UnsafePointer<SIMD8<Double>>, Double)?,
    second: (UnsafePointer<SIMD8<Double>>, Double),
    scores: UnsafeMutablePointer<SIMD8<Double>>, count: Int)

  /// Finds how many of equally spaced thresholds each score reaches.
  static func bin(
    _ scores: UnsafePointer<Double>, count: Int, spacing: ThresholdGrid.Spacing,
    thresholds: UnsafePointer<Double>, bins: UnsafeMutablePointer<Int32>)

  /// Adds what each step fires to its bin.
  static func addHistogram(
    _ table: LaneColumns, words: Int, valid: UnsafePointer<UInt64>, high: UnsafePointer<UInt64>,
    bins: UnsafePointer<Int32>, fired: UnsafePointer<LaneCounts>,
    gains: UnsafeMutablePointer<LaneCounts>)
}

/// Which vector unit does the work.
///
/// A switch rather than a generic parameter: a class that is generic over its unit is not
/// specialised behind a protocol, and every step would then go through witness tables.
enum LaneUnitChoice: Sendable {
  case portable, dispatched

  @inline(__always)
  func compare(
    _ table: LaneColumns, words: Range<Int>, weights: UnsafePointer<Double>,
    notify: UnsafePointer<Double>, escalate: UnsafePointer<Double>,
    scores: UnsafeMutablePointer<SIMD8<Double>>, hits: UnsafeMutablePointer<UInt64>,
    high: UnsafeMutablePointer<UInt64>
  ) {
    switch self {
    case .portable:
      SwiftUnit.compare(
        table, words: words, weights: weights, notify: notify, escalate: escalate, scores: scores,
        hits: hits, high: high)
    case .dispatched:
      DispatchedUnit.compare(
        table, words: words, weights: weights, notify: notify, escalate: escalate, scores: scores,
        hits: hits, high: high)
    }
  }

  @inline(__always)
  func leastDistance(
    _ table: LaneColumns, words: Range<Int>, marked: UnsafePointer<UInt64>,
    notify: UnsafePointer<Double>, scores: UnsafePointer<SIMD8<Double>>
  ) -> Double {
    switch self {
    case .portable:
      SwiftUnit.leastDistance(table, words: words, marked: marked, notify: notify, scores: scores)
    case .dispatched:
      DispatchedUnit.leastDistance(
        table, words: words, marked: marked, notify: notify, scores: scores)
    }
  }

  func addTerms(
    prefix: UnsafePointer<SIMD8<Double>>?, first: (UnsafePointer<SIMD8<Double>>, Double)?,
    second: (UnsafePointer<SIMD8<Double>>, Double),
    scores: UnsafeMutablePointer<SIMD8<Double>>, count: Int
  ) {
    switch self {
    case .portable:
      SwiftUnit.addTerms(
        prefix: prefix, first: first, second: second, scores: scores, count: count)
    case .dispatched:
      DispatchedUnit.addTerms(
        prefix: prefix, first: first, second: second, scores: scores, count: count)
    }
  }

  func bin(
    _ scores: UnsafePointer<Double>, count: Int, spacing: ThresholdGrid.Spacing,
    thresholds: UnsafePointer<Double>, bins: UnsafeMutablePointer<Int32>
  ) {
    switch self {
    case .portable:
      SwiftUnit.bin(
        scores, count: count, spacing: spacing, thresholds: thresholds, bins: bins)
    case .dispatched:
      DispatchedUnit.bin(
        scores, count: count, spacing: spacing, thresholds: thresholds, bins: bins)
    }
  }

  func addHistogram(
    _ table: LaneColumns, words: Int, valid: UnsafePointer<UInt64>, high: UnsafePointer<UInt64>,
    bins: UnsafePointer<Int32>, fired: UnsafePointer<LaneCounts>,
    gains: UnsafeMutablePointer<LaneCounts>
  ) {
    switch self {
    case .portable:
      SwiftUnit.addHistogram(
        table, words: words, valid: valid, high: high, bins: bins, fired: fired, gains: gains)
    case .dispatched:
      DispatchedUnit.addHistogram(
        table, words: words, valid: valid, high: high, bins: bins, fired: fired, gains: gains)
    }
  }
}

/// Borrowed columns of a lane table.
struct LaneColumns {
  let vectors: UnsafePointer<SIMD8<Double>>
  let vectorCount: Int
  let signalCount: Int
  let firstVectors: UnsafePointer<Int32>
}
