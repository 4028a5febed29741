import PromptStudy
import ReportWriters
import TextRules
import TraceModel

/// What a report says about prompt variants: as a section of the main report, or as one of its own.
package struct PromptReport {
  private let comparison: PromptComparison

  /// Failing outputs quoted for each variant; outputs.csv has them all.
  private static let failureLimit = 100
  /// Rows of the case-by-variant table; outputs.csv has them all.
  private static let matrixLimit = 1000

  package init(_ comparison: PromptComparison) { self.comparison = comparison }

  /// A report of its own.
  package var document: ReportDocument {
    ReportDocument(
      title: "Which wording gives a first step one can start? \(comparison.inputs.name)",
      blocks: opening + body(level: 2))
  }

  /// A section of the main report, from a heading of level 2.
  package var section: [ReportDocument.Block] {
    [.heading(level: 2, "Prompts: \(comparison.inputs.name)")] + opening + body(level: 3)
  }

  // MARK: Opening

  private var opening: [ReportDocument.Block] {
    var page = ReportDocument(title: "")
    page.paragraph(
      .strong("Which differences hold: \(PromptWording.paired(comparison, limit: 6))."))
    var table = ReportDocument.Table(caption: "", header: ["Read this first", ""])
    table.add([
      "Question", "Which wording gives outputs that meet every hard rule, on the same cases?",
    ])
    table.add(["Cases", "\(comparison.caseCount), \(samples)"])
    table.add(["Outputs", outputs])
    table.add(["Lock", lock])
    table.add(["Rules", rules])
    table.add(["Fallback", fallback])
    if comparison.overridesApplied > 0 {
      table.add([
        "By hand",
        "\(Wording.count(comparison.overridesApplied, "verdict", "verdicts")) of a person applied, \(comparison.overridesChanging) of them change the rule's",
      ])
    }
    table.add(["Unsure", "\(comparison.openDoubts) verdicts, listed in review-these.md"])
    table.add([
      "Can show",
      "Which wording keeps to the rules on these titles. It cannot show that a person starts, nor how another model or day would answer.",
    ])
    page.table(table)
    return page.blocks
  }

  private var samples: String {
    let counts = Set(comparison.variants.filter { $0.kind != .templates }.map(\.samplesPerCase))
    let texts = counts.sorted().map(String.init).joined(separator: " or ")
    return
      "\(texts) \(counts == [1] ? "sample" : "samples") of each; a case passes when all rules hold at every sample"
  }

  private var outputs: String {
    var text = PromptWording.sources(comparison)
    if text == "written" { text = "written by hand, not by a model: no evidence about any model" }
    let models = Set(
      comparison.variants.flatMap { $0.outputs.compactMap(\.recorded?.model) })
    if !models.isEmpty { text += "; model \(models.sorted().prefix(8).joined(separator: ", "))" }
    for name in comparison.inputs.withoutOutputs { text += "; \(name) has no outputs yet" }
    return text
  }

  private var lock: String {
    comparison.inputs.digest.map {
      "cases and rules match SHA256SUMS, digest \($0.prefix(16))…; prompts and outputs are not locked"
    } ?? "the inputs were not locked: nothing shows that they stayed the same"
  }

  private var rules: String {
    let rules = comparison.inputs.rules
    return
      "\(rules.rules.joined(separator: ", ")); maxWords \(rules.settings.maxWords). Strict reads the visible text; loose drops a lead-in, a label and wrapping quotes. underTwoMinutes is a heuristic."
  }

  private var fallback: String {
    let rules = comparison.inputs.rules
    return
      "a missing output, or one later than \(NumberText.exact(rules.latencyLimitSeconds)) s, shows \"\(rules.fallback)\" (which \(PromptWording.fallback(comparison))): scored apart, never a pass, always in the denominator"
  }

  // MARK: Figures

  private func body(level: Int) -> [ReportDocument.Block] {
    var page = ReportDocument(title: "")
    page.heading("Pass rates", level: level)
    page.table(rates)
    if comparison.hasSeveralSamples {
      page.paragraph(
        "Intervals over outputs take samples of one case as independent, which they are not; those over cases do not."
      )
    }
    page.table(perRule)
    if let floor = comparison.variants.first(where: { $0.kind == .templates }) {
      page.paragraph(
        .code(floor.name),
        " is the floor: built-in steps chosen by a keyword of the title, without a model. \(comparison.inputs.unmatchedTitles) of \(comparison.caseCount) titles matched none and got the generic step. Its steps were written to keep to these rules and say little about the title; whether a step fits its title, no rule measures."
      )
    }
    if !comparison.pairs.isEmpty {
      page.heading("Which differences hold", level: level)
      page.table(pairs)
      page.paragraph(
        "Exact McNemar test, two-sided, on cases that pass all rules at every sample; Holm over all pairs of this comparison. Above 0.05 a difference is not established, which does not show that there is none."
      )
    }
    addApart(to: &page, level: level)
    page.heading("Case by variant", level: level)
    if let chart = PromptCharts.matrix(comparison) { page.chart(chart) }
    page.table(matrix)
    if comparison.caseCount > Self.matrixLimit {
      page.paragraph("The other \(comparison.caseCount - Self.matrixLimit) are in outputs.csv.")
    }
    addFailures(to: &page, level: level)
    return page.blocks
  }

  private var rates: ReportDocument.Table {
    var header = ["variant", "all rules, strict", "loose"]
    if comparison.hasSeveralSamples { header += ["cases at every sample", "cases at any sample"] }
    header += ["missing", "late"]
    var table = ReportDocument.Table(
      caption: "Outputs that pass all rules, with 95% Wilson intervals", header: header)
    for variant in comparison.variants {
      let total = variant.outputs.count
      var row: [[ReportDocument.Span]] = [
        [.strong(variant.name)], [.plain(Wording.share(variant.passesAll(.strict), of: total))],
        [.plain(Wording.share(variant.passesAll(.loose), of: total))],
      ]
      if comparison.hasSeveralSamples {
        row.append([.plain(Wording.share(variant.casesPassingEvery(), of: comparison.caseCount))])
        row.append([.plain(Wording.share(variant.casesPassingAny(), of: comparison.caseCount))])
      }
      row.append([.plain(String(variant.count(.fallbackMissing)))])
      row.append([.plain(String(variant.count(.fallbackLate)))])
      table.add(row)
    }
    return table
  }

  private var perRule: ReportDocument.Table {
    var table = ReportDocument.Table(
      caption: "Outputs that pass each rule: strict with its interval, then loose",
      header: ["rule"] + comparison.variants.map(\.name))
    for rule in comparison.inputs.rules.rules {
      table.add(
        [rule]
          + comparison.variants.map { variant in
            "\(Wording.share(variant.passes(rule, .strict), of: variant.outputs.count)); \(variant.passes(rule, .loose))"
          })
    }
    return table
  }

  private var pairs: ReportDocument.Table {
    var table = ReportDocument.Table(
      caption: "Every pair on the same cases",
      header: [
        "first", "second", "only first passes", "only second passes", "p", "p after Holm", "",
      ])
    for pair in comparison.pairs {
      table.add([
        comparison.variants[pair.first].name, comparison.variants[pair.second].name,
        String(pair.onlyFirst), String(pair.onlySecond), NumberText.pValue(pair.p),
        NumberText.pValue(pair.adjustedP),
        pair.isEstablished ? "established" : "not established",
      ])
    }
    return table
  }

  private func addApart(to page: inout ReportDocument, level: Int) {
    var items: [[ReportDocument.Span]] = []
    for variant in comparison.variants {
      let counts = PromptWording.apart(variant)
      guard !counts.isEmpty else { continue }
      var text = ": " + counts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
      if variant.lateThatWouldPass > 0 {
        text += " (\(variant.lateThatWouldPass) of the late would have passed all rules in time)"
      }
      items.append([.strong(variant.name), .plain(text)])
    }
    guard !items.isEmpty else { return }
    page.heading("Scored apart", level: level)
    page.paragraph("None of these passes, and all of them count.")
    page.list(items)
  }

  // MARK: Cases

  /// `pass`, or why not: the outcome, or how many samples pass.
  package static func mark(_ variant: VariantResult, _ index: Int, pass: String, fail: String)
    -> String
  {
    let passing = variant.passes(ofCase: index)
    if variant.samplesPerCase > 1 { return "\(passing)/\(variant.samplesPerCase)" }
    return passing == 1 ? pass : fail
  }

  private var matrix: ReportDocument.Table {
    var table = ReportDocument.Table(
      caption: comparison.hasSeveralSamples
        ? "Samples that pass all rules, strict" : "All rules, strict; broken rules named",
      header: ["case"] + comparison.variants.map(\.name))
    for i in 0..<min(comparison.caseCount, Self.matrixLimit) {
      table.add(
        [comparison.inputs.cases[i].id]
          + comparison.variants.map { variant in
            let broken = variant.samples(ofCase: i).first?.reasons(variant.rules).map(\.rule) ?? []
            return Self.mark(variant, i, pass: "pass", fail: broken.joined(separator: ", "))
          })
    }
    return table
  }

  private func addFailures(to page: inout ReportDocument, level: Int) {
    page.heading("Outputs that fail, and why", level: level)
    for variant in comparison.variants {
      let failing = variant.outputs.filter { !$0.passesAll(variant.rules, .strict) }
      guard !failing.isEmpty else {
        page.paragraph(.strong(variant.name), ": none.")
        continue
      }
      var table = ReportDocument.Table(
        caption: "\(variant.name): \(failing.count) of \(variant.outputs.count)",
        header: ["case", "output", "why not", "loose"])
      for output in failing.prefix(Self.failureLimit) {
        let sample = variant.samplesPerCase > 1 ? ", sample \(output.sample)" : ""
        let reasons = output.reasons(variant.rules)
        let text = TextColumns.cut(output.score?.visible ?? "", 300)
        table.add([
          "\(output.caseID)\(sample)", text.isEmpty ? "–" : "“\(text)”",
          reasons.map { $0.rule == $0.reason ? $0.rule : "\($0.rule): \($0.reason)" }
            .joined(separator: "; "),
          output.passesAll(variant.rules, .loose) ? "passes" : "fails",
        ])
      }
      page.table(table)
      if failing.count > Self.failureLimit {
        page.paragraph("The other \(failing.count - Self.failureLimit) are in outputs.csv.")
      }
    }
  }
}
