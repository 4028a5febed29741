/// Splits a stream into lines without ever holding more than one of them.
///
/// LF and CRLF end a line, a byte-order mark at the start is dropped, and a last line needs no end.
package struct LineReader {
  /// Bytes a line may have; a longer one is counted, not kept.
  package static let limit = 1 << 20

  package enum Content: Sendable, Hashable {
    case bytes([UInt8])
    /// The line's length in bytes.
    case tooLong(Int)
  }

  package struct Line: Sendable, Hashable {
    /// From 1.
    package let number: Int
    package let content: Content
  }

  private let source: ByteSource
  private var piece: [UInt8] = []
  private var position = 0
  private var number = 0
  private var isAtEnd = false

  package init(_ source: ByteSource) { self.source = source }

  /// The next line; nil after the last.
  package mutating func next() throws(ReadError) -> Line? {
    var line: [UInt8] = []
    var length = 0
    while true {
      if position >= piece.count {
        guard !isAtEnd, let next = try source.next() else {
          isAtEnd = true
          guard length > 0 else { return nil }
          return finish(line, length)
        }
        piece = next
        position = 0
        if number == 0, length == 0, piece.starts(with: [0xEF, 0xBB, 0xBF]) {
          position = 3
          continue
        }
      }
      let end = piece[position...].firstIndex(of: UInt8(ascii: "\n")) ?? piece.count
      length += end - position
      if length <= Self.limit + 1 { line += piece[position..<end] }
      position = end
      if end < piece.count {
        position += 1
        return finish(line, length)
      }
    }
  }

  private mutating func finish(_ line: [UInt8], _ length: Int) -> Line {
    number += 1
    var line = line
    var length = length
    if length == line.count, line.last == UInt8(ascii: "\r") {
      line.removeLast()
      length -= 1
    }
    return Line(number: number, content: length > Self.limit ? .tooLong(length) : .bytes(line))
  }
}

/// What messages say about a line that is refused before its content is looked at.
enum LineFault {
  static func tooLong(_ length: Int) -> (message: String, fix: String) {
    (
      "this line has \(length) bytes, allowed \(LineReader.limit)",
      "shorten it; an output that long is no step, so leave it out to count it as missing"
    )
  }

  /// Where bytes stop being UTF-8, or nil when they are.
  ///
  /// - Parameters:
  ///   - bytes: A line, or a part of one.
  ///   - line: Its number: a byte-order mark says something about the file only on line 1.
  /// - Returns: What to say and how to mend it.
  static func notUTF8(_ bytes: [UInt8], line: Int) -> (message: String, fix: String)? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    if line == 1, bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      return ("this is UTF-16 text, not UTF-8", "save the file as UTF-8")
    }
    let at = firstFault(bytes)
    let byte = String(bytes[at], radix: 16, uppercase: true)
    return ("byte \(at + 1) of this line, 0x\(byte), is not UTF-8", "save the file as UTF-8")
  }

  private static func firstFault(_ bytes: [UInt8]) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var valid = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      valid += UTF8.width(scalar)
    }
    return min(valid, bytes.count - 1)
  }
}
