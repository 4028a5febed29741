import Testing
import TextRules

struct CountCase: Sendable, CustomTestStringConvertible {
  let text: String
  let words: Int?
  var testDescription: String { text }
}

@Test(arguments: [
  CountCase(text: "", words: 0),
  CountCase(text: "Open Google Docs and type your name.", words: 7),
  CountCase(text: "e-mail", words: 1), CountCase(text: "don't", words: 1),
  CountCase(text: "to-do", words: 1), CountCase(text: "9:30", words: 1),
  CountCase(text: "$20", words: 1), CountCase(text: "3/4", words: 1),
  CountCase(text: "12-14", words: 1), CountCase(text: "12–14", words: 1),
  CountCase(text: "and/or", words: 1), CountCase(text: "Ctrl+N", words: 1),
  CountCase(text: "https://docs.google.com/a--b", words: 2),
  CountCase(text: "https://docs.google.com/u/0?q=1", words: 1),
  CountCase(text: "a.m.", words: 1),
  CountCase(text: "Salt & pepper", words: 2), CountCase(text: "File > Open", words: 2),
  CountCase(text: "Open it 🎉 👍🏽", words: 2), CountCase(text: "1\u{FE0F}\u{20E3} Open", words: 1),
  CountCase(text: "Docs—yes", words: 2), CountCase(text: "Docs--yes", words: 2),
  CountCase(text: "Monday–Friday", words: 2), CountCase(text: "wait…what", words: 2),
  CountCase(text: "wait...what", words: 2), CountCase(text: "Step 1:", words: 2),
  CountCase(text: "Docs.Type", words: 1), CountCase(text: "½ cup", words: 2),
  CountCase(text: "naïve Ångström", words: 2), CountCase(text: "Вымойте одну тарелку", words: 3),
  CountCase(text: "打开文档。", words: nil), CountCase(text: "ドキュメントを開く", words: nil),
  CountCase(text: "เปิดเอกสาร", words: nil),
])
func countsAsPeopleDo(_ c: CountCase) {
  let score = scorer.score(c.text)
  #expect(score.words == c.words)
  #expect(WordCount.count(score.visible) == c.words)
}

@Test(arguments: [
  RuleCase.passes("one two three four five six seven eight nine ten 11 12 13 14 15"),
  RuleCase.fails(
    "one two three four five six seven eight nine ten 11 12 13 14 15 16", "16 words; 15 allowed"),
  RuleCase(text: "打开文档。", verdict: .notScored("cannot count words in this script")),
  RuleCase(text: "", verdict: .notScored("no text")),
])
func limitsWords(_ c: RuleCase) {
  #expect(strict("maxWords", c.text) == c.verdict)
}

@Test func allowsWhatTheSettingsSay() {
  let short = Scorer(settings: RuleSettings(maxWords: 3))
  #expect(
    short.score("Open the blue folder.").strictVerdict("maxWords")
      == .fail("4 words; 3 allowed"))
  #expect(
    Rules.explanation(of: "maxWords", settings: short.settings)?.hasPrefix("At most 3") == true)
}
