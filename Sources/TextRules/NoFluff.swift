/// Nothing but the step: no talk to the person around it.
struct NoFluff: Rule {
  var name: String { "noFluff" }
  var needsEnglish: Bool { true }

  var explanation: String {
    """
    No greeting, preamble, praise, encouragement, apology, refusal or sign-off: "You've got \
    this!", "Great job", "Sure!", "I'm sorry, but", "Let me know". Words in quotation marks are \
    what the person is to write, and do not count.
    """
  }

  func check(_ passage: Passage) -> Finding {
    guard let match = FluffFinder.first(passage) else { return .pass }
    let words = passage.tokens[match.range].map(\.text).joined(separator: " ")
    return .fail("\(match.kind): \(Quoting.quote(words))")
  }
}

/// Finds the phrases of `fluff.txt` in a passage.
enum FluffFinder {
  struct Match {
    let range: Range<Int>
    let kind: String
  }

  static func first(_ passage: Passage) -> Match? {
    let isWhollyQuoted = passage.tokens.allSatisfy(\.isQuoted)
    for index in passage.tokens.indices where isWhollyQuoted || !passage.tokens[index].isQuoted {
      if let match = match(at: index, passage) { return match }
    }
    return nil
  }

  static func match(at index: Int, _ passage: Passage) -> Match? {
    let tokens = passage.tokens
    guard let phrases = passage.lexicon.fluff.byFirstWord[tokens[index].lower] else { return nil }
    for phrase in phrases {
      let end = index + phrase.words.count
      guard end <= tokens.count, isSame(phrase.words, tokens[index..<end]) else { continue }
      if phrase.atStartOnly, !isStart(index, tokens, isLong: phrase.words.count > 1) { continue }
      if phrase.words.count == 1, !standsAlone(index, passage) { continue }
      if phrase.words[0] == "i", end < tokens.count, tokens[end].lower == "wait" { continue }
      return Match(range: index..<end, kind: phrase.kind)
    }
    return nil
  }

  private static func isSame(_ words: [String], _ tokens: ArraySlice<Token>) -> Bool {
    zip(words, tokens).allSatisfy { $0 == $1.lower }
  }

  private static func isStart(_ index: Int, _ tokens: [Token], isLong: Bool) -> Bool {
    guard index > 0, tokens[index].sentence == tokens[index - 1].sentence else { return true }
    return isLong
      && !tokens[index].gap.isDisjoint(with: [
        .dash, .comma, .semicolon, .newline, .openParenthesis,
      ])
  }

  private static let neverAlone: Set<String> = [
    "sorry", "here's", "congrats", "congratulations", "unfortunately", "apologies", "hi", "hey",
    "hello", "hiya", "thanks", "certainly", "absolutely", "definitely", "kudos",
  ]

  /// "Great!" and "Okay, open…" talk; "Great Expectations" and "Enjoy your tea" may not.
  private static func standsAlone(_ index: Int, _ passage: Passage) -> Bool {
    let tokens = passage.tokens
    if neverAlone.contains(tokens[index].lower) { return true }
    let after = index + 1 < tokens.count ? tokens[index + 1].gap : passage.tail
    let isLast = index + 1 == tokens.count || tokens[index + 1].sentence != tokens[index].sentence
    return isLast || !after.isDisjoint(with: Gap.clause)
  }
}
