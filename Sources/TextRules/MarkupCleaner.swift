/// Drops Markdown and HTML marks line by line; see `VisibleText`.
struct MarkupCleaner {
  /// Stands for a dropped character until the line is done; no NUL reaches this type.
  private static let dropped: Unicode.Scalar = "\u{0}"

  /// Tags that start a new line where they stand.
  private static let blockTags: Set<String> = [
    "br", "p", "li", "div", "ul", "ol", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
  ]

  private var output: [Unicode.Scalar] = []
  private var itemStarts: Set<Int> = []
  private var isFirst = true

  mutating func take(_ line: [Unicode.Scalar]) {
    guard !isFence(line) else { return }
    var visible = inline(line)
    if visible.contains("\n") {
      for part in visible.split(separator: "\n") { append(Array(part)) }
    } else {
      append(visible)
    }
    visible.removeAll()
  }

  mutating func finish() -> VisibleText {
    var end = output.count
    while end > 0, ScalarClass.isSpace(output[end - 1]) { end -= 1 }
    var start = 0
    while start < end, ScalarClass.isSpace(output[start]) { start += 1 }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: output[start..<end])
    return VisibleText(text: String(text), itemStarts: Set(itemStarts.map { $0 - start }))
  }

  /// A line that only opens or closes a code block; what the block holds is visible.
  private func isFence(_ line: [Unicode.Scalar]) -> Bool {
    var index = 0
    while index < line.count, line[index] == " " { index += 1 }
    guard index + 2 < line.count, line[index] == "`" || line[index] == "~",
      line[index + 1] == line[index], line[index + 2] == line[index]
    else { return false }
    return line[index...].allSatisfy {
      $0 == "`" || $0 == "~" || $0 == "-" || $0 == "+" || $0 == " " || ScalarClass.isDigit($0)
        || ScalarClass.isLetter($0)
    } && !line[index...].contains(" ")
  }

  /// Without tags, `**`, backticks, and with links as their text. Linear.
  private func inline(_ line: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    result.reserveCapacity(line.count)
    var openBracket: Int?
    var noParenthesisAfter = line.count
    var noAngleAfter = line.count
    var index = 0
    while index < line.count {
      let scalar = line[index]
      switch scalar {
      case "`":
        index += 1
      case "*" where index + 1 < line.count && line[index + 1] == "*":
        while index < line.count, line[index] == "*" { index += 1 }
      case "<" where index < noAngleAfter:
        guard let end = line[index...].firstIndex(of: ">") else {
          noAngleAfter = index
          result.append(scalar)
          index += 1
          continue
        }
        if let replacement = tag(line[(index + 1)..<end]) {
          result += replacement
          index = end + 1
        } else {
          result.append(scalar)
          index += 1
        }
      case "[":
        openBracket = result.count
        result.append(scalar)
        index += 1
      case "]" where openBracket != nil && index + 1 < line.count && line[index + 1] == "(":
        guard index < noParenthesisAfter, let open = openBracket,
          let end = line[index...].firstIndex(of: ")")
        else {
          noParenthesisAfter = min(noParenthesisAfter, index)
          result.append(scalar)
          index += 1
          continue
        }
        result[open] = Self.dropped
        if open > 0, result[open - 1] == "!" { result[open - 1] = Self.dropped }
        openBracket = nil
        index = end + 1
      default:
        result.append(scalar)
        index += 1
      }
    }
    return result.filter { $0 != Self.dropped }
  }

  /// What a tag leaves: nothing, a line break, a list item, the address of `<https://…>`; nil when
  /// what stands between the angle brackets is no tag.
  private func tag(_ inside: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar]? {
    guard let first = inside.first, inside.count <= 400 else { return nil }
    if inside.starts(with: "!--".unicodeScalars) { return [] }
    var name = ""
    var rest = inside
    if first == "/" { rest = rest.dropFirst() }
    while let scalar = rest.first, ScalarClass.isLetter(scalar) || ScalarClass.isDigit(scalar) {
      name.unicodeScalars.append(scalar)
      rest = rest.dropFirst()
    }
    guard let letter = name.unicodeScalars.first, ScalarClass.isLetter(letter) else { return nil }
    if rest.starts(with: "://".unicodeScalars) { return Array(inside) }
    let closes = rest.isEmpty || (rest.count == 1 && rest.first == "/")
    let hasAttributes = rest.first.map(ScalarClass.isSpace) == true
    guard closes || (hasAttributes && (rest.contains("=") || rest.last == "/")) else { return nil }
    name = name.lowercased()
    if name == "li" { return first == "/" ? ["\n"] : ["\n", "•", " "] }
    return Self.blockTags.contains(name) ? ["\n"] : []
  }

  private mutating func append(_ line: [Unicode.Scalar]) {
    var start = 0
    var isItem = false
    while true {
      while start < line.count, ScalarClass.isSpace(line[start]) { start += 1 }
      let width = markWidth(line, at: start)
      guard width > 0 else { break }
      if line[start] != "#", line[start] != ">" { isItem = true }
      start += width
    }
    if !isFirst { output.append("\n") }
    isFirst = false
    if isItem { itemStarts.insert(output.count) }
    var end = line.count
    while end > start, ScalarClass.isSpace(line[end - 1]) { end -= 1 }
    output += withoutEmphasis(line[start..<end])
  }

  /// The width of a heading, list or quotation mark at `start`, or 0.
  private func markWidth(_ line: [Unicode.Scalar], at start: Int) -> Int {
    guard start < line.count else { return 0 }
    func isBreak(_ index: Int) -> Bool { index >= line.count || ScalarClass.isSpace(line[index]) }
    switch line[start] {
    case ">", "•", "◦", "▪", "‣": return 1
    case "-", "*", "+":
      guard isBreak(start + 1) else { return 0 }
      let box = start + 2
      guard box + 2 < line.count, line[box] == "[", line[box + 2] == "]", isBreak(box + 3),
        line[box + 1] == " " || line[box + 1] == "x" || line[box + 1] == "X"
      else { return 1 }
      return 5
    case "#":
      var end = start
      while end < line.count, line[end] == "#" { end += 1 }
      return end - start <= 6 && isBreak(end) ? end - start : 0
    case "0"..."9":
      var end = start
      while end < line.count, end - start < 3, ("0"..."9").contains(line[end]) { end += 1 }
      guard end < line.count, line[end] == "." || line[end] == ")", isBreak(end + 1) else {
        return 0
      }
      return end + 1 - start
    default: return 0
    }
  }

  /// Without the `*` and `_` that wrap a word or some, on both sides, not those inside a name.
  private func withoutEmphasis(_ line: ArraySlice<Unicode.Scalar>) -> [Unicode.Scalar] {
    guard line.contains("*") || line.contains("_") else { return Array(line) }
    var result = Array(line)
    var open: [Unicode.Scalar: Range<Int>] = [:]
    var index = 0
    while index < result.count {
      let mark = result[index]
      guard mark == "*" || mark == "_" else {
        index += 1
        continue
      }
      var end = index
      while end < result.count, result[end] == mark { end += 1 }
      let isOutsideBefore = index == 0 || !isInside(result[index - 1])
      let isOutsideAfter = end == result.count || !isInside(result[end])
      let touchesBefore = index > 0 && !ScalarClass.isSpace(result[index - 1])
      let touchesAfter = end < result.count && !ScalarClass.isSpace(result[end])
      if touchesBefore, isOutsideAfter, let opened = open[mark], opened.count == end - index {
        for position in opened { result[position] = Self.dropped }
        for position in index..<end { result[position] = Self.dropped }
        open[mark] = nil
      } else if touchesAfter, isOutsideBefore, end - index <= 2 {
        open[mark] = index..<end
      }
      index = end
    }
    return result.filter { $0 != Self.dropped }
  }

  private func isInside(_ scalar: Unicode.Scalar) -> Bool {
    ScalarClass.isLetter(scalar) || ScalarClass.isDigit(scalar)
  }
}
