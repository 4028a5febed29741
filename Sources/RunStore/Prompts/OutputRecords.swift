import TextRules
import TraceModel

/// How a plain file holds its outputs.
package enum OutputFormat: String, Sendable, Hashable, CaseIterable {
  /// One output a line; an empty line is an empty output.
  case txt
  /// A table with a column `output`, and optionally `case`, `sample` and `latencySeconds`.
  case csv
  /// JSON Lines, as in a set's `outputs/NAME.jsonl`.
  case jsonl

  /// By the end of a file's name; anything that is not `.csv`, `.jsonl` or `.json` is text.
  package init(path: String) {
    let name = path.lowercased()
    if name.hasSuffix(".csv") {
      self = .csv
    } else {
      self = name.hasSuffix(".jsonl") || name.hasSuffix(".json") ? .jsonl : .txt
    }
  }
}

/// An output as a plain file gives it.
package struct PlainOutput: Sendable, Hashable {
  /// The line it begins on, from 1.
  package let line: Int
  /// Its place among the outputs, from 1.
  package let index: Int
  /// Nil where the file names no case: the place then pairs it.
  package let caseID: String?
  /// Nil where the file numbers no samples.
  package let sample: Int?
  package let output: String
  package let latencySeconds: Double?
  package let source: PromptOutput.Source
  package let model: String?

  /// The case's name, or the output's place where there is none.
  package var caseName: String { caseID ?? String(index) }
}

/// A piece of a plain file that holds one output, not yet looked into.
///
/// Cutting a stream into records must go from front to back; looking into them can be done by any
/// number of threads, see `OutputParser`.
package struct OutputRecord: Sendable {
  enum Content: Sendable {
    case line([UInt8])
    case cells([[UInt8]])
    case fault(message: String, fix: String)
  }

  let line: Int
  let index: Int
  let content: Content
}

/// Cuts a stream into records.
package struct OutputRecordReader {
  private enum Cutter {
    case lines(LineReader)
    case rows(CSVReader)
  }

  package let file: String
  package let format: OutputFormat
  /// Where the columns stand; known once the first record was asked for.
  package private(set) var columns = OutputColumns()
  private var cutter: Cutter
  private var index = 0
  private var isFirst = true
  private var hasEnded = false

  package init(_ source: ByteSource, file: String, format: OutputFormat) {
    self.file = file
    self.format = format
    cutter = format == .csv ? .rows(CSVReader(source)) : .lines(LineReader(source))
  }

  package var parser: OutputParser {
    OutputParser(file: file, format: format, columns: columns)
  }

  /// The next record; nil after the last.
  package mutating func next() throws(ReadError) -> OutputRecord? {
    guard !hasEnded else { return nil }
    switch cutter {
    case .lines(var lines):
      defer { cutter = .lines(lines) }
      while let line = try lines.next() {
        if let record = record(line) { return record }
      }
      return nil
    case .rows(var rows):
      defer { cutter = .rows(rows) }
      while let row = try rows.next() {
        if let record = record(row) { return record }
      }
      return nil
    }
  }

  private mutating func record(_ line: LineReader.Line) -> OutputRecord? {
    defer { isFirst = false }
    switch line.content {
    case .tooLong(let length):
      let fault = LineFault.tooLong(length)
      return made(line.number, .fault(message: fault.message, fix: fault.fix))
    case .bytes(let bytes):
      if isFirst, bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
        return end(line.number, "this is UTF-16 text, not UTF-8", "save the file as UTF-8")
      }
      guard format == .jsonl else { return made(line.number, .line(bytes)) }
      guard let first = bytes.first(where: { $0 != UInt8(ascii: " ") && $0 != 0x09 }) else {
        return nil
      }
      if isFirst, first == UInt8(ascii: "[") {
        return end(
          line.number, "this file is one JSON list, not JSON Lines",
          "write one object a line, with no brackets around and no commas between them")
      }
      return made(line.number, .line(bytes))
    }
  }

  private mutating func record(_ row: CSVReader.Row) -> OutputRecord? {
    switch row.cells {
    case .failure(let fault):
      if isFirst { return end(row.line, fault.message, fault.fix) }
      return made(row.line, .fault(message: fault.message, fix: fault.fix))
    case .success(let cells):
      guard isFirst else {
        // A spreadsheet's empty line, not an output.
        if cells.count == 1, cells[0].isEmpty, columns.count > 1 { return nil }
        return made(row.line, .cells(cells))
      }
      isFirst = false
      columns = OutputColumns(cells.map { String(decoding: $0, as: UTF8.self) })
      if let twice = columns.givenTwice {
        return end(
          row.line, "two columns are called \(quoted(twice))",
          "keep the one that is meant, and rename the other")
      }
      guard columns.output == nil else { return nil }
      let names = columns.names.map { quoted($0) }.joined(separator: ", ")
      let hint = columns.names.lazy.compactMap { name in
        Nearest.match(for: name, among: ["output"]).map { _ in "; is it \(quoted(name))?" }
      }.first
      return end(
        row.line, "no column is called \"output\"\(hint ?? "") (columns: \(names.prefix(200)))",
        "name the columns in the first row: output, and optionally case, sample, latencySeconds")
    }
  }

  private mutating func made(_ line: Int, _ content: OutputRecord.Content) -> OutputRecord {
    index += 1
    return OutputRecord(line: line, index: index, content: content)
  }

  /// A fault of the whole file: nothing after it is read.
  private mutating func end(_ line: Int, _ message: String, _ fix: String) -> OutputRecord {
    hasEnded = true
    return made(line, .fault(message: message, fix: fix))
  }
}

/// Where a CSV file has what.
package struct OutputColumns: Sendable, Hashable {
  package private(set) var names: [String] = []
  private(set) var output: Int?
  private(set) var caseID: Int?
  private(set) var sample: Int?
  private(set) var latency: Int?

  init() {}

  init(_ names: [String]) {
    self.names = names
    output = names.firstIndex(of: "output")
    caseID = names.firstIndex(of: "case")
    sample = names.firstIndex(of: "sample")
    latency = names.firstIndex(of: "latencySeconds")
  }

  var count: Int { names.count }

  private static let known = ["output", "case", "sample", "latencySeconds"]

  /// Columns that are not read, to be told.
  package var ignored: [String] { names.filter { !Self.known.contains($0) } }

  /// A column that is read and stands in the first row more than once.
  var givenTwice: String? { Self.known.first { name in names.count { $0 == name } > 1 } }
}

extension OutputRecord {
  /// About how much memory it takes.
  package var byteCount: Int {
    switch content {
    case .line(let bytes): bytes.count
    case .cells(let cells): cells.reduce(0) { $0 + $1.count }
    case .fault(let message, let fix): message.utf8.count + fix.utf8.count
    }
  }
}
