/// Bounded, and quick: something one can be done with in under two minutes. A heuristic.
struct UnderTwoMinutes: Rule {
  var name: String { "underTwoMinutes" }
  var needsEnglish: Bool { true }

  var explanation: String {
    """
    Bounded and quick, judged by words alone: this is a heuristic. "finish", "write the essay", \
    "study", "work on", "for 10 minutes", "read chapter 3" and three or more joined actions \
    fail; "set a timer for 25 minutes" and "book a 30-minute slot" pass, because that duration \
    belongs to the object. "For 2 minutes" is not under two.
    """
  }

  func check(_ passage: Passage) -> Finding {
    if let words = Durations.tooLong(passage) {
      return .fail("\(Quoting.quote(words)) is not under two minutes")
    }
    let places = VerbPlaces.find(passage)
    for place in places {
      if let finding = StepSize.finding(of: place, passage) { return finding }
    }
    if let finding = doing(passage) { return finding }
    if let finding = wholeOfIt(passage) { return finding }
    let actions = places.filter { index in
      passage.tokens[index].lower != "don't"
    }
    guard actions.count < 3 else {
      let verbs = actions.prefix(4).map { Quoting.quote(passage.tokens[$0].lower) }
      return .fail("\(actions.count) joined actions: " + verbs.joined(separator: ", "))
    }
    return .pass
  }

  /// "Start working on…", "Keep studying": a verb without an end as a participle.
  private func doing(_ passage: Passage) -> Finding? {
    for token in passage.tokens where token.info.form.contains(.gerund) && !token.isQuoted {
      let bases = WordEndings.bases(of: token.lower)
      let isUnbounded = bases.contains { base, form in
        form == .gerund && passage.lexicon.words[base]?.lists.contains(.unbounded) == true
          && base != "do" && base != "handle"
      }
      let follows = passage.tokens.first.map { $0.has(.starter) || $0.lower == "spend" } == true
      if isUnbounded, follows || ["working", "studying"].contains(token.lower) {
        return .fail("\(Quoting.quote(token.text)) has no end within two minutes")
      }
    }
    return nil
  }

  private func wholeOfIt(_ passage: Passage) -> Finding? {
    let tokens = passage.tokens
    for (index, token) in tokens.enumerated() where token.has(.whole) && !token.isQuoted {
      let previous = index > 0 ? tokens[index - 1].lower : ""
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      switch token.lower {
      case "all":
        let isCommand = ["select", "reply", "mark", "after", "at", "in", "that's", "first"]
        if isCommand.contains(previous) || next == nil { continue }
      case "full", "complete", "rest":
        guard previous == "the" || previous == "a" || previous == "your", index != 0 else {
          continue
        }
        if token.lower == "full", next?.lower == "name" || next?.lower == "screen" { continue }
        if token.lower == "rest", next?.lower != "of" { continue }
      case "every", "each": if next?.has([.timeUnit, .month]) == true { continue }
      default: break
      }
      let words = [token.text, next?.text ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
      return .fail(
        "\(Quoting.quote(words)) is more than a first step",
        doubt: "\(Quoting.quote(words)) may still be quick")
    }
    return nil
  }
}
