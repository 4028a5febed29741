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

  /// Whose distance to the threshold counts.
  enum Margin {
    case ofBoth
    case ofNegatives
  }

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
    kind: Margin = .ofBoth
  ) {
    let scale = BinaryScale(
      of: positives + negatives + [[thresholds.lowerBound, thresholds.upperBound]])
    // A step at or above another in every signal is implied by it: only the frontiers count.
    let low = Self.frontier(positives) { $0 <= $1 }
    let high = Self.frontier(negatives) { $0 >= $1 }
    let unit = scale.one
    let rows = signals + 2
    func column(_ cost: BigInteger, _ entries: (Int) -> BigInteger) -> IntegerSimplex.Column {
      IntegerSimplex.Column(entries: (0..<rows).map(entries), cost: cost)
    }
    func whole(_ value: Bool) -> BigInteger { value ? .one : .zero }

    var columns: [IntegerSimplex.Column] = []
    for index in low {
      let values = positives[index].map(scale.whole)
      columns.append(
        column(.zero) { row in
          row < signals ? -values[row] : whole(row > signals || kind == .ofBoth)
        })
    }
    for index in high {
      let values = negatives[index].map(scale.whole)
      columns.append(
        column(.zero) { row in
          row < signals ? values[row] : row == signals ? .one : -.one
        })
    }
    let upper = columns.count
    columns.append(column(scale.whole(thresholds.upperBound)) { whole($0 == rows - 1) })
    columns.append(column(-scale.whole(thresholds.lowerBound)) { -whole($0 == rows - 1) })
    let level = upper + 2
    // u rises and falls in every signal's row; its unit keeps all numbers whole.
    columns.append(column(.one) { whole($0 < signals) })
    columns.append(column(-.one) { -whole($0 < signals) })
    let slack = level + 2
    for signal in 0..<signals { columns.append(column(.zero) { -whole($0 == signal) }) }

    // One step alone, against the end of the threshold's range that answers it, is a feasible start.
    let start: [Int]
    let values: [Double]
    if kind == .ofBoth, let first = low.first {
      start = [0, upper + 1]
      values = positives[first]
    } else if let first = high.first {
      start = [low.count, upper]
      values = negatives[first].map { -$0 }
    } else {
      return nil
    }
    guard let top = values.indices.max(by: { values[$0] < values[$1] }) else { return nil }
    let rest = (0..<signals).filter { $0 != top }.map { slack + $0 }
    let basis = start + [values[top] >= 0 ? level : level + 1] + rest
    let rightHandSide = (0..<rows).map { whole($0 == signals) }
    guard
      let solution = IntegerSimplex.minimise(columns, rightHandSide: rightHandSide, from: basis)
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
    margin = Rational(solution.multipliers[signals], over: solution.determinant * unit)
    threshold = Rational(solution.multipliers[signals + 1], over: solution.determinant * unit)
    self.positives = shares(low, from: 0)
    self.negatives = shares(high, from: low.count)
    upperEnd = value(of: upper)
    lowerEnd = value(of: upper + 1)
  }

  /// Whether the multipliers prove, exactly, that no weights have a larger margin.
  ///
  /// Weighted by them, the constraints add up to `σ ≤ max over signals of (Σ λP - Σ μN) + upper share ·
  /// highest threshold - lower share · lowest threshold`; that bound must be the margin itself.
  func isProvenLargest(
    positives: [[Double]], negatives: [[Double]], thresholds: ClosedRange<Double>,
    kind: Margin = .ofBoth
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

  /// Indices of the vectors that no other one is `within` in every signal; the first of equal ones.
  static func frontier(
    _ vectors: [[Double]], within: (Double, Double) -> Bool
  ) -> [Int] {
    var kept: [Int] = []
    for index in vectors.indices {
      let vector = vectors[index]
      func isWithin(_ a: [Double], _ b: [Double]) -> Bool { zip(a, b).allSatisfy(within) }
      if kept.contains(where: { isWithin(vectors[$0], vector) }) { continue }
      kept.removeAll { isWithin(vector, vectors[$0]) }
      kept.append(index)
    }
    return kept
  }
}

/// A power of two that makes every given `Double` a whole number.
private struct BinaryScale {
  private let exponent: Int

  init(of values: [[Double]]) {
    exponent = values.joined().reduce(0) { lowest, value in
      min(lowest, Rational.parts(of: value)?.exponent ?? 0)
    }
  }

  var one: BigInteger { .one << -exponent }

  func whole(_ value: Double) -> BigInteger {
    guard let (significand, its) = Rational.parts(of: value) else { return .zero }
    return BigInteger(significand) << (its - exponent)
  }
}
