import DecisionEngines
import TraceModel

/// All candidates of a plan as a countable space: candidate `i` is computed from its index.
///
/// Dimensions stand in the engine's declared order (weights, thresholds, gates, constants), the
/// last varies fastest. Nothing is stored per candidate, so any slice can be computed anywhere.
package struct CandidateSpace: Sendable {
  package enum Dimension: Sendable {
    case lattice(WeightLattice)
    case sets([[Double]])
    case simplex(minimum: Double, weightCount: Int)
    case parameter(ParameterDefinition, ParameterSpace, count: Int)
  }

  /// A candidate, but for a threshold that depends on the scores its weights give.
  package struct Candidate: Sendable, Hashable {
    package let index: Int
    /// Values that replace the shipped ones.
    package var overrides: Overrides
    /// For `"all"` thresholds: which of the distinct scores, lowest first.
    package let thresholdRank: Int?
    /// Whether an earlier round of the same sweep holds it, or the plan does not: it is passed over.
    package var isRepeat = false
  }

  package let dimensions: [Dimension]
  package let method: SweepMethod
  package let seed: UInt64
  /// The points of the method `sobol`.
  private let sobol: SobolSequence?
  /// Indices run from 0 to here; with `"all"` thresholds some of them are unused.
  package let count: Int
  /// How many the plan spans before its cap.
  package let fullCount: Int
  /// Added to the number of a candidate: rounds of one sweep are numbered through.
  package let firstIndex: Int
  /// Set when the candidates lie near the best of earlier rounds.
  private let near: Neighbourhood?
  /// Whether weight sets of whole double steps were tried by an earlier round.
  let repeatsCoarser: Bool

  /// - Parameters:
  ///   - plan: A plan that names only parameters of the engine.
  ///   - engine: The engine.
  ///   - thresholdCount: How many thresholds `"all"` reserves for each weight set: the unblocked
  ///     steps.
  /// - Throws: `CountOverflow` when the space is too large to number.
  package init(plan: SweepPlan, engine: any DecisionEngine, thresholdCount: Int)
    throws(CountOverflow)
  {
    var dimensions: [Dimension] = []
    var counts: [Int] = []
    let weightCount = engine.subScores.count
    switch plan.weights {
    case .lattice(let denominator, let minimum):
      guard
        let lattice = WeightLattice(
          denominator: denominator, minimum: minimum, weightCount: weightCount)
      else { throw CountOverflow() }
      dimensions.append(.lattice(lattice))
      counts.append(lattice.count)
    case .sets(let sets):
      dimensions.append(.sets(sets))
      counts.append(sets.count)
    case .simplex(let minimum):
      dimensions.append(.simplex(minimum: minimum, weightCount: weightCount))
      counts.append(1)
    case nil: break
    }
    for definition in engine.parameters {
      guard let space = plan.parameters[definition.name] else { continue }
      let count =
        switch space {
        case .values(let values): values.count
        case .range(let range, _): range.count
        case .interval: 1
        case .allThresholds: thresholdCount
        }
      dimensions.append(.parameter(definition, space, count: count))
      counts.append(count)
    }
    self.dimensions = dimensions
    firstIndex = 0
    near = nil
    repeatsCoarser = false
    self.method = plan.method
    self.seed = plan.seed
    sobol =
      plan.method == .sobol
      ? SobolSequence(
        dimensions: SobolLimits.dimensions(
          weights: plan.weights, weightCount: weightCount,
          parameters: counts.count
            - (plan.weights == nil ? 0 : 1)), seed: plan.seed) : nil
    if plan.method.draws {
      // A dimension without a value leaves nothing to draw from.
      fullCount = counts.contains(0) ? 0 : plan.runCap ?? 0
    } else {
      var product = 1
      for count in counts {
        let (next, overflow) = product.multipliedReportingOverflow(by: count)
        if overflow { throw CountOverflow() }
        product = next
      }
      fullCount = product
    }
    count = min(fullCount, plan.runCap ?? fullCount)
  }

  /// The candidates near the best of earlier rounds.
  ///
  /// - Parameters:
  ///   - near: Which.
  ///   - space: Of the plan.
  ///   - firstIndex: Their first number.
  ///   - most: Indices at most.
  init(_ near: Neighbourhood, like space: CandidateSpace, firstIndex: Int, most: Int) {
    dimensions = space.dimensions
    method = .refine
    seed = space.seed
    sobol = nil
    fullCount = near.count
    count = min(near.count, most)
    self.firstIndex = firstIndex
    self.near = near
    repeatsCoarser = false
  }

  /// The same parameters with weights in half as large steps as another round had.
  ///
  /// Nil where weights are not swept by step, or there are too many to number.
  package init?(halving space: CandidateSpace, firstIndex: Int) {
    guard !space.method.draws, space.near == nil,
      case .lattice(let old)? = space.dimensions.first,
      let lattice = WeightLattice(
        denominator: old.denominator * 2, minimum: old.minimum * 2, weightCount: old.weightCount)
    else { return nil }
    dimensions = [.lattice(lattice)] + space.dimensions.dropFirst()
    var product = lattice.count
    for dimension in dimensions.dropFirst() {
      guard case .parameter(_, _, let count) = dimension else { return nil }
      let (next, overflow) = product.multipliedReportingOverflow(by: count)
      guard !overflow else { return nil }
      product = next
    }
    guard !product.addingReportingOverflow(firstIndex).overflow else { return nil }
    method = space.method
    seed = space.seed
    sobol = nil
    fullCount = product
    count = product
    self.firstIndex = firstIndex
    near = nil
    repeatsCoarser = true
  }

  var isNeighbourhood: Bool { near != nil }

  /// Steps that make a weight of 1, where weights are swept by step.
  package var weightDenominator: Int? {
    guard case .lattice(let lattice)? = dimensions.first else { return nil }
    return lattice.denominator
  }

  /// Thrown when a plan spans more candidates than 2^63.
  package struct CountOverflow: Error, Hashable, Sendable {}

  /// Names of the swept dimensions, weights first, as in the columns of `candidates.csv`.
  package var sweptParameters: [ParameterDefinition] {
    dimensions.compactMap {
      guard case .parameter(let definition, _, _) = $0 else { return nil }
      return definition
    }
  }

  /// Candidate `index`, counted from 0 in this space; its own number is `firstIndex` more.
  package subscript(index: Int) -> Candidate {
    precondition(index >= 0 && index < count)
    if let near {
      guard let point = near.point(index) else {
        return Candidate(
          index: firstIndex + index, overrides: Overrides(), thresholdRank: nil, isRepeat: true)
      }
      return near.grid.candidate(point, index: firstIndex + index)
    }
    return switch method {
    case .random: drawn(index)
    case .sobol: spread(index)
    case .lattice, .grid, .refine: numbered(index)
    }
  }

  private func numbered(_ index: Int) -> Candidate {
    var rest = index
    var overrides = Overrides()
    var rank: Int?
    var isRepeat = false
    for dimension in dimensions.reversed() {
      switch dimension {
      case .lattice(let lattice):
        let set = rest % lattice.count
        overrides.weights = lattice.weights(at: set)
        isRepeat = repeatsCoarser && lattice.isOnDoubleSteps(set)
        rest /= lattice.count
      case .sets(let sets):
        overrides.weights = sets[rest % sets.count]
        rest /= sets.count
      case .simplex: preconditionFailure("draws belong to the method random")
      case .parameter(let definition, let space, let count):
        set(definition, space, at: rest % count, in: &overrides, rank: &rank)
        rest /= count
      }
    }
    return Candidate(
      index: firstIndex + index, overrides: overrides, thresholdRank: rank, isRepeat: isRepeat)
  }

  /// A seeded draw that depends on the seed and the index alone.
  private func drawn(_ index: Int) -> Candidate {
    var random = SplitMix64(seed: SplitMix64.mix(seed) ^ SplitMix64.mix(UInt64(index) &+ 1))
    var overrides = Overrides()
    var rank: Int?
    for dimension in dimensions {
      switch dimension {
      case .lattice(let lattice):
        overrides.weights = lattice.weights(at: random.below(lattice.count))
      case .sets(let sets):
        overrides.weights = sets[random.below(sets.count)]
      case .simplex(let minimum, let weightCount):
        overrides.weights = Self.simplexPoint(minimum, weightCount) {
          UInt32(random.next() >> 32)
        }
      case .parameter(let definition, .interval(let range), _):
        let value = range.lowerBound + (range.upperBound - range.lowerBound) * random.unit()
        overrides.values[definition.name] = .number(value)
      case .parameter(let definition, let space, let count):
        set(definition, space, at: random.below(count), in: &overrides, rank: &rank)
      }
    }
    return Candidate(index: index, overrides: overrides, thresholdRank: rank)
  }

  /// The scrambled Sobol point of the index: one coordinate for each dimension, and for weights one
  /// for each but the last.
  private func spread(_ index: Int) -> Candidate {
    guard let sobol else { preconditionFailure("a space of the method sobol has its sequence") }
    var overrides = Overrides()
    var rank: Int?
    var place = 0
    func next() -> UInt32 {
      defer { place += 1 }
      return sobol.coordinate(place, of: index)
    }
    /// Equal parts of the coordinate for equal values.
    func pick(of count: Int) -> Int {
      Int(UInt64(count).multipliedFullWidth(by: UInt64(next()) << 32).high)
    }
    for dimension in dimensions {
      switch dimension {
      case .lattice(let lattice):
        overrides.weights = lattice.weights { _ in next() }
      case .sets(let sets): overrides.weights = sets[pick(of: sets.count)]
      case .simplex(let minimum, let weightCount):
        overrides.weights = Self.simplexPoint(minimum, weightCount, next)
      case .parameter(let definition, .interval(let range), _):
        let value =
          range.lowerBound + (range.upperBound - range.lowerBound) * (Double(next()) * 0x1p-32)
        overrides.values[definition.name] = .number(value)
      case .parameter(let definition, let space, let count):
        set(definition, space, at: pick(of: count), in: &overrides, rank: &rank)
      }
    }
    return Candidate(index: index, overrides: overrides, thresholdRank: rank)
  }

  /// A uniform point of the simplex: the gaps between sorted uniform cuts, no logarithm needed.
  ///
  /// Cuts are whole multiples of 2^−32, so the weights are exact and sum to exactly 1 when the
  /// minimum is 0.
  private static func simplexPoint(_ minimum: Double, _ count: Int, _ next: () -> UInt32)
    -> [Double]
  {
    let cuts = (1..<max(1, count)).map { _ in Double(next()) * 0x1p-32 }.sorted()
    let gaps = zip(cuts + [1], [0] + cuts).map { $0 - $1 }
    let free = 1 - minimum * Double(count)
    return gaps.map { minimum + free * $0 }
  }

  private func set(
    _ definition: ParameterDefinition, _ space: ParameterSpace, at i: Int,
    in overrides: inout Overrides, rank: inout Int?
  ) {
    switch space {
    case .values(let values): overrides.values[definition.name] = values[i]
    case .range(let range, let isInteger):
      overrides.values[definition.name] = isInteger ? .integer(Int(range[i])) : .number(range[i])
    case .allThresholds: rank = i
    case .interval: preconditionFailure("draws belong to the method random")
    }
  }
}
