import Testing
import TextRules

@Test(arguments: [
  "Open Google Docs and type your name.", "Open the doc; type your name.",
  "Open the doc: type your name", "Open the doc, type your name.",
  "Open docs.google.com and sign in.", "Open report.docx.", "Wait 2.5 seconds.",
  "Call at 9:30 a.m. and ask.", "Call Dr. Lee.", "Open an app, e.g. Notion.",
  "Read the U.S. History page.", "Read question no. 5 aloud.", "Open Yahoo! Mail.",
  "Open \"Who Are You? A Story\" and read on.", "Type \"Done.\" and close the lid.",
  "Open the doc! 🎉", "Open the doc. :)", "Open the doc. :D", "Open the doc\nand type your name.",
  "打开文档。", "Ask J. R. Okafor.", "Open the file...then close it.",
  "Call before 5 p.m. Friday.", "\"Open the doc.\"", "Open the doc (it is in Drive).",
])
func isOneSentence(_ text: String) {
  #expect(strict("oneSentence", text) == .pass)
}

@Test(arguments: [
  RuleCase.fails(
    "Open Google Docs. Type your name.", "2 sentences: the second begins at ‘Type your name’"),
  RuleCase.fails("Open Docs.Type your name", "2 sentences: the second begins at ‘Type your name’"),
  RuleCase.fails("Open it! Now!", "2 sentences: the second begins at ‘Now’"),
  RuleCase.fails("- open it\n- type it", "2 sentences: the second begins at ‘type it’"),
  RuleCase.fails("Open it\nType it", "2 sentences: the second begins at ‘Type it’"),
  RuleCase.fails("Open it.\ntype it", "2 sentences: the second begins at ‘type it’"),
  RuleCase.fails("open docs. type a name", "2 sentences: the second begins at ‘type a name’"),
  RuleCase.fails("One. Two. Three.", "3 sentences: the second begins at ‘Two’"),
  RuleCase.fails("Call at 9 a.m. Then rest.", "2 sentences: the second begins at ‘Then rest’"),
  RuleCase.fails("打开文档。写下名字！", "2 sentences: the second begins at ‘写下名字’"),
  RuleCase.fails("1) Open it 2) Type it", "2 sentences: the second begins at ‘2 Type it’"),
  RuleCase.fails("Open the file… Close it.", "2 sentences: the second begins at ‘Close it’"),
  RuleCase.fails(
    "Great place :) You will like it", "2 sentences: the second begins at ‘You will like’"),
  RuleCase.fails("", "no text"), RuleCase.fails("👍", "no letter in ‘👍’"),
  RuleCase.fails("12:30!", "no letter in ‘12:30!’"),
])
func isNotOneSentence(_ c: RuleCase) {
  #expect(strict("oneSentence", c.text) == c.verdict)
}
