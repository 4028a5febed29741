import DecisionEngines
import Evidence
import Findings
import ReportWriters
import TraceModel

extension SweepReport {
  /// Shipped, winner and baselines side by side, every share with its counts and interval.
  func addNumbers(to page: inout ReportDocument) {
    page.heading("The numbers")
    var table = ReportDocument.Table(
      caption: "Shares with Wilson 95% intervals; baselines in italics",
      header: [
        "", "caught (recall)", "of those fired, right (precision)", "false alarms",
        "interruptions: labelled + unlabelled", "higher level", "margin",
      ] + (result.plan.costs == nil ? [] : ["utility"]))
    add(
      [.strong("shipped"), .plain(" · \(values(Overrides()))")], result.shipped.metrics, to: &table)
    if let winner = result.winner {
      add(
        [
          .strong("sweep winner"),
          .plain(" · candidate \(winner.entry.name) · \(values(winner.entry.overrides))"),
        ],
        winner.entry.metrics, to: &table)
      if let nearest = result.nearestTie, nearest.index != winner.entry.index {
        add(
          [
            .strong("smallest change that ties it"),
            .plain(" · candidate \(nearest.name) · \(values(nearest.overrides))"),
          ], nearest.metrics, to: &table)
      }
    }
    for baseline in judgement.baselines.all {
      let threshold =
        if case .oneSignal = baseline.kind {
          baseline.threshold.map { " · at \(NumberText.fixed($0, 1))" } ?? ""
        } else {
          ""
        }
      add(
        [.emphasis(baseline.name), .plain(threshold)], baseline.metrics, to: &table)
    }
    page.table(table)
    let names = result.engine.subScores.map(\.name).joined(separator: ", ")
    page.paragraph(
      .plain("Weights: \(names). \(tieNote)\(baselineNote)\(costs)\(zeroAlarms)\(comparison)"))
    addLevels(to: &page)
  }

  private func add(
    _ name: [ReportDocument.Span], _ metrics: Metrics, to table: inout ReportDocument.Table
  ) {
    let tally = metrics.tally
    let utility: [[ReportDocument.Span]] =
      metrics.value(.utility).map { [[.plain(NumberText.exact($0))]] } ?? []
    table.add(
      [
        name,
        [.plain(Wording.share(tally.tp, of: tally.tp + tally.fn))],
        [.plain(Wording.share(tally.tp, of: tally.tp + tally.fp))],
        [.plain("\(tally.fp) of \(tally.fp + tally.tn)")],
        [.plain("\(tally.interventions - tally.unlabelled) + \(tally.unlabelled)")],
        [.plain(String(tally.escalations))],
        [.plain(NumberText.fixed(tally.margin, 2))],
      ] + utility)
  }

  private var tieNote: String {
    guard let winner = result.winner, let nearest = result.nearestTie,
      nearest.index != winner.entry.index
    else { return "" }
    return
      "The smallest change is the least distance_from_shipped: half of what the weights move together, plus a hundredth of what the threshold moves. "
  }

  private var baselineNote: String {
    guard judgement.baselines.all.contains(where: { $0.threshold != nil }) else { return "" }
    return
      "A signal alone stands at the threshold that serves it best under the same requirements, gates as shipped. \(undelivered)"
  }

  /// Steps that fired and reached nobody are in no count of interruptions.
  private var undelivered: String {
    let failed = result.shipped.traces.reduce(0) { count, evaluated in
      count + evaluated.decisions.count { $0.action != .silent && !$0.delivered }
    }
    guard failed > 0 else { return "" }
    return
      "Interruptions are those delivered: shipped fired \(Wording.count(failed, "time", "times")) more without reaching anyone. "
  }

  private var costs: String {
    guard let costs = result.plan.costs else { return "" }
    return
      "Utility adds the plan's value for each label caught or missed, each false alarm and each delivered interruption: \(costs.text). "
  }

  private var zeroAlarms: String {
    guard result.shipped.tally.fp == 0,
      let rate = ZeroEvents.upperRatePerDay(days: result.shipped.metrics.days)
    else { return "" }
    return
      "No false alarm in \(Wording.count(result.shipped.metrics.days, "day", "days")) is compatible with up to \(NumberText.fixed(rate, 2)) a day (95%), of the kind that labels speak about; \(Wording.count(result.shipped.tally.unlabelled, "interruption", "interruptions")) no label judged. "
  }

  private var comparison: String {
    guard let comparison = judgement.comparison else {
      return "No candidate meets \(requirementsText); there is no winner to compare."
    }
    let least = judgement.leastReachableP
    let tail =
      least > VerdictInputs.level
      ? " Shipped leaves so few labels to gain that even a perfect candidate could not go below \(NumberText.pValue(least)) on this suite, and no computing can change that."
      : ""
    return
      "Winner against shipped: \(Wording.count(comparison.difference.gained, "label", "labels")) gained, \(comparison.difference.lost) lost, exact McNemar \(NumberText.p(comparison.p)).\(tail)"
  }

  private func addLevels(to page: inout ReportDocument) {
    let levels = result.shipped.levelsRight
    guard levels.of > 0 else { return }
    page.paragraph(
      "Shipped chose the level its label asks for at \(levels.right) of \(levels.of) labelled steps that rightly fired."
    )
  }
}
