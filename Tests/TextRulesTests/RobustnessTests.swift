import Testing
import TextRules
import TraceModel

private let garbage: [String] = [
  "\0\0\0", "\u{202E}Open the doc\u{202C}", "e\u{301}\u{301}\u{301}\u{301}\u{301}", "\"\"\"\"\"",
  "\"Open the doc", "Open the doc\"", "‘", "“Open”“", "🎉🎉🎉", "👩‍👩‍👧‍👦", "[[[[[](((", "](](](](",
  "<<<<>>>>",
  "<a <b <c", "***___***", "* * *", "_ _ _", "- - - -", "#", "######", "1.", "1. 2. 3.", "…", "...",
  "—", "--", ".", "!", "?!?!", ":", ": : :", "a", "I", "1", "\n\n\n", "\r\r\n", "```", "````",
  "[\"an\", \"array\"]", "{}", "\u{FFFD}\u{FFFD}", "Open\u{FFFD}", "\u{10FFFF}", "مرحبا: (1) a)",
  "'''''", "don't don't don't", "(((((", ")))))", "a.b.c.d.e.f", "A.B.C", "@", "@@@", "#tag", "$",
  "1) 2) 3) A) B)", "to to to to", "and and and", "the", "Step 1", "Step:", "Open:", ":Open",
  "=1+1",
]

@Test(arguments: garbage)
func survives(_ text: String) {
  let score = scorer.score(text)
  #expect(score.strict.count == 6)
  #expect(scorer.score(text) == score)
}

@Test func survivesRandomScalars() {
  var random = SplitMix64(seed: 7)
  let pool = Array(
    "Open the doc.!?,:;\"'“”‘’()[]<>*_`#-–—…\n\r\t 0123456789éß微信あ🎉\u{200D}\u{FE0F}\u{20E3}\u{301}"
      .unicodeScalars)
  for _ in 0..<3_000 {
    var view = String.UnicodeScalarView()
    for _ in 0..<random.below(40) { view.append(pool[random.below(pool.count)]) }
    let text = String(view)
    let score = scorer.score(text)
    #expect(score.strict.count == 6)
    if let words = score.words { #expect(words >= 0) }
    if score.outcome == .scored { #expect((score.sentences ?? 0) >= 1) }
  }
}

@Test(arguments: [
  "a ", "[a](", "<a ", "*a ", "_a_ ", "\"", "“a", "a.", "A. ", "- a\n", "`", "and to ", "…", "Dr. ",
])
func takesLinearTime(_ unit: String) {
  let clock = ContinuousClock()
  let small = String(repeating: unit, count: 3_000)
  let large = String(repeating: unit, count: 24_000)
  _ = scorer.score(small)
  let smallTime = clock.measure { _ = scorer.score(small) }
  let largeTime = clock.measure { _ = scorer.score(large) }
  // Eight times the text; quadratic work would take sixty-four times as long.
  #expect(largeTime < max(smallTime, .milliseconds(20)) * 30)
}

@Test func threadsAndOrderChangeNothing() async {
  var random = SplitMix64(seed: 11)
  let starts = ["Open", "Book", "Please open", "Mark", "Sure! Open", "Text", "打开", "Finish"]
  let ends = [
    "the doc.", "reviews are due", "page 4 for 10 minutes", "it.", "Mom. You've got this!",
  ]
  let texts = (0..<600).map { _ in
    starts[random.below(starts.count)] + " " + ends[random.below(ends.count)]
  }
  let alone = texts.map { scorer.score($0) }
  let together = await withTaskGroup(of: (Int, OutputScore).self) { group in
    for index in texts.indices.reversed() {
      group.addTask { (index, Scorer().score(texts[index])) }
    }
    var found: [Int: OutputScore] = [:]
    for await (index, score) in group { found[index] = score }
    return found
  }
  for index in texts.indices { #expect(together[index] == alone[index]) }
}
