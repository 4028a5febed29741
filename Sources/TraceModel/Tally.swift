/// The counts a candidate earns on a set of traces.
package struct Tally: Sendable, Hashable {
  package var tp = 0
  package var fp = 0
  package var fn = 0
  package var tn = 0
  /// Delivered interventions, labelled or not.
  package var interventions = 0
  /// Delivered interventions that no label and no window speaks about.
  package var unlabelled = 0
  /// Delivered interventions at the higher level.
  package var escalations = 0
  /// The least |score − threshold| over counted steps that reach the threshold gate, in score
  /// points; nil when there is none.
  package var margin: Double?
  /// The sum of a key per step that fired: equal sums, equal decisions at every step.
  package var behaviour: UInt64 = 0

  package init() {}

  package static func + (a: Tally, b: Tally) -> Tally {
    var sum = a
    sum.tp += b.tp
    sum.fp += b.fp
    sum.fn += b.fn
    sum.tn += b.tn
    sum.interventions += b.interventions
    sum.unlabelled += b.unlabelled
    sum.escalations += b.escalations
    sum.behaviour &+= b.behaviour
    if let margin = b.margin { sum.noteMargin(margin) }
    return sum
  }

  package mutating func noteMargin(_ distance: Double) {
    margin = min(margin ?? .infinity, distance)
  }

  /// Counts a label: `fired` says whether the engine intervened.
  package mutating func count(_ expect: Expectation, fired: Bool) {
    switch (expect.isPositive, fired) {
    case (true, true): tp += 1
    case (true, false): fn += 1
    case (false, true): fp += 1
    case (false, false): tn += 1
    }
  }

  package var precision: Double? { ratio(tp, tp + fp) }
  package var recall: Double? { ratio(tp, tp + fn) }

  /// The F measure that weighs recall β times as much as precision.
  package func f(beta: Double) -> Double? {
    let square = beta * beta
    let gained = (1 + square) * Double(tp)
    let whole = gained + square * Double(fn) + Double(fp)
    return whole > 0 ? gained / whole : nil
  }

  private func ratio(_ part: Int, _ whole: Int) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
  }

  /// The key of one fired step, mixed so that different sets of steps do not share a sum.
  ///
  /// - Parameters:
  ///   - step: The step's position in all traces of the sweep, in file order.
  ///   - action: What was done there; silent steps have no key.
  /// - Returns: 64 bits to be added, wrapping.
  package static func behaviourKey(step: Int, action: Action) -> UInt64 {
    SplitMix64.mix(UInt64(step) &* 2 &+ UInt64(action.rawValue) &+ 0x5851_F42D_4C95_7F2D)
  }
}

/// A figure a candidate can be ranked by, required to meet, or reported with.
package enum Metric: String, Sendable, Hashable, CaseIterable {
  case tp, fp, fn, tn, precision, recall, f1, f05
  case falseAlarmsPerDay = "false_alarms_per_day"
  case interventionsPerDay = "interventions_per_day"
  case unlabelledInterventions = "unlabelled_interventions"
  case escalations, margin
  case distanceFromShipped = "distance_from_shipped"
  /// What the plan's costs make of the counts; undefined without costs.
  case utility

  /// Every name a plan or `--require` may use; `falseAlarms` is `fp`.
  package static let names = allCases.map(\.rawValue) + ["falseAlarms"]

  package init?(name: String) {
    if name == "falseAlarms" {
      self = .fp
    } else {
      self.init(rawValue: name)
    }
  }

  package var higherIsBetter: Bool {
    switch self {
    case .tp, .tn, .precision, .recall, .f1, .f05, .margin, .utility: true
    case .fp, .fn, .falseAlarmsPerDay, .interventionsPerDay, .unlabelledInterventions,
      .escalations, .distanceFromShipped:
      false
    }
  }
}

/// A tally with what is needed to turn its counts into figures.
package struct Metrics: Sendable, Hashable {
  package let tally: Tally
  /// Distinct (trace, local date) pairs with a step.
  package let days: Int
  package let distanceFromShipped: Double
  /// The plan's costs, if it gives any.
  package let costs: Costs?

  package init(tally: Tally, days: Int, distanceFromShipped: Double, costs: Costs? = nil) {
    self.tally = tally
    self.days = days
    self.distanceFromShipped = distanceFromShipped
    self.costs = costs
  }

  /// The figure, or nil when it is undefined (0/0, no step to measure a margin at, no costs).
  package func value(_ metric: Metric) -> Double? {
    switch metric {
    case .tp: Double(tally.tp)
    case .fp: Double(tally.fp)
    case .fn: Double(tally.fn)
    case .tn: Double(tally.tn)
    case .precision: tally.precision
    case .recall: tally.recall
    case .f1: tally.f(beta: 1)
    case .f05: tally.f(beta: 0.5)
    case .falseAlarmsPerDay: days > 0 ? Double(tally.fp) / Double(days) : nil
    case .interventionsPerDay: days > 0 ? Double(tally.interventions) / Double(days) : nil
    case .unlabelledInterventions: Double(tally.unlabelled)
    case .escalations: Double(tally.escalations)
    case .margin: tally.margin
    case .distanceFromShipped: distanceFromShipped
    case .utility: costs?.utility(of: tally)
    }
  }
}

/// A bound that a figure must meet; an undefined figure fails it.
package struct Requirement: Sendable, Hashable {
  package enum Comparison: String, Sendable, Hashable, CaseIterable {
    case atLeast = ">="
    case atMost = "<="
    case equal = "="
    case above = ">"
    case below = "<"
  }

  package let name: String
  package let metric: Metric
  package let comparison: Comparison
  package let bound: Double

  package init(name: String, metric: Metric, comparison: Comparison, bound: Double) {
    self.name = name
    self.metric = metric
    self.comparison = comparison
    self.bound = bound
  }

  package func isMet(by metrics: Metrics) -> Bool {
    guard let value = metrics.value(metric) else { return false }
    switch comparison {
    case .atLeast: return value >= bound
    case .atMost: return value <= bound
    case .equal: return value == bound
    case .above: return value > bound
    case .below: return value < bound
    }
  }

  /// `recall>=0.6`.
  package var text: String { "\(name)\(comparison.rawValue)\(NumberText.exact(bound))" }
}
