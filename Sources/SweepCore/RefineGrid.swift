import DecisionEngines
import TraceModel

/// The values that a plan spans, counted in the finest steps that refining reaches.
///
/// Weights and ranges of numbers are halved until a step is below a thousandth of the whole; whole
/// numbers and lists keep the values of the plan. A point is a list of whole numbers, so that "the
/// same candidate" has one meaning in every round.
package struct RefineGrid: Sendable {
  /// Where a candidate stands.
  struct Point: Sendable, Hashable {
    /// In units of the finest step; empty when the plan takes weights from a list, or sweeps none.
    var weights: [Int]
    /// By dimension after the weights; a listed weight set is the first of them.
    var picks: [Int]
  }

  enum Axis: Sendable {
    /// `coarsest` is the finest range's steps to one of the plan.
    case range(ParameterDefinition, DecimalRange, coarsest: Int, isInteger: Bool)
    case values(ParameterDefinition, [ParameterValue])
    case sets([[Double]])
    /// Ranks among a weight set's own thresholds: all of them, always.
    case thresholds(count: Int)
  }

  /// Weights by whole steps of 1/denominator, each at least `minimum` of them.
  struct Weights: Sendable {
    let denominator: Int
    let minimum: Int
    let count: Int
    /// Finest steps to one step of the plan.
    let coarsest: Int
  }

  let weights: Weights?
  let axes: [Axis]
  /// Levels below the plan's own steps.
  let levels: Int

  /// A step below this share of the whole is not halved.
  static let finestShare = 1000

  /// - Parameter space: The candidates of the plan.
  init(_ space: CandidateSpace) {
    var weights: Weights?
    var axes: [Axis] = []
    var levels = 0
    for dimension in space.dimensions {
      switch dimension {
      case .lattice(let lattice):
        let halvings = Self.halvings(steps: lattice.denominator)
        weights = Weights(
          denominator: lattice.denominator << halvings, minimum: lattice.minimum << halvings,
          count: lattice.weightCount, coarsest: 1 << halvings)
        levels = max(levels, halvings)
      case .simplex(let minimum, let count):
        // Draws lie on no lattice: what is refined around them does.
        let halvings = Self.halvings(steps: Self.drawnSteps)
        let denominator = Self.drawnSteps << halvings
        weights = Weights(
          denominator: denominator, minimum: Int((minimum * Double(denominator)).rounded(.up)),
          count: count, coarsest: 1 << halvings)
        levels = max(levels, halvings)
      case .sets(let sets): axes.append(.sets(sets))
      case .parameter(let definition, let space, let count):
        let axis = Self.axis(definition, space, count)
        if case .range(_, _, let coarsest, _) = axis {
          levels = max(levels, coarsest.trailingZeroBitCount)
        }
        axes.append(axis)
      }
    }
    self.weights = weights
    self.axes = axes
    self.levels = levels
  }

  /// Steps that a drawn dimension is first divided into.
  private static let drawnSteps = 64

  private static func halvings(steps: Int) -> Int {
    var halvings = 0
    while steps << (halvings + 1) <= finestShare { halvings += 1 }
    return halvings
  }

  private static func axis(_ definition: ParameterDefinition, _ space: ParameterSpace, _ count: Int)
    -> Axis
  {
    switch space {
    case .values(let values): return .values(definition, values)
    case .allThresholds: return .thresholds(count: count)
    case .range(let range, let isInteger):
      if isInteger { return .range(definition, range, coarsest: 1, isInteger: true) }
      var finest = range
      var halvings = 0
      while (finest.count - 1) * 2 <= finestShare, finest.count > 1, let next = finest.halved {
        finest = next
        halvings += 1
      }
      return .range(definition, finest, coarsest: 1 << halvings, isInteger: false)
    case .interval(let interval):
      guard let range = DecimalRange(interval, halvings: drawnSteps.trailingZeroBitCount) else {
        return .values(definition, [.number(interval.lowerBound), .number(interval.upperBound)])
      }
      return axis(definition, .range(range, isInteger: false), range.count)
    }
  }

  // MARK: Points

  /// The point nearest to a candidate's values.
  func point(_ overrides: Overrides) -> Point {
    var picks: [Int] = []
    for axis in axes {
      switch axis {
      case .range(let definition, let range, _, _):
        picks.append(range.nearest(overrides.values[definition.name]?.number ?? range[0]))
      case .values(let definition, let values):
        let value = overrides.values[definition.name]
        picks.append(value.flatMap { values.firstIndex(of: $0) } ?? 0)
      case .sets(let sets): picks.append(overrides.weights.flatMap { sets.firstIndex(of: $0) } ?? 0)
      case .thresholds: picks.append(0)
      }
    }
    return Point(weights: steps(overrides.weights), picks: picks)
  }

  /// Whole steps that sum to the denominator: rounded, the largest remainders up where they do not.
  private func steps(_ values: [Double]?) -> [Int] {
    guard let weights, let values else { return [] }
    let exact = values.map { $0 * Double(weights.denominator) }
    let rounded = exact.map { Int($0.rounded()) }
    guard rounded.reduce(0, +) != weights.denominator else { return rounded }
    var steps = exact.map { max(weights.minimum, Int($0.rounded(.down))) }
    let order = exact.indices.sorted {
      let (a, b) = (exact[$0] - Double(steps[$0]), exact[$1] - Double(steps[$1]))
      return a != b ? a > b : $0 < $1
    }
    var place = 0
    while steps.reduce(0, +) < weights.denominator {
      steps[order[place % order.count]] += 1
      place += 1
    }
    while steps.reduce(0, +) > weights.denominator,
      let most = steps.indices.max(by: { steps[$0] < steps[$1] })
    {
      steps[most] -= 1
    }
    return steps
  }

  /// The values at a point, and the rank of its threshold where those depend on the scores.
  func candidate(_ point: Point, index: Int) -> CandidateSpace.Candidate {
    var overrides = Overrides()
    var rank: Int?
    if let weights {
      overrides.weights = point.weights.map { Double($0) / Double(weights.denominator) }
    }
    for (axis, pick) in zip(axes, point.picks) {
      switch axis {
      case .range(let definition, let range, _, let isInteger):
        overrides.values[definition.name] =
          isInteger ? .integer(Int(range[pick])) : .number(range[pick])
      case .values(let definition, let values): overrides.values[definition.name] = values[pick]
      case .sets(let sets): overrides.weights = sets[pick]
      case .thresholds: rank = pick
      }
    }
    return CandidateSpace.Candidate(index: index, overrides: overrides, thresholdRank: rank)
  }
}

