/// A table of a page: plain rows and headers, which the page's script makes sortable.
struct HTMLTable {
  private let table: ReportDocument.Table
  private let number: Int

  /// - Parameters:
  ///   - table: What it shows.
  ///   - number: Its place among the tables of the page, from 1.
  init(_ table: ReportDocument.Table, number: Int) {
    self.table = table
    self.number = number
  }

  /// Rows that go on from the one above have no name of their own, and can't be moved apart.
  private var isSortable: Bool {
    table.rows.count > 1 && !table.header.contains("")
      && table.rows.allSatisfy { !($0.first ?? []).isEmpty && $0.first != [.plain("")] }
  }

  var caption: String {
    let named = table.caption.isEmpty ? (table.header.first ?? "") : table.caption
    return named.isEmpty ? "Table \(number)" : named
  }

  /// The table within its own scrolling region.
  ///
  /// A region's name must tell it apart, so a caption that stands above already is numbered.
  func text(isFirstOfItsName: Bool) -> String {
    let id = "table-\(number)"
    var kinds: [String] = []
    if table.header.count > 3 { kinds.append("wide") }
    if isSortable { kinds.append("sortable") }
    let kind = kinds.isEmpty ? "" : " class=\"\(kinds.joined(separator: " "))\""
    let hidden = table.caption.isEmpty ? " class=\"hidden\"" : ""
    let name =
      isFirstOfItsName
      ? "aria-labelledby=\"\(id)\"" : "aria-label=\"\(markupText(caption)) (table \(number))\""
    var text = """
      <div class="scroll" tabindex="0" role="region" \(name)>
      <table\(kind)>
      <caption id="\(id)"\(hidden)>\(markupText(caption))</caption>
      <thead><tr>
      """
    for cell in table.header {
      text += cell.isEmpty ? "<td></td>" : "<th scope=\"col\">\(markupText(cell))</th>"
    }
    text += "</tr></thead>\n<tbody>\n"
    for row in table.rows { text += self.row(row) }
    return text + "</tbody>\n</table>\n</div>\n"
  }

  private func row(_ cells: [[ReportDocument.Span]]) -> String {
    var text = "<tr>"
    for (i, cell) in cells.enumerated() {
      let content = inlineMarkup(cell)
      text +=
        i == 0 && !content.isEmpty
        ? "<th scope=\"row\">\(content)</th>" : "<td>\(content)</td>"
    }
    return text + "</tr>\n"
  }
}
