/// The text without its wrapping: lead-in, label, quotes around all of it, "please" and the like.
///
/// A strict fail with a loose pass tells a prompt writer that the content is right and the form
/// is not.
enum LooseReading {
  private static let wrapping: [Unicode.Scalar: Unicode.Scalar] = [
    "\"": "\"", "“": "”", "'": "'", "‘": "’", "«": "»", "„": "“",
  ]

  private static let beforeVerb: Set<String> = [
    "please", "just", "first", "now", "simply", "then", "next", "okay", "ok", "so", "kindly", "pls",
  ]

  private static let labelWords: Set<String> = [
    "step", "steps", "action", "task", "answer", "output", "response", "start", "here's", "here",
    "suggestion", "instruction", "tip", "try", "one",
  ]

  /// The loose reading of a passage, or nil when nothing is there to drop.
  static func visible(of passage: Passage, itemStarts: Set<Int>) -> VisibleText? {
    let scalars = Array(passage.text.unicodeScalars)
    var start = 0
    let kept = firstKept(passage)
    if kept > 0, kept < passage.tokens.count {
      start = passage.tokens[kept].range.lowerBound
      while start > 0, isOpening(scalars[start - 1]) { start -= 1 }
    }
    var end = scalars.count
    while end - start > 3, let close = wrapping[scalars[start]] {
      let stop = ScalarClass.isEndMark(scalars[end - 1]) ? 2 : 1
      guard scalars[end - stop] == close, !scalars[(start + 1)..<(end - stop)].contains(close)
      else {
        break
      }
      start += 1
      end -= stop
    }
    guard start > 0 || end < scalars.count else { return nil }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start..<end])
    return VisibleText(
      text: String(view), itemStarts: Set(itemStarts.filter { $0 > start }.map { $0 - start }))
  }

  private static func isOpening(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "“", "'", "‘", "«", "„", "(", "[", "$", "@", "#": true
    default: false
    }
  }

  /// The index of the first token that is content.
  private static func firstKept(_ passage: Passage) -> Int {
    let tokens = passage.tokens
    var index = 0
    for _ in 0..<8 {
      let start = index
      if let next = afterLeadIn(index, passage) { index = next }
      if let next = afterLabel(index, tokens) { index = next }
      if index < tokens.count - 1, beforeVerb.contains(tokens[index].lower) { index += 1 }
      if index == start { break }
    }
    return min(index, max(0, tokens.count - 1))
  }

  /// "Sure! Here's your first step:" goes with all of its sentence when more follows.
  private static func afterLeadIn(_ index: Int, _ passage: Passage) -> Int? {
    let tokens = passage.tokens
    guard index < tokens.count, let match = FluffFinder.match(at: index, passage) else {
      return nil
    }
    let sentence = tokens[index].sentence
    var end = match.range.upperBound
    let isInterjection = match.range.count == 1
    while end < tokens.count, tokens[end].sentence == sentence {
      let gap = tokens[end].gap
      if gap.contains(.colon) || gap.contains(.newline) { return end }
      if gap.contains(.dash) && end - index <= 8 { return end }
      if isInterjection, end == match.range.upperBound, gap.contains(.comma) { return end }
      end += 1
    }
    return end < tokens.count ? end : nil
  }

  /// "Step 1:", "First step:", "Next action -"
  private static func afterLabel(_ index: Int, _ tokens: [Token]) -> Int? {
    var end = index + 1
    var hasLabelWord = labelWords.contains(index < tokens.count ? tokens[index].lower : "")
    while end < tokens.count, end - index <= 7 {
      let gap = tokens[end].gap
      if gap.contains(.colon) || (gap.contains(.dash) && end - index <= 3) {
        return hasLabelWord ? end : nil
      }
      guard gap.isDisjoint(with: [.strongStop, .semicolon, .newline]) else { return nil }
      if gap.contains(.stop), !tokens[end - 1].isNumber { return nil }
      if labelWords.contains(tokens[end].lower) { hasLabelWord = true }
      end += 1
    }
    return nil
  }
}
