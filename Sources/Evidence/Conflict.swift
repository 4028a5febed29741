/// Steps of a region whose labels no weights of the region meet together.
struct Conflict: Sendable, Hashable {
  /// Positives, at least one of which is missed.
  let positives: [Int]
  /// Negatives, one of which fires otherwise; none when the threshold alone rules the positives out.
  let negatives: [Int]
}

extension [Conflict] {
  /// How many positives these conflicts cost at least, when no two share a step.
  ///
  /// Each costs one, unless one of its negatives fires instead; that way out is taken once per false
  /// alarm at most. More conflicts without positives than false alarms leave no weights at all.
  ///
  /// - Parameter falseAlarms: Negatives that may fire.
  /// - Returns: The cost, or nothing when the region has no weights.
  func cost(falseAlarms: Int) -> Int? {
    let pure = count { $0.positives.isEmpty }
    guard pure <= falseAlarms else { return nil }
    let certain = count { $0.negatives.isEmpty }
    return certain + Swift.max(0, count - certain - falseAlarms)
  }
}
