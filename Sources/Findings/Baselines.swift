import DecisionEngines
import SweepCore
import TraceModel

/// A rule too simple to be worth a sweep, scored like a candidate.
package struct Baseline: Sendable {
  package enum Kind: Sendable, Hashable {
    /// All weight on one sub-score, by its position.
    case oneSignal(Int)
    case wheneverGatesAllow
    case never
  }

  /// A threshold with the counts it earns.
  package struct Point: Sendable, Hashable {
    package let threshold: Double
    package let tally: Tally
  }

  package let kind: Kind
  /// `deadline alone`, `fires whenever the gates allow`, `never fires`.
  package let name: String
  /// What makes it a candidate; nil for the rule that never fires, which no threshold is needed for.
  package let overrides: Overrides?
  package let threshold: Double?
  /// The distance is 0 for the rule that never fires: it has no weights to measure from.
  package let metrics: Metrics
  package let meetsRequirements: Bool
  /// For one signal: the thresholds that meet the requirements and that no other beats in both
  /// caught and false alarms, by rising false alarms.
  package let frontier: [Point]

  package var tally: Tally { metrics.tally }
}

/// A single signal that does as well as a winner.
package struct SignalMatch: Sendable, Hashable {
  /// Position of the sub-score.
  package let subScore: Int
  package let name: String
  package let threshold: Double
  package let tally: Tally
}

/// The simple rules that stand beside shipped and winner in every ranking.
package struct Baselines: Sendable {
  /// Each signal alone in the engine's order, then always, then never.
  package let all: [Baseline]

  /// Scores every baseline under the gates and constants of a candidate; as shipped by default.
  ///
  /// A signal alone stands at its best threshold of `Thresholds.all` under the plan's ranking. When
  /// no threshold meets the requirements, the one with the fewest false alarms is shown, the ranking
  /// deciding among equals. Cost: a tally for each signal and distinct score.
  ///
  /// - Parameters:
  ///   - subject: Suites, engine and shipped values.
  ///   - ranking: The plan's.
  ///   - candidate: Whose gates and constants hold; its weights and threshold are not used.
  ///   - kernel: What tallies.
  package init(
    _ subject: Subject, ranking: Ranking, under candidate: Overrides = Overrides(),
    kernel: any Kernel = PlainKernel()
  ) {
    var gates = candidate.values
    if let parameter = subject.engine.parameter(role: .notifyThreshold) {
      gates[parameter.name] = nil
    }
    let scorer = Scorer(
      subject: subject, ranking: ranking, kernel: kernel, gates: gates,
      table: subject.table(Overrides(values: gates)))
    all =
      subject.engine.subScores.indices.compactMap(scorer.oneSignal)
      + [scorer.always(), scorer.never()].compactMap { $0 }
  }

  /// The single signals that do at least as well as a winner.
  ///
  /// Rule: at some threshold that meets the plan's requirements, the signal alone catches at least
  /// as many (tp) with no more false alarms (fp). Unlabelled interventions, levels and margins do
  /// not count here: no label says that they were wrong. For a winner that sets gates of its own,
  /// ask baselines under the winner too: its gates may be all that is better. Each match carries the threshold with the
  /// most caught among the fewest false alarms that suffice.
  package func oneSignalAlone(matching winner: Tally) -> [SignalMatch] {
    all.compactMap { baseline in
      guard case .oneSignal(let subScore) = baseline.kind,
        let point = baseline.frontier.first(where: {
          $0.tally.tp >= winner.tp && $0.tally.fp <= winner.fp
        })
      else { return nil }
      return SignalMatch(
        subScore: subScore, name: baseline.name, threshold: point.threshold, tally: point.tally)
    }
  }
}

private struct Scorer {
  let subject: Subject
  let ranking: Ranking
  let kernel: any Kernel
  let gates: [String: ParameterValue]
  let table: DecisionTable

