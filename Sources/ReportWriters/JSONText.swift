import TraceModel

/// A JSON value to be written, keys in the order given.
///
/// Foundation's encoder sorts keys or keeps none of their order, and prints some numbers
/// differently from system to system; a report must not.
package indirect enum JSONText: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  /// A finite number, written so that it reads back exactly.
  case number(Double)
  case string(String)
  case array([JSONText])
  case object([(String, JSONText)])

  package static func optional(_ value: Double?) -> JSONText { value.map { .number($0) } ?? .null }
  package static func optional(_ value: String?) -> JSONText { value.map { .string($0) } ?? .null }
  package static func optional(_ value: Int?) -> JSONText { value.map { .integer($0) } ?? .null }
  package static func strings(_ values: [String]) -> JSONText { .array(values.map { .string($0) }) }

  /// On one line, for JSON Lines.
  package var line: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  /// Indented, for files that people open; ends with a line feed.
  package var page: String {
    var text = ""
    write(to: &text, indent: 0)
    return text + "\n"
  }

  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += NumberText.exact(value)
    case .string(let value): Self.write(value, to: &text)
    case .array(let items):
      Self.writeList(items, "[", "]", to: &text, indent: indent) { item, text, indent in
        item.write(to: &text, indent: indent)
      }
    case .object(let members):
      Self.writeList(members, "{", "}", to: &text, indent: indent) { member, text, indent in
        Self.write(member.0, to: &text)
        text += indent == nil ? ":" : ": "
        member.1.write(to: &text, indent: indent)
      }
    }
  }

  private static func writeList<T>(
    _ items: [T], _ open: String, _ close: String, to text: inout String, indent: Int?,
    _ body: (T, inout String, Int?) -> Void
  ) {
    text += open
    for (i, item) in items.enumerated() {
      if i > 0 { text += "," }
      if let indent { text += "\n" + String(repeating: " ", count: indent + 2) }
      body(item, &text, indent.map { $0 + 2 })
    }
    if let indent, !items.isEmpty { text += "\n" + String(repeating: " ", count: indent) }
    text += close
  }

  private static func write(_ value: String, to text: inout String) {
    text += "\""
    // Copied in runs between escapes: scalar by scalar takes most of the time of a long stream.
    let bytes = value.utf8
    var start = bytes.startIndex
    var position = start
    while position < bytes.endIndex {
      let byte = bytes[position]
      var next = bytes.index(after: position)
      let escape: String
      switch byte {
      case UInt8(ascii: "\""): escape = "\\\""
      case UInt8(ascii: "\\"): escape = "\\\\"
      case UInt8(ascii: "\n"): escape = "\\n"
      case UInt8(ascii: "\r"): escape = "\\r"
      case UInt8(ascii: "\t"): escape = "\\t"
      case 0..<0x20, 0x7F: escape = (byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16)
      case 0xE2:
        // U+2028 and U+2029 end lines for some readers: E2 80 A8, E2 80 A9.
        let tail = bytes[next...].prefix(2)
        guard tail.elementsEqual([0x80, 0xA8]) || tail.elementsEqual([0x80, 0xA9]) else {
          position = next
          continue
        }
        escape = tail.last == 0xA8 ? "\\u2028" : "\\u2029"
        next = tail.endIndex
      default:
        position = next
        continue
      }
      text += value[start..<position]
      text += escape
      start = next
      position = next
    }
    text += value[start...]
    text += "\""
  }
}
