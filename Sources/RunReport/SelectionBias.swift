import DecisionEngines
import Evidence
import Findings
import ReportWriters
import SweepCore
import TraceModel

/// What picking the best of many does to a winner's figure; from 30 positive labels.
package struct SelectionBias: Sendable {
  package static let leastPositives = 30
  /// Candidates taken at even indices beside those kept.
  static let sampled = 10_000

  /// Bootstrap intervals over traces of one candidate.
  package struct Spread: Sendable {
    package let recall: BootstrapInterval?
    package let precision: BootstrapInterval?

    init(_ evaluation: Evaluation, seed: UInt64) {
      let counts = SelectionBias.counts(evaluation)
      recall = BootstrapInterval(of: .recall, over: counts, seed: seed)
      precision = BootstrapInterval(of: .precision, over: counts, seed: seed)
    }
  }

  package let metric: Metric
  package let shipped: Spread
  package let winner: Spread
  /// Candidates that meet the plan's requirements, of those kept and sampled.
  package let candidates: Int
  package let maxStatistic: MaxStatistic?
  package let cscv: CSCV?

  /// Gives nothing below 30 positive labels, or without a winner.
  ///
  /// Only candidates that meet the plan's requirements could have been picked, so only they take part.
  /// All draws come from the plan's seed.
  init?(_ result: SweepResult) {
    guard LabelCounts(result.suites).positives >= Self.leastPositives, let best = result.winner
    else { return nil }
    let rounds = result.rounds
    let statistic: CountStatistic
    switch result.plan.metric {
    case .precision: (metric, statistic) = (.precision, .precision)
    case .f1: (metric, statistic) = (.f1, .fScore(beta: 1))
    case .f05: (metric, statistic) = (.f05, .fScore(beta: 0.5))
    default: (metric, statistic) = (.recall, .recall)
    }
    let seed = result.plan.seed
    shipped = Spread(result.shipped, seed: seed)
    winner = Spread(best.evaluation, seed: seed)

    var tallies = TraceTallies(result)
    var counts = CandidateCounts(traces: result.shipped.traces.count)
    for entry in result.ranked {
      if let row = tallies.row(entry.overrides) { counts.append(row) }
    }
    let most = min(Self.sampled, rounds.count)
    for i in 0..<most {
      // In full width: a space may hold more candidates than fit a product of two whole numbers.
      let (high, low) = i.multipliedFullWidth(by: rounds.count)
      let index = most.dividingFullWidth((high, low)).quotient
      guard let candidate = rounds.candidate(at: index),
        let overrides = tallies.overrides(candidate),
        let row = tallies.row(overrides)
      else { continue }
      counts.append(row)
    }
    candidates = counts.count
    maxStatistic = MaxStatistic(
      of: statistic, shipped: Self.counts(result.shipped), candidates: counts, seed: seed)
    cscv = CSCV(of: statistic, candidates: counts)
  }

  static func counts(_ evaluation: Evaluation) -> [TraceCounts] {
    evaluation.traces.map {
      let tally = $0.outcome.tally
      return TraceCounts(
        truePositives: tally.tp, falseNegatives: tally.fn, falsePositives: tally.fp)
    }
  }

  // MARK: - What is said of it

  package var json: JSONText {
    .object([
      ("metric", .string(metric.rawValue)), ("candidates", .integer(candidates)),
      ("shipped", spread(shipped)), ("winner", spread(winner)),
      (
        "max_statistic",
        maxStatistic.map {
          .object([
            ("observed", .number($0.observed)), ("p", .number($0.p)),
            ("draws", .integer($0.draws)), ("undefined_draws", .integer($0.undefinedDraws)),
          ])
        } ?? .null
      ),
      (
        "cscv",
        cscv.map {
          .object([
            ("blocks", .integer($0.blocks)), ("share", .optional($0.share)),
            ("at_or_below_median", .integer($0.atOrBelowMedian)),
            ("splits", .integer($0.countedSplits)),
            ("undefined_splits", .integer($0.undefinedSplits)),
          ])
        } ?? .null
      ),
    ])
  }

  private func spread(_ spread: Spread) -> JSONText {
    func interval(_ interval: BootstrapInterval?) -> JSONText {
      guard let interval else { return .null }
      return .object([
        ("lower", .number(interval.lower)), ("upper", .number(interval.upper)),
        ("draws", .integer(interval.definedDraws)),
        ("undefined_draws", .integer(interval.undefinedDraws)),
      ])
    }
    return .object([
      ("recall_bootstrap", interval(spread.recall)),
      ("precision_bootstrap", interval(spread.precision)),
    ])
  }

  /// The section of the report; said too when there are too few labels for it.
  static func add(_ bias: SelectionBias?, _ result: SweepResult, to page: inout ReportDocument) {
    guard result.winner != nil else { return }
    page.heading("Is the best of so many just lucky?")
    guard let bias else {
      let positives = LabelCounts(result.suites).positives
      page.paragraph(
        .plain(
          "This suite has \(Wording.count(positives, "positive label", "positive labels")). Below \(Self.leastPositives) neither a bootstrap over days nor a test of the best of many says anything; only the counts above do."
        ))
      return
    }
    var items: [[ReportDocument.Span]] = [
      [.plain("Over days drawn anew, 95%: \(bias.spreads).")]
    ]
    if let test = bias.maxStatistic {
      items.append([
        .plain(
          "The best of \(NumberText.grouped(bias.candidates)) candidates that meet the plan's requirements gains \(NumberText.fixed(test.observed, 3)) in \(bias.metric.rawValue) over shipped; by luck the best would gain as much with \(NumberText.p(test.p)) (max-statistic, \(NumberText.grouped(test.draws)) draws of whole traces)."
        )
      ])
    }
    if let cscv = bias.cscv, let share = cscv.share {
      items.append([
        .plain(
          "Chosen on half of the days, the best candidate is at or below the middle of all on the other half in \(NumberText.fixed(100 * share, 1))% of \(NumberText.grouped(cscv.countedSplits)) splits; much below 50% is good."
        )
      ])
    }
    page.list(items)
  }

  private var spreads: String {
    func text(_ interval: BootstrapInterval?) -> String {
      interval.map { "\(NumberText.fixed($0.lower, 2))–\(NumberText.fixed($0.upper, 2))" } ?? "–"
    }
    return
      "recall of shipped \(text(shipped.recall)), of the winner \(text(winner.recall)); precision \(text(shipped.precision)) and \(text(winner.precision))"
  }
}