  func oneSignal(_ signal: Int) -> Baseline? {
    guard let parameter = subject.engine.parameter(role: .notifyThreshold) else { return nil }
    var weights = subject.engine.subScores.map { _ in 0.0 }
    weights[signal] = 1
    var best: (key: Place, threshold: Double, metrics: Metrics)?
    var points: [Baseline.Point] = []
    for (index, threshold) in Thresholds.all(weights: weights, over: table).enumerated() {
      let metrics = metrics(weights, threshold)
      let rank = RankKey(metrics, index: index, by: ranking)
      if rank.meetsRequirements {
        points.append(Baseline.Point(threshold: threshold, tally: metrics.tally))
      }
      let key = Place(falseAlarms: rank.meetsRequirements ? -1 : metrics.tally.fp, rank: rank)
      if best.map({ key < $0.key }) ?? true { best = (key, threshold, metrics) }
    }
    guard let best else { return nil }
    return Baseline(
      kind: .oneSignal(signal), name: "\(subject.engine.subScores[signal].name) alone",
      overrides: overrides(weights, parameter, best.threshold),
      threshold: best.threshold, metrics: best.metrics,
      meetsRequirements: best.key.rank.meetsRequirements, frontier: Self.frontier(of: points))
  }

  /// Those that meet the requirements first, the others by fewest false alarms.
  private struct Place: Comparable {
    let falseAlarms: Int
    let rank: RankKey

    static func < (a: Place, b: Place) -> Bool {
      (a.falseAlarms, a.rank) < (b.falseAlarms, b.rank)
    }
  }

  private static func frontier(of points: [Baseline.Point]) -> [Baseline.Point] {
    let sorted = points.sorted {
      ($0.tally.fp, -$0.tally.tp, $0.tally.interventions, $0.threshold)
        < ($1.tally.fp, -$1.tally.tp, $1.tally.interventions, $1.threshold)
    }
    var members: [Baseline.Point] = []
    for point in sorted where point.tally.tp > members.last?.tally.tp ?? -1 {
      members.append(point)
    }
    return members
  }

  /// Shipped weights with a threshold at or below every score.
  func always() -> Baseline? {
    guard let parameter = subject.engine.parameter(role: .notifyThreshold),
      !subject.engine.subScores.isEmpty
    else { return nil }
    let weights = subject.shipped.weights
    var threshold = 0.0
    for step in 0..<table.stepCount where !table.isBlocked[step] {
      threshold = min(threshold, table.score(step: step, weights: weights))
    }
    let metrics = metrics(weights, threshold)
    return Baseline(
      kind: .wheneverGatesAllow, name: "fires whenever the gates allow",
      overrides: overrides(nil, parameter, threshold), threshold: threshold,
      metrics: metrics, meetsRequirements: ranking.meetsRequirements(metrics), frontier: [])
  }

  func never() -> Baseline {
    var tally = kernel.tally(
      KernelCandidate(weights: subject.shipped.weights, notifyThreshold: .infinity), over: table)
    // A distance from a threshold that does not exist means nothing.
    tally.margin = nil
    let metrics = Metrics(
      tally: tally, days: table.dayCount, distanceFromShipped: 0, costs: ranking.costs)
    return Baseline(
      kind: .never, name: "never fires", overrides: nil, threshold: nil, metrics: metrics,
      meetsRequirements: ranking.meetsRequirements(metrics), frontier: [])
  }

  private func overrides(
    _ weights: [Double]?, _ parameter: ParameterDefinition, _ threshold: Double
  ) -> Overrides {
    var values = gates
    values[parameter.name] = .number(threshold)
    return Overrides(weights: weights, values: values)
  }

  private func metrics(_ weights: [Double], _ threshold: Double) -> Metrics {
    Metrics(
      tally: kernel.tally(
        KernelCandidate(weights: weights, notifyThreshold: threshold), over: table),
      days: table.dayCount,
      distanceFromShipped: subject.shipped.distance(weights: weights, notifyThreshold: threshold),
      costs: ranking.costs)
  }
}
