import DecisionEngines
import ReportWriters
import TraceModel

/// The charts of a sweep, as values.
package struct SweepCharts {
  private let result: SweepResult
  private let baselines: [TradeOff.Named]

  /// More panels or bars than this can't be read at a glance; what is left out is said.
  private static let panels = 12
  private static let bars = 12

  /// - Parameters:
  ///   - result: The finished sweep.
  ///   - judgement: Holds the simple rules to show beside shipped and winner.
  package init(_ result: SweepResult, _ judgement: Judgement) {
    self.result = result
    baselines = judgement.baselines.all.map {
      TradeOff.Named(
        name: $0.name, kind: .baseline, falseAlarms: $0.tally.fp, caught: $0.tally.tp)
    }
  }

  /// Adds those charts that have something to show.
  package func add(to page: inout ReportDocument) {
    page.heading("Charts")
    page.chart(days)
    if let misses { page.chart(misses) }
    page.chart(tradeOff)
  }

  private var evaluations: [(name: String, evaluation: Evaluation)] {
    [("shipped", result.shipped)]
      + (result.winner.map { [("sweep winner", $0.evaluation)] } ?? [])
  }

  // MARK: Days

  private var days: Chart {
    let all = result.shipped.traces.indices
    var chosen = Array(all)
    if chosen.count > Self.panels {
      chosen = (all.filter(isTelling) + all.filter { !isTelling($0) })
        .prefix(Self.panels).sorted()
    }
    var summary =
      "The score along each trace, for \(evaluations.map(\.name).joined(separator: " and ")), with the threshold of each; filled marks fired. The strips below a panel show when a cooldown held or the daily budget was spent, the upper strip for shipped."
    if chosen.count < all.count {
      summary +=
        " \(chosen.count) of \(all.count) traces are drawn, those with a miss, a false alarm or a difference first; all are in decisions.csv."
    }
    if chosen.contains(where: { result.shipped.traces[$0].decisions.count > 300 }) {
      summary += " In long traces the moments that stayed silent are thinned out."
    }
    return Chart(
      name: "days", title: "When would it have fired, and where do labels ask for it?",
      summary: summary,
      content: .days(
        DayPanels(seriesNames: evaluations.map(\.name), panels: chosen.map(panel))))
  }

  /// Whether a trace holds a miss, a false alarm, or a moment that the winner decides otherwise.
  private func isTelling(_ i: Int) -> Bool {
    let shipped = result.shipped.traces[i]
    let outcomes = shipped.outcome.steps + shipped.outcome.windows.map(\.outcome)
    if outcomes.contains(.fn) || outcomes.contains(.fp) { return true }
    guard let winner = result.winner?.evaluation.traces[i] else { return false }
    return zip(shipped.decisions, winner.decisions).contains { $0.action != $1.action }
  }

  private func panel(_ i: Int) -> DayPanels.Panel {
    let trace = result.shipped.traces[i].trace
    let steps = trace.steps
    let labels =
      steps.compactMap { step in
        step.expect.map {
          DayPanels.Label(
            span: .init(from: step.at.instant, to: step.at.instant), fires: $0.isPositive)
        }
      }
      + trace.windows.filter(\.counts).map {
        DayPanels.Label(
          span: .init(from: $0.from.instant, to: $0.to.instant), fires: $0.expect.isPositive)
      }
    return DayPanels.Panel(
      name: trace.id, offsetSeconds: steps.first?.at.offsetSeconds ?? 0,
      quiet: quietSpans(result.shipped.traces[i]), labels: labels,
      series: evaluations.map { series($0.evaluation.traces[i]) })
  }

  /// Clock times in which nothing fires, on each local day of the trace.
  private func quietSpans(_ evaluated: Evaluation.EvaluatedTrace) -> [DayPanels.Span] {
    let ranges = result.engine.parameters.filter(\.isGate).compactMap { definition in
      guard case .clockRange(let range?)? = evaluated.settings.value(definition.name) else {
        return ClockRange?.none
      }
      return range
    }
    let steps = evaluated.trace.steps
    guard let first = steps.first, let last = steps.last else { return [] }
    var spans: [DayPanels.Span] = []
    for range in ranges where range.start != range.end {
      for day in (first.at.day.number - 1)...last.at.day.number {
        // A day on which the clocks change is drawn with the offset of its first step.
        let offset = (steps.first { $0.at.day.number >= day } ?? first).at.offsetSeconds
        let midnight = day * 86_400 - offset
        let length = (range.end - range.start + 1440) % 1440
        let from = midnight + range.start * 60
        spans.append(DayPanels.Span(from: from, to: from + length * 60))
      }
    }
    return spans
  }

  private func series(_ evaluated: Evaluation.EvaluatedTrace) -> DayPanels.Series {
    let trace = evaluated.trace
    let gates = evaluated.settings.gates(of: result.engine)
    var cooldown: [DayPanels.Span] = []
    var spent: [DayPanels.Span] = []
    func cool(from instant: Int) {
      guard gates.cooldownSeconds > 0 else { return }
      cooldown.append(DayPanels.Span(from: instant, to: instant + gates.cooldownSeconds))
    }
    func spend(on moment: Moment, count: Int) {
      guard let budget = gates.dailyBudget, count >= budget else { return }
      let end = moment.instant - moment.secondOfDay + 86_400
      if spent.last?.to != end { spent.append(DayPanels.Span(from: moment.instant, to: end)) }
    }
    if let last = trace.lastInterventionAt { cool(from: last) }
    var count = trace.deliveredToday
    var day: CivilDay?
    for (step, decision) in zip(trace.steps, evaluated.decisions) {
      if day != nil && step.at.day != day { count = 0 }
      if step.at.day != day { spend(on: step.at, count: count) }
      day = step.at.day
      guard decision.delivered else { continue }
      cool(from: step.at.instant)
      count += 1
      spend(on: step.at, count: count)
    }
    let threshold = evaluated.decisions.first?.threshold
    return DayPanels.Series(
      threshold: threshold.flatMap { $0.isFinite ? $0 : nil },
      points: zip(trace.steps, evaluated.decisions).map { step, decision in
        DayPanels.Point(
          at: step.at.instant, score: decision.score, fired: decision.action != .silent,
          escalated: decision.action == .escalate, delivered: decision.delivered)
      }, cooldown: cooldown, budgetSpent: spent)
  }

  // MARK: Misses

  /// Nil when no labelled step is missed.
  private var misses: Chart? {
    var bars: [StackedBars.Bar] = []
    for evaluated in result.shipped.traces {
      for (i, decision) in evaluated.decisions.enumerated()
      where evaluated.outcome.steps[i] == .fn && decision.threshold.isFinite {
        let gate = decision.blockedBy.first.map { $0 == "belowThreshold" ? "" : ", \($0)" } ?? ""
        bars.append(
          StackedBars.Bar(
            name: "\(evaluated.trace.id) \(Wording.time(evaluated.trace.steps[i].at))\(gate)",
            parts: zip(evaluated.settings.weights, decision.subScores).map { $0 * $1 },
            score: decision.score, threshold: decision.threshold))
      }
    }
    guard !bars.isEmpty else { return nil }
    var summary =
      "What each weighted sub-score adds to the score of each missed moment under the shipped values, and how far that is from the threshold, the dashed line."
    if bars.count > Self.bars {
      summary += " \(Self.bars) of \(bars.count) misses are drawn; all are in decisions.csv."
    }
    return Chart(
      name: "misses", title: "Why was each missed moment below the threshold?", summary: summary,
      content: .stack(
        StackedBars(
          partNames: result.engine.subScores.map(\.name), bars: Array(bars.prefix(Self.bars)))))
  }

  // MARK: False alarms against caught

  private var tradeOff: Chart {
    struct Place: Hashable {
      let falseAlarms: Int
      let caught: Int
    }
    var counts: [Place: Int] = [:]
    for behaviour in result.behaviours {
      let tally = behaviour.tally
      counts[Place(falseAlarms: tally.fp, caught: tally.tp), default: 0] += 1
    }
    let dots = counts.map {
      TradeOff.Dot(falseAlarms: $0.key.falseAlarms, caught: $0.key.caught, behaviours: $0.value)
    }.sorted { ($0.falseAlarms, $0.caught) < ($1.falseAlarms, $1.caught) }
    let shipped = result.shipped.tally
    var named = [
      TradeOff.Named(
        name: "shipped", kind: .shipped, falseAlarms: shipped.fp, caught: shipped.tp)
    ]
    if let tally = result.winner?.entry.metrics.tally {
      named.append(
        TradeOff.Named(
          name: "sweep winner", kind: .winner, falseAlarms: tally.fp, caught: tally.tp))
    }
    let listed = result.behaviours.count
    let all =
      result.behaviourCountIsExact && listed == result.behaviourCount
      ? "every behaviour" : "the first \(NumberText.grouped(listed)) behaviours of the ranking"
    return Chart(
      name: "trade-off", title: "What does each caught moment cost in false alarms?",
      summary:
        "A dot for \(all); those that catch as much at as many false alarms share one dot, whose area grows with their number. Best is the upper left corner.",
      content: .tradeOff(
        TradeOff(
          dots: dots, named: named + baselines, positives: shipped.tp + shipped.fn,
          negatives: shipped.fp + shipped.tn)))
  }
}
