import TraceModel

/// A file that tells when a byte of it is missing or changed: text fields, a body, and the SHA-256
/// of all that stands before it as the last line.
package struct SealedFile: Sendable {
  package let schema: String
  /// One line each, in order; values hold no line feed.
  package let fields: [(name: String, value: String)]
  package let body: [UInt8]

  package init(schema: String, fields: [(name: String, value: String)], body: [UInt8]) {
    self.schema = schema
    self.fields = fields
    self.body = body
  }

  package var bytes: [UInt8] {
    let head = fields.reduce("\(schema)\n") { "\($0)\($1.name) \($1.value)\n" }
    var bytes = Array("\(head)body \(body.count)\n".utf8)
    bytes.reserveCapacity(bytes.count + body.count + Self.sealLength)
    bytes += body
    bytes.append(Self.feed)
    let seal = SHA256.hex(of: bytes)
    bytes += Array("\(seal)\n".utf8)
    return bytes
  }

  private static let feed = UInt8(ascii: "\n")
  private static let sealLength = 65

  /// - Parameters:
  ///   - bytes: A file's content.
  ///   - schema: What it must be.
  ///   - file: Its path, for messages.
  ///   - fix: What to do when it can't be used.
  /// - Throws: `input` naming the file when it is damaged or something else.
  package init(_ bytes: [UInt8], schema: String, file: String, fix: String) throws(Failure) {
    func refuse(_ message: String) -> Failure {
      .input([Problem(file: file, message: message, fix: fix)])
    }
    guard bytes.starts(with: Array("\(schema)\n".utf8)) else {
      throw refuse(bytes.isEmpty ? "is empty" : "is not of the kind \(schema)")
    }
    let content = bytes.dropLast(Self.sealLength)
    guard bytes.count > Self.sealLength,
      Array("\(SHA256.hex(of: content))\n".utf8) == Array(bytes.suffix(Self.sealLength))
    else { throw refuse("is torn or was changed: its checksum is not that of its content") }
    var fields: [(name: String, value: String)] = []
    var rest = content[...]
    while let end = rest.firstIndex(of: Self.feed) {
      let line = rest[..<end]
      rest = rest[(end + 1)...]
      let text = String(decoding: line, as: UTF8.self)
      guard let space = text.firstIndex(of: " ") else { continue }
      let (name, value) = (String(text[..<space]), String(text[text.index(after: space)...]))
      guard name == "body" else {
        fields.append((name, value))
        continue
      }
      guard Int(value) == rest.count - 1 else { break }
      self.schema = schema
      self.fields = fields
      body = Array(rest.dropLast())
      return
    }
    throw refuse("is malformed")
  }

  /// The first value of a name.
  package func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  package func integer(_ name: String) -> Int? { value(name).flatMap { Int($0) } }
}
