import Evidence
import Overnight
import ReportWriters
import SweepCore
import TraceModel

extension SweepReport {
  /// What was done with the time that `--for` gave.
  func addNight(to page: inout ReportDocument) {
    guard let night = result.night else { return }
    page.heading("What the hours after the plan added")
    let stages = night.result.stages
    let end =
      night.result.isExhausted
      ? "Every stage was ended: more hours add nothing."
      : "More hours would go to the stages that ended for want of time."
    let dropped =
      night.result.dropped.map {
        " The end came within a round (\(NightRun.words($0))); it was dropped and counts for nothing."
      } ?? ""
    page.paragraph(
      .plain(
        "Allowed: \(night.asked) from the start (--for). The clock decided how many rounds each stage was given, and nothing else; `reproduce` takes the rounds from the record. \(end)\(dropped)"
      ))
    var table = ReportDocument.Table(
      caption: "Stages in their order", header: ["stage", "rounds", "then", "found"])
    for stage in stages {
      table.add([
        NightRun.words(stage.stage), String(stage.rounds), Self.end(stage.end),
        found(stage.stage, night),
      ])
    }
    page.table(table)
    page.list(items(night))
  }

  private static func end(_ end: NightEnd) -> String {
    switch end {
    case .exhausted: "nothing left to try"
    case .outOfTime: "no time left for the next round"
    case .notApplicable(let reason): reason
    }
  }

  private func found(_ stage: NightStage, _ night: NightRun) -> String {
    switch stage {
    case .finer, .refine:
      let own = night.rounds(of: stage, result)
      guard !own.isEmpty else { return "" }
      let tried = own.reduce(0) { $0 + $1.evaluated }
      return
        "\(NumberText.grouped(tried)) candidates; \(own.contains(where: \.improves) ? "a better one" : "none better")"
    case .gates:
      guard let last = night.result.gates.last else { return "" }
      return
        "\(NumberText.grouped(last.evaluated)) candidates; \(last.isBetter ? "a better one" : "none better")"
    case .constants:
      return night.result.constants.map { "\(NumberText.grouped($0.draws)) draws" } ?? ""
    case .signals: return night.result.signals.map { "\(NumberText.grouped($0.draws)) draws" } ?? ""
    case .leftOut:
      return night.result.leftOut.isEmpty
        ? "" : Wording.count(night.result.leftOut.count, "day", "days")
    }
  }

  private func items(_ night: NightRun) -> [[ReportDocument.Span]] {
    var items: [[ReportDocument.Span]] = []
    if let last = night.result.gates.last {
      let best =
        last.best.map {
          "The best catches \(figures($0.tally)): \(NightRun.values($0.overrides, result))."
        } ?? "None meets \(requirementsText)."
      items.append([
        .strong("Other gates."),
        .plain(
          " \(Wording.count(last.settings, "combination", "combinations")) of gates, each with all of the plan's candidates, \(last.behavioursAreExact ? "" : "≈ ")\(NumberText.grouped(last.behaviours)) behaviours. \(best) They count as tried but can't win here: the plan did not ask for them. To rank them, name the gates in a plan."
        ),
      ])
    }
    if let counts = night.result.constants {
      items.append([
        .strong("Assumed constants."),
        .plain(
          " All drawn at once, each between its own value and one of its alternatives. \(stays(counts))"
        ),
      ])
    }
    if let counts = night.result.signals {
      let errors = result.engine.signals.filter { $0.error > 0 }.map {
        "\($0.name) ±\(NumberText.exact($0.error))\($0.unit == $0.name ? "" : " \($0.unit)")"
      }
      items.append([
        .strong("Signal errors."),
        .plain(
          " Assumed: \(errors.joined(separator: ", ")), one shift a day, uniform. \(stays(counts))"),
      ])
    }
    if !night.result.leftOut.isEmpty {
      let total = night.leftOut
      let days = night.result.leftOut.count
      items.append([
        .strong("Days left out."),
        .plain(
          " Of \(Wording.count(days, "trace", "traces")) with labels left out one at a time, the plan swept on the others picks a candidate that decides as its own best does, at every step of all days, \(Wording.count(total.alike, "time", "times")). On the days it was not chosen on, what it picks catches \(figures(total.tally)); shipped, on the same days, \(figures(total.shipped))."
        ),
      ])
    }
    return items
  }

  private func stays(_ counts: DrawCounts) -> String {
    func text(_ of: DrawCounts.Counts) -> String {
      "every labelled outcome stays in \(Wording.share(of.keeps, of: counts.draws)), fewer are caught or more alarms raised in \(Wording.share(of.breaks, of: counts.draws))"
    }
    let winner = counts.winner.map { "; winner: \(text($0))" } ?? ""
    return "Shipped: \(text(counts.shipped))\(winner)."
  }

  private func figures(_ tally: Tally) -> String {
    "\(tally.tp) of \(tally.tp + tally.fn) with \(Wording.count(tally.fp, "false alarm", "false alarms")) and \(Wording.count(tally.interventions, "interruption", "interruptions"))"
  }
}
