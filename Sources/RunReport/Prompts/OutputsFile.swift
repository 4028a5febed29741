import PromptStudy
import ReportWriters
import TextRules
import TraceModel

/// `outputs.csv`: one row for each case, variant and sample, so that every figure can be recomputed.
///
/// `shown` is `output`, `fallbackMissing` or `fallbackLate`; only rows that show their output have
/// verdicts, words and an outcome. A verdict is `pass`, `fail` or `notScored`, a person's where there
/// is one; `overridden` and `unsure` name rules, joined by `;`. `all_rules` is 1 or 0. `latency_seconds`
/// is empty when it was not measured. Free texts come last; one that a spreadsheet could take for a
/// formula begins with `'`.
package enum OutputsFile {
  package static var header: [String] {
    [
      "variant", "case", "sample", "source", "latency_seconds", "shown", "outcome", "words",
      "sentences", "all_rules", "all_rules_loose",
    ] + Rules.names + Rules.names.map { "\($0)_loose" }
      + ["overridden", "unsure", "model", "reasons", "output", "visible"]
  }

  package static func text(_ comparison: PromptComparison) -> String {
    var table = CSVTable(header: header)
    for variant in comparison.variants {
      for output in variant.outputs { table.add(row(output, variant)) }
    }
    return table.text
  }

  private static func row(_ output: ScoredOutput, _ variant: VariantResult) -> [String] {
    let recorded = output.recorded
    let score = output.shown == .output ? output.score : nil
    var row = [
      CSVTable.freeText(variant.name), CSVTable.freeText(output.caseID), String(output.sample),
      recorded.map { variant.kind == .templates ? "template" : $0.source.rawValue } ?? "",
      NumberText.cell(recorded?.latencySeconds), output.shown.rawValue,
      score?.outcome.rawValue ?? "", score?.words.map(String.init) ?? "",
      score?.sentences.map(String.init) ?? "",
      output.passesAll(variant.rules, .strict) ? "1" : "0",
      output.passesAll(variant.rules, .loose) ? "1" : "0",
    ]
    for reading in ScoredOutput.Reading.allCases {
      row += Rules.names.map { rule in
        score == nil ? "" : output.verdict(rule, reading)?.word ?? ""
      }
    }
    let reasons = output.reasons(variant.rules).map { "\($0.rule): \($0.reason)" }
    row += [
      Rules.names.filter { output.overrides[$0] != nil }.joined(separator: ";"),
      output.openDoubts.map(\.rule).joined(separator: ";"),
      CSVTable.freeText(recorded?.model ?? ""),
      CSVTable.freeText(reasons.joined(separator: "; ")),
      CSVTable.freeText(recorded?.output ?? ""),
      CSVTable.freeText(output.score?.visible ?? ""),
    ]
    return row
  }
}
