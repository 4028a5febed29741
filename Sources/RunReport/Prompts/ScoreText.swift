import ReportWriters
import TextRules
import TraceModel

/// One scored output as JSON and as a person reads it.
package enum ScoreText {
  /// The object of `score --json`: every rule and `words` present whatever the outcome.
  ///
  /// A late output is one that the app would have replaced by its fallback: never a pass.
  package static func json(
    _ score: OutputScore, caseName: String, sample: Int, isLate: Bool = false
  ) -> JSONText {
    .object([
      ("case", .string(caseName)), ("sample", .integer(sample)),
      ("visible", .string(score.visible)),
      ("words", .optional(score.words)), ("sentences", .optional(score.sentences)),
      ("strict", verdicts(score.strict)), ("loose", verdicts(score.loose)),
      ("outcome", .string(isLate ? "late" : score.outcome.rawValue)),
      ("all_rules", .bool(score.passesAllStrict && !isLate)),
    ])
  }

  private static func verdicts(_ verdicts: [OutputScore.RuleVerdict]) -> JSONText {
    .object(
      verdicts.map { item in
        (
          item.rule,
          .object([
            ("verdict", .string(item.verdict.word)), ("reason", .optional(item.verdict.reason)),
          ])
        )
      })
  }

  /// A few lines of at most 80 columns, but for what can't be broken.
  package static func lines(_ score: OutputScore, place: String, isLate: Bool = false) -> [String] {
    let label = place.isEmpty ? "" : "\(place)  "
    var lines = [
      label + (isLate ? "fail  later than 8 s: the app shows its fallback" : headline(score))
    ]
    let text = score.visible.isEmpty ? "(no text)" : plainLine(score.visible)
    lines += TextColumns.wrap(text, first: "    ", rest: "    ", limit: 4)
    guard score.outcome == .scored else { return lines }
    for item in score.strict {
      guard let reason = item.verdict.reason else { continue }
      let loose = score.looseVerdict(item.rule)?.passed == true ? " (loose: pass)" : ""
      lines += TextColumns.wrap(
        plainLine(reason) + loose, first: "  \(TextColumns.padded(item.rule, 16))",
        rest: String(repeating: " ", count: 18))
    }
    for doubt in score.doubts {
      lines += TextColumns.wrap(
        "\(doubt.rule) is unsure: \(plainLine(doubt.reason))", first: "  ?  ", rest: "     ")
    }
    return lines
  }

  private static func headline(_ score: OutputScore) -> String {
    guard score.outcome == .scored else { return "fail  \(score.outcome.title)" }
    let words = score.words.map { count($0, "word") } ?? "words not counted"
    let sentences = score.sentences.map { count($0, "sentence") } ?? ""
    if score.passesAllStrict { return "pass  \(words), \(sentences)" }
    return "fail  \(words), \(sentences)\(score.passesAllLoose ? "; passes loosely" : "")"
  }

  private static func count(_ number: Int, _ what: String) -> String {
    "\(number) \(what)\(number == 1 ? "" : "s")"
  }
}

/// How many outputs pass what, gathered while a stream goes by.
package struct ScoreCounts: Sendable, Hashable {
  package private(set) var outputs = 0
  private var strict: [String: Int] = [:]
  private var loose: [String: Int] = [:]
  private var allStrict = 0
  private var allLoose = 0
  private var outcomes: [TextRules.Outcome: Int] = [:]
  private var unsure = 0
  private var late = 0

  package init() {}

  package mutating func add(_ score: OutputScore, isLate: Bool = false) {
    outputs += 1
    // Someone else's words stood on the screen by then: nothing of it passes.
    guard !isLate else {
      late += 1
      return
    }
    if score.passesAllStrict { allStrict += 1 }
    if score.passesAllLoose { allLoose += 1 }
    if score.isUnsure { unsure += 1 }
    outcomes[score.outcome, default: 0] += 1
    for item in score.strict where item.verdict.passed { strict[item.rule, default: 0] += 1 }
    for item in score.loose where item.verdict.passed { loose[item.rule, default: 0] += 1 }
  }

  package mutating func merge(_ other: ScoreCounts) {
    outputs += other.outputs
    allStrict += other.allStrict
    allLoose += other.allLoose
    unsure += other.unsure
    late += other.late
    outcomes.merge(other.outcomes, uniquingKeysWith: +)
    strict.merge(other.strict, uniquingKeysWith: +)
    loose.merge(other.loose, uniquingKeysWith: +)
  }

  /// The summary below the outputs, in a terminal.
  package var lines: [String] {
    var lines = ["\(TextColumns.padded("", 18))strict                         loose"]
    func row(_ name: String, _ strict: Int, _ loose: Int) -> String {
      "\(TextColumns.padded(name, 18))\(TextColumns.padded(Wording.share(strict, of: outputs), 31))\(Wording.share(loose, of: outputs))"
    }
    lines.append(row("all rules", allStrict, allLoose))
    for rule in Rules.names { lines.append(row(rule, strict[rule] ?? 0, loose[rule] ?? 0)) }
    var apart = TextRules.Outcome.allCases.filter { $0 != .scored }.compactMap { outcome in
      outcomes[outcome].map { "\(outcome.title) \($0)" }
    }
    if late > 0 { apart.append("later than 8 s \(late)") }
    if !apart.isEmpty { lines.append("apart             \(apart.joined(separator: ", "))") }
    if unsure > 0 { lines.append("unsure            \(unsure); look at those marked ?") }
    return lines
  }
}

/// Lines of a terminal of 80 columns.
package enum TextColumns {
  package static let width = 80

  package static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Cut to a width, the cut shown.
  package static func cut(_ text: String, _ width: Int) -> String {
    text.count <= width ? text : "\(text.prefix(max(0, width - 1)))…"
  }

  /// Breaks a text at spaces; words longer than a line are cut hard.
  ///
  /// - Parameters:
  ///   - text: One line of text.
  ///   - first: What stands before the first line.
  ///   - rest: What stands before the others.
  ///   - limit: Lines at most; a cut is shown.
  /// - Returns: Lines of at most 80 columns.
  package static func wrap(_ text: String, first: String, rest: String, limit: Int = 1000)
    -> [String]
  {
    let room = width - max(first.count, rest.count)
    var lines: [String] = []
    var line = ""
    var length = 0
    // A text of a megabyte is not laid out to its end.
    for word in text.prefix(limit * width + width).split(separator: " ") {
      var word = word[...]
      while length > 0 ? length + 1 + word.count > room : word.count > room {
        if length > 0 {
          lines.append(line)
          line = ""
          length = 0
        } else {
          lines.append(String(word.prefix(room)))
          word = word.dropFirst(room)
        }
      }
      if word.isEmpty { continue }
      line += (length > 0 ? " " : "") + word
      length += (length > 0 ? 1 : 0) + word.count
    }
    if length > 0 || lines.isEmpty { lines.append(line) }
    if lines.count > limit {
      lines = Array(lines.prefix(limit))
      lines[limit - 1] = cut(lines[limit - 1], room - 1) + "…"
    }
    return lines.enumerated().map { ($0 == 0 ? first : rest) + $1 }
  }
}
