/// Weighs whether a first word that may be a verb is one here.
///
/// The unit is about one bit of the odds. The start is how much more often WordNet's tagged text
/// has the word as a verb than as anything else; each neighbour adds or takes. The weights were set
/// by hand on real sentences and are checked by the fixtures in the tests.
struct FirstWordEvidence {
  static let threshold = 1

  private(set) var score: Int
  /// The strongest word against a verb: what follows it, for the reason.
  private var against: (weight: Int, words: String) = (0, "")
  private let tokens: [Token]
  /// The start of the score, and the same without what the list of task verbs adds.
  private let prior: Int
  private let rawPrior: Int
  private let end: Int

  init(_ passage: Passage) {
    tokens = passage.tokens
    let first = tokens[0]
    let info = first.info
    var end = 1
    while end < tokens.count, tokens[end].sentence == 0, !tokens[end].gap.contains(.newline) {
      end += 1
    }
    self.end = end
    let other = max(info.noun, info.adjective, info.adverb, 0)
    var prior = Int(info.verb) - Int(other)
    rawPrior = prior
    if first.has(.task) { prior = max(prior, 5) }
    if first.has(.mixed) { prior = max(prior, 0) }
    self.prior = prior
    score = min(prior, 7)
    weighNext()
    weighClause()
    weighShape(passage)
  }

  /// The reason for a fail: what the word is, and the words that say so.
  func reason(_ first: Token) -> String {
    let quoted = Quoting.quote(first.text)
    let kind: String
    if first.has(.name), first.isCapital, end > 1 {
      kind = "a name here"
    } else if first.info.noun >= max(first.info.adjective, first.info.adverb) {
      kind = "a noun here"
    } else {
      kind = first.info.adjective >= first.info.adverb ? "an adjective here" : "an adverb here"
    }
    guard !against.words.isEmpty else { return "starts with \(quoted), \(kind)" }
    return "starts with \(quoted), \(kind): \(Quoting.quote(against.words)) follows"
  }

  private mutating func add(_ weight: Int, from start: Int = 1, count: Int = 1) {
    score += weight
    guard weight < against.weight else { return }
    let words = tokens[start..<min(start + count, end)].map(\.text)
    against = (weight, words.joined(separator: " "))
  }

  // MARK: The next word

  private mutating func weighNext() {
    guard end > 1 else { return }
    let first = tokens[0]
    let info = first.info
    let next = tokens[1]
    let after = end > 2 ? tokens[2] : nil
    weighGap(first, next)
    guard next.gap.isDisjoint(with: [.comma, .dash, .slash, .semicolon, .openParenthesis]) else {
      return
    }
    if next.isQuoted, !first.isQuoted { return add(5) }
    if next.shape.contains(.address) { return add(5) }
    if next.lower == "of" { return add(rawPrior < 4 && info.noun >= 0 ? -9 : -2) }
    if next.has([.finite, .auxiliary]), next.lower != "being" { return add(-10) }
    if next.lower == "not" { return add(-4) }
    if next.lower == "and" || next.lower == "or" { return weighPair(first, after) }
    if next.has(.subjectPronoun), !next.has([.objectPronoun, .determiner]) {
      let takesClause = Self.clauseVerbs.contains(first.lower)
      return add(takesClause ? 1 : next.lower == "you" ? -3 : -5)
    }
    if next.has(.determiner) { return add(next.lower == "no" ? 2 : 8) }
    if next.has(.objectPronoun) { return add(8) }
    if next.isNumber || next.has(.number) {
      let isLabel =
        first.has(.label) && !first.isMainlyVerb && (after.map { $0.gap != .space } ?? true)
      return add(isLabel ? -8 : 3)
    }
    if next.has(.wh) || ["if", "when", "while", "because", "until"].contains(next.lower) {
      return add(3)
    }
    if next.has(.preposition) || next.has(.particle) { return weighPreposition(next) }
    weighOpenClass(first, next, after)
  }

  private static let clauseVerbs: Set<String> = [
    "see", "think", "remember", "imagine", "note", "know", "say", "believe", "pretend", "decide",
    "ensure", "check", "notice", "tell", "suppose", "assume", "recall", "consider", "understand",
    "make", "ask", "list", "write", "name", "pick", "do", "call",
  ]

