import CLexicon

/// What is known about a word: how often it is which part of speech, and which lists hold it.
struct WordInfo: Sendable, Hashable {
  /// Twice the tag count plus senses, as log2, 0...15; -1 when the word is never that part.
  var verb: Int8 = -1
  var noun: Int8 = -1
  var adjective: Int8 = -1
  var adverb: Int8 = -1
  /// The share, in ninths, of the noun's senses one can see or touch; -1 when it is no noun.
  var seen: Int8 = -1
  var lists: WordLists = []
  var form: WordForm = []

  var isKnown: Bool { verb >= 0 || noun >= 0 || adjective >= 0 || adverb >= 0 || !lists.isEmpty }
}

/// How a word was bent to find it: "opens" is both the plural and the third person of "open".
struct WordForm: OptionSet, Sendable, Hashable {
  let rawValue: UInt8
  static let plural = WordForm(rawValue: 1)
  static let thirdPerson = WordForm(rawValue: 2)
  static let past = WordForm(rawValue: 4)
  static let gerund = WordForm(rawValue: 8)
}

/// The hand-written lists a word stands in, by section name.
struct WordLists: OptionSet, Sendable, Hashable {
  let rawValue: UInt64

  /// The section names in the order of their bits.
  static let names = [
    "task", "mixed", "starter", "determiner", "objectPronoun", "subjectPronoun", "preposition",
    "particle", "conjunction", "wh", "auxiliary", "finite", "finitePlural", "adverb", "lead",
    "interjection", "neverVerb", "firstPerson", "name", "label", "month", "number", "title",
    "unit", "abbreviation", "markedName", "emoticon", "foreign", "seen", "unseen", "named",
    "numbered", "place", "unbounded", "sizing", "large", "small", "whole", "timed", "timeUnit",
  ]

  init(rawValue: UInt64) { self.rawValue = rawValue }

  init(_ name: String) {
    guard let bit = Self.names.firstIndex(of: name) else {
      preconditionFailure("no word list is called \(name)")
    }
    rawValue = 1 << UInt64(bit)
  }

  static let task = WordLists("task")
  static let mixed = WordLists("mixed")
  static let starter = WordLists("starter")
  static let determiner = WordLists("determiner")
  static let objectPronoun = WordLists("objectPronoun")
  static let subjectPronoun = WordLists("subjectPronoun")
  static let preposition = WordLists("preposition")
  static let particle = WordLists("particle")
  static let conjunction = WordLists("conjunction")
  static let wh = WordLists("wh")
  static let auxiliary = WordLists("auxiliary")
  static let finite = WordLists("finite")
  static let finitePlural = WordLists("finitePlural")
  static let adverb = WordLists("adverb")
  static let lead = WordLists("lead")
  static let interjection = WordLists("interjection")
  static let neverVerb = WordLists("neverVerb")
  static let firstPerson = WordLists("firstPerson")
  static let name = WordLists("name")
  static let label = WordLists("label")
  static let month = WordLists("month")
  static let number = WordLists("number")
  static let title = WordLists("title")
  static let unit = WordLists("unit")
  static let abbreviation = WordLists("abbreviation")
  static let markedName = WordLists("markedName")
  static let emoticon = WordLists("emoticon")
  static let foreign = WordLists("foreign")
  static let seen = WordLists("seen")
  static let unseen = WordLists("unseen")
  static let named = WordLists("named")
  static let numbered = WordLists("numbered")
  static let place = WordLists("place")
  static let unbounded = WordLists("unbounded")
  static let sizing = WordLists("sizing")
  static let large = WordLists("large")
  static let small = WordLists("small")
  static let whole = WordLists("whole")
  static let timed = WordLists("timed")
  static let timeUnit = WordLists("timeUnit")

  /// Words of the closed classes, which are never a thing.
  static let closed: WordLists = [
    .determiner, .objectPronoun, .subjectPronoun, .preposition, .conjunction, .wh, .auxiliary,
  ]
}

/// The words the rules know: WordNet's table and the hand-written lists beside it.
///
/// Immutable once loaded, so any number of threads read it.
package final class Lexicon: Sendable {
  /// The lexicon compiled into the binary, loaded on first use (some milliseconds).
  package static let bundled = Lexicon(files: LexiconFiles.all)

  let words: WordTable
  let fluff: PhraseTable

  /// The text of every file, in a fixed order, for the digest that a run records.
  package static var sources: [(name: String, text: String)] { LexiconFiles.all }

  init(files: [(name: String, text: String)]) {
    var words = WordTable()
    var fluff = PhraseTable()
    for file in files {
      switch file.name {
      case "lexicon.txt": LexiconReader.readTable(file.text, into: &words)
      case "fluff.txt": fluff = PhraseTable(file.text)
      default: LexiconReader.readLists(file.text, into: &words)
      }
    }
    self.words = words
    self.fluff = fluff
  }

  /// How many words are known, bent forms left out.
  package var count: Int { words.count }

  /// What is known of a lower-case word, also as a plural, third person, past or "-ing" form.
  func info(_ word: String) -> WordInfo {
    if let info = words[word] {
      let isBase = info.verb >= 0 || info.noun >= 0 || info.adjective >= 0 || info.adverb >= 0
      guard word.utf8.count > 3, !isBase || info.verb < 0 else { return info }
      return merge(info, bent(word))
    }
    if word.utf8.contains(UInt8(ascii: "-")), let last = word.split(separator: "-").last {
      let part = bentOrBase(String(last))
      if part.noun >= 0 || part.verb >= 0 || !part.lists.isEmpty {
        var info = WordInfo()
        info.noun = part.noun
        info.seen = part.seen
        info.lists = part.lists.intersection([.seen, .unseen, .large, .timeUnit, .timed])
        info.form = part.form
        info.verb = part.verb
        return info
      }
    }
    return bent(word)
  }

  private func bentOrBase(_ word: String) -> WordInfo { words[word] ?? bent(word) }

  /// What a direct entry says comes first; the bent form adds what it lacks.
  private func merge(_ direct: WordInfo, _ bent: WordInfo) -> WordInfo {
    var info = direct
    if info.verb < 0 { info.verb = bent.verb }
    if info.noun < bent.noun {
      info.noun = bent.noun
      info.seen = bent.seen
    }
    info.form.formUnion(bent.form)
    info.lists.formUnion(bent.lists.subtracting([.seen, .unseen, .small]))
    return info
  }

  private func bent(_ word: String) -> WordInfo {
    var info = WordInfo()
    for (base, form) in WordEndings.bases(of: word) {
      guard let found = words[base] else { continue }
      if form.contains(.plural) {
        if found.noun >= 0, info.noun < 0 {
          info.noun = found.noun
          info.seen = found.seen
          info.form.insert(.plural)
        }
        if found.verb >= 0, info.verb < 0 {
          info.verb = found.verb
          info.form.insert(.thirdPerson)
        }
        let kept = found.lists.intersection([
          .seen, .unseen, .large, .small, .timed, .timeUnit, .numbered,
        ])
        if !kept.isEmpty {
          info.lists.formUnion(kept)
          info.form.insert(.plural)
        }
      } else if found.verb >= 0 || found.lists.contains(.task) {
        if info.verb < 0 { info.verb = max(found.verb, 1) }
        info.form.formUnion(form)
      }
    }
    return info
  }
}
