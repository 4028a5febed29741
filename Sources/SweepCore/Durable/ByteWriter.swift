/// Values written one after another: eight bytes each, least significant first.
///
/// Doubles are written as their bit patterns, so that reading gives back every bit.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ value: UInt64) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func add(_ value: Int) { add(UInt64(bitPattern: Int64(value))) }

  mutating func add(_ value: Double) { add(value.bitPattern) }

  mutating func add(_ value: Bool) { bytes.append(value ? 1 : 0) }

  /// One byte for whether there is a value, then the value.
  mutating func add(_ value: Double?) {
    add(value != nil)
    if let value { add(value) }
  }

  mutating func add(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }
}

/// Thrown for bytes that no aggregate of this sweep was written as.
package struct MalformedBytes: Error, Hashable, Sendable {
  /// What is wrong, to follow a file's name.
  package let reason: String

  package init(reason: String) { self.reason = reason }
}

/// Reads what a `ByteWriter` wrote, and nothing else.
struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }
  private var left: Int { bytes.count - position }

  mutating func word() throws(MalformedBytes) -> UInt64 {
    guard left >= 8 else { throw MalformedBytes(reason: "it ends too early") }
    var word: UInt64 = 0
    for i in 0..<8 { word |= UInt64(bytes[position + i]) << UInt64(8 * i) }
    position += 8
    return word
  }

  /// A whole number within a range.
  mutating func integer(in range: ClosedRange<Int>) throws(MalformedBytes) -> Int {
    let value = Int(Int64(bitPattern: try word()))
    guard range.contains(value) else { throw MalformedBytes(reason: "a number is out of range") }
    return value
  }

  /// How many items of at least `size` bytes follow: never more than there is room for.
  mutating func count(of size: Int) throws(MalformedBytes) -> Int {
    try integer(in: 0...max(0, (left - 8) / size))
  }

  /// A number; infinite ones only where they are allowed.
  mutating func double(finite: Bool = true) throws(MalformedBytes) -> Double {
    let value = Double(bitPattern: try word())
    guard finite ? value.isFinite : !value.isNaN else {
      throw MalformedBytes(reason: "a number is not finite")
    }
    return value
  }

  mutating func flag() throws(MalformedBytes) -> Bool {
    guard left > 0, bytes[position] < 2 else {
      throw MalformedBytes(reason: "a flag is neither 0 nor 1")
    }
    defer { position += 1 }
    return bytes[position] == 1
  }

  mutating func optionalDouble() throws(MalformedBytes) -> Double? {
    try flag() ? try double() : nil
  }

  mutating func expect(_ text: StaticString) throws(MalformedBytes) {
    let matches = text.withUTF8Buffer {
      left >= $0.count && bytes[position..<position + $0.count].elementsEqual($0)
    }
    guard matches else { throw MalformedBytes(reason: "it is of another version") }
    position += text.utf8CodeUnitCount
  }
}
