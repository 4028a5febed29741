/// Names at least one thing one can see, touch or point at.
struct ConcreteObject: Rule {
  var name: String { "concreteObject" }
  var needsEnglish: Bool { true }

  var explanation: String {
    """
    At least one thing one can see or touch, or a named app, site, file, person or book, or a \
    numbered page, chapter, problem or cell; email, paragraph, title, list and form count. \
    Alone these do not: it, thing, something, work, task, project, step, idea, plan, progress, \
    motivation, goal, topic, breath. Judged by the share of a noun's senses that WordNet files \
    under things and messages, by lists beside it, and by capitals, numbers and addresses.
    """
  }

  func check(_ passage: Passage) -> Finding {
    let tokens = passage.tokens
    let capitals = tokens.count { $0.isCapital }
    let isTitleCase = tokens.count > 3 && capitals * 10 > tokens.count * 7
    var weak: Int?
    var refused: [String] = []
    for index in tokens.indices {
      switch kind(index, tokens, isTitleCase: isTitleCase) {
      case .object: return .pass
      case .weak: weak = weak ?? index
      case .vague: if refused.count < 2 { refused.append(tokens[index].text) }
      case .nothing: break
      }
    }
    if let weak {
      let word = Quoting.quote(tokens[weak].text)
      return Finding(.pass, doubt: "the only object is \(word), which may not be one")
    }
    guard !refused.isEmpty else { return .fail("no concrete object") }
    return .fail("no concrete object: " + refused.map { Quoting.quote($0) }.joined(separator: ", "))
  }

  private enum Kind { case object, weak, vague, nothing }

  private func kind(_ index: Int, _ tokens: [Token], isTitleCase: Bool) -> Kind {
    let token = tokens[index]
    if token.shape.contains(.address) { return .object }
    if let numbered = numbered(index, tokens) { return numbered }
    if token.isNumber { return .nothing }
    if token.has(.named), token.isCapital, index > 0 { return .object }
    if token.has(.objectPronoun), !token.has([.determiner, .number]) { return .vague }
    if token.has([.lead, .interjection]) && index == 0 { return .nothing }
    let startsSentence = index == 0 || tokens[index - 1].sentence != token.sentence
    if token.isCapital, !startsSentence, !isTitleCase || !token.info.isKnown,
      !token.has([.closed, .month, .unseen]),
      !token.shape.contains(.shouted) || token.text.count < 6
    {
      return .object
    }
    if token.has(WordLists.closed), !token.has(.seen) { return .nothing }
    guard isNounHere(index, tokens) else { return .nothing }
    if token.has(.unseen) { return .vague }
    if token.has([.seen, .title]) { return .object }
    if token.isQuoted { return .weak }
    let info = token.info
    if isModifier(index, tokens) || token.has([.number, .lead]) { return .nothing }
    if info.noun >= 0 {
      guard Int(info.noun) + 3 >= Int(max(info.verb, info.adjective, info.adverb)) else {
        return .nothing
      }
      return info.seen >= 5 ? .object : info.seen >= 4 ? .weak : .vague
    }
    if !info.isKnown, !token.text.isEmpty, index > 0, isNounPlace(tokens[index - 1]) {
      return hasAbstractEnding(token.lower) ? .vague : .weak
    }
    return .nothing
  }

  /// "page 12", "problem 4", "cell B2", "12 pages"; nil when no number makes a place.
  private func numbered(_ index: Int, _ tokens: [Token]) -> Kind? {
    let token = tokens[index]
    guard token.has(.numbered), index + 1 < tokens.count else { return nil }
    let next = tokens[index + 1]
    let isCode = next.text.unicodeScalars.contains(where: ScalarClass.isDigit)
    let isLetter = next.text.unicodeScalars.count == 1 && next.isCapital && next.lower != "i"
    return (next.isNumber || isCode || isLetter || next.has(.number)) && next.gap == .space
      ? .object : nil
  }

  /// Whether a word that may be a verb or adjective is a noun here.
  private func isNounHere(_ index: Int, _ tokens: [Token]) -> Bool {
    let token = tokens[index]
    let next = index + 1 < tokens.count ? tokens[index + 1] : nil
    let opensObject =
      next.map {
        $0.gap == .space
          && ($0.has([.determiner, .objectPronoun, .wh, .number]) || $0.isNumber
            || ($0.isCapital && !token.isCapital))
      } == true
    guard index > 0 else {
      return token.info.verb < 0 && !token.has([.task, .mixed])
    }
    let previous = tokens[index - 1]
    let joins =
      previous.has(.conjunction) || ["then", "to", "and", "now"].contains(previous.lower)
      || !token.gap.isDisjoint(with: Gap.clause)
    let mayBeVerb = token.info.verb >= 0 || token.has([.task, .mixed])
    if joins, mayBeVerb, opensObject || (token.isMainlyVerb && !token.has(.seen)) { return false }
    if previous.lower == "to", mayBeVerb, !token.has(.seen) { return false }
    if token.info.form.contains(.gerund), token.info.noun < 4, !token.has(.seen) { return false }
    if ["go", "start", "try", "begin", "get"].contains(previous.lower), index == 1,
      token.isMainlyVerb
    {
      return false
    }
    return true
  }

  /// "good" of "a good time": an adjective with the noun still to come.
  private func isModifier(_ index: Int, _ tokens: [Token]) -> Bool {
    let token = tokens[index]
    let looksLikeAdjective = Self.adjectiveEndings.contains { token.lower.hasSuffix($0) }
    if !token.info.isKnown, looksLikeAdjective { return true }
    guard token.info.adjective >= max(token.info.noun, 0), index + 1 < tokens.count else {
      return false
    }
    let next = tokens[index + 1]
    return next.gap == .space && !next.has(WordLists.closed)
      && (next.info.noun >= 0 || next.info.adjective >= 0 || next.has([.seen, .unseen]))
  }

  private func isNounPlace(_ previous: Token) -> Bool {
    previous.has([.determiner, .preposition, .number]) || previous.isNumber
      || previous.info.adjective >= 0 || previous.info.noun >= 0 || previous.info.verb >= 0
  }

  private static let adjectiveEndings = ["est", "able", "ible", "ous", "ful", "ive", "less"]

  private static let abstractEndings = [
    "ness", "tion", "sion", "ity", "ism", "ment", "ance", "ence", "ship", "hood", "ly", "ing",
  ]

  private func hasAbstractEnding(_ word: String) -> Bool {
    Self.abstractEndings.contains { word.hasSuffix($0) }
  }
}
