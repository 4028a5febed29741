import TraceModel

/// A candidate's place in the ranking: lower comes first, the candidate's index last.
///
/// Eight numbers compared from the first: whether a requirement fails, the metric, the criteria.
/// Higher-is-better figures are negated and undefined ones are infinite, so that they rank last.
package struct RankKey: Sendable, Hashable, Comparable {
  private let parts: SIMD8<Double>
  package let index: Int

  package init(_ metrics: Metrics, index: Int, by ranking: Ranking) {
    var parts = SIMD8<Double>(repeating: 0)
    parts[0] = ranking.meetsRequirements(metrics) ? 0 : 1
    parts[1] = Self.part(
      metrics.value(ranking.metric), higherIsBetter: ranking.metric.higherIsBetter)
    var next = 2
    for criterion in ranking.then {
      switch criterion {
      case .fewerInterventions:
        parts[next] = Double(metrics.tally.interventions)
        parts[next + 1] = Double(metrics.tally.escalations)
        next += 2
      case .nearestToShipped:
        parts[next] = metrics.distanceFromShipped
        next += 1
      case .metric(let metric):
        parts[next] = Self.part(metrics.value(metric), higherIsBetter: metric.higherIsBetter)
        next += 1
      }
    }
    self.parts = parts
    self.index = index
  }

  private static func part(_ value: Double?, higherIsBetter: Bool) -> Double {
    guard let value else { return .infinity }
    return higherIsBetter ? -value : value
  }

  package var meetsRequirements: Bool { parts[0] == 0 }

  package static func < (a: RankKey, b: RankKey) -> Bool {
    for i in 0..<8 where a.parts[i] != b.parts[i] { return a.parts[i] < b.parts[i] }
    return a.index < b.index
  }
}

/// What comes first: requirements met, then a metric, then criteria in order.
package struct Ranking: Sendable, Hashable {
  package let metric: Metric
  package let require: [Requirement]
  /// At most five, `fewerInterventions` at most once: what a key has room for.
  package let then: [Criterion]

  package init(plan: SweepPlan) {
    metric = plan.metric
    require = plan.require
    var seen: Set<Criterion> = []
    then = plan.then.filter { seen.insert($0).inserted }.prefix(5).map { $0 }
  }

  package func meetsRequirements(_ metrics: Metrics) -> Bool {
    require.allSatisfy { $0.isMet(by: metrics) }
  }
}
