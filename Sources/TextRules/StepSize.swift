/// Whether a verb with its object is too big for two minutes.
enum StepSize {
  /// A failing finding, or nil when nothing speaks against the verb at `index`.
  static func finding(of index: Int, _ passage: Passage) -> Finding? {
    let tokens = passage.tokens
    let verb = tokens[index]
    let object = object(after: index, tokens)
    let isSmall = object.map { isSmallPart($0, tokens) } == true
    if let finding = idiom(index, tokens) { return finding }
    if verb.has(.unbounded) {
      let isAlways = ["finish", "study", "work", "revise", "research", "learn"].contains(verb.lower)
      if verb.lower == "do" || verb.lower == "handle" || verb.lower == "watch" {
        return sized(index, object, isSmall, tokens)
      }
      if isSmall, !isAlways { return nil }
      let end = min(tokens.count, index + 2)
      let words = tokens[index..<end].map(\.lower).joined(separator: " ")
      let hasOn = words.hasSuffix(" on")
      return .fail(
        "\(Quoting.quote(hasOn ? words : verb.lower)) has no end within two minutes",
        doubt: isAlways ? nil : "\(Quoting.quote(verb.lower)) may be quick with a small object")
    }
    return sized(index, object, isSmall, tokens)
  }

  private static let outings: Set<String> = [
    "run", "walk", "jog", "swim", "hike", "ride", "drive", "bike",
  ]

  private static let faraway: Set<String> = [
    "gym", "library", "store", "supermarket", "bank", "pharmacy", "mall", "park", "doctor",
    "dentist",
    "office", "campus", "school", "shop",
  ]

  private static let endless: Set<String> = [
    "go through", "go over", "get through", "catch up", "figure out", "deal with", "sort out",
    "come up", "look into", "get ready", "keep going", "keep at",
  ]

  /// "Make progress…", "Go for a run…", "Go through…": endless only as a phrase.
  private static func idiom(_ index: Int, _ tokens: [Token]) -> Finding? {
    let words = tokens[index...].prefix(4).map(\.lower)
    let length: Int
    if words.first == "make", let progress = words.firstIndex(of: "progress") {
      length = progress + 1
    } else if words.count == 4, words[1] == "for", words[2] == "a", outings.contains(words[3]) {
      length = 4
    } else if words.count == 4, ["go", "head", "drive", "run"].contains(words[0]), words[1] == "to",
      let place = words.firstIndex(where: { faraway.contains($0) })
    {
      length = place + 1
    } else if words.count > 1, endless.contains(words[0] + " " + words[1]) {
      length = 2
    } else {
      return nil
    }
    let phrase = Quoting.quote(words.prefix(length).joined(separator: " "))
    return .fail("\(phrase) has no end within two minutes")
  }

  private static func sized(
    _ index: Int, _ object: Range<Int>?, _ isSmall: Bool, _ tokens: [Token]
  ) -> Finding? {
    guard let object, tokens[index].has(.sizing) || tokens[index].has(.unbounded) else {
      return nil
    }
    let words = tokens[index..<object.upperBound].map(\.text).joined(separator: " ")
    let fail = Finding.fail("\(Quoting.quote(words)) takes longer than two minutes")
    if let count = count(object, tokens), count > limit(object, tokens) { return fail }
    if isSmall { return nil }
    let head = head(object, tokens)
    guard head.has(.large) else { return nil }
    // "start the dishwasher" is quick, "start the essay" is not; a single of many is.
    let modifiers = tokens[object].dropLast().map(\.lower)
    let isCounted = count(object, tokens) != nil && head.info.form.contains(.plural)
    if isCounted, !["read", "write", "draft", "review"].contains(tokens[index].lower) {
      return nil
    }
    if modifiers.contains("one") || modifiers.contains("single") || modifiers.contains("blank")
      || modifiers.contains("new")
    {
      return ["essay", "report", "paper"].contains(head.lower) && tokens[index].lower == "write"
        ? fail : nil
    }
    return fail
  }

  /// The noun phrase after a verb: from the next word up to a preposition, verb or mark.
  private static func object(after index: Int, _ tokens: [Token]) -> Range<Int>? {
    var end = index + 1
    while end < tokens.count, tokens[end].sentence == tokens[index].sentence {
      let token = tokens[end]
      let isParticle = end == index + 1 && token.has(.particle)
      if !isParticle, token.has([.preposition, .conjunction, .wh]) || token.lower == "to" { break }
      if end > index + 1, !token.gap.isDisjoint(with: Gap.clause) { break }
      if token.isQuoted { break }
      end += 1
    }
    return end > index + 1 ? (index + 1)..<end : nil
  }

  /// The last word of the phrase, a number behind it left out: "chapter" of "chapter 3".
  private static func head(_ object: Range<Int>, _ tokens: [Token]) -> Token {
    var last = object.upperBound - 1
    while last > object.lowerBound,
      tokens[last].isNumber || tokens[last].has([.adverb, .lead, .number])
    {
      last -= 1
    }
    return tokens[last]
  }

  private static func isSmallPart(_ object: Range<Int>, _ tokens: [Token]) -> Bool {
    let head = head(object, tokens)
    if head.has(.large), !head.has(.small) { return false }
    return head.has(.small) && !head.info.form.contains(.plural)
      || (head.has(.small) && count(object, tokens) != nil)
      || ["title", "titles", "name", "names", "date"].contains(head.lower)
  }

  /// The number in front of the things: "three sentences".
  private static func count(_ object: Range<Int>, _ tokens: [Token]) -> Int? {
    for token in tokens[object] {
      if let value = NumberWords.value(of: token.lower) { return value }
    }
    return nil
  }

  private static func limit(_ object: Range<Int>, _ tokens: [Token]) -> Int {
    switch head(object, tokens).lower {
    case "words", "word": 20
    case "sentences", "problems", "questions", "paragraphs", "exercises", "emails", "slides": 3
    case "pages", "chapters", "sections", "articles", "essays": 1
    case "chapter", "problem", "question", "section", "page", "exercise", "slide", "lesson": .max
    default: 10
    }
  }
}

/// Numbers written as digits or words.
enum NumberWords {
  private static let words: [String: Int] = [
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "twenty": 20,
    "twenty-five": 25, "thirty": 30, "forty": 40, "forty-five": 45, "fifty": 50, "sixty": 60,
    "ninety": 90, "hundred": 100,
  ]

  /// The whole number, at most a million; nil when the word is none.
  static func value(of word: String) -> Int? {
    if let value = words[word] { return value }
    guard word.utf8.count <= 6 else { return nil }
    return Int(word)
  }
}
