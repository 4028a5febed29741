/// A labelled step as the weighted score sees it.
package struct NamedStep: Sendable, Hashable {
  /// How a reader finds it, such as `rested-deadline 2025-04-14T21:00`.
  package let name: String
  /// One value per signal, in score points.
  package let subScores: [Double]

  package init(_ name: String, _ subScores: [Double]) {
    self.name = name
    self.subScores = subScores
  }
}

/// Why a question about weights has no answer.
package enum SeparabilityError: Error, Hashable {
  /// There is no step at all, or no signal.
  case nothingToSeparate
  /// The step has another number of sub-scores than the first one.
  case differentSignals(step: String)
  /// A sub-score of the step, or an end of the threshold's range, is NaN or infinite.
  case notFinite(step: String?)
  /// An answer was found but did not pass its exact check. A defect of ours; nothing may be claimed.
  case notVerified
}

/// Whether any weights can put every positive step at or above a threshold and every negative below it.
///
/// The answer is about real numbers: sub-scores are taken as the exact value of their `Double`, and
/// nothing is rounded. An engine rounds its weighted sums, so weights found here, which are rounded to
/// `Double` as well, count only after a replay; a margin far above `1e-12` points makes that a formality.
package enum Separability: Sendable, Hashable {
  case separable(SeparatingWeights)
  case contradiction(Contradiction)

  /// Decides exactly, by linear programming; the answer has been checked against the steps.
  ///
  /// The cost grows with the number of steps that no other step of their kind implies, mostly some tens.
  ///
  /// - Parameters:
  ///   - positives: Steps that must score at or above the threshold.
  ///   - negatives: Steps that must score below it.
  ///   - thresholds: Range the threshold may take, in score points; both ends equal for a fixed one.
  /// - Returns: The weights of the largest margin, or the reason why there are none.
  /// - Throws: `SeparabilityError` for unusable input, and for an answer that fails its own check.
  package static func decide(
    positives: [NamedStep], negatives: [NamedStep], thresholds: ClosedRange<Double> = 0...100
  ) throws(SeparabilityError) -> Separability {
    let signals = try signalCount(of: positives + negatives, thresholds)
    let low = positives.map(\.subScores)
    let high = negatives.map(\.subScores)
    guard
      var program = MarginProgram(
        positives: low, negatives: high, signals: signals, thresholds: thresholds),
      program.isProvenLargest(positives: low, negatives: high, thresholds: thresholds)
    else { throw .notVerified }

    // At a margin of 0 only the negatives must keep off the threshold; positives may touch it.
    var isSeparable = program.margin.signum > 0 || (program.margin.isZero && high.isEmpty)
    if program.margin.isZero && !high.isEmpty {
      guard
        let second = MarginProgram(
          positives: low, negatives: high, signals: signals, thresholds: thresholds,
          kind: .ofNegatives)
      else { throw .notVerified }
      program = second
      isSeparable = second.margin.signum > 0
    }

    if isSeparable {
      guard let found = SeparatingWeights(program.weights, program.threshold, low, high),
        found.holds(positives: low, negatives: high, thresholds: thresholds)
      else { throw .notVerified }
      return .separable(found)
    }
    let proof = Contradiction(
      program, positives: positives, negatives: negatives, thresholds: thresholds)
    guard proof.holds(positives: low, negatives: high) else { throw .notVerified }
    return .contradiction(proof.shortened(positives: low, negatives: high))
  }

  static func signalCount(
    of steps: [NamedStep], _ thresholds: ClosedRange<Double>
  ) throws(SeparabilityError) -> Int {
    guard let signals = steps.first?.subScores.count, signals > 0 else { throw .nothingToSeparate }
    for step in steps {
      if step.subScores.count != signals { throw .differentSignals(step: step.name) }
      if !step.subScores.allSatisfy(\.isFinite) { throw .notFinite(step: step.name) }
    }
    if !thresholds.lowerBound.isFinite || !thresholds.upperBound.isFinite {
      throw .notFinite(step: nil)
    }
    return signals
  }
}

/// Weights and a threshold that meet every label, in real numbers.
package struct SeparatingWeights: Sendable, Hashable {
  /// One per signal, 0 or more, exactly summing to 1.
  package let exactWeights: [Rational]
  package let exactThreshold: Rational
  /// The least distance of a labelled step's score to the threshold, in score points; the largest that
  /// any weights reach. 0 when a positive step cannot but touch the threshold.
  package let exactMargin: Rational
  /// The margin left, exactly, when weights and threshold are rounded to `Double` as below; nothing when
  /// a label is then broken.
  package let roundedMargin: Rational?

  /// Each the nearest `Double`; their sum may miss 1 in the last place.
  package var weights: [Double] { exactWeights.map(\.double) }
  package var threshold: Double { exactThreshold.double }
  package var margin: Double { exactMargin.double }

  fileprivate init?(
    _ weights: [Rational], _ threshold: Rational, _ positives: [[Double]], _ negatives: [[Double]]
  ) {
    guard
      let margin = Self.margin(
        weights: weights, threshold: threshold, positives: positives, negatives: negatives)
    else { return nil }
    exactWeights = weights
    exactThreshold = threshold
    exactMargin = margin
    let rounded = weights.compactMap { Rational(exactly: $0.double) }
    roundedMargin = Rational(exactly: threshold.double).flatMap {
      Self.margin(weights: rounded, threshold: $0, positives: positives, negatives: negatives)
    }
  }

  fileprivate func holds(
    positives: [[Double]], negatives: [[Double]], thresholds: ClosedRange<Double>
  ) -> Bool {
    guard let lower = Rational(exactly: thresholds.lowerBound),
      let upper = Rational(exactly: thresholds.upperBound)
    else { return false }
    return exactWeights.allSatisfy { $0.signum >= 0 }
      && exactWeights.reduce(.zero, +) == .one
      && lower <= exactThreshold && exactThreshold <= upper
      && exactMargin
        == Self.margin(
          weights: exactWeights, threshold: exactThreshold, positives: positives,
          negatives: negatives)
  }

  /// The least distance to the threshold, exactly, or nothing when a label is broken.
  ///
  /// - Parameters:
  ///   - weights: One per signal.
  ///   - threshold: In score points.
  ///   - positives: Sub-scores of steps that must reach the threshold.
  ///   - negatives: Sub-scores of steps that must stay below it.
  /// - Returns: 0 or more; above 0 when there are negatives only.
  package static func margin(
    weights: [Rational], threshold: Rational, positives: [[Double]], negatives: [[Double]]
  ) -> Rational? {
    var least: Rational?
    for (vectors, isPositive) in [(positives, true), (negatives, false)] {
      for vector in vectors {
        guard let score = ExactScore.sum(weights, vector) else { return nil }
        let distance = isPositive ? score - threshold : threshold - score
        guard distance.signum > 0 || (isPositive && distance.isZero) else { return nil }
        least = min(least ?? distance, distance)
      }
    }
    return least
  }
}

/// The weighted score without rounding.
enum ExactScore {
  static func sum(_ weights: [Rational], _ subScores: [Double]) -> Rational? {
    var sum = Rational.zero
    for (weight, value) in zip(weights, subScores) where !weight.isZero {
      guard let exact = Rational(exactly: value) else { return nil }
      sum = sum + weight * exact
    }
    return sum
  }
}
