import TraceModel

/// Rows of a CSV file as bytes, for tables too long to be held as text.
///
/// Cells are numbers and words of this program, which never need quotes. Numbers are written as
/// `NumberText.exact` writes them, most of them without going through a string.
package struct CSVBuffer: Sendable {
  package private(set) var bytes: [UInt8] = []
  private var isRowEmpty = true

  package init() {}

  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Ends the row.
  @inline(__always)
  package mutating func endRow() {
    bytes.append(0x0A)
    isRowEmpty = true
  }

  @inline(__always)
  private mutating func separate() {
    if isRowEmpty { isRowEmpty = false } else { bytes.append(0x2C) }
  }

  /// Adds an empty cell.
  package mutating func empty() { separate() }

  /// Adds a cell whose bytes, perhaps with commas between several cells, are ready.
  @inline(__always)
  package mutating func ready(_ cells: [UInt8]) {
    separate()
    bytes.append(contentsOf: cells)
  }

  /// Adds a cell made before.
  @inline(__always)
  package mutating func ready(_ cells: CSVCells, _ i: Int) {
    separate()
    cells.withBytes(i) { bytes.append(contentsOf: $0) }
  }

  package mutating func word(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  package mutating func integer(_ value: Int) {
    separate()
    if value < 0 { bytes.append(0x2D) }
    digits(UInt64(value.magnitude))
  }

  package mutating func number(_ value: Double?) {
    separate()
    guard let value else { return }
    if !shortDecimal(value) { longDecimal(value) }
  }

  /// As `NumberText.exact`, without its copies.
  private mutating func longDecimal(_ value: Double) {
    precondition(value.isFinite, "undefined numbers are written as nothing, not as NaN")
    var text = value.description
    text.withUTF8 { digits in
      let isWhole = digits.count > 2 && digits.suffix(2).elementsEqual([0x2E, 0x30])
      bytes.append(contentsOf: isWhole ? digits.dropLast(2) : digits[...])
    }
  }

  /// Adds a behaviour's key: `b` and 16 hexadecimal digits.
  package mutating func key(_ key: UInt64) {
    separate()
    bytes.append(0x62)
    for shift in stride(from: UInt64(60), through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: key &>> shift) & 15
      bytes.append(digit < 10 ? 0x30 &+ digit : 0x57 &+ digit)
    }
  }

  /// Writes a number of up to nine decimals and fifteen digits; false when it has more.
  ///
  /// Two decimals of at most fifteen digits never read back as the same Double, so one that reads
  /// back as the value is the shortest that does.
  private mutating func shortDecimal(_ value: Double) -> Bool {
    let magnitude = value.magnitude
    // Smaller ones are written with an exponent, as is −0 with its sign.
    guard magnitude < 1e6, magnitude >= 1e-4 || value.bitPattern == 0 else { return false }
    let scaled = (magnitude * 1e9).rounded()
    guard scaled / 1e9 == magnitude else { return false }
    let whole = UInt64(scaled)
    if value < 0 { bytes.append(0x2D) }
    digits(whole / 1_000_000_000)
    var fraction = whole % 1_000_000_000
    if fraction == 0 { return true }
    bytes.append(0x2E)
    var places = 9
    while fraction % 10 == 0 {
      fraction /= 10
      places -= 1
    }
    digits(fraction, places: places)
    return true
  }

  private mutating func digits(_ value: UInt64) {
    var count = 1
    var power: UInt64 = 10
    while count < 19, value >= power {
      count += 1
      power *= 10
    }
    digits(value, places: value >= 10_000_000_000_000_000_000 ? 20 : count)
  }

  /// Written from the last: divisions by ten are multiplications, those by a power are not.
  private mutating func digits(_ value: UInt64, places: Int) {
    var rest = value
    let start = bytes.count
    for _ in 0..<places {
      bytes.append(0x30 &+ UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    }
    var (low, high) = (start, bytes.count - 1)
    while low < high {
      bytes.swapAt(low, high)
      low += 1
      high -= 1
    }
  }
}

/// Cells made once, to be written often: one piece of memory, whatever their number.
package final class CSVCells: Sendable {
  private let bytes: [UInt8]
  private let ends: [Int]

  package init(_ texts: some Sequence<String>) {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for text in texts {
      bytes += text.utf8
      ends.append(bytes.count)
    }
    self.bytes = bytes
    self.ends = ends
  }

  package var count: Int { ends.count }

  @inline(__always)
  fileprivate func withBytes(_ i: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let range = (i == 0 ? 0 : ends[i - 1])..<ends[i]
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }
}
