import PromptStudy
import TextRules
import TraceModel

/// Reads `rules.json`: which rules count, and what the app does when no answer comes.
package enum RuleSetReader {
  static let schema = "autoresearch.rules/1"
  static let keys = ["schema", "title", "rules", "maxWords", "latencyLimitSeconds", "fallback"]
  package static let maxWordsRange = 1...1000

  static func rules(_ bytes: [UInt8], problems: ProblemList) -> RuleSet {
    var rules = RuleSet()
    guard let node = parseJSON(withoutByteOrderMark(bytes), problems: problems),
      let reader = ObjectReader(node, name: "rules.json", known: keys, problems: problems)
    else { return rules }
    reader.require("schema")
    if let given = reader.text("schema"), given != schema {
      reader.report("schema", "is \(quoted(given))", fix: "this version reads \"\(schema)\"")
    }
    rules.title = reader.text("title", nullable: true)
    if let words = reader.integer("maxWords", in: maxWordsRange) { rules.settings.maxWords = words }
    if let limit = reader.number("latencyLimitSeconds", in: 0.001...3600, unit: "s") {
      rules.latencyLimitSeconds = limit
    }
    if let fallback = reader.text("fallback") {
      rules.fallback = fallback
      if fallback.allSatisfy(\.isWhitespace) {
        reader.report("fallback", "is empty", fix: "write what the app shows when no answer comes")
      }
    }
    if let list = reader.list("rules") { rules.rules = names(list, reader) }
    return rules
  }

  private static func names(_ list: [JSONNode], _ reader: ObjectReader) -> [String] {
    var given: Set<String> = []
    for node in list {
      guard case .string(let name) = node.value, Rules.names.contains(name) else {
        var hint = ""
        if case .string(let name) = node.value {
          hint = Nearest.hint(for: name, among: Rules.names)
        }
        reader.report(
          "rules", "holds \(node.kindName), which is no rule\(hint)",
          fix: "use any of: \(Rules.names.joined(separator: ", "))")
        continue
      }
      if !given.insert(name).inserted {
        reader.report("rules", "names \(quoted(name)) twice", fix: "name each rule once")
      }
    }
    if list.isEmpty {
      reader.report(
        "rules", "is an empty list", fix: "name at least one rule, or leave the key out for all")
    }
    return Rules.names.filter(given.contains)
  }
}
