import RunStore
import Testing

/// Gives bytes in pieces of a size, so that every cut is met.
private func pieces(_ bytes: [UInt8], of size: Int) -> ByteSource {
  var rest = bytes[...]
  return ByteSource { () throws(ReadError) -> [UInt8]? in
    guard !rest.isEmpty else { return nil }
    defer { rest = rest.dropFirst(size) }
    return Array(rest.prefix(size))
  }
}

private func lines(_ text: String, pieceSize: Int = 1 << 18) throws -> [String] {
  var reader = LineReader(pieces(Array(text.utf8), of: pieceSize))
  var found: [String] = []
  while let line = try reader.next() {
    guard case .bytes(let bytes) = line.content else { continue }
    found.append("\(line.number):\(String(decoding: bytes, as: UTF8.self))")
  }
  return found
}

@Suite("Lines of a stream") struct LineReaderTests {
  @Test(arguments: [1, 2, 3, 5, 100])
  func endsAndCutsDoNotMatter(size: Int) throws {
    #expect(try lines("a\nb\r\n\nc", pieceSize: size) == ["1:a", "2:b", "3:", "4:c"])
  }

  @Test func aMarkAtTheStartIsDropped() throws {
    #expect(try lines("\u{FEFF}a\n") == ["1:a"])
  }

  @Test func nothingHasNoLine() throws {
    #expect(try lines("") == [])
    #expect(try lines("\n") == ["1:"])
  }

  @Test func aLineTooLongIsCountedAndTheNextIsRead() throws {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: LineReader.limit + 1)
    let edge = [UInt8](repeating: UInt8(ascii: "y"), count: LineReader.limit)
    var reader = LineReader(pieces(long + [10] + edge + [13, 10] + [65], of: 1 << 16))
    #expect(try reader.next()?.content == .tooLong(LineReader.limit + 1))
    #expect(try reader.next()?.content == .bytes(edge))
    #expect(try reader.next()?.content == .bytes([65]))
    #expect(try reader.next() == nil)
  }
}

@Suite("Rows of a CSV stream") struct CSVReaderTests {
  private func rows(_ text: String, size: Int = 3) throws -> [String] {
    var reader = CSVReader(pieces(Array(text.utf8), of: size))
    var found: [String] = []
    while let row = try reader.next() {
      switch row.cells {
      case .success(let cells):
        let texts = cells.map { String(decoding: $0, as: UTF8.self) }
        found.append("\(row.line):\(texts.joined(separator: "|"))")
      case .failure(let fault): found.append("\(row.line)! \(fault.message)")
      }
    }
    return found
  }

  @Test(arguments: [1, 2, 7, 1000])
  func cellsInQuotesHoldAnything(size: Int) throws {
    #expect(
      try rows("a,b\r\n\"x, \"\"y\"\"\nz\",\"\"\n,\n", size: size)
        == ["1:a|b", "2:x, \"y\"\nz|", "4:|"])
  }

  @Test func aLastRowNeedsNoEnd() throws { #expect(try rows("a\nb") == ["1:a", "2:b"]) }

  @Test func quotesOutOfPlaceAreNamedAndReadingGoesOn() throws {
    #expect(
      try rows("a\nb\"c\n\"d\"e\nf\n") == [
        "1:a", "2! a quote inside a cell that does not begin with one",
        "3! text after the closing quote of a cell", "4:f",
      ])
  }

  @Test func aQuoteNeverClosedNamesItsLine() throws {
    #expect(
      try rows("a\nb\n\"c\nd\n") == ["1:a", "2:b", "3! a quote opened on line 3 is never closed"])
  }
}