/// Counts by trace of any candidate of a sweep.
private struct TraceTallies {
  private let result: SweepResult
  private let ranking: Ranking
  private let loweringNames: [String]
  private let days: Int
  /// The whole table and one for each trace, by the constants that made them.
  private var tables: [[String: ParameterValue]: (whole: DecisionTable, traces: [DecisionTable])] =
    [:]
  private static let limit = 16

  init(_ result: SweepResult) {
    self.result = result
    ranking = Ranking(plan: result.plan)
    days = result.shipped.metrics.days
    loweringNames = result.engine.parameters.filter { $0.role == .lowering }.map(\.name)
  }

  private mutating func tables(
    for overrides: Overrides
  ) -> (whole: DecisionTable, traces: [DecisionTable]) {
    var key: [String: ParameterValue] = [:]
    for name in loweringNames { key[name] = overrides.values[name] }
    if let known = tables[key] { return known }
    let whole = DecisionTable(
      suites: result.suites, engine: result.engine, overrides: Overrides(values: key))
    let made = (whole, whole.traces.map { whole.only($0) })
    if tables.count >= Self.limit { tables.removeAll() }
    tables[key] = made
    return made
  }

  /// A candidate's values, its threshold found by rank where the plan asks for all of them.
  mutating func overrides(_ candidate: CandidateSpace.Candidate) -> Overrides? {
    var overrides = candidate.overrides
    guard let rank = candidate.thresholdRank,
      let definition = result.engine.parameter(role: .notifyThreshold)
    else { return overrides }
    let thresholds = Thresholds.all(
      weights: overrides.weights ?? result.shippedPoint.weights,
      over: tables(for: overrides).whole)
    guard rank < thresholds.count else { return nil }
    overrides.values[definition.name] = .number(thresholds[rank])
    return overrides
  }

  /// Nothing for a candidate that fails the plan's requirements.
  mutating func row(_ overrides: Overrides) -> [TraceCounts]? {
    func number(_ role: ParameterRole) -> Double? {
      result.engine.parameter(role: role).flatMap { overrides.values[$0.name]?.number }
    }
    let candidate = KernelCandidate(
      weights: overrides.weights ?? result.shippedPoint.weights,
      notifyThreshold: number(.notifyThreshold), escalateThreshold: number(.escalateThreshold),
      cooldownSeconds: number(.cooldown).map { Int($0) * 60 },
      dailyBudget: number(.dailyBudget).map { Int($0) })
    let tallies = tables(for: overrides).traces.map { PlainKernel().tally(candidate, over: $0) }
    let metrics = Metrics(
      tally: tallies.reduce(Tally(), +), days: days,
      distanceFromShipped: result.shippedPoint.distance(overrides, engine: result.engine),
      costs: ranking.costs)
    guard ranking.meetsRequirements(metrics) else { return nil }
    return tallies.map {
      TraceCounts(truePositives: $0.tp, falseNegatives: $0.fn, falsePositives: $0.fp)
    }
  }
}

extension DecisionTable {
  /// The same steps, with one trace to be replayed.
  fileprivate func only(_ trace: TableTrace) -> DecisionTable {
    func cut<T>(_ values: [T]) -> [T] { Array(values[trace.steps]) }
    let first = trace.steps.lowerBound
    func moved(_ steps: Range<Int>) -> Range<Int> {
      (steps.lowerBound - first)..<(steps.upperBound - first)
    }
    let own = TableTrace(
      steps: moved(trace.steps), lastInterventionAt: trace.lastInterventionAt,
      deliveredToday: trace.deliveredToday,
      windows: trace.windows.map {
        TableWindow(steps: moved($0.steps), isPositive: $0.isPositive)
      },
      hasCountingWindow: trace.hasCountingWindow, gates: trace.gates)
    return DecisionTable(
      subScores: subScores.map(cut), isBlocked: cut(isBlocked), instants: cut(instants),
      days: cut(days), delivers: cut(delivers), expects: cut(expects),
      hasOwnExpect: cut(hasOwnExpect), isInWindow: cut(isInWindow), isCounted: cut(isCounted),
      traces: [own], dayCount: dayCount)
  }
}
