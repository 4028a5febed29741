import TraceModel

/// Thresholds to sweep, ascending, with a way to find how many a score reaches.
///
/// A bin is the number of thresholds that a score is at or above, decided by comparing Doubles: a
/// division only guesses where to compare.
struct ThresholdGrid: Sendable {
  /// Ascending; equal ones may repeat.
  let values: [Double]
  /// Where each stands in the plan.
  let order: [Int]
  /// Set when neighbours are equally far apart, but for rounding.
  let spacing: Spacing?

  struct Spacing: Sendable {
    let first: Double
    /// 1 / the distance of neighbours.
    let rate: Double
    let top: Double
    let step: Double
    /// Whether threshold `k` is exactly `first + k * step` in Double.
    let isExact: Bool
  }

  init(_ plan: [Double]) {
    let order = plan.indices.sorted { (plan[$0], $0) < (plan[$1], $1) }
    let values = order.map { plan[$0] }
    self.order = order
    self.values = values
    spacing = Self.spacing(values)
  }

  var count: Int { values.count }

  private static func spacing(_ values: [Double]) -> Spacing? {
    guard values.count > 1, let first = values.first, let last = values.last, last > first,
      values.count < 1 << 30
    else { return nil }
    let step = (last - first) / Double(values.count - 1)
    // A guess may be off by half a step and the rounding; a quarter step leaves room for both.
    for (k, value) in values.enumerated()
    where abs(value - (first + Double(k) * step)) > step / 8 { return nil }
    let isExact = values.enumerated().allSatisfy { $1 == first + Double($0) * step }
    return Spacing(
      first: first, rate: 1 / step, top: Double(values.count - 1), step: step, isExact: isExact)
  }

  /// How many thresholds the score reaches.
  func bin(_ score: Double) -> Int {
    var low = 0
    var high = values.count
    while low < high {
      let middle = (low + high) / 2
      if score >= values[middle] { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension ThresholdGrid.Spacing {
  /// The same as `bin`, by one comparison with the nearest threshold.
  ///
  /// The nearest threshold `g` to a score leaves only `g` and `g + 1`: all lower ones are more than
  /// a quarter step below the score, all higher ones more than a quarter step above.
  @inline(__always)
  func bin(_ score: Double, _ values: UnsafePointer<Double>) -> Int {
    var place = (score - first) * rate
    place = place > 0 ? place : 0
    place = place < top ? place : top
    // Adding 2^52 rounds to a whole number and leaves it in the low bits.
    let guess = Int(truncatingIfNeeded: (place + 0x1p52).bitPattern & 0xFFFF_FFFF)
    return guess &+ (score >= values[guess] ? 1 : 0)
  }
}
