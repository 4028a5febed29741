import TraceModel

/// The counts of a tally in four words, so that one vector addition adds them all.
///
/// Words 0 and 1 hold three counts of 21 bits each, word 2 the behaviour key, word 3 the silent
/// windows that were spoilt. Sums and differences wrap; a difference of two sums decodes rightly
/// because every whole count stays below 2^21, which `LaneTable` checks.
package typealias LaneCounts = SIMD4<UInt64>

/// Which count stands where.
enum LaneField {
  static let limit = 1 << 21
  static let shift: UInt64 = 21

  // Word 0.
  static let truePositive: UInt64 = 1
  static let firedNegative: UInt64 = 1 << 21
  static let otherAlarm: UInt64 = 1 << 42
  // Word 1.
  static let unlabelled: UInt64 = 1
  static let intervention: UInt64 = 1 << 21
  static let escalation: UInt64 = 1 << 42

  /// Delivered interventions, from word 1.
  @inline(__always)
  static func interventions(_ word: UInt64) -> UInt64 { (word &>> shift) & UInt64(limit - 1) }
}

/// What a table's labels and windows add up to, whatever fires.
package struct LabelTotals: Sendable, Hashable {
  var positive = 0
  var negative = 0
  var positiveWindows = 0
  var silentWindows = 0

  package init(
    positive: Int = 0, negative: Int = 0, positiveWindows: Int = 0, silentWindows: Int = 0
  ) {
    self.positive = positive
    self.negative = negative
    self.positiveWindows = positiveWindows
    self.silentWindows = silentWindows
  }

  /// True positives and false alarms alone, from the first word.
  @inline(__always)
  static func points(_ word: UInt64) -> (caught: Int, alarms: Int) {
    let mask: UInt64 = (1 << 21) - 1
    return (
      Int(truncatingIfNeeded: word & mask),
      Int(truncatingIfNeeded: ((word &>> 21) & mask) &+ (word &>> 42))
    )
  }

  /// The tally that counts stand for, margin aside.
  @inline(__always)
  func tally(_ counts: LaneCounts) -> Tally {
    let mask: UInt64 = (1 << 21) - 1
    var tally = Tally()
    let firedNegative = Int((counts[0] >> 21) & mask)
    tally.tp = Int(counts[0] & mask)
    tally.fp = firedNegative + Int((counts[0] >> 42) & mask)
    tally.fn = positive + positiveWindows - tally.tp
    tally.tn = negative - firedNegative + silentWindows - Int(counts[3])
    tally.unlabelled = Int(counts[1] & mask)
    tally.interventions = Int((counts[1] >> 21) & mask)
    tally.escalations = Int((counts[1] >> 42) & mask)
    tally.behaviour = counts[2]
    return tally
  }
}
