/// Finds where sentences begin.
///
/// `;`, `:` and comma splices join. Every list item and every line begins a sentence, unless the
/// line goes on in lower case without an end mark before it. Abbreviations, initials, numbers,
/// addresses, names with a mark of their own and quoted titles do not end one.
enum SentenceSplitter {
  /// The tokens with their sentence numbers, and the index at which each sentence starts.
  static func split(
    _ tokens: [Token], scalars: [Unicode.Scalar]
  ) -> (tokens: [Token], starts: [Int]) {
    var tokens = tokens
    var starts: [Int] = []
    var start = 0
    var hasLetter = false
    for index in tokens.indices {
      if index > 0, begins(at: index, tokens, scalars) {
        if hasLetter {
          starts.append(start)
          start = index
          hasLetter = false
        } else if starts.isEmpty {
          start = index
        }
      }
      tokens[index].sentence = starts.count
      if !hasLetter {
        hasLetter = tokens[index].text.unicodeScalars.contains(where: ScalarClass.isLetter)
      }
    }
    if hasLetter { starts.append(start) }
    return (tokens, starts)
  }

  /// Whether a sentence begins at the token, looking only at its neighbours.
  private static func begins(
    at index: Int, _ tokens: [Token], _ scalars: [Unicode.Scalar]
  ) -> Bool {
    let token = tokens[index]
    let previous = tokens[index - 1]
    let gap = token.gap
    if gap.contains(.item) { return true }
    if gap.contains(.newline) {
      return !gap.isDisjoint(with: .anyStop) || !startsLower(token)
    }
    if gap.contains(.bullet), gap.contains(.space), !startsLower(token) { return true }
    if isEnumerator(at: index, tokens, scalars) { return true }
    guard !gap.isDisjoint(with: .anyStop) else {
      // "Great place :) Will go again": a face stands for the end mark when a sentence follows.
      return gap.contains(.face) && gap.isDisjoint(with: Gap.clause) && isStarter(token)
    }
    let first = scalars[previous.range.upperBound]
    // "team (Dr. Lee)": the stop must follow the word, perhaps behind a closing mark.
    if previous.isQuoted, token.isQuoted, isQuoteInside(at: index, tokens) { return false }
    let endsQuote = previous.isQuoted && !token.isQuoted && isQuoteInside(at: index, tokens)
    if endsQuote, ScalarClass.isEndMark(first) {
      // Inside the quotation a full stop ends both, "?" and "!" may belong to a title.
      return isStarter(token) || (first == "." && token.isCapital)
    }
    if gap.contains(.strongStop) { return afterStrongStop(previous, token) }
    if gap.contains(.ellipsis) { return gap.contains(.stop) || startsNewCapital(token) }
    return afterFullStop(at: index, tokens, scalars)
  }

  private static func afterStrongStop(_ previous: Token, _ token: Token) -> Bool {
    if previous.has(.markedName), token.isCapital {
      return isStarter(token) && !previous.isCapital
    }
    if token.gap.contains(.comma) { return false }
    if token.gap.contains(.closeParenthesis), startsLower(token) { return false }
    if token.gap.contains(.quote), startsLower(token) { return false }
    return true
  }

  private static func afterFullStop(
    at index: Int, _ tokens: [Token], _ scalars: [Unicode.Scalar]
  ) -> Bool {
    let token = tokens[index]
    let previous = tokens[index - 1]
    let stopIsNext = scalars[previous.range.upperBound] == "."
    if token.gap.contains(.comma) || token.gap.contains(.semicolon) { return false }
    if stopIsNext {
      if previous.has(.title) { return false }
      if previous.has(.unit), token.isNumber || token.text.count == 1 { return false }
      let isDay = previous.has(.month) && !previous.isCapital
      if previous.has(.abbreviation) && !isDay
        || previous.lower.contains(".") && isInitials(previous)
      {
        return !startsLower(token) && !token.isNumber && isStarter(token)
      }
      if previous.text.unicodeScalars.count == 1, previous.isCapital {
        return isStarter(token)
          && !(index >= 2 && tokens[index - 2].isCapital && token.isCapital
            && !token.has(.closed))
      }
    }
    if startsLower(token) {
      // "open docs. type your name": careless, but two sentences.
      return token.gap.contains(.space) && stopIsNext
        && previous.text.unicodeScalars.count > 1 && !token.gap.contains(.closeParenthesis)
    }
    return true
  }

  /// "U.S", "Ph.D", "e.g": letters with stops between, no file name.
  private static func isInitials(_ token: Token) -> Bool {
    token.lower.split(separator: ".").allSatisfy { $0.count <= 2 }
  }

  /// "2)" in the middle of a line begins a list item.
  private static func isEnumerator(
    at index: Int, _ tokens: [Token], _ scalars: [Unicode.Scalar]
  ) -> Bool {
    let token = tokens[index]
    guard token.isNumber, token.range.count <= 2, index + 1 < tokens.count,
      token.range.upperBound < scalars.count, scalars[token.range.upperBound] == ")",
      !token.gap.contains(.openParenthesis)
    else { return false }
    return tokens[index + 1].isCapital
  }

  /// Whether the quotation that ends or goes on before the token began inside a sentence.
  private static func isQuoteInside(at index: Int, _ tokens: [Token]) -> Bool {
    var start = index - 1
    var steps = 0
    while start > 0, tokens[start - 1].isQuoted, steps < 24 {
      start -= 1
      steps += 1
    }
    guard start > 0, steps < 24 else { return false }
    return tokens[start].gap.isDisjoint(with: [.stop, .strongStop, .newline])
  }

  private static func startsLower(_ token: Token) -> Bool {
    token.text.unicodeScalars.first.map(ScalarClass.isLower) == true
  }

  private static func startsNewCapital(_ token: Token) -> Bool {
    token.isCapital && !token.has(.month)
  }

  /// A capital word that plainly starts a sentence: of a closed class, or a verb sooner than a noun.
  private static func isStarter(_ token: Token) -> Bool {
    guard token.isCapital else { return false }
    return token.has(.closed) || token.has([.lead, .interjection])
      || (token.isMainlyVerb && !token.has(.name))
  }
}
