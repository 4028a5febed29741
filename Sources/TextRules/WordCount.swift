/// Counting words as RULES has it: pieces between separators that hold a letter or a digit.
package enum WordCount {
  /// The reason given when a script is written without spaces.
  package static let cannotCount = "cannot count words in this script"

  /// The words of a visible text, or nil when a script without spaces is in it.
  package static func count(_ visible: String) -> Int? {
    count(Pieces.split(Array(visible.unicodeScalars)))
  }

  static func count(_ pieces: Pieces) -> Int? {
    pieces.hasUnspacedScript ? nil : pieces.ranges.count
  }
}

/// The words of a text as ranges of its scalars; pieces without letter and digit are left out.
struct Pieces: Sendable {
  var ranges: [Range<Int>] = []
  var hasUnspacedScript = false

  /// Linear in the number of scalars.
  static func split(_ scalars: [Unicode.Scalar]) -> Pieces {
    var pieces = Pieces()
    var start = 0
    var isWord = false
    var index = 0
    let count = scalars.count

    func close(_ end: Int) {
      if isWord { pieces.ranges.append(start..<end) }
      isWord = false
    }
    while index < count {
      let scalar = scalars[index]
      let width = separatorWidth(scalars, at: index)
      if width > 0 {
        close(index)
        index += width
        start = index
        continue
      }
      if ScalarClass.isLetter(scalar) {
        isWord = true
        if ScalarClass.isUnspaced(scalar) { pieces.hasUnspacedScript = true }
      } else if ScalarClass.isDigit(scalar) {
        // A keycap emoji is a digit followed by U+20E3.
        if index + 1 >= count || scalars[index + 1].value != 0x20E3 { isWord = true }
      }
      index += 1
    }
    close(count)
    return pieces
  }

  /// How many scalars at `index` separate words: 0 when none do.
  private static func separatorWidth(_ scalars: [Unicode.Scalar], at index: Int) -> Int {
    let scalar = scalars[index]
    if ScalarClass.isSpace(scalar) { return 1 }
    switch scalar {
    case "—", "…", "―": return 1
    case "-", ".":
      var end = index + 1
      while end < scalars.count, scalars[end] == scalar { end += 1 }
      return end - index > 1 ? end - index : 0
    case "–":
      let before = index > 0 && ScalarClass.isDigit(scalars[index - 1])
      let after = index + 1 < scalars.count && ScalarClass.isDigit(scalars[index + 1])
      return before && after ? 0 : 1
    default: return 0
    }
  }
}
