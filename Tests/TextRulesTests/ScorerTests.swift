import Testing
import TextRules

struct OutcomeCase: Sendable, CustomTestStringConvertible {
  let text: String
  let outcome: Outcome
  var testDescription: String { text.isEmpty ? "(empty)" : text }
}

@Test(arguments: [
  OutcomeCase(text: "Open the doc.", outcome: .scored),
  OutcomeCase(text: "", outcome: .empty), OutcomeCase(text: "👍 👍", outcome: .empty),
  OutcomeCase(text: "```\n```", outcome: .empty), OutcomeCase(text: "\u{200B}\0", outcome: .empty),
  OutcomeCase(text: "I'm sorry, but I can't help with that.", outcome: .refusal),
  OutcomeCase(text: "I cannot assist with this.", outcome: .refusal),
  OutcomeCase(text: "As an AI, I don't do homework.", outcome: .refusal),
  OutcomeCase(text: "I'm unable to do this.", outcome: .refusal),
  OutcomeCase(text: "I can't wait to see your essay!", outcome: .scored),
  OutcomeCase(text: "Write \"I can't come\" in the chat.", outcome: .scored),
  OutcomeCase(text: "Abre el documento y escribe tu nombre.", outcome: .notEnglish),
  OutcomeCase(text: "Öffne das Dokument und schreibe deinen Namen.", outcome: .notEnglish),
  OutcomeCase(text: "Ouvre le document et écris ton nom.", outcome: .notEnglish),
  OutcomeCase(text: "Вымойте одну тарелку.", outcome: .notEnglish),
  OutcomeCase(text: "افتح البريد", outcome: .notEnglish),
  OutcomeCase(text: "문서를 여세요.", outcome: .notEnglish),
  OutcomeCase(text: "打开文档。", outcome: .cannotCount),
  OutcomeCase(text: "Open 微信 and type one word.", outcome: .cannotCount),
  OutcomeCase(text: "Email Rajesh Venkataraman.", outcome: .scored),
])
func tellsOutcomesApart(_ c: OutcomeCase) {
  let score = scorer.score(c.text)
  #expect(score.outcome == c.outcome)
  #expect(score.strict.map(\.rule) == Rules.names)
  #expect(score.loose.map(\.rule) == Rules.names)
  if c.outcome != .scored { #expect(!score.passesAllStrict && !score.passesAllLoose) }
}

@Test func anotherLanguageGetsNoPileOfReasons() {
  let score = scorer.score("Abre el documento y escribe tu nombre.")
  #expect(score.strictVerdict("oneSentence") == .pass)
  #expect(score.strictVerdict("maxWords") == .pass)
  for rule in ["startsWithVerb", "concreteObject", "underTwoMinutes", "noFluff"] {
    #expect(score.strictVerdict(rule) == .notScored("not English"))
  }
}

@Test func passesAllRules() {
  let score = scorer.score("Open Google Docs and type your name.")
  #expect(score.passesAllStrict && score.passesAllLoose)
  #expect(score.words == 7)
  #expect(score.sentences == 1)
  #expect(score.strict.map(\.verdict) == Array(repeating: .pass, count: 6))
  #expect(!score.isUnsure)
}

struct LooseCase: Sendable, CustomTestStringConvertible {
  let output: String
  let loose: String
  var testDescription: String { output }
}

@Test(arguments: [
  LooseCase(output: "Sure! Here's your first step: Open the doc.", loose: "Open the doc."),
  LooseCase(output: "Here is your first step:\nOpen the doc.", loose: "Open the doc."),
  LooseCase(output: "Step 1: Open the doc.", loose: "Open the doc."),
  LooseCase(output: "First step: Open the doc.", loose: "Open the doc."),
  LooseCase(output: "Please open the doc.", loose: "open the doc."),
  LooseCase(output: "First, just open the doc.", loose: "open the doc."),
  LooseCase(output: "Okay, now simply open the doc.", loose: "open the doc."),
  LooseCase(output: "\"Open the doc.\"", loose: "Open the doc."),
  LooseCase(output: "“Open the doc”.", loose: "Open the doc"),
  LooseCase(output: "Great! Open the doc.", loose: "Open the doc."),
  LooseCase(output: "Open the doc: type \"Hi\".", loose: "Open the doc: type \"Hi\"."),
  LooseCase(output: "Type \"a\" and \"b\"", loose: "Type \"a\" and \"b\""),
])
func dropsTheWrapping(_ c: LooseCase) {
  #expect(scorer.score(c.output).looseText == c.loose)
}

@Test func tellsFormFromContent() {
  let score = scorer.score("Sure! Here's your first step: Open Google Docs and type your name.")
  #expect(!score.passesAllStrict)
  #expect(score.passesAllLoose)
  #expect(scorer.score("You've got this!").looseVerdict("noFluff")?.passed == false)
}

@Test func saysWhatItIsUnsureOf() {
  let score = scorer.score("Zorbify your notes.")
  #expect(
    score.doubts == [
      OutputScore.Doubt(
        rule: "startsWithVerb", verdict: .pass, reason: "‘Zorbify’ is not in the lexicon")
    ])
}

@Test func everyRuleExplainsItself() {
  #expect(
    Rules.names == [
      "oneSentence", "maxWords", "startsWithVerb", "concreteObject", "underTwoMinutes", "noFluff",
    ])
  for name in Rules.names { #expect((Rules.explanation(of: name)?.count ?? 0) > 100) }
  #expect(Rules.explanation(of: "tidy") == nil)
}

@Test func aPersonOverrulesARule() {
  let score = scorer.score("Zorbify your notes.")
  let failed = score.overruling("startsWithVerb", passes: false, why: "no such verb")
  #expect(failed.strictVerdict("startsWithVerb") == .fail("overruled: no such verb"))
  #expect(!failed.passesAllStrict && !failed.passesAllLoose && !failed.isUnsure)
  #expect(failed.overruling("startsWithVerb", passes: true, why: "slang").passesAllStrict)
  let refusal = scorer.score("I can't do that.")
  #expect(!refusal.overruling("noFluff", passes: true, why: "x").passesAllStrict)
}

@Test func theFallbackPassesTheRules() {
  #expect(scorer.score(PromptRules().fallback).passesAllStrict)
}