  private mutating func weighGap(_ first: Token, _ next: Token) {
    if next.gap.contains(.comma) {
      let attention = ["look", "see", "listen", "say"].contains(first.lower)
      let talks = next.has(.subjectPronoun) || next.has(.auxiliary)
      add(talks ? (attention ? -9 : -6) : first.isMainlyVerb ? -1 : -3)
    }
    if next.gap.contains(.dash) { add(-3) }
    if next.gap.contains(.slash) || next.gap.contains(.semicolon) { add(-4) }
    // "List price: $2": a colon behind bare nouns makes a label of them.
    for index in 2..<max(2, min(end, 4)) {
      let token = tokens[index - 1]
      guard !token.has(.closed), !token.isQuoted else { return }
      if tokens[index].gap.contains(.colon) { return add(rawPrior > 3 ? -2 : -8, count: index - 1) }
    }
  }

  /// "Stop and breathe" is two verbs, "Price and taste" two nouns, "Mark and Steve" two names.
  private mutating func weighPair(_ first: Token, _ second: Token?) {
    guard let second else { return add(-2) }
    if second.isMainlyVerb, !second.isCapital || first.shape.contains(.shouted) { return add(2) }
    let areNames = second.isCapital && first.isCapital && !second.shape.contains(.shouted)
    add(areNames ? -5 : prior > 3 ? -1 : -3, count: 2)
  }

  /// Words that follow verbs far more often than nouns.
  private static let strongParticles: Set<String> = [
    "up", "down", "out", "off", "away", "back", "through", "into", "onto", "over", "aside",
  ]

  private mutating func weighPreposition(_ next: Token) {
    switch next.lower {
    case let word where Self.strongParticles.contains(word): add(4)
    case "to", "on", "in", "at": add(prior > 0 ? 1 : -1)
    case "about": add(prior > 3 ? 0 : -3)
    case "as", "like", "than": add(prior > 3 ? 0 : -2)
    default: add(prior > 2 ? 0 : -1)
    }
  }

  private mutating func weighOpenClass(_ first: Token, _ next: Token, _ after: Token?) {
    let form = next.info.form
    let nextInfo = next.info
    let afterIsOpen =
      after.map { !$0.has(.closed) && $0.gap.isDisjoint(with: .clause) } == true
    if form.contains(.thirdPerson), nextInfo.verb > nextInfo.noun + 1 || nextInfo.noun < 0 {
      return add(after?.has([.determiner, .objectPronoun]) == true ? -10 : -6, count: 2)
    }
    if form.contains(.thirdPerson), after?.has(.determiner) == true, first.has(.name) {
      return add(-8, count: 2)
    }
    let links = ["stay", "keep", "get", "feel", "remain"].contains(first.lower)
    if form.contains(.past), links { return add(2) }
    if form.contains(.past), nextInfo.adjective < 0 || !afterIsOpen {
      return add(afterIsOpen ? -1 : -6, count: 2)
    }
    if form.contains(.gerund) {
      if first.has(.starter) { return add(6) }
      return add(nextInfo.noun >= 0 || afterIsOpen ? 0 : -2)
    }
    if ["go", "come", "help"].contains(first.lower), next.isMainlyVerb { return add(4) }
    let areNames = first.has(.name) && !next.info.isKnown
    if next.isCapital, first.isCapital, !first.shape.contains(.shouted) || areNames {
      return weighCapital(first, next)
    }
    if nextInfo.adverb > max(nextInfo.noun, nextInfo.adjective, nextInfo.verb) { return add(1) }
    if form.contains(.plural) { return add(2) }
    if nextInfo.adjective > max(nextInfo.noun, nextInfo.verb) { return add(prior > 0 ? 1 : -1) }
    if let after, after.isNumber, next.has([.numbered, .label]) { return add(4) }
    let fills = after.map { ["with", "into", "onto", "until"].contains($0.lower) } == true
    if fills, first.has(.mixed), nextInfo.noun >= 0 { return add(3) }
    if next.has([.seen, .named]) { return }
    if nextInfo.noun >= 0, prior < 3 { add(-2) }
  }

