/// Counts that were found to rank past everything that is kept, whatever their margin and key.
///
/// What is kept only gets better, so they stay past it. Most candidates of a long sweep that meet
/// the requirements share their counts with others seen lately, and end here.
struct PastRanks: Sendable {
  private var totals = LabelTotals()
  /// By hash of the counts: the counts, and in word 2, where the key stood, what is known.
  private var entries = [LaneCounts](repeating: .zero, count: Self.size)
  private static let size = 2048
  private static let fails: UInt64 = 1
  private static let meets: UInt64 = 2

  @inline(__always)
  private static func place(_ counts: LaneCounts) -> Int {
    let mixed =
      (counts[0] ^ (counts[1] &* 0x9E37_79B9_7F4A_7C15) ^ counts[3]) &* 0xBF58_476D_1CE4_E5B9
    return Int(truncatingIfNeeded: mixed &>> 53)
  }

  /// Whether candidates with these counts are past all; nil when that is not known.
  ///
  /// - Parameters:
  ///   - counts: What fired.
  ///   - other: What the counts' table adds up to.
  /// - Returns: Whether they meet the requirements.
  @inline(__always)
  func meets(_ counts: LaneCounts, _ other: LabelTotals) -> Bool? {
    let entry = entries[Self.place(counts)]
    guard entry[0] == counts[0], entry[1] == counts[1], entry[3] == counts[3], entry[2] != 0,
      other == totals
    else { return nil }
    return entry[2] == Self.meets
  }

  mutating func insert(_ counts: LaneCounts, _ other: LabelTotals, meets: Bool) {
    if other != totals {
      self = PastRanks()
      totals = other
    }
    var entry = counts
    entry[2] = meets ? Self.meets : Self.fails
    entries[Self.place(counts)] = entry
  }
}
