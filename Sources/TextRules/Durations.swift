/// Finds a length of time that a step asks for, such as "for 10 minutes".
enum Durations {
  /// The words of the first duration of two minutes or more that belongs to the doing, or nil.
  static func tooLong(_ passage: Passage) -> String? {
    let tokens = passage.tokens
    for index in tokens.indices where !tokens[index].isQuoted {
      guard let duration = duration(at: index, tokens), duration.seconds >= 120 else { continue }
      let range = duration.range
      guard belongsToDoing(range, tokens), !belongsToObject(range, tokens) else { continue }
      let start = range.lowerBound > 0 && tokens[range.lowerBound - 1].lower == "for" ? 1 : 0
      return tokens[(range.lowerBound - start)..<range.upperBound].map(\.text)
        .joined(separator: " ")
    }
    return nil
  }

  private static func seconds(_ unit: String) -> Int? {
    switch unit {
    case "second", "seconds", "sec", "secs", "s": 1
    case "minute", "minutes", "min", "mins", "m": 60
    case "hour", "hours", "hr", "hrs", "h": 3600
    case "day", "days": 86_400
    case "week", "weeks": 604_800
    default: nil
    }
  }

  private static func duration(
    at index: Int, _ tokens: [Token]
  ) -> (range: Range<Int>, seconds: Int)? {
    let token = tokens[index]
    // "30-minute", "10min", "25m"
    let parts = token.lower.split { $0 == "-" || $0 == "–" }
    if parts.count == 2, let unit = seconds(String(parts[1])),
      let value = NumberWords.value(of: String(parts[0]))
    {
      return (index..<(index + 1), value * unit)
    }
    if token.isNumber {
      let digits = token.lower.prefix { $0.isNumber }
      if let value = Int(digits), value <= 1_000_000,
        let unit = seconds(String(token.lower.dropFirst(digits.count)))
      {
        return (index..<(index + 1), value * unit)
      }
    }
    guard token.has(.timeUnit), index > 0, let unit = seconds(token.lower) else { return nil }
    var start = index - 1
    let before = tokens[start].lower
    if let value = Int(String(before.split { $0 == "-" || $0 == "–" }.last ?? ""))
      ?? NumberWords.value(of: before)
    {
      guard value <= 1_000_000 else { return nil }
      if start > 1, tokens[start - 1].lower == "or" || tokens[start - 1].lower == "to",
        tokens[start - 2].isNumber
      {
        start -= 2
      }
      return (start..<(index + 1), value * unit)
    }
    switch before {
    case "a", "an", "one":
      if start > 0, tokens[start - 1].lower == "half" {
        return ((start - 1)..<(index + 1), unit / 2)
      }
      return (start..<(index + 1), unit)
    case "few", "several", "couple", "some", "of":
      // "a few minutes" is three at least.
      return (start..<(index + 1), 3 * unit)
    default: return nil
    }
  }

  /// "for 10 minutes", "spend 5 minutes", "10 minutes of reading"; not "due in 2 days".
  private static func belongsToDoing(_ range: Range<Int>, _ tokens: [Token]) -> Bool {
    let before = range.lowerBound > 0 ? tokens[range.lowerBound - 1].lower : ""
    let before2 = range.lowerBound > 1 ? tokens[range.lowerBound - 2].lower : ""
    if ["under", "than", "within", "after", "in", "every", "at"].contains(before) { return false }
    if before == "a", ["for", "in", "take", "spend", "do"].contains(before2) == false,
      range.count > 1
    {
      return false
    }
    let doing: Set<String> = [
      "for", "spend", "take", "next", "about", "around", "least", "just", "do", "a", "full",
      "another", "only", "read", "write", "study", "work", "walk", "exactly", "past",
    ]
    if doing.contains(before) { return true }
    guard range.upperBound < tokens.count else { return range.lowerBound == 0 || before == "" }
    let next = tokens[range.upperBound]
    return next.lower == "of" || next.info.form.contains(.gerund) || range.count == 1
  }

  /// A timer, slot or meeting close by owns the duration.
  private static func belongsToObject(_ range: Range<Int>, _ tokens: [Token]) -> Bool {
    let books = ["set", "book", "schedule", "block", "reserve", "add", "start", "put", "create"]
    let sentence = tokens[range.lowerBound].sentence
    let first = tokens.first { $0.sentence == sentence && !$0.has(.lead) }
    if range.count == 1, books.contains(first?.lower ?? "") { return true }
    let reach = books.contains(first?.lower ?? "") ? 6 : 3
    let start = max(0, range.lowerBound - reach)
    let end = min(tokens.count, range.upperBound + 2)
    for index in start..<end where !range.contains(index) {
      if tokens[index].has(.timed), tokens[index].sentence == sentence, index > 0 { return true }
    }
    return false
  }
}