extension DecimalRange {
  /// The same range in steps half as large; nil when they need too many digits.
  var halved: DecimalRange? {
    guard count < Int.max / 4 else { return nil }
    if step % 2 == 0 {
      return DecimalRange(first: first, step: step / 2, scale: scale, count: count * 2 - 1)
    }
    let most = Self.maximumMantissa / 10
    guard scale < Self.maximumScale, abs(first) < most, abs(first + (count - 1) * step) < most
    else { return nil }
    return DecimalRange(first: first * 10, step: step * 5, scale: scale + 1, count: count * 2 - 1)
  }

  /// An interval with short decimal ends, cut into 2^halvings steps; nil when its ends are not short.
  init?(_ interval: ClosedRange<Double>, halvings: Int) {
    var power = 1.0
    for scale in 0...6 {
      let low = interval.lowerBound * power
      let high = interval.upperBound * power
      if low.rounded() / power == interval.lowerBound,
        high.rounded() / power == interval.upperBound,
        abs(low) < 1e9, abs(high) < 1e9, low < high
      {
        var range = DecimalRange(
          first: Int(low.rounded()), step: Int(high.rounded()) - Int(low.rounded()), scale: scale,
          count: 2)
        for _ in 0..<halvings {
          guard let next = range.halved else { return nil }
          range = next
        }
        self = range
        return
      }
      power *= 10
    }
    return nil
  }

  /// The place of the value nearest to a number.
  func nearest(_ value: Double) -> Int {
    guard count > 1 else { return 0 }
    let place = ((value - self[0]) / (self[count - 1] - self[0]) * Double(count - 1)).rounded()
    return max(0, min(count - 1, Int(place)))
  }
}
