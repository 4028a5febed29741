import CLexicon

/// The lexicon's files as they were compiled in.
enum LexiconFiles {
  static let all: [(name: String, text: String)] = {
    var files: [(name: String, text: String)] = []
    while true {
      let file = lexicon_file_at(files.count)
      guard file.count > 0, let name = file.name, let bytes = file.bytes else { return files }
      let buffer = UnsafeBufferPointer(start: bytes, count: file.count)
      files.append((String(cString: name), String(decoding: buffer, as: UTF8.self)))
    }
  }()
}

/// Reads the two formats of the lexicon's files.
enum LexiconReader {
  /// `lexicon.txt`: a code, then the words that have it; "ed" and "pl" lines hold irregular forms.
  static func readTable(_ text: String, into words: inout [String: WordInfo]) {
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: " "))
      guard let code = fields.first else { continue }
      if code.count == 2 {
        let isPlural = code.elementsEqual("pl".utf8)
        for pair in fields.dropFirst() { readIrregular(pair, isPlural: isPlural, into: &words) }
        continue
      }
      let info = info(code)
      for word in fields.dropFirst() { words[String(decoding: word, as: UTF8.self)] = info }
    }
  }

  private static func info(_ code: Substring.UTF8View) -> WordInfo {
    let levels = code.map { byte -> Int8 in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): Int8(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): Int8(byte - UInt8(ascii: "a") + 10)
      default: -1
      }
    }
    guard levels.count == 5 else { return WordInfo() }
    return WordInfo(
      verb: levels[0], noun: levels[1], adjective: levels[2], adverb: levels[3], seen: levels[4])
  }

  private static func readIrregular(
    _ pair: Substring.UTF8View, isPlural: Bool, into words: inout [String: WordInfo]
  ) {
    let sides = pair.split(separator: UInt8(ascii: "="))
    guard sides.count == 2, let base = words[String(decoding: sides[1], as: UTF8.self)] else {
      return
    }
    let form = String(decoding: sides[0], as: UTF8.self)
    var info = words[form] ?? WordInfo()
    if isPlural {
      info.noun = max(info.noun, base.noun)
      info.seen = base.seen
      info.form.insert(.plural)
    } else {
      // A past form that is also a base ("read", "found") stays what it is.
      if info.verb < 0 {
        info.verb = base.verb
        info.form.insert(.past)
      }
    }
    words[form] = info
  }

  /// A hand-written list: `#` comments, `[section]` heads, words between white space.
  static func readLists(_ text: String, into words: inout [String: WordInfo]) {
    var section: WordLists = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#") { continue }
      if line.hasPrefix("["), line.hasSuffix("]") {
        section = WordLists(String(line.dropFirst().dropLast()))
        continue
      }
      for word in line.split(separator: " ") {
        words[String(word), default: WordInfo()].lists.insert(section)
      }
    }
  }
}

/// Phrases by their first word, each with the name of its kind.
struct PhraseTable: Sendable {
  struct Phrase: Sendable {
    let words: [String]
    let kind: String
    let atStartOnly: Bool
  }

  private(set) var byFirstWord: [String: [Phrase]] = [:]

  init() {}

  /// `fluff.txt`: each line a phrase, each section a kind; "startOnly" repeats phrases.
  init(_ text: String) {
    var phrases: [(text: String, kind: String)] = []
    var startOnly: Set<String> = []
    var kind = ""
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("[") {
        kind = String(line.dropFirst().dropLast())
      } else if kind == "startOnly" {
        startOnly.insert(String(line))
      } else {
        phrases.append((String(line), kind))
      }
    }
    for phrase in phrases {
      let words = phrase.text.split(separator: " ").map(String.init)
      byFirstWord[words[0], default: []].append(
        Phrase(words: words, kind: phrase.kind, atStartOnly: startOnly.contains(phrase.text)))
    }
    for key in byFirstWord.keys {
      // The longest phrase first, so that the reason quotes as much as there is.
      byFirstWord[key]?.sort { ($1.words.count, $0.words[0]) < ($0.words.count, $1.words[0]) }
    }
  }
}
