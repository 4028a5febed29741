import TraceModel

/// A table on its way to a CSV file: UTF-8, LF, otherwise RFC 4180.
package struct CSVTable: Sendable {
  package let header: [String]
  package private(set) var rows: [[String]] = []

  private let showsHeader: Bool

  package init(header: [String]) {
    self.header = header
    showsHeader = true
  }

  /// A table of further rows for the same file.
  package init(continuing table: CSVTable) {
    header = table.header
    showsHeader = false
  }

  /// Adds a row of cells that are numbers, ids or words of this program.
  package mutating func add(_ row: [String]) {
    precondition(row.count == header.count, "\(row.count) cells for \(header.count) columns")
    rows.append(row)
  }

  package var text: String {
    var text = ""
    for row in (showsHeader ? [header] : []) + rows {
      text += row.map(Self.quotedWhereNeeded).joined(separator: ",")
      text += "\n"
    }
    return text
  }

  private static func quotedWhereNeeded(_ cell: String) -> String {
    guard cell.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return cell }
    // By scalars: a quote that carries a combining mark is still a quote to every reader.
    var text = "\""
    for scalar in cell.unicodeScalars {
      if scalar == "\"" { text += "\"" }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }

  /// A free text from an input as a cell that no spreadsheet takes for a formula.
  package static func freeText(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first) else {
      return text
    }
    return "'\(text)"
  }
}
