import DecisionEngines
import Findings
import ReportWriters
import TraceModel

/// `port.md`: what a person needs to carry a winner into the app by hand. Nothing is applied.
package struct PortPage {
  private let result: SweepResult
  private let judgement: Judgement
  private let winner: SweepResult.Entry
  private let rounding: PortRounding

  /// Nil when the sweep has no winner.
  package init?(result: SweepResult, judgement: Judgement) {
    guard let winner = result.winner, let rounding = judgement.rounding else { return nil }
    self.result = result
    self.judgement = judgement
    self.winner = winner.entry
    self.rounding = rounding
  }

  package var document: ReportDocument {
    var page = ReportDocument(
      title: "Porting candidate \(winner.name) of \(result.plan.name) by hand")
    addAdvice(to: &page)
    page.heading("Old and new constants")
    page.table(constants)
    page.paragraph(
      rounding.isExact
        ? "Nothing shorter keeps every decision, so these are the candidate's own values."
        : "Rounded to as few decimals as keep every decision of the suite; the weights sum to exactly 1 as decimals."
    )
    page.heading("As Swift")
    page.code(literal)
    page.heading("For the app's own tests")
    page.paragraph(
      "Scores of the mirror under the new constants, one row a labelled step. Adapt the call to your engine; ",
      .code("autoresearch parity"), " compares a whole program.")
    page.code(testTable)
    return page
  }

  private func addAdvice(to page: inout ReportDocument) {
    let reasons = judgement.verdict.reasons.map(\.text)
    switch judgement.verdict.decision {
    case .port:
      page.paragraph(.strong("The report's verdict is to port it."))
    case .keep:
      page.paragraph(
        .strong("The report's verdict is to keep the shipped values."), " These are here for study."
      )
    case .notEnoughData:
      page.paragraph(
        .strong("The report's verdict is that there is not enough data."),
        " These are here for study.")
    }
    page.list(reasons.map { [.plain(Wording.sentence($0))] })
  }

  private var constants: ReportDocument.Table {
    var table = ReportDocument.Table(
      caption: "Nothing was changed anywhere; port these by hand",
      header: ["constant", "shipped", "new", "range that changes no decision"])
    for (i, definition) in result.engine.subScores.enumerated() {
      table.add([
        "weight \(definition.name)", NumberText.exact(result.shippedPoint.weights[i]),
        rounding.weightTexts[i],
        rounding.weightRanges[i].map { "\($0.text), the others in proportion" } ?? "–",
      ])
    }
    for definition in result.engine.parameters {
      guard let value = rounding.overrides.values[definition.name] else { continue }
      let isThreshold = definition.role == .notifyThreshold
      table.add([
        definition.name, result.valueText(definition, Overrides()),
        isThreshold ? rounding.thresholdText ?? value.text : value.text,
        isThreshold ? rounding.thresholdRange?.text ?? "–" : "–",
      ])
    }
    return table
  }

  private var literal: String {
    let width = result.engine.subScores.map(\.name.count).max() ?? 0
    var lines = ["private let weights: [String: Double] = ["]
    for (definition, text) in zip(result.engine.subScores, rounding.weightTexts) {
      let gap = String(repeating: " ", count: width - definition.name.count)
      lines.append("  \"\(definition.name)\":\(gap) \(text),")
    }
    lines.append("]")
    for definition in result.engine.parameters {
      guard let value = rounding.overrides.values[definition.name] else { continue }
      let text =
        definition.role == .notifyThreshold ? rounding.thresholdText ?? value.text : value.text
      let isNumber = value.number != nil
      lines.append("private let \(definition.name) = \(isNumber ? text : "\"\(text)\"")")
    }
    return lines.joined(separator: "\n")
  }

  /// Beyond this many rows a table is no longer pasted by hand; `golden.json` has them all.
  private static let testRows = 60

  private var testTable: String {
    let evaluation = Evaluation(
      engine: result.engine, suites: result.suites, overrides: rounding.overrides)
    var rows: [String] = []
    for evaluated in evaluation.traces {
      for (i, step) in evaluated.trace.steps.enumerated() where step.expect != nil {
        let decision = evaluated.decisions[i]
        let subScores = decision.subScores.map { NumberText.exact($0) }.joined(separator: ", ")
        rows.append(
          "  (\"\(evaluated.trace.id)\", \"\(step.at.text)\", [\(subScores)], \(NumberText.exact(decision.score)), \"\(result.engine.word(for: decision.action))\"),"
        )
      }
    }
    let names = result.engine.subScores.map(\.name).joined(separator: ", ")
    let note =
      rows.count > Self.testRows
      ? "\n// \(rows.count - Self.testRows) more rows are left out; decisions.csv holds every step."
      : ""
    return """
      import Testing

      // Trace, time, sub-scores (\(names)), score, decision.
      let golden: [(String, String, [Double], Double, String)] = [
      \(rows.prefix(Self.testRows).joined(separator: "\n"))
      ]\(note)

      @Test(arguments: golden)
      func scoresAsTheMirror(
        _ row: (trace: String, at: String, subScores: [Double], score: Double, decision: String)
      ) {
        #expect(score(of: row.subScores) == row.score)  // your engine's weighted sum
      }
      """
  }
}
