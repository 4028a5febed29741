/// An upper bound on the margin between some steps, rounded outwards, and weights near the largest one.
///
/// The programme of `MarginProgram` in `Double`. Its multipliers need not be optimal, nor its sums exact,
/// for the bound to hold: any multipliers of 0 or more prove one.
package struct FloatMargin {
  /// No weights and threshold have a larger margin, in score points, rounding included.
  package let bound: Double
  /// One per signal, about 0 or more and about summing to 1.
  package let weights: [Double]
  /// Positions of the steps that the bound rests on.
  package let positives: [Int]
  package let negatives: [Int]

  /// Finds a bound, or gives nothing without steps or when the numbers go astray.
  ///
  /// - Parameters:
  ///   - positives: Sub-scores of steps that must reach the threshold.
  ///   - negatives: Sub-scores of steps that must stay below it.
  ///   - signals: Number of sub-scores.
  ///   - thresholds: Range of the threshold.
  ///   - error: How far each sub-score given may be from its true value.
  package init?(
    positives: [[Double]], negatives: [[Double]], signals: Int, thresholds: ClosedRange<Double>,
    error: Double
  ) {
    guard
      let layout = MarginLayout(
        positives: positives, negatives: negatives, signals: signals, thresholds: thresholds,
        kind: .ofBoth, low: MarginLayout.frontier(positives, within: <=),
        high: MarginLayout.frontier(negatives, within: >=)),
      let solution = FloatSimplex.minimise(
        entries: layout.entries, costs: layout.costs, rightHandSide: layout.rightHandSide,
        from: layout.start)
    else { return nil }
    weights = Array(solution.multipliers.prefix(signals))

    var difference = [Double](repeating: 0, count: signals)
    var total = 0.0
    var imbalance = 0.0
    var ends = 0.0
    var positivesUsed: [Int] = []
    var negativesUsed: [Int] = []
    for (column, value) in zip(solution.basis, solution.values) where value > 1e-9 {
      if column < layout.ends {
        let isPositive = column < layout.low.count
        let step = isPositive ? layout.low[column] : layout.high[column - layout.low.count]
        let vector = isPositive ? positives[step] : negatives[step]
        let sign = isPositive ? 1.0 : -1.0
        for signal in 0..<signals { difference[signal] += sign * value * vector[signal] }
        total += value
        imbalance += sign * value
        if isPositive { positivesUsed.append(step) } else { negativesUsed.append(step) }
      } else if column < layout.scaledColumns {
        let isUpper = column == layout.ends
        ends += value * (isUpper ? thresholds.upperBound : -thresholds.lowerBound)
        imbalance += isUpper ? value : -value
      }
    }
    guard total > 0, let most = difference.max() else { return nil }
    let farthest = max(thresholds.lowerBound.magnitude, thresholds.upperBound.magnitude)
    bound = (most + ends + imbalance.magnitude * farthest) / total + error
    self.positives = positivesUsed.sorted()
    self.negatives = negativesUsed.sorted()
  }
}
