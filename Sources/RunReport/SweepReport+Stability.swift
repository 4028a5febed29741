import DecisionEngines
import Findings
import ReportWriters
import TraceModel

extension SweepReport {
  /// How far each value of the winner may move before any decision on these days changes.
  func addStability(to page: inout ReportDocument) {
    guard let winner = result.winner, let rounding = judgement.rounding else { return }
    page.heading("How firmly the winner stands")
    let own = NumberText.fixed(winner.evaluation.tally.margin, 2)
    let shipped = NumberText.fixed(result.shipped.tally.margin, 2)
    let decimals = rounding.weightDecimals.map {
      "With \($0) decimals of every weight it still decides the same at every step: \(rounding.weightTexts.joined(separator: " "))\(rounding.thresholdText.map { " at \($0)" } ?? "")."
    }
    page.paragraph(
      .plain(
        "The labelled score nearest to the threshold is \(own) points away (shipped: \(shipped)). \(decimals ?? "No fewer decimals than its own keep every decision.")"
      ))
    var table = ReportDocument.Table(
      caption: "Values that change no decision on these days, one moved at a time",
      header: ["value", "of the winner", "from, to", "width"])
    let weights = winner.entry.overrides.weights ?? result.shippedPoint.weights
    for (i, definition) in result.engine.subScores.enumerated() {
      guard let range = rounding.weightRanges[i] else { continue }
      table.add([
        "weight \(definition.name), the others in proportion", NumberText.exact(weights[i]),
        range.text, NumberText.fixed(range.width, 4),
      ])
    }
    if let definition = result.engine.parameter(role: .notifyThreshold),
      let range = rounding.thresholdRange,
      let value = winner.entry.overrides.values[definition.name]?.number
    {
      table.add([
        "\(definition.name), at the weights above", NumberText.exact(value), range.text,
        NumberText.fixed(range.upper - range.lower, 4),
      ])
    }
    page.table(table)
  }
}
