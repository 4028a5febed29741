/// Places of records by 64-bit key, in open addressing: the keys are hashes already.
struct KeyIndex: Sendable {
  private var keys: [UInt64]
  private var places: [Int32]
  private var used = 0

  /// - Parameter capacity: Keys to expect; more make it grow.
  init(capacity: Int = 0) {
    var size = 64
    while size < 2 * capacity { size *= 2 }
    keys = [UInt64](repeating: 0, count: size)
    places = [Int32](repeating: -1, count: size)
  }

  @inline(__always)
  func place(of key: UInt64) -> Int? {
    var slot = Int(truncatingIfNeeded: key) & (keys.count - 1)
    while places[slot] >= 0 {
      if keys[slot] == key { return Int(places[slot]) }
      slot = (slot + 1) & (keys.count - 1)
    }
    return nil
  }

  /// The key must be new.
  mutating func insert(_ key: UInt64, _ place: Int) {
    var slot = Int(truncatingIfNeeded: key) & (keys.count - 1)
    while places[slot] >= 0 { slot = (slot + 1) & (keys.count - 1) }
    keys[slot] = key
    places[slot] = Int32(place)
    used += 1
    guard used * 2 > keys.count else { return }
    let (oldKeys, oldPlaces) = (keys, places)
    keys = [UInt64](repeating: 0, count: oldKeys.count * 2)
    places = [Int32](repeating: -1, count: keys.count)
    used = 0
    for (i, place) in oldPlaces.enumerated() where place >= 0 { insert(oldKeys[i], Int(place)) }
  }
}
