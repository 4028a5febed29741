import ReportWriters
import Testing

private let writer = HTMLWriter { _ in "DIGEST" }

/// Texts that would end or begin something if they were not escaped.
private let hostile = [
  "<script>alert(1)</script>", "</svg><script>", "\"quoted\" 'single'", "a\nb\r\nc",
  "--> <!-- ]]>", "&amp; &lt;", "</title></style></caption>", "javascript:alert(1)",
]

@Suite struct HTMLWriterTests {
  @Test(arguments: hostile)
  func hostileTextStaysText(_ text: String) {
    var page = ReportDocument(title: text)
    page.heading(text)
    page.paragraph(.plain(text), .strong(text), .emphasis(text), .code(text))
    page.list([[.plain(text)]])
    page.code("first\n\(text)")
    var table = ReportDocument.Table(caption: text, header: [text, text])
    table.add([text, text])
    page.table(table)
    page.chart(
      Chart(
        name: "c", title: text, summary: text,
        content: .matrix(
          CaseMatrix(variants: [text], rows: [.init(name: text, cells: [.pass])]))))
    let empty = ReportDocument(title: "")
    let html = writer.text(page)
    func count(_ part: String, in text: String) -> Int {
      text.split(separator: part, omittingEmptySubsequences: false).count - 1
    }
    for tag in ["<script", "</script", "<style", "</style", "<!--", "</title>"] {
      let own = tag == "</title>" ? 1 : 0
      #expect(
        count(tag, in: html) == count(tag, in: writer.text(empty)) + own, "\(tag) in \(text)")
    }
    #expect(count("</svg", in: html) == 1)
    #expect(!html.contains("\r"))
  }

  @Test func marksThatReorderTextAreSpelledOut() {
    let html = writer.text(ReportDocument(title: "a\u{202E}b\u{2066}c\u{FFFE}d"))
    #expect(html.contains("<h1>a[U+202E]b[U+2066]c\u{FFFD}d</h1>"))
  }

  @Test func policyAllowsOnlyThePagesOwnStyleAndScript() {
    let html = writer.text(ReportDocument(title: "t"))
    #expect(
      html.contains(
        "content=\"default-src 'none'; style-src 'sha256-DIGEST'; script-src 'sha256-DIGEST'; img-src data:; base-uri 'none'; form-action 'none'\""
      ))
    #expect(html.contains("<html lang=\"en\">"))
    #expect(html.contains("<meta name=\"viewport\""))
    // An attribute would be refused by the policy, and be dead.
    #expect(!html.contains(" style="))
    #expect(!html.contains("http:"))
  }

  @Test func headingsNeverSkipALevel() {
    var page = ReportDocument(title: "t")
    page.heading("a", level: 4)
    page.heading("b", level: 4)
    page.heading("c", level: 2)
    let html = writer.text(page)
    #expect(html.contains("<h2 id=\"section-1\">a</h2>\n<h3>b</h3>\n<h2 id=\"section-2\">c</h2>"))
  }

  @Test func tableHasCaptionScopesAndARegionWithAName() {
    var table = ReportDocument.Table(caption: "Counts", header: ["name", "caught"])
    table.add(["shipped", "4 of 6"])
    table.add(["winner", "6 of 6"])
    var page = ReportDocument(title: "t")
    page.table(table)
    #expect(
      writer.text(page).contains(
        """
        <div class="scroll" tabindex="0" role="region" aria-labelledby="table-1">
        <table class="sortable">
        <caption id="table-1">Counts</caption>
        <thead><tr><th scope="col">name</th><th scope="col">caught</th></tr></thead>
        <tbody>
        <tr><th scope="row">shipped</th><td>4 of 6</td></tr>
        <tr><th scope="row">winner</th><td>6 of 6</td></tr>
        </tbody>
        </table>
        </div>
        """))
  }

  @Test func regionsOfTablesWithOneCaptionHaveNamesOfTheirOwn() {
    var page = ReportDocument(title: "t")
    for _ in 0..<2 {
      page.table(ReportDocument.Table(caption: "Same", header: ["a"], rows: [[["x"]]]))
    }
    let html = writer.text(page)
    #expect(html.contains("role=\"region\" aria-labelledby=\"table-1\">"))
    #expect(html.contains("role=\"region\" aria-label=\"Same (table 2)\">"))
  }

  @Test func linksLeadToFilesAndNowhereElse() {
    var page = ReportDocument(title: "t")
    page.paragraph(.link("a<b", path: "javascript:alert(1)/x y\"é"))
    #expect(
      writer.text(page).contains(
        "<a href=\"./javascript%3Aalert%281%29/x%20y%22%C3%A9\">a&lt;b</a>"))
    #expect(MarkdownWriter.text(page).contains("[a&lt;b](./javascript%3Aalert%281%29/x%20y"))
  }

  @Test func rowsThatGoOnFromTheOneAboveAreNotSortedApart() {
    var table = ReportDocument.Table(caption: "c", header: ["day", "change"])
    table.add(["monday", "threshold"])
    table.add(["", "weight"])
    var page = ReportDocument(title: "t")
    page.table(table)
    let html = writer.text(page)
    #expect(html.contains("<table>\n"))
    #expect(html.contains("<tr><td></td><td>weight</td></tr>"))
  }

  @Test func markdownLinksToTheChartsFile() {
    var page = ReportDocument(title: "t")
    page.chart(
      Chart(
        name: "days", title: "When [x]?", summary: "Scores.",
        content: .stack(StackedBars(partNames: [], bars: []))))
    #expect(
      MarkdownWriter.text(page) == "# t\n\n![When \\[x\\]?](charts/days.svg)\n\n*Scores.*\n")
  }
}