  private mutating func weighCapital(_ first: Token, _ next: Token) {
    if first.has(.name), !next.info.isKnown || next.has([.name, .title]) { return add(-7) }
    let hasLower = tokens[1..<end].contains { !$0.isCapital && !$0.has(.closed) && !$0.isNumber }
    if next.has(.named) || next.has(.title) { return add(3) }
    // "Return Receipt" heads a column, "Text Mom" does not.
    let isCommonNoun = next.info.noun >= 0 && !next.has([.seen, .named, .name])
    if !hasLower, rawPrior < 0, isCommonNoun { return add(-6) }
    add(hasLower ? (next.info.isKnown && prior < 3 ? 0 : 2) : prior > 4 ? 0 : -3)
  }

  // MARK: The rest of the clause

  /// A finite verb further on, with only bare nouns before it, makes them its subject.
  private mutating func weighClause() {
    let isName = tokens[0].has(.name)
    guard prior < 6 || isName else { return }
    let second = end > 1 ? tokens[1] : nil
    let isPhrasal = ["into", "onto", "through"].contains(second?.lower) == false
    let hasParticle =
      isPhrasal && second.map { Self.strongParticles.contains($0.lower) } == true
    let looksFar =
      !hasParticle && (rawPrior < 1 || (rawPrior < 4 && second?.has(.preposition) == true))
    for index in 1..<max(1, end) {
      let token = tokens[index]
      if !token.gap.isDisjoint(with: Gap.clause) || token.isQuoted { return }
      if isFinite(index) {
        guard index > 1 else { return }
        return add(-10, from: max(1, index - 1), count: 2)
      }
      if token.has([.subjectPronoun, .wh]), !token.has(.objectPronoun) { return }
      if token.has(.conjunction), !token.has(.preposition) {
        guard !hasParticle, ["and", "or"].contains(token.lower), index + 1 < end,
          !tokens[index + 1].isMainlyVerb
        else { return }
        continue
      }
      if token.has([.determiner, .preposition, .objectPronoun]), !looksFar { return }
    }
  }

  /// Verbs that take a noun and a bare verb.
  private static let causatives: Set<String> = [
    "help", "watch", "make", "let", "see", "have", "hear", "feel", "bid",
  ]

  private func isFinite(_ index: Int) -> Bool {
    let token = tokens[index]
    let previous = tokens[index - 1]
    if previous.lower == "to" || previous.has(.determiner) || previous.lower == "and" {
      return false
    }
    if token.has(.finite) || token.has(.auxiliary) { return true }
    if token.has(.finitePlural), index > 1 {
      return previous.info.form.contains(.plural)
        || (previous.lower.hasSuffix("s") && previous.info.noun >= 0)
    }
    guard index > 1, !previous.has(.preposition) else { return false }
    let info = token.info
    let next = index + 1 < end ? tokens[index + 1] : nil
    // "Guide dogs wait outside", "Fire crews battled the blaze"; not "Help students learn".
    if previous.info.form.contains(.plural), !Self.causatives.contains(tokens[0].lower) {
      if token.isMainlyVerb, info.verb > info.noun + 1 { return true }
      let takesObject = next.map { $0.has([.determiner, .number]) || $0.isNumber } == true
      if info.form.contains(.past), info.adjective < 0, takesObject { return true }
    }
    if info.form.contains(.thirdPerson), info.verb > info.noun + 1 || info.noun < 0 {
      return next.map { $0.has(.closed) } ?? true
    }
    return info.form.contains(.past) && previous.isCapital && next?.has(.determiner) == true
  }

  // MARK: The look of the whole

  private mutating func weighShape(_ passage: Passage) {
    let sentence = tokens[..<end]
    let endGap = end < tokens.count ? tokens[end].gap : passage.tail
    if passage.asks(sentence: 0) { score -= 2 }
    let capitals = sentence.count { $0.isCapital }
    let isHeading =
      sentence.count >= 2 && capitals == sentence.count && endGap.isDisjoint(with: .anyStop)
      && !sentence.allSatisfy { $0.shape.contains(.shouted) }
    if isHeading, prior < 4 { add(-3, count: 3) }
    if tokens[0].has(.name), tokens[0].isCapital, end == 1 { score -= 4 }
  }
}
