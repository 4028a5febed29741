import ReportWriters
import Testing

private func markdown(_ build: (inout ReportDocument) -> Void) -> String {
  var document = ReportDocument(title: "T")
  build(&document)
  return MarkdownWriter.text(document)
}

struct HostileCase: Sendable, CustomTestStringConvertible {
  let text: String
  let written: String
  var testDescription: String { written }
}

private let hostileCases: [HostileCase] = [
  HostileCase(text: "a | b", written: "a \\| b"),
  HostileCase(text: "`code`", written: "\\`code\\`"),
  HostileCase(
    text: "<script>alert(1)</script>", written: "&lt;script&gt;alert(1)&lt;/script&gt;"),
  HostileCase(text: "&lt;", written: "&amp;lt;"),
  HostileCase(text: "one\ntwo\r\nthree", written: "one two  three"),
  HostileCase(text: "a\u{202E}b", written: "a\\[U+202E\\]b"),
  HostileCase(text: "\u{2066}x\u{200F}", written: "\\[U+2066\\]x\\[U+200F\\]"),
  HostileCase(text: "[x](http://y)", written: "\\[x\\](http://y)"),
  HostileCase(text: "*a* _b_ ~c~", written: "\\*a\\* \\_b\\_ \\~c\\~"),
  HostileCase(text: "# heading", written: "\\# heading"),
  HostileCase(text: "back\\slash", written: "back\\\\slash"),
  HostileCase(text: "bell\u{7}end\u{1B}[31m", written: "bell end \\[31m"),
  // A mark with a combining accent is one character of Swift and still a mark of Markdown.
  HostileCase(text: "|\u{301}`\u{301}", written: "\\|\u{301}\\`\u{301}"),
]

@Test(arguments: hostileCases)
func hostileTextStaysText(_ c: HostileCase) {
  #expect(markdown { $0.paragraph(.plain(c.text)) } == "# T\n\n\(c.written)\n")
  #expect(markdown { $0.heading(c.text) } == "# T\n\n## \(c.written)\n")
  #expect(
    markdown {
      var table = ReportDocument.Table(caption: c.text, header: [c.text])
      table.add([c.text])
      $0.table(table)
    } == "# T\n\n*\(c.written)*\n\n| \(c.written) |\n|---|\n| \(c.written) |\n")
}

private let codeCases: [HostileCase] = [
  HostileCase(text: "plain", written: "`plain`"),
  HostileCase(text: "a`b", written: "`` a`b ``"),
  HostileCase(text: "a``b`", written: "``` a``b` ```"),
  HostileCase(text: "a|b", written: "`a\\|b`"),
  HostileCase(text: "two\nlines", written: "`two lines`"),
  HostileCase(text: "`\u{301}|\u{301}", written: "`` `\u{301}\\|\u{301} ``"),
]

@Test(arguments: codeCases)
func codeSpanCannotBeLeft(_ c: HostileCase) {
  #expect(
    Array(markdown { $0.paragraph(.code(c.text)) }.utf8) == Array("# T\n\n\(c.written)\n".utf8))
}

private let startCases: [HostileCase] = [
  HostileCase(text: "- no list", written: "\\- no list"),
  HostileCase(text: "+ no list", written: "\\+ no list"),
  HostileCase(text: "1. no list", written: "1\\. no list"),
  HostileCase(text: "12) no list", written: "12\\) no list"),
  HostileCase(text: "---", written: "\\---"),
  HostileCase(text: "    no code", written: "no code"),
  HostileCase(text: "3.5 hours", written: "3.5 hours"),
  HostileCase(text: "-4 points", written: "-4 points"),
]

@Test(arguments: startCases)
func textAtTheStartOfAParagraphBeginsNoBlock(_ c: HostileCase) {
  #expect(markdown { $0.paragraph(.plain(c.text)) } == "# T\n\n\(c.written)\n")
  #expect(markdown { $0.list([[.plain(c.text)]]) } == "# T\n\n- \(c.written)\n")
}

@Test func fenceIsLongerThanAnyInside() {
  #expect(markdown { $0.code("a") } == "# T\n\n```\na\n```\n")
  #expect(markdown { $0.code("```\nx\n````") } == "# T\n\n`````\n```\nx\n````\n`````\n")
}

@Test func marksTouchTheirText() {
  // A space inside the closing mark would leave the mark standing as text.
  let text = markdown {
    $0.paragraph(.strong("missed "), .code("x"), .emphasis(" a "), .strong(""), .strong(" "))
  }
  #expect(text == "# T\n\n**missed** `x` *a*  \n")
}

@Test func blocksAreWrittenInOrder() {
  let text = markdown {
    $0.paragraph("plain ", .strong("bold"), .emphasis("em"))
    $0.list([["a"], ["b"]])
    $0.list([["a"], ["b"]], numbered: true)
    $0.list([])
    $0.table(ReportDocument.Table(caption: "empty", header: ["x"]))
  }
  #expect(
    text == "# T\n\nplain **bold***em*\n\n- a\n- b\n\n1. a\n2. b\n")
}

@Test func plainLineHasNoControlCharacter() {
  #expect(plainLine("a\u{9}b\u{85}c\u{2028}d\u{FEFF}") == "a b c d[U+FEFF]")
}
