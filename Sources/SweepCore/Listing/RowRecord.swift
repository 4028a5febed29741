import TraceModel

/// A candidate on its way to a list too long for memory: all of it that its index does not tell.
package struct RowRecord: Sendable {
  package let index: Int
  /// Set where an `"all"` threshold depends on the scores.
  package let notifyThreshold: Double?
  package let distance: Double
  package let tally: Tally

  package init(index: Int, notifyThreshold: Double?, distance: Double, tally: Tally) {
    self.index = index
    self.notifyThreshold = notifyThreshold
    self.distance = distance
    self.tally = tally
  }

  /// Bytes of a record.
  static let size = 72

  /// Appends nine words: missing numbers are NaN, which no record holds otherwise.
  func write(to bytes: inout [UInt8]) {
    let words = [
      UInt64(bitPattern: Int64(index)), (notifyThreshold ?? .nan).bitPattern, distance.bitPattern,
      (tally.margin ?? .nan).bitPattern, tally.behaviour, Self.pair(tally.tp, tally.fp),
      Self.pair(tally.fn, tally.tn), Self.pair(tally.interventions, tally.unlabelled),
      UInt64(tally.escalations),
    ]
    for word in words { withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) } }
  }

  /// Reads the record that begins at a place.
  init(_ bytes: [UInt8], at start: Int) {
    func word(_ i: Int) -> UInt64 {
      bytes.withUnsafeBytes {
        UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: start + 8 * i, as: UInt64.self))
      }
    }
    func number(_ i: Int) -> Double? {
      let value = Double(bitPattern: word(i))
      return value.isNaN ? nil : value
    }
    index = Int(Int64(bitPattern: word(0)))
    notifyThreshold = number(1)
    distance = Double(bitPattern: word(2))
    var tally = Tally()
    tally.margin = number(3)
    tally.behaviour = word(4)
    (tally.tp, tally.fp) = Self.halves(word(5))
    (tally.fn, tally.tn) = Self.halves(word(6))
    (tally.interventions, tally.unlabelled) = Self.halves(word(7))
    tally.escalations = Int(word(8))
    self.tally = tally
  }

  private static func pair(_ low: Int, _ high: Int) -> UInt64 {
    UInt64(UInt32(truncatingIfNeeded: low)) | UInt64(UInt32(truncatingIfNeeded: high)) << 32
  }

  private static func halves(_ word: UInt64) -> (Int, Int) {
    (Int(word & 0xFFFF_FFFF), Int(word >> 32))
  }
}
