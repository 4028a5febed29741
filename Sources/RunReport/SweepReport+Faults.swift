import DecisionEngines
import Findings
import ReportWriters
import TraceModel

extension SweepReport {
  /// Each miss and false alarm of shipped: the numbers that made it, and what would correct it.
  func addFaults(to page: inout ReportDocument) {
    page.heading("What shipped gets wrong, and the smallest change that corrects it")
    if judgement.corrections.isEmpty {
      page.paragraph("Nothing: every label is met.")
      return
    }
    for correction in judgement.corrections { add(correction, to: &page) }
    if judgement.uncorrected > 0 {
      page.paragraph(
        "\(NumberText.grouped(judgement.uncorrected)) more are in decisions.csv; `explain --trace ID` takes them one by one."
      )
    }
    let gates = result.shipped.missesByGate
    if !gates.isEmpty {
      page.paragraph(
        "Missed steps by the gate that held them back: \(gates.map { "\($0.gate) \($0.count)" }.joined(separator: ", "))."
      )
    }
  }

  private func add(_ correction: Judgement.Correction, to page: inout ReportDocument) {
    let place = correction.fault.place
    let evaluated = result.shipped.traces[place.traceIndex]
    let kind = correction.fault.outcome == .fn ? "Missed" : "False alarm"
    page.heading("\(kind): \(place.text), \(place.at.day.text)", level: 3)
    switch place.kind {
    case .step(let i):
      let decision = evaluated.decisions[i]
      let parts = Wording.parts(
        decision, weights: evaluated.settings.weights, engine: result.engine)
      var text = Wording.sentence(Wording.reason(decision))
      if !parts.isEmpty { text += " Points of those it can give: \(parts)." }
      if let why = evaluated.trace.steps[i].why { text += " Label: “\(why)”" }
      page.paragraph(.plain(text))
    case .window(let i):
      let outcome = evaluated.outcome.windows[i]
      page.paragraph(
        .plain(
          correction.fault.outcome == .fn
            ? "Nothing was delivered inside the window."
            : "\(Wording.count(outcome.falseAlarms, "intervention", "interventions")) inside a window that should stay silent."
        ))
    }
    var table = ReportDocument.Table(
      caption: "To correct it, changing one thing",
      header: ["change", "which also does this"])
    var impossible: [String] = []
    for answer in correction.answers {
      guard let change = answer.change else {
        impossible.append(answer.name)
        continue
      }
      table.add([Wording.change(answer, change), Wording.alsoDoes(change)])
    }
    page.table(table)
    if !impossible.isEmpty {
      page.paragraph(
        "No change of one of these alone corrects it: \(impossible.joined(separator: ", ")).")
    }
  }
}
