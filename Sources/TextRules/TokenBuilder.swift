/// Turns pieces of text into tokens; see `Passage`.
struct TokenBuilder {
  private let scalars: [Unicode.Scalar]
  private let itemStarts: Set<Int>
  private let lexicon: Lexicon
  private let quotes: QuoteSpans
  private var tokens: [Token] = []
  private var previousEnd = 0

  init(scalars: [Unicode.Scalar], itemStarts: Set<Int>, lexicon: Lexicon) {
    self.scalars = scalars
    self.itemStarts = itemStarts
    self.lexicon = lexicon
    quotes = QuoteSpans(scalars)
    tokens.reserveCapacity(scalars.count / 5)
  }

  /// Adds the word in a piece; two when a stop without a space joins two sentences: "Docs.Type".
  mutating func add(_ piece: Range<Int>) {
    if piece.count <= 4, isEmoticon(piece) { return }
    var start = piece.lowerBound
    var end = piece.upperBound
    while start < end, !isInner(scalars[start]) { start += 1 }
    while end > start, !isInner(scalars[end - 1]) { end -= 1 }
    guard start < end else { return }
    let isAddress = looksLikeAddress(piece)
    while !isAddress, let stop = joinedStop(start..<end) {
      addToken(start..<stop, isAddress: false)
      start = stop
      while start < end, !isInner(scalars[start]) { start += 1 }
    }
    addToken(start..<end, isAddress: isAddress)
  }

  func finish() -> (tokens: [Token], tail: Gap) {
    (tokens, gap(previousEnd..<scalars.count))
  }

  private func isInner(_ scalar: Unicode.Scalar) -> Bool {
    ScalarClass.isLetter(scalar) || ScalarClass.isDigit(scalar)
      || (scalar.value > 0x7F && isMark(scalar))
  }

