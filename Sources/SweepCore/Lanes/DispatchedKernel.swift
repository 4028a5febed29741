import CLanes
import TraceModel

/// The lane kernel with its vector work in C, compiled for several instruction sets and chosen when
/// the process starts.
package struct DispatchedKernel: BatchKernel {
  package init() {}

  package func session(over table: LaneTable) -> any TallySession {
    LaneSession(table, unit: .dispatched)
  }

  /// `AVX-512`, `AVX2` or `baseline`.
  package static var instructionSet: String {
    switch clanes_level() {
    case 3: "AVX-512"
    case 2: "AVX2"
    default: "baseline"
    }
  }
}

/// The vector unit of the best instruction set this machine has.
enum DispatchedUnit: LaneUnit {
  private static let unit: clanes_unit = {
    guard let unit = clanes_unit_for(clanes_level()) else {
      preconditionFailure("the baseline unit is always there")
    }
    return unit.pointee
  }()

  static func compare(
    _ table: LaneColumns, words: Range<Int>, weights: UnsafePointer<Double>,
    notify: UnsafePointer<Double>, escalate: UnsafePointer<Double>,
    scores: UnsafeMutablePointer<SIMD8<Double>>, hits: UnsafeMutablePointer<UInt64>,
    high: UnsafeMutablePointer<UInt64>
  ) {
    unit.compare(
      doubles(table.vectors), Int64(table.vectorCount), Int64(table.signalCount),
      table.firstVectors, Int64(words.lowerBound), Int64(words.upperBound), weights, notify,
      escalate, doubles(scores), hits, high)
  }

  /// How many sub-scores `tally` takes at most.
  static let mostSignalsOfPlainDays = 16

  /// Tallies a batch on the plain days of a table.
  static func tally(_ table: LaneTable, _ gates: LaneGates, _ batch: inout clanes_batch) {
    let columns = table.columns
    unit.tally(
      doubles(columns.vectors), Int64(columns.vectorCount), Int64(columns.signalCount),
      gates.plainDays.base, Int64(gates.plainDays.count), gates.later.base,
      UnsafeRawPointer(table.fired.base).assumingMemoryBound(to: UInt64.self), &batch)
  }

  static func leastDistance(
    _ table: LaneColumns, words: Range<Int>, marked: UnsafePointer<UInt64>,
    notify: UnsafePointer<Double>, scores: UnsafePointer<SIMD8<Double>>
  ) -> Double {
    unit.least_distance(
      table.firstVectors, Int64(words.lowerBound), Int64(words.upperBound), marked, notify,
      doubles(scores))
  }

  static func addTerms(
    prefix: UnsafePointer<SIMD8<Double>>?, first: (UnsafePointer<SIMD8<Double>>, Double)?,
    second: (UnsafePointer<SIMD8<Double>>, Double),
    scores: UnsafeMutablePointer<SIMD8<Double>>, count: Int
  ) {
    unit.add_terms(
      prefix.map(doubles), first.map { doubles($0.0) }, first?.1 ?? 0, doubles(second.0),
      second.1, doubles(scores), Int64(count))
  }

  static func bin(
    _ scores: UnsafePointer<Double>, count: Int, spacing: ThresholdGrid.Spacing,
    thresholds: UnsafePointer<Double>, bins: UnsafeMutablePointer<Int32>
  ) {
    unit.bin(scores, Int64(count), spacing.first, spacing.rate, spacing.top, thresholds, bins)
  }

  static func addHistogram(
    _ table: LaneColumns, words: Int, valid: UnsafePointer<UInt64>, high: UnsafePointer<UInt64>,
    bins: UnsafePointer<Int32>, fired: UnsafePointer<LaneCounts>,
    gains: UnsafeMutablePointer<LaneCounts>
  ) {
    unit.histogram(
      table.firstVectors, Int64(words), valid, high, bins,
      UnsafeRawPointer(fired).assumingMemoryBound(to: UInt64.self),
      UnsafeMutableRawPointer(gains).assumingMemoryBound(to: UInt64.self))
  }

  /// Replays the plain days of a table at every bin that matters; bins at most 255.
  static func addGated(
    _ gates: LaneGates, bins: UnsafePointer<Int32>, high: UnsafePointer<UInt64>,
    fired: UnsafePointer<LaneCounts>, gains: UnsafeMutablePointer<LaneCounts>
  ) {
    unit.gated(
      gates.plainDays.base, Int64(gates.plainDays.count), bins, high, gates.later.base,
      UnsafeRawPointer(fired).assumingMemoryBound(to: UInt64.self),
      UnsafeMutableRawPointer(gains).assumingMemoryBound(to: UInt64.self))
  }

  /// A vector is eight doubles in a row, so the same memory reads as doubles.
  @inline(__always)
  private static func doubles(_ vectors: UnsafePointer<SIMD8<Double>>) -> UnsafePointer<Double> {
    UnsafeRawPointer(vectors).assumingMemoryBound(to: Double.self)
  }

  @inline(__always)
  private static func doubles(_ vectors: UnsafeMutablePointer<SIMD8<Double>>)
    -> UnsafeMutablePointer<Double>
  {
    UnsafeMutableRawPointer(vectors).assumingMemoryBound(to: Double.self)
  }
}
