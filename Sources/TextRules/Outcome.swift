/// What became of an output as a whole; all but `scored` are counted apart and never pass.
package enum Outcome: String, Sendable, Hashable, CaseIterable {
  case scored
  /// No text, or no letter in it.
  case empty
  /// The model says that it cannot or will not.
  case refusal
  case notEnglish
  /// A script without spaces between words, so that `maxWords` has no answer.
  case cannotCount

  /// The outcome in plain words, for reports.
  package var title: String {
    switch self {
    case .scored: "scored"
    case .empty: "empty"
    case .refusal: "refusal"
    case .notEnglish: "not English"
    case .cannotCount: "cannot count words"
    }
  }
}

/// Decides the outcome of a passage.
enum OutcomeDetector {
  /// The outcome, and whether the rules that need English can be judged.
  static func outcome(of passage: Passage) -> (outcome: Outcome, isEnglish: Bool) {
    let letters = passage.letters
    guard letters.total > 0, passage.sentences > 0 else { return (.empty, false) }
    if letters.unspaced > 0 {
      return (.cannotCount, letters.latin > letters.unspaced + letters.other)
    }
    if letters.other * 2 > letters.total || isOtherLatin(passage) { return (.notEnglish, false) }
    return (isRefusal(passage) ? .refusal : .scored, true)
  }

  /// Latin letters, but the small words are of another language.
  private static func isOtherLatin(_ passage: Passage) -> Bool {
    var foreign = 0
    var closed = 0
    var known = 0
    var accented = 0
    var count = 0
    for token in passage.tokens.prefix(200) where !token.isNumber && !token.shape.contains(.address)
    {
      count += 1
      let info = token.info
      let isEnglish =
        info.verb >= 0 || info.noun >= 0 || info.adjective >= 0 || info.adverb >= 0
        || !info.lists.subtracting([.foreign, .seen]).isEmpty
      if isEnglish { known += 1 }
      if token.has(WordLists.closed) { closed += 1 }
      if token.has(.foreign), !isEnglish, !token.isQuoted { foreign += 1 }
      if !isEnglish, token.text.utf8.contains(where: { $0 >= 0x80 }) { accented += 1 }
    }
    guard count > 0 else { return false }
    if foreign >= 2, foreign > closed { return true }
    if foreign >= 1, known * 2 <= count, foreign >= closed { return true }
    return accented >= 1 && closed == 0 && count >= 3 && known * 3 <= count
  }

  private static func isRefusal(_ passage: Passage) -> Bool {
    let tokens = passage.tokens
    for (index, token) in tokens.prefix(30).enumerated() where token.sentence <= 1 {
      guard !token.isQuoted, opensClause(index, tokens) else { continue }
      let next = tokens[(index + 1)...].prefix(3).map(\.lower)
      if isRefusal(token.lower, next) { return true }
    }
    return false
  }

  private static func opensClause(_ index: Int, _ tokens: [Token]) -> Bool {
    guard index > 0 else { return true }
    let opening: Set<String> = ["but", "unfortunately", "sorry", "apologize", "that", "because"]
    return !tokens[index].gap.isDisjoint(with: Gap.clause)
      || opening.contains(tokens[index - 1].lower)
      || tokens[index].sentence != tokens[index - 1].sentence
  }

  private static func isRefusal(_ word: String, _ next: [String]) -> Bool {
    let second = next.first ?? ""
    let third = next.count > 1 ? next[1] : ""
    let cannot: Set<String> = ["can't", "cannot", "won't", "cant", "couldn't"]
    switch word {
    case "i":
      if cannot.contains(second) { return third != "wait" && third != "stress" }
      if second == "am" { return third == "unable" || (third == "not" && next.last == "able") }
      if second == "can" || second == "will" { return third == "not" }
      if second == "do" || second == "must" { return third == "decline" || third == "not" }
      return second == "don't" && ["feel", "have", "know", "understand"].contains(third)
    case "i'm": return second == "unable" || (second == "not" && third == "able")
    case "as": return second == "an" && (third == "ai" || third == "a.i")
    case "sorry": return second == "but" || second == "i"
    case "unable": return second == "to"
    default: return false
    }
  }
}
