/// A report as a sequence of blocks: what it says, apart from how it looks.
///
/// Markdown and HTML are both written from this one value, so they can't disagree.
package struct ReportDocument: Sendable, Hashable, Codable {
  package var title: String
  package var blocks: [Block]

  package init(title: String, blocks: [Block] = []) {
    self.title = title
    self.blocks = blocks
  }

  package enum Block: Sendable, Hashable, Codable {
    /// A heading below the title, from level 2.
    case heading(level: Int, String)
    case paragraph([Span])
    case list([[Span]], isNumbered: Bool)
    case table(Table)
    /// Shell lines to copy.
    case code(String)
    case chart(Chart)
  }

  /// A run of text in one style. Plain text is escaped by the writers, never trusted.
  package enum Span: Sendable, Hashable, Codable, ExpressibleByStringLiteral,
    ExpressibleByStringInterpolation
  {
    case plain(String)
    case strong(String)
    case emphasis(String)
    case code(String)
    /// A link to a file, relative to the page's own place.
    case link(String, path: String)

    package init(stringLiteral value: String) { self = .plain(value) }
  }

  package struct Table: Sendable, Hashable, Codable {
    /// What the table shows, for those who can't see it at a glance.
    package var caption: String
    package var header: [String]
    package var rows: [[[Span]]]

    package init(caption: String, header: [String], rows: [[[Span]]] = []) {
      self.caption = caption
      self.header = header
      self.rows = rows
    }

    package mutating func add(_ cells: [[Span]]) {
      precondition(cells.count == header.count)
      rows.append(cells)
    }

    package mutating func add(_ cells: [String]) { add(cells.map { [.plain($0)] }) }
  }

  package mutating func heading(_ text: String, level: Int = 2) {
    blocks.append(.heading(level: level, text))
  }

  package mutating func paragraph(_ spans: Span...) { blocks.append(.paragraph(spans)) }

  package mutating func list(_ items: [[Span]], numbered: Bool = false) {
    if !items.isEmpty { blocks.append(.list(items, isNumbered: numbered)) }
  }

  package mutating func table(_ table: Table) {
    if !table.rows.isEmpty { blocks.append(.table(table)) }
  }

  package mutating func code(_ text: String) { blocks.append(.code(text)) }

  package mutating func chart(_ chart: Chart) { blocks.append(.chart(chart)) }

  /// In the order they stand; each is a file of the run folder too.
  package var charts: [Chart] {
    blocks.compactMap { block in
      guard case .chart(let chart) = block else { return nil }
      return chart
    }
  }
}
