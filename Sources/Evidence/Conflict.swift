/// Steps whose labels no weights of a region meet together, but for those already settled in it.
struct Conflict: Sendable, Hashable {
  /// Positives not required there, at least one of which is missed.
  var positives: [Int]
  /// Negatives not settled there, one of which fires otherwise.
  var negatives: [Int]
}

extension [Conflict] {
  /// How many positives these conflicts cost at least, when no two share a step.
  ///
  /// Each costs one, unless one of its negatives fires instead; that way out is taken once per false
  /// alarm at most.
  ///
  /// - Parameter falseAlarms: Negatives that may still fire.
  /// - Returns: The cost, or nothing when the region has no weights that meet what is settled.
  func cost(falseAlarms: Int) -> Int? {
    let certain = count { $0.negatives.isEmpty }
    let pure = count { $0.positives.isEmpty }
    let isImpossible = contains { $0.negatives.isEmpty && $0.positives.isEmpty }
    guard !isImpossible, pure <= falseAlarms else { return nil }
    return certain + Swift.max(0, count - certain - falseAlarms)
  }
}
