import PromptStudy
import ReportWriters
import TraceModel

/// The chart of a prompt comparison, as values.
enum PromptCharts {
  /// More rows or columns than this can't be read at a glance; what is left out is said.
  private static let rows = 60
  private static let columns = 10

  /// Which variant passes which case; nil when there is nothing to compare.
  static func matrix(_ comparison: PromptComparison) -> Chart? {
    let variants = Array(comparison.variants.prefix(columns))
    guard !variants.isEmpty, comparison.caseCount > 0 else { return nil }
    let all = Array(0..<comparison.caseCount)
    var chosen = all
    if all.count > rows {
      func tells(_ i: Int) -> Bool { Set(variants.map { cell($0, i) }).count > 1 }
      chosen = (all.filter(tells) + all.filter { !tells($0) }).prefix(rows).sorted()
    }
    var summary =
      "A row for each case, a column for each variant, strict reading: a full circle passes all rules, a cross fails one, a square is the fallback that the app would show."
    if chosen.count < all.count {
      summary +=
        " \(chosen.count) of \(all.count) cases are drawn, those on which variants differ first; all are in outputs.csv."
    }
    if variants.count < comparison.variants.count {
      summary += " \(variants.count) of \(comparison.variants.count) variants are drawn."
    }
    return Chart(
      name: "cases", title: "Which wording passes which case?", summary: summary,
      content: .matrix(
        CaseMatrix(
          variants: variants.map(\.name),
          rows: chosen.map { i in
            CaseMatrix.Row(
              name: comparison.inputs.cases[i].id, cells: variants.map { cell($0, i) })
          })))
  }

  private static func cell(_ variant: VariantResult, _ i: Int) -> CaseMatrix.Cell {
    let passes = variant.passes(ofCase: i)
    if passes == variant.samplesPerCase { return .pass }
    if passes > 0 { return .partly }
    let samples = variant.samples(ofCase: i)
    if samples.allSatisfy({ $0.shown != .output }) { return .fallback }
    let isOpen = samples.contains { sample in
      sample.shown == .output
        && !variant.rules.contains { rule in
          if case .fail? = sample.verdict(rule, .strict) { return true }
          return false
        }
    }
    return isOpen ? .notScored : .fail
  }
}
