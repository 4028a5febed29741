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
  ///
  /// Reads bytes by hand: this runs at every start, over 200 KB.
  static func readTable(_ text: String, into words: inout WordTable) {
    var text = text
    text.withUTF8 { bytes in
      var info = WordInfo()
      var irregular: Bool?
      var isFirst = true
      var start = 0
      for (index, byte) in bytes.enumerated() where byte == 0x20 || byte == 0x0A {
        let field = UnsafeBufferPointer(rebasing: bytes[start..<index])
        start = index + 1
        if isFirst {
          irregular = field.count == 2 ? field.elementsEqual("pl".utf8) : nil
          info = Self.info(field)
        } else if let isPlural = irregular {
          readIrregular(String(decoding: field, as: UTF8.self), isPlural: isPlural, into: &words)
        } else {
          words[key: WordTable.key(field)] = info
        }
        isFirst = byte == 0x0A
      }
    }
  }

  private static func info(_ code: UnsafeBufferPointer<UInt8>) -> WordInfo {
    guard code.count == 5 else { return WordInfo() }
    func level(_ position: Int) -> Int8 {
      switch code[position] {
      case 0x30...0x39: Int8(code[position] - 0x30)
      case 0x61...0x66: Int8(code[position] - 0x61 + 10)
      default: -1
      }
    }
    return WordInfo(
      verb: level(0), noun: level(1), adjective: level(2), adverb: level(3), seen: level(4))
  }

  private static func readIrregular(
    _ pair: String, isPlural: Bool, into words: inout WordTable
  ) {
    let sides = pair.split(separator: "=").map(String.init)
    guard sides.count == 2, let base = words[sides[1]] else { return }
    let form = sides[0]
    var info = words[form] ?? WordInfo()
    if isPlural {
      info.noun = max(info.noun, base.noun)
      info.seen = base.seen
      info.form.insert(.plural)
    } else {
      // A past form that is also a base stays what it is ("read", "lay"), unless the past is far
      // more common ("found", "left").
      if info.verb < 0 || base.verb > info.verb + 3 {
        info.verb = max(info.verb, base.verb)
        info.form.insert(.past)
      }
    }
    words[form] = info
  }

  /// A hand-written list: `#` comments, `[section]` heads, words between white space.
  static func readLists(_ text: String, into words: inout WordTable) {
    var section: WordLists = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#") { continue }
      if line.hasPrefix("["), line.hasSuffix("]") {
        section = WordLists(String(line.dropFirst().dropLast()))
        continue
      }
      for word in line.split(separator: " ") {
        words[key: WordTable.key(word.utf8)].lists.insert(section)
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
