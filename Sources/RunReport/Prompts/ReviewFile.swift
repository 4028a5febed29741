import PromptStudy
import ReportWriters
import TextRules

/// `review-these.md`: verdicts the rules are unsure of, and how a person settles them.
package enum ReviewFile {
  package static let name = "review-these.md"
  /// Doubts shown one by one; further ones are counted.
  static let limit = 500

  private struct Entry {
    let variant: VariantResult
    let output: ScoredOutput
    let doubt: OutputScore.Doubt

    /// Whether the doubted verdict alone decides if the output passes all rules.
    var isDecisive: Bool {
      variant.rules.contains(doubt.rule) && output.score?.outcome == .scored
        && variant.rules.allSatisfy {
          $0 == doubt.rule || output.verdict($0, .strict)?.passed == true
        }
    }
  }

  /// - Parameters:
  ///   - comparison: What was scored.
  ///   - overridesFile: The file to which a person adds overrides, as they would type it.
  /// - Returns: The page; it says so when the rules are unsure of nothing.
  package static func text(_ comparison: PromptComparison, overridesFile: String) -> String {
    var entries: [Entry] = []
    for variant in comparison.variants {
      for output in variant.outputs {
        entries += output.openDoubts.map { Entry(variant: variant, output: output, doubt: $0) }
      }
    }
    let ordered = entries.filter(\.isDecisive) + entries.filter { !$0.isDecisive }
    var page = ReportDocument(title: "Verdicts to look at")
    guard !ordered.isEmpty else {
      page.paragraph("The rules are unsure of no verdict.")
      return MarkdownWriter.text(page)
    }
    page.paragraph(
      "The rules are unsure of \(Wording.count(entries.count, "verdict", "verdicts")) below; \(entries.count(where: \.isDecisive)) of them decide whether an output passes all rules, and come first."
    )
    page.paragraph(
      "Where a verdict is wrong, add the line below it to ", .code(overridesFile),
      " with your own reason, and compare again: it then counts instead of the rule's, for both readings, and the report says how many verdicts were changed by hand. Judge all variants alike, best without knowing which is which."
    )
    for entry in ordered.prefix(limit) { add(entry, to: &page) }
    if ordered.count > limit {
      page.paragraph(
        "\(ordered.count - limit) more are not shown; outputs.csv marks them in the column unsure.")
    }
    return MarkdownWriter.text(page)
  }

  private static func add(_ entry: Entry, to page: inout ReportDocument) {
    let output = entry.output
    let sample = entry.variant.samplesPerCase > 1 ? ", sample \(output.sample)" : ""
    page.heading("\(entry.variant.name), \(output.caseID)\(sample): \(entry.doubt.rule)")
    page.paragraph(.code(TextColumns.cut(output.score?.visible ?? "", 400)))
    let reason = entry.doubt.verdict.reason.map { ": \($0)" } ?? ""
    page.paragraph(
      "Verdict: ", .strong(entry.doubt.verdict.word), "\(reason). Unsure because: ",
      "\(entry.doubt.reason).", entry.isDecisive ? " This verdict decides." : "")
    let line = JSONText.object([
      ("variant", .string(entry.variant.name)), ("case", .string(output.caseID)),
      ("sample", .integer(output.sample)), ("rule", .string(entry.doubt.rule)),
      ("verdict", .string(entry.doubt.verdict.passed ? "fail" : "pass")),
      ("why", .string("SAY WHY")),
    ])
    page.code(line.line)
  }
}
