/// Writes a report as one self-contained HTML page: no network, readable without scripts.
///
/// Its content security policy allows the page's own style and script, by their hashes, and
/// nothing else: no request, no other script, no form, no frame.
package struct HTMLWriter: Sendable {
  private let digest: @Sendable (String) -> String

  /// - Parameter digest: The SHA-256 of a text's UTF-8 bytes, in Base64.
  package init(digest: @escaping @Sendable (String) -> String) { self.digest = digest }

  package func text(_ document: ReportDocument) -> String {
    var body = Body()
    for block in document.blocks { body.add(block) }
    return page(title: document.title, navigation: navigation(body.sections), main: body.text)
  }

  /// A page around content that is markup already.
  package func page(title: String, navigation: String = "", main: String) -> String {
    let policy = [
      "default-src 'none'", "style-src 'sha256-\(digest(HTMLStyle.text))'",
      "script-src 'sha256-\(digest(HTMLScript.text))'", "img-src data:", "base-uri 'none'",
      "form-action 'none'",
    ].joined(separator: "; ")
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <link rel="icon" href="data:,">
      <title>\(markupText(title))</title>
      <style>\(HTMLStyle.text)</style>
      </head>
      <body>
      <a class="skip" href="#main">Skip to the report</a>
      \(navigation)<main id="main">
      <h1>\(markupText(title))</h1>
      \(main)</main>
      <script>\(HTMLScript.text)</script>
      </body>
      </html>

      """
  }

  private func navigation(_ sections: [(id: String, title: String)]) -> String {
    guard sections.count > 2 else { return "" }
    let items = sections.map { "<li><a href=\"#\($0.id)\">\(markupText($0.title))</a></li>\n" }
    return """
      <nav aria-label="Sections">
      <details><summary>Sections</summary>
      <ol>
      \(items.joined())</ol>
      </details>
      </nav>

      """
  }
}

/// The content of a page as it grows, with what its headings and tables are numbered by.
private struct Body {
  var text = ""
  var sections: [(id: String, title: String)] = []
  private var level = 1
  private var tables = 0
  private var captions: Set<String> = []

  init() {}

  mutating func add(_ block: ReportDocument.Block) {
    switch block {
    case .heading(let wanted, let title): addHeading(wanted, title)
    case .paragraph(let spans): text += "<p>\(inlineMarkup(spans))</p>\n"
    case .list(let items, let isNumbered):
      let tag = isNumbered ? "ol" : "ul"
      text += "<\(tag)>\n"
      for item in items { text += "<li>\(inlineMarkup(item))</li>\n" }
      text += "</\(tag)>\n"
    case .table(let table):
      tables += 1
      let table = HTMLTable(table, number: tables)
      text += table.text(isFirstOfItsName: captions.insert(table.caption).inserted)
    case .code(let code):
      let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        .map { markupText(String($0)) }
      text +=
        "<pre class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Shell lines to copy\(repeated)\">"
        + "<code>\(lines.joined(separator: "\n"))</code></pre>\n"
      codes += 1
    case .chart(let chart): addChart(chart)
    }
  }

  private var codes = 0
  /// Regions of one kind are told apart by their number.
  private var repeated: String { codes > 0 ? ", part \(codes + 1)" : "" }

  /// Levels rise by one at most, so that no outline has a gap.
  private mutating func addHeading(_ wanted: Int, _ title: String) {
    level = min(max(2, wanted), min(level + 1, 6))
    guard level == 2 else {
      text += "<h\(level)>\(markupText(title))</h\(level)>\n"
      return
    }
    let id = "section-\(sections.count + 1)"
    sections.append((id, title))
    text += "<h2 id=\"\(id)\">\(markupText(title))</h2>\n"
  }

  private mutating func addChart(_ chart: Chart) {
    let name = markupText(chart.title)
    text += """
      <figure>
      <div class="scroll" tabindex="0" role="region" aria-label="Chart: \(name)">
      \(ChartWriter.svg(chart, standsAlone: false))</div>
      <figcaption>\(markupText(chart.summary))</figcaption>
      </figure>

      """
  }
}

/// Spans as HTML.
func inlineMarkup(_ spans: [ReportDocument.Span]) -> String {
  spans.map { span in
    switch span {
    case .plain(let text): markupText(text)
    case .strong(let text): "<strong>\(markupText(text))</strong>"
    case .emphasis(let text): "<em>\(markupText(text))</em>"
    case .code(let text): "<code>\(markupText(text))</code>"
    case .link(let text, let path): "<a href=\"\(linkTarget(path))\">\(markupText(text))</a>"
    }
  }.joined()
}
