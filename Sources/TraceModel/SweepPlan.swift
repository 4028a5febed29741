/// How candidates are chosen from the space that the parameters span.
package enum SweepMethod: String, Sendable, Hashable, CaseIterable {
  /// Every point, weights on the simplex lattice of a step.
  case lattice
  /// Every point, weights (if any) from a list.
  case grid
  /// Seeded draws, each a function of its index.
  case random
  /// Points that fill the space evenly, scrambled by the seed, each a function of its index.
  case sobol

  /// Every point, then rounds of finer steps around the best of them.
  case refine

  /// Whether candidates are drawn, as many as the cap says, instead of numbered.
  package var draws: Bool { self == .random || self == .sobol }
}

/// The weight sets that a plan asks for.
package enum WeightSpace: Sendable, Hashable {
  /// All sets of whole multiples of `1/denominator`, each at least `minimum` of them.
  case lattice(denominator: Int, minimum: Int)
  case sets([[Double]])
  /// Uniform draws from the simplex, each weight at least `minimum`; only for methods that draw.
  case simplex(minimum: Double)
}

/// Values counted in whole decimal steps, so that no sum of Doubles drifts.
package struct DecimalRange: Sendable, Hashable {
  /// The first value and the step, both in units of 10^−scale.
  package let first: Int
  package let step: Int
  package let scale: Int
  package let count: Int

  package init(first: Int, step: Int, scale: Int, count: Int) {
    self.first = first
    self.step = step
    self.scale = scale
    self.count = count
  }

  /// Value `i`, the Double nearest to the exact decimal.
  package subscript(_ i: Int) -> Double {
    // Both operands are exact, so the quotient is the correctly rounded decimal.
    Double(first + i * step) / Self.powers[scale]
  }

  /// The largest scale and mantissa for which numerator and power are exact Doubles.
  package static let maximumScale = 15
  package static let maximumMantissa = 1 << 53
  private static let powers: [Double] = {
    var power = 1.0
    return (0...maximumScale).map { _ in
      defer { power *= 10 }
      return power
    }
  }()
}

/// The values of one parameter that a plan asks for.
package enum ParameterSpace: Sendable, Hashable {
  case values([ParameterValue])
  case range(DecimalRange, isInteger: Bool)
  /// Uniform draws; only for methods that draw.
  case interval(ClosedRange<Double>)
  /// Every behaviour that a threshold can give.
  case allThresholds
}

/// A tie-breaker of the ranking, after the metric.
package enum Criterion: Sendable, Hashable {
  /// Fewer delivered, labelled or not; then fewer at the higher level.
  case fewerInterventions
  /// Smaller distance from the shipped weights and threshold.
  case nearestToShipped
  case metric(Metric)

  package init?(name: String) {
    switch name {
    case "fewerInterventions": self = .fewerInterventions
    case "nearestToShipped": self = .nearestToShipped
    default:
      guard let metric = Metric(name: name) else { return nil }
      self = .metric(metric)
    }
  }

  /// Beside the names of the metrics.
  package static let names = ["fewerInterventions", "nearestToShipped"]
}

/// What to sweep, and what counts as better. Read from a plan file, or the default of a suite.
package struct SweepPlan: Sendable, Hashable {
  package var name: String
  /// Suite folders, as written; their tallies add up.
  package var suites: [String]
  package var method: SweepMethod
  package var weights: WeightSpace?
  /// By parameter name.
  package var parameters: [String: ParameterSpace]
  package var metric: Metric
  package var require: [Requirement]
  package var then: [Criterion]
  package var seed: UInt64
  /// How many ranked candidates to list.
  package var keep: Keep
  /// At most this many candidates; needed by methods that draw.
  package var runCap: Int?
  /// What the plan promises of its winner, if anything.
  package var claim: Claim?
  /// What outcomes are worth, for the metric `utility`.
  package var costs: Costs?

  package enum Keep: Sendable, Hashable {
    case best(Int)
    case all
  }

  package init(
    name: String, suites: [String], method: SweepMethod, weights: WeightSpace?,
    parameters: [String: ParameterSpace], metric: Metric = .recall,
    require: [Requirement] = [
      Requirement(name: "falseAlarms", metric: .fp, comparison: .equal, bound: 0)
    ],
    then: [Criterion] = [.fewerInterventions, .metric(.margin), .nearestToShipped],
    seed: UInt64 = 1, keep: Keep = .best(100), runCap: Int? = nil,
    claim: Claim? = nil, costs: Costs? = nil
  ) {
    self.name = name
    self.suites = suites
    self.method = method
    self.weights = weights
    self.parameters = parameters
    self.metric = metric
    self.require = require
    self.then = then
    self.seed = seed
    self.keep = keep
    self.runCap = runCap
    self.claim = claim
    self.costs = costs
  }
}
