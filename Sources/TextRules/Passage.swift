/// One reading of an output, split into words and sentences: what every rule checks.
package struct Passage: Sendable {
  /// The text of this reading.
  package let text: String
  let tokens: [Token]
  /// The marks after the last word.
  let tail: Gap
  /// The number of words, or nil when they cannot be counted.
  package let words: Int?
  /// The number of sentences; 0 when no letter is in the text.
  package let sentences: Int
  /// The index in `tokens` at which each sentence starts.
  let sentenceStarts: [Int]
  let letters: LetterCounts
  let lexicon: Lexicon

  /// Splits a visible text. Linear in its length.
  package init(_ visible: VisibleText, lexicon: Lexicon) {
    let scalars = Array(visible.text.unicodeScalars)
    let pieces = Pieces.split(scalars)
    var builder = TokenBuilder(
      scalars: scalars, itemStarts: visible.itemStarts, lexicon: lexicon)
    for range in pieces.ranges { builder.add(range) }
    let (split, tail) = builder.finish()
    let sentences = SentenceSplitter.split(split, scalars: scalars)
    text = visible.text
    tokens = sentences.tokens
    self.tail = tail
    words = WordCount.count(pieces)
    self.sentences = sentences.starts.count
    sentenceStarts = sentences.starts
    letters = LetterCounts(scalars)
    self.lexicon = lexicon
  }

  /// Whether a sentence ends with a question mark.
  func asks(sentence: Int) -> Bool {
    let next = sentence + 1 < sentenceStarts.count ? tokens[sentenceStarts[sentence + 1]].gap : tail
    return next.contains(.question)
  }

  /// Up to `count` words from a token on, as written, for a reason.
  func quote(from index: Int, count: Int = 3) -> String {
    guard index < tokens.count else { return "" }
    let sentence = tokens[index].sentence
    var words: [String] = []
    for token in tokens[index...].prefix(count) where token.sentence == sentence {
      words.append(token.text)
    }
    return Quoting.quote(words.joined(separator: " "))
  }
}

/// Quotation marks for the words in a reason; long ones are cut.
enum Quoting {
  static func quote(_ words: String) -> String {
    words.count <= 60 ? "‘\(words)’" : "‘\(words.prefix(59))…’"
  }
}

/// How many letters of which kind a text has.
struct LetterCounts: Sendable {
  var latin = 0
  var unspaced = 0
  var other = 0

  var total: Int { latin + unspaced + other }

  init(_ scalars: [Unicode.Scalar]) {
    for scalar in scalars where ScalarClass.isLetter(scalar) {
      if scalar.value < 0x80 || ScalarClass.isLatin(scalar) {
        latin += 1
      } else if ScalarClass.isUnspaced(scalar) {
        unspaced += 1
      } else {
        other += 1
      }
    }
  }
}
