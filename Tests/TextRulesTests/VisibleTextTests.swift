import Testing
import TextRules

struct VisibleCase: Sendable, CustomTestStringConvertible {
  let output: String
  let visible: String
  var testDescription: String { output }
}

@Test(arguments: [
  VisibleCase(output: "", visible: ""),
  VisibleCase(output: "  Open the doc. \n", visible: "Open the doc."),
  VisibleCase(output: "Open the\u{00A0}doc", visible: "Open the doc"),
  VisibleCase(output: "Op\u{200B}en\u{FEFF} the \u{2067}doc\u{2069}", visible: "Open the doc"),
  VisibleCase(output: "Open \u{2702}\u{FE0F} it", visible: "Open \u{2702} it"),
  VisibleCase(output: "Open the cafe\u{301} page", visible: "Open the café page"),
  VisibleCase(output: "Open\0 the doc", visible: "Open the doc"),
  VisibleCase(output: "**Open** the `doc`", visible: "Open the doc"),
  VisibleCase(output: "## Open the doc", visible: "Open the doc"),
  VisibleCase(output: "#essay is the tag", visible: "#essay is the tag"),
  VisibleCase(
    output: "1. Open\n2) Type\n- Close\n* Save\n• Rest", visible: "Open\nType\nClose\nSave\nRest"),
  VisibleCase(output: "- [ ] Open\n- [x] Close\n> Quote", visible: "Open\nClose\nQuote"),
  VisibleCase(output: "> - **Open** it", visible: "Open it"),
  VisibleCase(output: "*Open* the _blank_ essay_v2.docx", visible: "Open the blank essay_v2.docx"),
  VisibleCase(output: "Type 5 * 3 * 2", visible: "Type 5 * 3 * 2"),
  VisibleCase(output: "Name: ____", visible: "Name: ____"),
  VisibleCase(output: "Open [the doc](https://a.b/c) now", visible: "Open the doc now"),
  VisibleCase(output: "See ![a chart](x.png)", visible: "See a chart"),
  VisibleCase(output: "Open [the doc] now", visible: "Open [the doc] now"),
  VisibleCase(output: "<b>Open</b> the doc", visible: "Open the doc"),
  VisibleCase(output: "<p class=\"x\">Open it.</p>", visible: "Open it."),
  VisibleCase(output: "Open it.<br>Type.", visible: "Open it.\nType."),
  VisibleCase(output: "<ul><li>Open</li><li>Type</li></ul>", visible: "Open\nType"),
  VisibleCase(output: "Type <your name> and 2 < 3", visible: "Type <your name> and 2 < 3"),
  VisibleCase(output: "Open <https://a.b>", visible: "Open https://a.b"),
  VisibleCase(output: "```text\nOpen it.\n```", visible: "Open it."),
  VisibleCase(output: "Open\r\nand close", visible: "Open\nand close"),
  VisibleCase(output: "Step 1: Open it.", visible: "Step 1: Open it."),
  VisibleCase(output: "{\"step\": \"Open it.\"}", visible: "{\"step\": \"Open it.\"}"),
])
func showsWhatAPersonSees(_ c: VisibleCase) {
  #expect(scorer.score(c.output).visible == c.visible)
}
