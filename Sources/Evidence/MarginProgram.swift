/// The largest margin by which weights and a threshold can keep positives above negatives, exactly.
///
/// Maximises σ subject to `w·P - t ≥ σ` for each positive P (or `≥ 0`, when the margin is asked of the
/// negatives alone), `t - w·N ≥ σ` for each negative N, `w ≥ 0`, `Σ w = 1` and `t` within its range. It
/// is the dual that is solved, with one row per signal and two more, and a column per step; its solution
/// is the proof, its row multipliers are the weights.
struct MarginProgram {
  /// Steps that a proof rests on: index and multiplier, above 0.
  typealias Shares = [(index: Int, value: Rational)]

  let margin: Rational
  let weights: [Rational]
  let threshold: Rational
  let positives: Shares
  let negatives: Shares
  /// Multipliers of `t ≤ upper` and `t ≥ lower`, 0 or more.
  let upperEnd: Rational
  let lowerEnd: Rational

  /// Solves the programme; gives nothing without any step.
  ///
  /// - Parameters:
  ///   - positives: Sub-scores of each step that must reach the threshold; finite, equally many.
  ///   - negatives: Sub-scores of each step that must stay below it.
  ///   - signals: Number of sub-scores, at least 1.
  ///   - thresholds: Range of the threshold; both ends equal for a fixed one.
  ///   - kind: Whose margin is maximised; that of the negatives needs at least one.
  init?(
    positives: [[Double]], negatives: [[Double]], signals: Int, thresholds: ClosedRange<Double>,
    kind: MarginLayout.Margin = .ofBoth
  ) {
    // A step at or above another in every signal is implied by it: only the frontiers count.
    let low = MarginLayout.frontier(positives, within: <=)
    let high = MarginLayout.frontier(negatives, within: >=)
    guard
      let layout = MarginLayout(
        positives: positives, negatives: negatives, signals: signals, thresholds: thresholds,
        kind: kind, low: low, high: high)
    else { return nil }
    let scale = BinaryScale(of: layout.entries + layout.costs)
    let columns = Self.wholeColumns(of: layout, scale)
    let rightHandSide = layout.rightHandSide.map { BigInteger(Int($0)) }
    let guess = FloatSimplex.minimise(
      entries: layout.entries, costs: layout.costs, rightHandSide: layout.rightHandSide,
      from: layout.start)
    guard
      let solution = guess.flatMap({
        IntegerSimplex.minimise(columns, rightHandSide: rightHandSide, from: $0.basis)
      }) ?? IntegerSimplex.minimise(columns, rightHandSide: rightHandSide, from: layout.start)
    else { return nil }

    func value(of column: Int) -> Rational {
      guard let row = solution.basis.firstIndex(of: column) else { return .zero }
      return Rational(solution.values[row], over: solution.determinant)
    }
    func shares(_ indices: [Int], from offset: Int) -> Shares {
      indices.enumerated().compactMap { position, index in
        let value = value(of: offset + position)
        return value.isZero ? nil : (index, value)
      }
    }
    weights = (0..<signals).map {
      Rational(solution.multipliers[$0], over: solution.determinant)
    }
    let unit = solution.determinant * scale.one
    margin = Rational(solution.multipliers[signals], over: unit)
    threshold = Rational(solution.multipliers[signals + 1], over: unit)
    self.positives = shares(low, from: 0)
    self.negatives = shares(high, from: low.count)
    upperEnd = value(of: layout.ends)
    lowerEnd = value(of: layout.ends + 1)
  }

  /// Score points become whole numbers; ones stay ones, which only scales the level and the slacks.
  private static func wholeColumns(
    of layout: MarginLayout, _ scale: BinaryScale
  ) -> [IntegerSimplex.Column] {
    let plain = BinaryScale.unit
    return layout.costs.indices.map { column in
      let its = column < layout.scaledColumns ? scale : plain
      return IntegerSimplex.Column(
        entries: (0..<layout.rows).map { row in
          (row < layout.signals ? its : plain).whole(layout.entries[column * layout.rows + row])
        },
        cost: its.whole(layout.costs[column]))
    }
  }

  /// Whether the multipliers prove, exactly, that no weights have a larger margin.
  ///
  /// Weighted by them, the constraints add up to `σ ≤ max over signals of (Σ λP - Σ μN) + upper share ·
  /// highest threshold - lower share · lowest threshold`; that bound must be the margin itself.
  func isProvenLargest(
    positives: [[Double]], negatives: [[Double]], thresholds: ClosedRange<Double>,
    kind: MarginLayout.Margin = .ofBoth
  ) -> Bool {
    let lambda = self.positives.map(\.value)
    let mu = self.negatives.map(\.value)
    let positiveSum = lambda.reduce(.zero, +)
    let negativeSum = mu.reduce(.zero, +)
    guard (lambda + mu + [upperEnd, lowerEnd]).allSatisfy({ $0.signum >= 0 }),
      (kind == .ofBoth ? positiveSum : .zero) + negativeSum == .one,
      positiveSum + upperEnd == negativeSum + lowerEnd,
      let highest = Rational(exactly: thresholds.upperBound),
      let lowest = Rational(exactly: thresholds.lowerBound)
    else { return false }
    var bound: Rational?
    for signal in weights.indices {
      guard
        let firing = ExactScore.sum(lambda, self.positives.map { positives[$0.index][signal] }),
        let silent = ExactScore.sum(mu, self.negatives.map { negatives[$0.index][signal] })
      else { return false }
      bound = max(bound ?? firing - silent, firing - silent)
    }
    return bound.map { $0 + upperEnd * highest - lowerEnd * lowest } == margin
  }
}

/// A power of two that makes every given `Double` a whole number.
private struct BinaryScale {
  static let unit = BinaryScale(of: [])

  private let exponent: Int

  init(of values: [Double]) {
    exponent = values.reduce(0) { lowest, value in
      min(lowest, Rational.parts(of: value)?.exponent ?? 0)
    }
  }

  var one: BigInteger { .one << -exponent }

  func whole(_ value: Double) -> BigInteger {
    guard let (significand, its) = Rational.parts(of: value) else { return .zero }
    return BigInteger(significand) << (its - exponent)
  }
}
