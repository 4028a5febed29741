/// The smallest of many 64-bit keys: enough to count the distinct ones exactly up to a limit, and
/// to estimate how many there were beyond it.
///
/// Keys are hashes already, so they are stored at their own high bits. What is kept past the limit
/// depends only on the set of keys seen, not on their order.
/// Source: Bar-Yossef et al., "Counting distinct elements in a data stream", RANDOM 2002.
struct KeySketch: Sendable {
  let limit: Int
  /// Open addressing; 0 marks an empty slot, so the key 0 is kept apart.
  private var slots: [UInt64] = [UInt64](repeating: 0, count: 64)
  private var hasZero = false
  private var used = 0
  /// Whether the bound follows from the keys already.
  private var isFinished = false
  /// Keys at or above it are left out.
  private(set) var bound = UInt64.max

  init(limit: Int) { self.limit = limit }

  /// Distinct keys held.
  var held: Int { used + (hasZero ? 1 : 0) }
  var isExact: Bool { bound == .max }

  @inline(__always)
  mutating func add(_ key: UInt64) {
    if key < bound { insert(key) }
  }

  private mutating func insert(_ key: UInt64) {
    if key == 0 {
      if !hasZero { isFinished = false }
      hasZero = true
      return
    }
    var place = Self.place(key, count: slots.count)
    while slots[place] != 0 {
      if slots[place] == key { return }
      place = (place + 1) & (slots.count - 1)
    }
    slots[place] = key
    isFinished = false
    used += 1
    if used * 4 > slots.count * 3 { grow() }
  }

  /// Spreads by multiplication: below a bound the high bits no longer tell keys apart.
  @inline(__always)
  private static func place(_ key: UInt64, count: Int) -> Int {
    let spread = key &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: spread >> 32) & (count - 1)
  }

  private mutating func grow() {
    if used > limit + limit / 4 {
      shrink()
      return
    }
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 2)
    used = 0
    for key in old where key != 0 { insert(key) }
  }

  /// Lowers the bound until about `limit` keys stay below it, never fewer.
  private mutating func shrink() {
    lower(to: part(holding: limit).upperBound)
  }

  /// A narrow range of keys that holds the n-th smallest, and how many keys are below it.
  ///
  /// Keys are spread evenly, so counting them in equal parts of the range finds it without sorting
  /// them.
  private func part(holding n: Int) -> (below: Int, lowerBound: UInt64, upperBound: UInt64) {
    let parts = 16_384
    let width = max(1, bound / UInt64(parts))
    var counts = [Int](repeating: 0, count: parts + 1)
    for key in slots where key != 0 { counts[Int(min(key / width, UInt64(parts)))] += 1 }
    var sum = hasZero ? 1 : 0
    var part = 0
    while part < parts && sum + counts[part] < n {
      sum += counts[part]
      part += 1
    }
    return (sum, UInt64(part) * width, part < parts ? UInt64(part + 1) * width : bound)
  }

  private mutating func lower(to newBound: UInt64) {
    bound = newBound
    rebuild(held(below: newBound))
  }

  private func held(below bound: UInt64) -> [UInt64] {
    var keys: [UInt64] = []
    keys.reserveCapacity(used)
    for key in slots where key != 0 && key < bound { keys.append(key) }
    return keys
  }

  private mutating func rebuild(_ keys: [UInt64]) {
    for i in slots.indices { slots[i] = 0 }
    used = 0
    for key in keys { insert(key) }
  }

  mutating func merge(_ other: KeySketch) {
    if other.bound < bound { lower(to: other.bound) }
    if other.hasZero { add(0) }
    // Not in the order of the slots: a table filled in the order of its own hashes piles everything
    // up at the place that is being filled.
    let last = other.slots.count - 1
    var place = 0
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.batchSize) { batch in
      var count = 0
      for _ in 0...last {
        let key = other.slots[place]
        batch[count] = key
        count += key != 0 && key < bound ? 1 : 0
        place = (place &+ Self.stride) & last
        if count == Self.batchSize {
          insert(batch, count)
          count = 0
        }
      }
      insert(batch, count)
    }
  }

  /// Inserts keys together: the first look at their slots goes on for all of them at once, where
  /// each would wait for memory alone.
  private mutating func insert(_ batch: UnsafeMutableBufferPointer<UInt64>, _ count: Int) {
    var new = 0
    for i in 0..<count {
      let key = batch[i]
      let isHeld = slots[Self.place(key, count: slots.count)] == key
      batch[new] = key
      new += isHeld ? 0 : 1
    }
    for i in 0..<new { add(batch[i]) }
  }

  private static let batchSize = 64

  /// Odd, so that steps of it reach every slot.
  private static let stride = 0x9E37_79B1

  /// Ends the count: what is beyond the limit goes.
  ///
  /// The bound then follows from the keys alone, wherever it stood before.
  mutating func finish() {
    guard !isFinished, held > limit || (!isExact && held == limit) else { return }
    let part = part(holding: limit)
    var keys = slots.filter { $0 != 0 && $0 >= part.lowerBound && $0 <= part.upperBound }
    keys.sort()
    let place = limit - 1 - part.below
    lower(to: place < 0 ? 1 : keys[place] + 1)
    isFinished = true
  }

  /// Takes over what another holds and leaves it empty, to take only what this one could still take.
  mutating func absorb(_ other: inout KeySketch) {
    merge(other)
    other.empty(below: bound)
  }

  private mutating func empty(below bound: UInt64) {
    self.bound = bound
    hasZero = false
    rebuild([])
  }

  /// A count of nothing that takes only what this one could still take.
  func successor() -> KeySketch {
    var next = KeySketch(limit: limit)
    next.bound = bound
    return next
  }

  /// Distinct keys seen, once finished; an estimate when `isExact` is false.
  var count: Int {
    guard !isExact else { return held }
    let last = held(below: .max).max() ?? 0
    guard held >= limit, last > 0 else { return held }
    return Int((Double(limit - 1) / (Double(last) / 0x1p64)).rounded())
  }
}

// MARK: Durable form

extension KeySketch {
  /// Writes a finished count: the keys in ascending order.
  func write(to writer: inout ByteWriter) {
    let keys = (hasZero ? [0] : []) + held(below: .max).sorted()
    writer.add(limit)
    writer.add(isExact)
    writer.add(keys.count)
    writer.reserve(keys.count * 8)
    for key in keys { writer.add(key) }
  }

  /// Reads into an empty count with the same limit.
  mutating func read(_ reader: inout ByteReader) throws(MalformedBytes) {
    guard try reader.integer(in: 0...Int.max) == limit else {
      throw MalformedBytes(reason: "it is of another sweep")
    }
    let exact = try reader.flag()
    let count = try reader.count(of: 8)
    guard exact ? count <= limit : count == limit else {
      throw MalformedBytes(reason: "it counts more keys than a sweep keeps")
    }
    var last: UInt64?
    for _ in 0..<count {
      let key = try reader.word()
      guard key < .max, last.map({ $0 < key }) ?? true else {
        throw MalformedBytes(reason: "its keys are out of order")
      }
      last = key
      insert(key)
    }
    if !exact, let last { bound = last + 1 }
  }
}
