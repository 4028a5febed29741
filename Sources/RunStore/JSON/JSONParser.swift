/// Why a text is not JSON, and on which line.
package struct JSONError: Error, Sendable, Hashable {
  package let line: Int
  package let message: String
  package let fix: String
}

/// A strict JSON reader (RFC 8259) with line numbers, a depth limit and found-twice keys.
///
/// Linear in the input. Plans may also carry `//` and `/* */` comments; traces may not.
package struct JSONParser {
  /// Deeper nesting than any format here needs; keeps hostile input off the call stack.
  package static let depthLimit = 64

  private let bytes: [UInt8]
  private let allowsComments: Bool
  private var position: Int
  private let end: Int
  private var line: Int
  private var duplicates: [JSONError] = []

  private init(_ bytes: [UInt8], range: Range<Int>, firstLine: Int, comments: Bool) {
    self.bytes = bytes
    self.position = range.lowerBound
    self.end = range.upperBound
    self.line = firstLine
    self.allowsComments = comments
  }

  /// Parses one value that fills the range but for white space.
  ///
  /// - Returns: The value, and an error for each key that an object holds twice.
  /// - Throws: `JSONError` at the first place where the text is not JSON.
  package static func parse(
    _ bytes: [UInt8], range: Range<Int>? = nil, firstLine: Int = 1, comments: Bool = false
  ) throws(JSONError) -> (node: JSONNode, duplicates: [JSONError]) {
    var parser = JSONParser(
      bytes, range: range ?? 0..<bytes.count, firstLine: firstLine, comments: comments)
    try parser.skipSpace()
    let node = try parser.value(depth: 0)
    try parser.skipSpace()
    guard parser.position == parser.end else {
      throw parser.error("more text after the end of the value", "keep one value here")
    }
    return (node, parser.duplicates)
  }

  private func error(_ message: String, _ fix: String) -> JSONError {
    JSONError(line: line, message: "not valid JSON: \(message)", fix: fix)
  }

  private var current: UInt8? { position < end ? bytes[position] : nil }

  private mutating func skipSpace() throws(JSONError) {
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\n"):
        line += 1
        position += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
      case UInt8(ascii: "/") where allowsComments: try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSONError) {
    let next = position + 1 < end ? bytes[position + 1] : 0
    if next == UInt8(ascii: "/") {
      while let byte = current, byte != UInt8(ascii: "\n") { position += 1 }
      return
    }
    guard next == UInt8(ascii: "*") else {
      throw error("a lone \"/\"", "write comments as // or /* */")
    }
    let openedOn = line
    position += 2
    while position + 1 < end {
      if bytes[position] == UInt8(ascii: "*") && bytes[position + 1] == UInt8(ascii: "/") {
        position += 2
        return
      }
      if bytes[position] == UInt8(ascii: "\n") { line += 1 }
      position += 1
    }
    line = openedOn
    throw error("a comment opened here is never closed", "close it with */")
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONNode {
    guard depth < Self.depthLimit else {
      throw error("nested more than \(Self.depthLimit) deep", "no format here nests so deep")
    }
    let start = line
    guard let byte = current else {
      throw error("the text ends where a value should be", "complete it")
    }
    switch byte {
    case UInt8(ascii: "{"): return JSONNode(value: .object(try object(depth)), line: start)
    case UInt8(ascii: "["): return JSONNode(value: .array(try array(depth)), line: start)
    case UInt8(ascii: "\""): return JSONNode(value: .string(try string()), line: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return JSONNode(value: try number(), line: start)
    default: return JSONNode(value: try word(), line: start)
    }
  }

  private mutating func word() throws(JSONError) -> JSONNode.Value {
    var text = ""
    var at = position
    while at < end, text.utf8.count < 24, isWordByte(bytes[at]) {
      text.unicodeScalars.append(Unicode.Scalar(bytes[at]))
      at += 1
    }
    switch text {
    case "null", "true", "false":
      position = at
      return text == "null" ? .null : .bool(text == "true")
    case "NaN", "nan", "Infinity", "inf":
      throw error("\(text) is not a number", "write null for a value that is missing")
    case "":
      throw error(
        "unexpected \(shown(bytes[position]))", "check quotes, commas and brackets near here")
    default:
      throw error("unexpected \(quoted(text))", "put texts in double quotes")
    }
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private func shown(_ byte: UInt8) -> String {
    (0x21...0x7E).contains(byte)
      ? "\"\(Unicode.Scalar(byte))\"" : "byte 0x\(String(byte, radix: 16, uppercase: true))"
  }

  private mutating func object(_ depth: Int) throws(JSONError) -> [JSONMember] {
    position += 1
    var members: [JSONMember] = []
    var seen: [String: Int] = [:]
    try skipSpace()
    if current == UInt8(ascii: "}") {
      position += 1
      return []
    }
    while true {
      guard current == UInt8(ascii: "\"") else {
        throw error(
          current == nil ? "the text ends inside an object" : "a key in double quotes is expected",
          "write \"key\": value pairs, separated by commas, none after the last")
      }
      let keyLine = line
      let key = try string()
      try skipSpace()
      guard current == UInt8(ascii: ":") else {
        throw error("\":\" is missing after key \(quoted(key))", "write \"key\": value")
      }
      position += 1
      try skipSpace()
      let node = try value(depth: depth + 1)
      if let first = seen[key] {
        let place = first == keyLine ? "" : " (first on line \(first))"
        duplicates.append(
          JSONError(
            line: keyLine,
            message: "duplicate key \(quoted(key)): it stands twice in one object\(place)",
            fix: "keep one of the two"))
      } else {
        seen[key] = keyLine
        members.append(JSONMember(key: key, line: keyLine, node: node))
      }
      try skipSpace()
      if current == UInt8(ascii: ",") {
        position += 1
        try skipSpace()
        continue
      }
      guard current == UInt8(ascii: "}") else {
        throw error(
          current == nil ? "the text ends inside an object" : "\",\" or \"}\" is expected",
          "separate pairs by commas and close the object with }")
      }
      position += 1
      return members
    }
  }

  private mutating func array(_ depth: Int) throws(JSONError) -> [JSONNode] {
    position += 1
    var nodes: [JSONNode] = []
    try skipSpace()
    if current == UInt8(ascii: "]") {
      position += 1
      return []
    }
    while true {
      nodes.append(try value(depth: depth + 1))
      try skipSpace()
      if current == UInt8(ascii: ",") {
        position += 1
        try skipSpace()
        continue
      }
      guard current == UInt8(ascii: "]") else {
        throw error(
          current == nil ? "the text ends inside a list" : "\",\" or \"]\" is expected",
          "separate values by commas and close the list with ]")
      }
      position += 1
      return nodes
    }
  }

  private mutating func number() throws(JSONError) -> JSONNode.Value {
    let start = position
    if current == UInt8(ascii: "-") { position += 1 }
    let digits = "write digits, as in 7, 7.5 or 7e2, with no sign or zero before them"
    guard let first = current, isDigit(first) else {
      if let byte = current, isWordByte(byte) {
        throw error("-Infinity and the like are no numbers", "write null for a missing value")
      }
      throw error("\"-\" without digits", digits)
    }
    position += 1
    if first == UInt8(ascii: "0"), let next = current, isDigit(next) {
      throw error("a number begins with 0", digits)
    }
    skipDigits()
    if current == UInt8(ascii: ".") {
      position += 1
      guard let next = current, isDigit(next) else { throw error("no digit after \".\"", digits) }
      skipDigits()
    }
    if let byte = current, byte | 0x20 == UInt8(ascii: "e") {
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      guard let next = current, isDigit(next) else { throw error("no digit in exponent", digits) }
      skipDigits()
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Double(text), value.isFinite else {
      throw error("\(text.prefix(40)) is too large for a number", "write a value within range")
    }
    return .number(value, text: text)
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private mutating func skipDigits() {
    while let byte = current, isDigit(byte) { position += 1 }
  }

  private mutating func string() throws(JSONError) -> String {
    position += 1
    var content: [UInt8] = []
    while true {
      guard let byte = current else {
        throw error("the text ends inside a text in quotes", "close it with a double quote")
      }
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        guard let text = String(validating: content, as: UTF8.self) else {
          throw error("a text holds bytes that are not UTF-8", "save the file as UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): try escape(into: &content)
      case 0..<0x20:
        let what = byte == UInt8(ascii: "\n") ? "a line break" : "a control character"
        throw error(
          "\(what) inside a text in quotes", "close the quote, or escape it as \\n or \\t")
      default:
        content.append(byte)
        position += 1
      }
    }
  }

  private mutating func escape(into content: inout [UInt8]) throws(JSONError) {
    let fix = "use \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\uXXXX"
    position += 1
    guard let byte = current else { throw error("the text ends after \"\\\"", fix) }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"):
      var unit = try hexUnit()
      if (0xDC00...0xDFFF).contains(unit) { throw error("half of a surrogate pair", fix) }
      if (0xD800...0xDBFF).contains(unit) {
        guard current == UInt8(ascii: "\\"), position + 1 < end,
          bytes[position + 1] == UInt8(ascii: "u")
        else { throw error("half of a surrogate pair", fix) }
        position += 2
        let low = try hexUnit()
        guard (0xDC00...0xDFFF).contains(low) else { throw error("half of a surrogate pair", fix) }
        unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(unit) else { throw error("no such character", fix) }
      content.append(contentsOf: Array(String(Character(scalar)).utf8))
    case 0x21...0x7E: throw error("\"\\\(Unicode.Scalar(byte))\" is no escape", fix)
    default: throw error("\"\\\" before \(shown(byte)) is no escape", fix)
    }
  }

  private mutating func hexUnit() throws(JSONError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue,
        byte < 0x80
      else { throw error("\\u needs four hexadecimal digits", "write it as \\u00e9") }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }
}
