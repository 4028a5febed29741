import TraceModel

/// A hash table from lower-case words to what is known of them, keyed by a 64-bit hash of the word.
///
/// The words themselves are not kept: of the some twenty thousand known words no two share a hash (a
/// test checks that), and an unknown word meets one of them with a chance of one in 10^15. A
/// `Dictionary` of strings took three times as long to fill, at every start.
struct WordTable: Sendable {
  private var keys: [UInt64]
  private var infos: [WordInfo] = []
  /// The position in `infos` of each slot's word.
  private var positions: [UInt32]
  private let mask: Int

  /// An empty table for at most `1 << (bits - 1)` words.
  init(bits: Int = 16) {
    keys = Array(repeating: 0, count: 1 << bits)
    positions = Array(repeating: 0, count: 1 << bits)
    mask = (1 << bits) - 1
    infos.reserveCapacity(1 << (bits - 1))
  }

  var count: Int { infos.count }

  /// FNV-1a, then the finaliser of SplitMix64, so that the low bits are good; never 0.
  static func key(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return max(1, SplitMix64.mix(hash))
  }

  subscript(word: String) -> WordInfo? {
    get {
      let slot = slot(of: Self.key(word.utf8))
      return keys[slot] == 0 ? nil : infos[Int(positions[slot])]
    }
    set {
      guard let newValue else { return }
      self[key: Self.key(word.utf8)] = newValue
    }
  }

  subscript(key key: UInt64) -> WordInfo {
    get {
      let slot = slot(of: key)
      return keys[slot] == 0 ? WordInfo() : infos[Int(positions[slot])]
    }
    set {
      let slot = slot(of: key)
      if keys[slot] == 0 {
        precondition(infos.count <= mask / 2, "the word table is full")
        keys[slot] = key
        positions[slot] = UInt32(infos.count)
        infos.append(newValue)
      } else {
        infos[Int(positions[slot])] = newValue
      }
    }
  }

  private func slot(of key: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: key) & mask
    while keys[slot] != 0, keys[slot] != key { slot = (slot + 1) & mask }
    return slot
  }
}
