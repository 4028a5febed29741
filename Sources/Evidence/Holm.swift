/// Holm's step-down correction for several tests read together.
///
/// Source: Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
/// Statistics 6 (1979).
package enum Holm {
  /// The adjusted p-values, in the order given, each in `0...1`.
  ///
  /// The smallest is multiplied by the number of tests, the next by one less, and so on; none is smaller
  /// than the one before it and none above 1. Rejecting those at or below 0.05 keeps the chance of any
  /// false claim of the whole family at 5%.
  ///
  /// - Parameter pValues: One p-value per test of the family, each in `0...1`; may be empty.
  /// - Returns: One adjusted p-value per test, same order.
  package static func adjusted(_ pValues: [Double]) -> [Double] {
    precondition(pValues.allSatisfy { (0...1).contains($0) })
    let order = pValues.indices.sorted { (pValues[$0], $0) < (pValues[$1], $1) }
    var adjusted = pValues
    var largest = 0.0
    for (rank, index) in order.enumerated() {
      largest = max(largest, min(1, pValues[index] * Double(pValues.count - rank)))
      adjusted[index] = largest
    }
    return adjusted
  }
}
