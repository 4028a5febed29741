/// First words that need no weighing: closed classes, wrong forms, words that are no verb.
enum FixedFirstWord {
  /// The finding, or nil when the first word may be a verb and what follows decides.
  static func finding(_ passage: Passage) -> Finding? {
    let tokens = passage.tokens
    let first = tokens[0]
    let next = tokens.count > 1 && tokens[1].sentence == 0 ? tokens[1] : nil
    let quoted = Quoting.quote(first.text)
    if let label = label(passage) { return .fail("starts with the label \(label)") }
    if first.isNumber { return .fail("starts with \(quoted), a number") }
    if first.shape.contains(.address) { return .fail("starts with \(quoted), an address") }
    if let finding = helperVerb(first, next, passage) { return finding }
    if let finding = feeling(first, next) { return finding }
    if first.has(.lead), !first.has(.interjection) {
      return .fail("\(quoted) stands before the verb")
    }
    if let kind = closedClass(first) { return .fail("starts with \(quoted), \(kind)") }
    if first.has(.neverVerb) { return .fail("starts with \(quoted), no instruction") }
    let info = first.info
    let mayBeVerb = info.verb >= 0 || first.has([.task, .mixed])
    if mayBeVerb, info.form.isDisjoint(with: [.gerund, .past, .thirdPerson, .plural]) {
      return nil
    }
    if info.form.contains(.gerund) {
      return .fail("starts with \(quoted), not the base form of a verb")
    }
    if info.form.contains(.past) || (info.form.contains(.thirdPerson) && info.verb > info.noun) {
      return .fail("starts with \(quoted), not the base form of a verb")
    }
    if info.noun >= 0 || info.seen >= 0 || first.has([.seen, .unseen]) {
      return .fail("starts with \(quoted), a noun")
    }
    if info.adjective >= 0 { return .fail("starts with \(quoted), an adjective") }
    if info.adverb >= 0 { return .fail("starts with \(quoted), an adverb") }
    return unknown(first, next)
  }

  /// "Step 1:", "Subject:", "Game 10", quoted; nil when the text starts with no label.
  private static func label(_ passage: Passage) -> String? {
    let tokens = passage.tokens
    let first = tokens[0]
    guard tokens.count > 1 else { return nil }
    if tokens[1].gap.contains(.colon), tokens[1].sentence == 0 || tokens[1].gap.contains(.newline) {
      return Quoting.quote(first.text + ":")
    }
    guard first.has(.label), tokens[1].isNumber || tokens[1].has(.number) else { return nil }
    let mark = tokens.count > 2 ? tokens[2].gap : passage.tail
    let hasMark = !mark.isDisjoint(with: [.colon, .dash, .stop, .comma, .closeParenthesis])
    if hasMark { return Quoting.quote("\(first.text) \(tokens[1].text)") }
    return nil
  }

  /// "Don't open…" and "Have a look" are instructions, "Do you…" and "Have you…" are questions.
  private static func helperVerb(_ first: Token, _ next: Token?, _ passage: Passage) -> Finding? {
    let quoted = Quoting.quote(first.text)
    let asks = next?.has(.subjectPronoun) == true && next?.has(.objectPronoun) == false
    switch first.lower {
    case "don't", "dont":
      let isTalk = next.map { ["know", "wish", "mean"].contains($0.lower) } == true
      if isTalk { return .fail("starts with \(quoted), no instruction") }
      return asks ? .fail("starts with \(quoted), a question") : .pass
    case "do":
      let isYou = next.map { ["you", "people", "any", "either"].contains($0.lower) } == true
      if asks || (isYou) || passage.asks(sentence: 0) {
        return .fail("starts with \(quoted), a question")
      }
      return .pass
    case "never":
      let isBase = next.map { $0.info.verb >= 0 && $0.info.form.isEmpty } == true
      return isBase ? .pass : .fail("starts with \(quoted), an adverb")
    case "be": return .pass
    case "have":
      guard let next else { return .fail("starts with \(quoted), an auxiliary verb") }
      let isPerfect = next.info.form.contains(.past) || ["been", "had", "not"].contains(next.lower)
      if asks || isPerfect { return .fail("starts with \(quoted), an auxiliary verb") }
      return .pass
    case "let's":
      return .fail("starts with \(quoted); the verb itself must come first")
    case "let":
      if next?.lower == "us" { return nil }
      return .pass
    default: return nil
    }
  }

  /// "Thank you", "Hope you…", "Look forward to": talk, not instructions.
  private static func feeling(_ first: Token, _ next: Token?) -> Finding? {
    let quoted = Quoting.quote(first.text)
    switch first.lower {
    case "thank":
      guard let next, !["you", "u", "god", "goodness", "ya"].contains(next.lower) else {
        return .fail("starts with \(Quoting.quote("Thank you")), no instruction")
      }
      return .pass
    case "wish":
      let toSomeone =
        next.map { ["him", "her", "them"].contains($0.lower) || $0.isCapital } == true
      return toSomeone ? .pass : .fail("starts with \(quoted), no instruction")
    case "look" where next?.lower == "forward":
      return .fail("starts with \(Quoting.quote("Look forward")), no instruction")
    default:
      guard first.has(.firstPerson), first.lower != "feel" else { return nil }
      return .fail("starts with \(quoted), no instruction")
    }
  }

  private static func closedClass(_ token: Token) -> String? {
    if token.has([.subjectPronoun, .objectPronoun]) { return "a pronoun" }
    if token.has(.determiner) { return "a determiner" }
    if token.has(.auxiliary) { return "an auxiliary verb" }
    if token.has(.wh) { return "a question word" }
    if token.has(.month) && !["may", "mar", "march"].contains(token.lower) { return "a date" }
    if token.has(.interjection) { return "an interjection" }
    if token.has(.preposition), !token.has([.task, .neverVerb]) { return "a preposition" }
    if token.has(.conjunction) { return "a conjunction" }
    if token.has(.adverb) { return "an adverb" }
    if token.has(.number) { return "a number" }
    return nil
  }

  /// A word in no list: a new verb when "your" or "the" follows, else a name or a slip.
  private static func unknown(_ first: Token, _ next: Token?) -> Finding {
    let quoted = Quoting.quote(first.text)
    let doubt = "\(quoted) is not in the lexicon"
    if let next, next.has(.determiner), !next.has(.objectPronoun), next.gap == .space,
      !first.shape.contains(.shouted), first.text.utf8.allSatisfy({ $0 < 0x80 })
    {
      return Finding(.pass, doubt: doubt)
    }
    return .fail("starts with \(quoted), no verb we know", doubt: doubt)
  }
}
