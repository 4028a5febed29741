/// A word of a passage with all the rules ask of it.
struct Token: Sendable {
  /// As written, without the marks around it.
  let text: String
  /// Lower case, with a straight apostrophe.
  let lower: String
  let info: WordInfo
  /// What stands between the word before and this one.
  let gap: Gap
  /// Where it stands among the passage's scalars, marks around it left out.
  let range: Range<Int>
  /// 0 for the first sentence.
  var sentence: Int
  let isQuoted: Bool
  let shape: Shape

  func has(_ lists: WordLists) -> Bool { !info.lists.isDisjoint(with: lists) }

  var isCapital: Bool { shape.contains(.capital) }
  var isNumber: Bool { shape.contains(.number) }

  /// Whether the word is a verb in its base form more often than anything else.
  var isMainlyVerb: Bool {
    info.form.isDisjoint(with: [.plural, .thirdPerson, .past, .gerund])
      && (has(.task) || info.verb > max(info.noun, info.adjective, info.adverb))
  }
}

/// The look of a word.
struct Shape: OptionSet, Sendable {
  let rawValue: UInt8
  static let capital = Shape(rawValue: 1)
  /// All letters are capitals, and there are at least two.
  static let shouted = Shape(rawValue: 2)
  /// Starts with a digit, perhaps behind a sign: "25", "$20", "9:30".
  static let number = Shape(rawValue: 4)
  /// A file name, an address, a handle or a hashtag: something with a name on a screen.
  static let address = Shape(rawValue: 8)
}

/// The marks between two words.
struct Gap: OptionSet, Sendable {
  let rawValue: UInt32
  static let space = Gap(rawValue: 1)
  static let comma = Gap(rawValue: 2)
  static let colon = Gap(rawValue: 4)
  static let semicolon = Gap(rawValue: 8)
  static let stop = Gap(rawValue: 16)
  /// `!` or `?`, or an end mark of another script.
  static let strongStop = Gap(rawValue: 32)
  static let ellipsis = Gap(rawValue: 64)
  static let openParenthesis = Gap(rawValue: 128)
  static let closeParenthesis = Gap(rawValue: 256)
  static let quote = Gap(rawValue: 512)
  static let newline = Gap(rawValue: 1024)
  /// The line that starts here stood behind a list mark.
  static let item = Gap(rawValue: 2048)
  static let dash = Gap(rawValue: 4096)
  static let bullet = Gap(rawValue: 8192)
  static let slash = Gap(rawValue: 16384)
  static let question = Gap(rawValue: 32768)
  /// An emoji, or an emoticon such as ":)".
  static let face = Gap(rawValue: 65536)

  static let anyStop: Gap = [.stop, .strongStop, .ellipsis]
  /// Marks after which a new clause may begin.
  static let clause: Gap = [
    .comma, .colon, .semicolon, .stop, .strongStop, .ellipsis, .newline, .dash,
    .openParenthesis, .closeParenthesis,
  ]
}
