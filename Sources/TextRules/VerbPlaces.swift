/// Where instructions begin in a passage: the first verb and those joined to it.
enum VerbPlaces {
  /// The indices of instruction verbs, in order: at the start of a sentence (behind words such as
  /// "please" and "first"), after a comma, "and", "then", and after "to" and "start".
  static func find(_ passage: Passage) -> [Int] {
    let tokens = passage.tokens
    var places: [Int] = []
    var expects = true
    var isSentenceStart = true
    let startsWithVerb = StartsWithVerb.isVerb(passage)
    for index in tokens.indices {
      let token = tokens[index]
      if index > 0, token.sentence != tokens[index - 1].sentence {
        expects = true
        isSentenceStart = true
      } else if index > 0, !token.gap.isDisjoint(with: [.comma, .semicolon, .dash, .colon, .slash])
      {
        expects = true
      }
      if ["and", "then"].contains(token.lower) {
        expects = true
        continue
      }
      if token.lower == "to" {
        let before = index > 0 ? tokens[index - 1] : token
        expects = before.has(.starter) || ["is", "continue", "need"].contains(before.lower)
        continue
      }
      // "please" and "first" keep what was; "or" offers a choice and joins nothing.
      if token.lower == "or" || token.has([.lead, .interjection]) {
        if token.lower == "or" { expects = false }
        continue
      }
      guard expects, !token.isQuoted || tokens[0].isQuoted else {
        expects = false
        continue
      }
      let isVerb =
        index == 0 ? startsWithVerb : isVerb(index, tokens, isSentenceStart: isSentenceStart)
      if isVerb { places.append(index) }
      expects = false
      isSentenceStart = false
    }
    return places
  }

  /// "Plan:" and "Step 1:" only name what follows.
  private static func isLabel(_ index: Int, _ tokens: [Token]) -> Bool {
    guard index + 1 < tokens.count else { return false }
    return tokens[index + 1].gap.contains(.colon)
      || (tokens[index].has(.label) && tokens[index + 1].isNumber)
  }

  private static func isVerb(_ index: Int, _ tokens: [Token], isSentenceStart: Bool) -> Bool {
    let token = tokens[index]
    let info = token.info
    guard info.verb >= 0 || token.has([.task, .mixed, .unbounded, .sizing]),
      info.form.isDisjoint(with: [.plural, .past, .thirdPerson, .gerund]),
      !token.has(WordLists.closed) || token.lower == "do", !token.isNumber,
      !isLabel(index, tokens)
    else { return false }
    if isSentenceStart { return true }
    guard let next = index + 1 < tokens.count ? tokens[index + 1] : nil, next.gap == .space else {
      return token.isMainlyVerb && info.noun < 3
    }
    if next.has([.determiner, .objectPronoun, .particle, .wh]) || next.isQuoted { return true }
    if next.lower == "and" || next.lower == "or" { return token.isMainlyVerb && info.noun < 3 }
    return token.isMainlyVerb
  }
}