  private func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark: true
    default: false
    }
  }

  private func isEmoticon(_ piece: Range<Int>) -> Bool {
    let word = lower(piece)
    return lexicon.words[word]?.lists.contains(.emoticon) == true
      && !word.unicodeScalars.allSatisfy(ScalarClass.isLetter)
  }

  private mutating func addToken(_ range: Range<Int>, isAddress: Bool) {
    guard !range.isEmpty else { return }
    let lower = lower(range)
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars[range])
    tokens.append(
      Token(
        text: text, lower: lower, info: lexicon.info(lower),
        gap: gap(previousEnd..<range.lowerBound),
        range: range, sentence: 0, isQuoted: quotes.contains(range.lowerBound),
        shape: shape(range, isAddress: isAddress)))
    previousEnd = range.upperBound
  }

  private func lower(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    for scalar in scalars[range] {
      let value = scalar.value
      if value < 0x80 {
        view.append(value &- 0x41 < 26 ? Unicode.Scalar(UInt8(value + 32)) : scalar)
      } else if scalar == "’" || scalar == "‘" || scalar == "ʼ" {
        view.append("'")
      } else if ScalarClass.isUpper(scalar) {
        view.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      } else {
        view.append(scalar)
      }
    }
    return String(view)
  }

  private func shape(_ range: Range<Int>, isAddress: Bool) -> Shape {
    var shape: Shape = isAddress ? .address : []
    let first = scalars[range.lowerBound]
    if ScalarClass.isUpper(first) { shape.insert(.capital) }
    if ScalarClass.isDigit(first) { shape.insert(.number) }
    var capitals = 0
    var small = 0
    for scalar in scalars[range] {
      if ScalarClass.isUpper(scalar) { capitals += 1 }
      if ScalarClass.isLower(scalar) { small += 1 }
    }
    if capitals >= 2, small == 0 { shape.insert(.shouted) }
    // "iPhone", "eBay": a capital inside is a name too.
    if capitals >= 1, small >= 1, !shape.contains(.capital) { shape.insert(.capital) }
    if range.lowerBound > 0, capitals + small > 0 {
      let before = scalars[range.lowerBound - 1]
      if before == "@" || before == "#" { shape.insert(.address) }
    }
    return shape
  }

  /// A web or mail address, a path or a file name.
  private func looksLikeAddress(_ piece: Range<Int>) -> Bool {
    var end = piece.upperBound
    while end > piece.lowerBound, !isInner(scalars[end - 1]), scalars[end - 1] != "/" { end -= 1 }
    let slice = scalars[piece.lowerBound..<end]
    var dots = 0
    var index = slice.startIndex
    var lastDot: Int?
    while index < slice.endIndex {
      switch slice[index] {
      case ":":
        if slice[index...].starts(with: "://".unicodeScalars) { return true }
      case "@":
        if index > slice.startIndex, slice[index...].contains(".") { return true }
      case ".":
        dots += 1
        lastDot = index
      default: break
      }
      index += 1
    }
    guard let dot = lastDot, dot > slice.startIndex else { return false }
    if slice.starts(with: "www.".unicodeScalars) { return true }
    let ending = slice[(dot + 1)...].prefix { $0 != "/" }
    guard (1...5).contains(ending.count), ending.contains(where: ScalarClass.isLetter) else {
      return slice[..<dot].contains("/") && dots > 0
    }
    // "report.docx" and "docs.google.com", but neither "e.g" nor "Docs.Type".
    let stem = slice[..<dot].reversed().prefix { $0 != "." && $0 != "/" }
    let isLowerEnding = ending.allSatisfy { ScalarClass.isLower($0) || ScalarClass.isDigit($0) }
    let isShouted = ending.allSatisfy { ScalarClass.isUpper($0) || ScalarClass.isDigit($0) }
    return stem.count >= 2 && ending.count >= 2 && (isLowerEnding || isShouted)
  }

  /// End marks that no space follows.
  private static let unspacedStops: Set<Unicode.Scalar> = ["。", "！", "？", "｡"]

  /// The end of the first sentence in a piece such as "Docs.Type" or "done!Now", or nil.
  private func joinedStop(_ range: Range<Int>) -> Int? {
    if let stop = scalars[range].firstIndex(where: { Self.unspacedStops.contains($0) }) {
      return stop
    }
    guard range.count >= 4 else { return nil }
    for index in (range.lowerBound + 2)..<max(range.lowerBound + 2, range.upperBound - 1) {
      let scalar = scalars[index]
      guard scalar == "." || scalar == "!" || scalar == "?" else { continue }
      var next = index + 1
      while next < range.upperBound, !isInner(scalars[next]) { next += 1 }
      guard next < range.upperBound, ScalarClass.isUpper(scalars[next]) else { continue }
      let before = scalars[index - 1]
      let endsWord = ScalarClass.isLower(before) || before == ")" || before == "”" || before == "\""
      let goesOn =
        next + 1 >= range.upperBound || ScalarClass.isLower(scalars[next + 1])
        || scalars[next + 1] == "'" || scalars[next + 1] == "’"
      let lettersBefore = ScalarClass.isLetter(scalars[index - 2]) || endsWord
      if endsWord, goesOn, lettersBefore, !scalars[range].contains("=") { return index }
    }
    return nil
  }

  private func hasEmoticon(_ range: Range<Int>) -> Bool {
    for index in range where scalars[index] == ":" || scalars[index] == ";" || scalars[index] == "="
    {
      let mouth = index + 1 < range.upperBound && scalars[index + 1] == "-" ? index + 2 : index + 1
      if mouth < range.upperBound, scalars[mouth] == ")" || scalars[mouth] == "(" { return true }
    }
    return false
  }

  private func gap(_ range: Range<Int>) -> Gap {
    var gap: Gap = []
    var stops = 0
    for index in range {
      switch scalars[index] {
      case " ", "\t": gap.insert(.space)
      case "\n": gap.formUnion([.newline, .space])
      case ",", "、", "，": gap.insert(.comma)
      case ":", "：": gap.insert(.colon)
      case ";", "；": gap.insert(.semicolon)
      case ".":
        stops += 1
        gap.insert(.stop)
      case "…": gap.insert(.ellipsis)
      case "?", "？", "؟": gap.formUnion([.strongStop, .question])
      case "!", "。", "！", "‼", "⁉", "⁇", "।", "｡": gap.insert(.strongStop)
      case "(", "[", "{": gap.insert(.openParenthesis)
      case ")", "]", "}": gap.insert(.closeParenthesis)
      case "\"", "“", "”", "«", "»", "„": gap.insert(.quote)
      case "—", "–", "-", "―": gap.insert(.dash)
      case "•", "·", "▪", "◦", "‣": gap.insert(.bullet)
      case "/", "|", "→": gap.insert(.slash)
      case let scalar where scalar.value > 0x7F:
        if ScalarClass.isSpace(scalar) { gap.insert(.space) }
        if scalar.value >= 0x2600, scalar.properties.isEmoji { gap.insert(.face) }
      default: break
      }
      if !itemStarts.isEmpty, itemStarts.contains(index) { gap.insert(.item) }
    }
    if !itemStarts.isEmpty, itemStarts.contains(range.upperBound) { gap.insert(.item) }
    // The colon or semicolon of ":)" and ";-)" is no mark of its own.
    if gap.contains(.closeParenthesis) || gap.contains(.openParenthesis), hasEmoticon(range) {
      gap.subtract([.colon, .semicolon, .openParenthesis, .closeParenthesis])
      gap.insert(.face)
    }
    if stops >= 2 {
      gap.remove(.stop)
      gap.insert(.ellipsis)
    }
    return gap
  }
}

/// Where matched quotation marks open and close; an unmatched mark quotes nothing.
struct QuoteSpans {
  private var isQuoted: [Bool] = []

  init(_ scalars: [Unicode.Scalar]) {
    var straight: Int?
    var curly: Int?
    var single: Int?
    var spans: [Range<Int>] = []
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\n":
        straight = nil
        curly = nil
        single = nil
      case "\"":
        if let open = straight {
          spans.append(open..<index)
          straight = nil
        } else {
          straight = index
        }
      case "“", "«", "„": curly = index
      case "”", "»":
        if let open = curly { spans.append(open..<index) }
        curly = nil
      case "'", "‘", "’":
        let opens = index == 0 || !Self.isWord(scalars[index - 1])
        let closes = index + 1 >= scalars.count || !Self.isWord(scalars[index + 1])
        if opens, !closes {
          single = index
        } else if closes, !opens || scalar == "’", let open = single {
          spans.append(open..<index)
          single = nil
        }
      default: break
      }
    }
    guard !spans.isEmpty else { return }
    isQuoted = Array(repeating: false, count: scalars.count)
    var reached = 0
    for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      for index in max(span.lowerBound, reached)..<max(span.upperBound, reached) {
        isQuoted[index] = true
      }
      reached = max(reached, span.upperBound)
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    ScalarClass.isLetter(scalar) || ScalarClass.isDigit(scalar)
  }

  func contains(_ index: Int) -> Bool { index < isQuoted.count && isQuoted[index] }
}
