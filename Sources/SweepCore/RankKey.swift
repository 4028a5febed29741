import TraceModel

/// A candidate's place in the ranking: lower comes first, the candidate's index last.
///
/// Eight numbers compared from the first: whether a requirement fails, the metric, the criteria.
/// Higher-is-better figures are negated and undefined ones are infinite, so that they rank last.
package struct RankKey: Sendable, Hashable, Comparable {
  let parts: SIMD8<Double>
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

  static func part(_ value: Double?, higherIsBetter: Bool) -> Double {
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
///
/// A class, because a sweep asks it millions of times and copies would retain its lists.
package final class Ranking: Sendable, Hashable {
  package let metric: Metric
  package let require: [Requirement]
  /// At most five, `fewerInterventions` at most once: what a key has room for.
  package let then: [Criterion]
  /// What the metric `utility` is made of.
  package let costs: Costs?

  /// Requirements on figures that all members of a behaviour share.
  let sharedRequire: [Requirement]
  /// How many leading parts of a key all members of a behaviour share.
  let sharedParts: Int
  /// The parts after those that members can differ in, in order.
  let tail: [TailPart]

  /// A part of a key that members of one behaviour can differ in.
  enum TailPart: Sendable, Hashable {
    case margin(place: Int)
    case distance(place: Int)
  }

  package convenience init(plan: SweepPlan) {
    self.init(
      metric: plan.metric, require: plan.require, then: plan.then, costs: plan.costs)
  }

  package init(
    metric: Metric, require: [Requirement], then criteria: [Criterion], costs: Costs? = nil
  ) {
    self.metric = metric
    self.costs = costs
    self.require = require
    var seen: Set<Criterion> = []
    then = criteria.filter { seen.insert($0).inserted }.prefix(5).map { $0 }
    sharedRequire = require.filter { $0.metric.isShared }
    isByPoints = metric.isByPoints && require.allSatisfy { $0.metric.isByPoints }
    var tail: [TailPart] = []
    var place = 1
    func note(_ metric: Metric) {
      if metric == .margin { tail.append(.margin(place: place)) }
      if metric == .distanceFromShipped { tail.append(.distance(place: place)) }
      place += 1
    }
    note(metric)
    for criterion in then {
      switch criterion {
      case .fewerInterventions: place += 2
      case .nearestToShipped: note(.distanceFromShipped)
      case .metric(let metric): note(metric)
      }
    }
    self.tail = tail
    switch tail.first {
    case .margin(let place)?, .distance(let place)?: sharedParts = place
    case nil: sharedParts = 8
    }
  }

  /// Whether the metric and the requirements follow from false alarms and caught.
  let isByPoints: Bool

  /// Whether no requirement looks at what members of one behaviour can differ in.
  var requiresOnlyShared: Bool { sharedRequire.count == require.count }

  package static func == (a: Ranking, b: Ranking) -> Bool {
    a.metric == b.metric && a.require == b.require && a.then == b.then && a.costs == b.costs
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(metric)
    hasher.combine(require)
    hasher.combine(then)
    hasher.combine(costs)
  }

  package func meetsRequirements(_ metrics: Metrics) -> Bool {
    require.allSatisfy { $0.isMet(by: metrics) }
  }
}

extension Metric {
  /// Whether candidates that decide alike at every step have it in common.
  var isShared: Bool { self != .margin && self != .distanceFromShipped }

  /// Whether it follows from false alarms and caught, for given labels and days.
  var isByPoints: Bool {
    switch self {
    case .tp, .fp, .fn, .precision, .recall, .f1, .f05, .falseAlarmsPerDay: true
    case .tn, .interventionsPerDay, .unlabelledInterventions, .escalations, .margin,
      .distanceFromShipped, .utility:
      false
    }
  }
}

/// Where a behaviour stands by what all its members share: margins and distances aside.
package struct SharedRank: Sendable, Hashable {
  let parts: SIMD8<Double>

  init(parts: SIMD8<Double>) { self.parts = parts }

  package init(_ tally: Tally, days: Int, by ranking: Ranking) {
    let metrics = Metrics(
      tally: tally, days: days, distanceFromShipped: 0, costs: ranking.costs)
    var parts = RankKey(metrics, index: 0, by: ranking).parts
    parts[0] = ranking.sharedRequire.allSatisfy { $0.isMet(by: metrics) } ? 0 : 1
    for place in ranking.sharedParts..<8 { parts[place] = 0 }
    self.parts = parts
  }

  init(_ key: RankKey, by ranking: Ranking) {
    var parts = key.parts
    for place in ranking.sharedParts..<8 { parts[place] = 0 }
    self.parts = parts
  }

  /// Negative when this rank comes before a key's shared parts, positive when after.
  func compared(with key: RankKey, by ranking: Ranking) -> Int {
    for place in 0..<ranking.sharedParts where parts[place] != key.parts[place] {
      return parts[place] < key.parts[place] ? -1 : 1
    }
    return 0
  }

  static func < (a: SharedRank, b: SharedRank) -> Bool {
    for i in 0..<8 where a.parts[i] != b.parts[i] { return a.parts[i] < b.parts[i] }
    return false
  }
}

/// Shared ranks of counts seen lately.
///
/// Most candidates that meet the requirements share their counts with many others, and a rank takes
/// longer to work out than to compare.
struct SharedRankCache: Sendable {
  private var totals = LabelTotals()
  private var counts: [LaneCounts]
  private var ranks: [SharedRank?]
  private static let size = 1024

  init() {
    counts = [LaneCounts](repeating: .zero, count: Self.size)
    ranks = [SharedRank?](repeating: nil, count: Self.size)
  }

  @inline(__always)
  mutating func rank(
    _ key: LaneCounts, _ other: LabelTotals, days: Int, by ranking: Ranking
  ) -> SharedRank {
    var figures = key
    figures[2] = 0
    let mixed = (key[0] ^ (key[1] &* 0x9E37_79B9_7F4A_7C15) ^ key[3]) &* 0xBF58_476D_1CE4_E5B9
    let place = Int(truncatingIfNeeded: mixed >> 54)
    if other != totals {
      self = SharedRankCache()
      totals = other
    }
    if counts[place] == figures, let known = ranks[place] { return known }
    let made = SharedRank(other.tally(key), days: days, by: ranking)
    counts[place] = figures
    ranks[place] = made
    return made
  }
}
