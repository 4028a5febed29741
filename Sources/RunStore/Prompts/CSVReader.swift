/// Reads the rows of a CSV stream (RFC 4180), holding one row at a time.
///
/// Line feeds may end rows, cells in double quotes may hold line breaks, and a byte-order mark at the
/// start is dropped. A quote where none may stand is a fault of its row, and reading goes on after it.
package struct CSVReader {
  package struct Fault: Error, Sendable, Hashable {
    package let message: String
    package let fix: String
  }

  package struct Row: Sendable {
    /// The line on which the row begins, from 1.
    package let line: Int
    package let cells: Result<[[UInt8]], Fault>
  }

  private let source: ByteSource
  private var piece: [UInt8] = []
  private var position = 0
  private var line = 1
  private var isAtStart = true

  package init(_ source: ByteSource) { self.source = source }

  private enum State {
    case cellStart, plain, quoted, quoteInQuoted
  }

  private mutating func byte() throws(ReadError) -> UInt8? {
    while position >= piece.count {
      guard let next = try source.next() else { return nil }
      piece = next
      position = 0
      if isAtStart, piece.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
      isAtStart = false
    }
    defer { position += 1 }
    return piece[position]
  }

  /// The next row; nil after the last. An empty line is a row of one empty cell.
  package mutating func next() throws(ReadError) -> Row? {
    let start = line
    var cells: [[UInt8]] = []
    var cell: [UInt8] = []
    var state = State.cellStart
    var size = 0
    var quoteLine = line
    var fault: Fault?
    var isEmpty = true
    while let byte = try byte() {
      isEmpty = false
      size += 1
      if byte == UInt8(ascii: "\n") { line += 1 }
      if size > LineReader.limit, fault == nil {
        fault =
          state == .quoted
          ? Self.neverClosed(quoteLine)
          : Fault(
            message: "this row has more than \(LineReader.limit) bytes",
            fix: "shorten it, or leave it out")
        cell = []
        cells = []
        state = .plain
      }
      switch (state, byte) {
      case (.quoted, UInt8(ascii: "\"")): state = .quoteInQuoted
      case (.quoted, _): cell.append(byte)
      case (.quoteInQuoted, UInt8(ascii: "\"")):
        cell.append(byte)
        state = .quoted
      case (_, UInt8(ascii: "\n")):
        if cell.last == UInt8(ascii: "\r") { cell.removeLast() }
        cells.append(cell)
        return Row(line: start, cells: fault.map { .failure($0) } ?? .success(cells))
      case (_, UInt8(ascii: ",")) where fault == nil:
        cells.append(cell)
        cell = []
        state = .cellStart
      case (.cellStart, UInt8(ascii: "\"")) where fault == nil:
        state = .quoted
        quoteLine = line
      case (.quoteInQuoted, UInt8(ascii: "\r")):
        // Kept until the line feed that must follow takes it away.
        cell.append(byte)
        state = .plain
      case (.quoteInQuoted, _) where fault == nil:
        fault = Fault(
          message: "text after the closing quote of a cell",
          fix: "double each quote inside a quoted cell: \"\"")
      case (.plain, UInt8(ascii: "\"")) where fault == nil:
        fault = Fault(
          message: "a quote inside a cell that does not begin with one",
          fix: "put the whole cell in quotes and double each quote inside it")
      default:
        if fault == nil { cell.append(byte) }
        state = .plain
      }
    }
    guard !isEmpty else { return nil }
    if state == .quoted, fault == nil { fault = Self.neverClosed(quoteLine) }
    cells.append(cell)
    return Row(line: start, cells: fault.map { .failure($0) } ?? .success(cells))
  }

  private static func neverClosed(_ line: Int) -> Fault {
    Fault(
      message: "a quote opened on line \(line) is never closed",
      fix: "close it, and double each quote inside the cell")
  }
}
