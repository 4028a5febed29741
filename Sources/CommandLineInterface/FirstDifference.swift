import ReportWriters
import TraceModel

/// Where two texts part.
struct FirstDifference {
  /// `12: …`, then both lines.
  let text: String

  /// Nil when they are equal.
  init?(stored: [UInt8], again: [UInt8]) {
    guard stored != again else { return nil }
    let position =
      zip(stored, again).enumerated().first { $1.0 != $1.1 }?.offset
      ?? min(stored.count, again.count)
    let line = 1 + stored[..<position].count { $0 == UInt8(ascii: "\n") }
    text = """
      \(line): differs
        stored  \(Self.line(stored, at: position))
        again   \(Self.line(again, at: position))
      """
  }

  /// The line around a byte, shortened to what stands near it.
  private static func line(_ bytes: [UInt8], at position: Int) -> String {
    guard position < bytes.count else { return "(ends)" }
    let feed = UInt8(ascii: "\n")
    var start = position
    while start > 0, bytes[start - 1] != feed, position - start < 40 { start -= 1 }
    var end = position
    while end < bytes.count, bytes[end] != feed, end - position < 60 { end += 1 }
    let isCut = start > 0 && bytes[start - 1] != feed
    return (isCut ? "…" : "") + plainLine(String(decoding: bytes[start..<end], as: UTF8.self))
  }
}
