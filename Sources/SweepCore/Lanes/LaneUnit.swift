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
}

/// Borrowed columns of a lane table.
struct LaneColumns {
  let vectors: UnsafePointer<SIMD8<Double>>
  let vectorCount: Int
  let signalCount: Int
  let firstVectors: UnsafePointer<Int32>
}
