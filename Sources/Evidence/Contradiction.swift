/// A proof that no weights and no threshold meet every label.
///
/// A mean of silent steps is at least a mean of steps that should fire, in every signal. Whatever the
/// weights, one of those silent steps then scores at least as high as one that should fire, so no
/// threshold lies between. Where the threshold is fixed, or ends at 0 and 100, its end may take a share
/// of either mean. Source: Farkas' lemma; multipliers are those of the dual linear programme.
package struct Contradiction: Sendable, Hashable {
  /// A named step and its share of its side's mean, above 0.
  package struct Share: Sendable, Hashable {
    package let name: String
    /// Position in the array the step came from.
    package let index: Int
    package let value: Rational
  }

  /// Steps that should fire.
  package private(set) var positives: [Share]
  /// Steps that should stay silent.
  package private(set) var negatives: [Share]
  /// The highest threshold allowed, and its share beside the positives; mostly 0.
  package let highestThreshold: Double
  package let highestThresholdShare: Rational
  /// The lowest threshold allowed, and its share beside the negatives; mostly 0.
  package let lowestThreshold: Double
  package let lowestThresholdShare: Rational

  init(
    _ program: MarginProgram, positives: [NamedStep], negatives: [NamedStep],
    thresholds: ClosedRange<Double>
  ) {
    // A part that both ends share says nothing and only clouds the sentence.
    let common =
      thresholds.lowerBound == thresholds.upperBound
      ? min(program.upperEnd, program.lowerEnd) : Rational.zero
    let upper = program.upperEnd - common
    let lower = program.lowerEnd - common
    let total = program.positives.reduce(upper) { $0 + $1.value }
    func shares(_ shares: MarginProgram.Shares, _ steps: [NamedStep]) -> [Share] {
      shares.map { Share(name: steps[$0.index].name, index: $0.index, value: $0.value / total) }
    }
    self.positives = shares(program.positives, positives)
    self.negatives = shares(program.negatives, negatives)
    highestThreshold = thresholds.upperBound
    highestThresholdShare = upper / total
    lowestThreshold = thresholds.lowerBound
    lowestThresholdShare = lower / total
  }

  private init(_ proof: Contradiction, positives: [Rational], negatives: [Rational]) {
    func replaced(_ shares: [Share], _ values: [Rational]) -> [Share] {
      zip(shares, values).compactMap { share, value in
        value.isZero ? nil : Share(name: share.name, index: share.index, value: value)
      }
    }
    self.positives = replaced(proof.positives, positives)
    self.negatives = replaced(proof.negatives, negatives)
    highestThreshold = proof.highestThreshold
    highestThresholdShare = positives[positives.count - 1]
    lowestThreshold = proof.lowestThreshold
    lowestThresholdShare = negatives[negatives.count - 1]
  }

  /// Checks the proof from the steps themselves, in exact fractions.
  ///
  /// Shares of each side are 0 or more and sum to 1; in every signal the mean of the positives (and the
  /// highest threshold) is at most that of the negatives (and the lowest threshold). Without a negative,
  /// which alone must stay strictly below the threshold, it must be less in every signal.
  ///
  /// - Parameters:
  ///   - positives: The sub-scores the proof was made from, in the same order.
  ///   - negatives: Likewise for the silent steps.
  /// - Returns: Whether it proves that no weights meet all labels.
  package func holds(positives: [[Double]], negatives: [[Double]]) -> Bool {
    let high = self.positives.map(\.value) + [highestThresholdShare]
    let low = self.negatives.map(\.value) + [lowestThresholdShare]
    guard (high + low).allSatisfy({ $0.signum >= 0 }),
      high.reduce(.zero, +) == .one, low.reduce(.zero, +) == .one,
      let signals = (positives.first ?? negatives.first)?.count
    else { return false }
    let isStrict = self.negatives.isEmpty
    return (0..<signals).allSatisfy { signal in
      let firing = self.positives.map { positives[$0.index][signal] } + [highestThreshold]
      let silent = self.negatives.map { negatives[$0.index][signal] } + [lowestThreshold]
      guard let a = ExactScore.sum(high, firing), let b = ExactScore.sum(low, silent) else {
        return false
      }
      return isStrict ? a < b : a <= b
    }
  }

  /// The same proof with its steps numbered as in larger arrays.
  ///
  /// - Parameters:
  ///   - positives: For each positive it was made from, its place in the larger array.
  ///   - negatives: Likewise for the negatives.
  /// - Returns: The renumbered proof.
  func renumbered(positives: [Int], negatives: [Int]) -> Contradiction {
    var proof = self
    proof.positives = self.positives.map {
      Share(name: $0.name, index: positives[$0.index], value: $0.value)
    }
    proof.negatives = self.negatives.map {
      Share(name: $0.name, index: negatives[$0.index], value: $0.value)
    }
    return proof
  }

  /// The same proof with shares of as few decimals as still hold, up to six; else itself.
  func shortened(positives: [[Double]], negatives: [[Double]]) -> Contradiction {
    var factor = 1
    for _ in 0...6 {
      let short = Contradiction(
        self,
        positives: Self.rounded(self.positives.map(\.value) + [highestThresholdShare], to: factor),
        negatives: Self.rounded(self.negatives.map(\.value) + [lowestThresholdShare], to: factor))
      if short.holds(positives: positives, negatives: negatives) { return short }
      factor *= 10
    }
    return self
  }

  /// Multiples of `1/factor` that sum to 1: rounded down, what is missing goes to the largest remainders.
  private static func rounded(_ shares: [Rational], to factor: Int) -> [Rational] {
    var units = shares.map { $0.floor(times: factor) }
    let missing = BigInteger(factor) - units.reduce(.zero, +)
    let remainders = zip(shares, units).map { share, unit in
      share * Rational(factor) - Rational(unit, over: .one)
    }
    let order = shares.indices.sorted { (remainders[$1], $0) < (remainders[$0], $1) }
    for index in order.prefix(Int(missing.low64)) { units[index] = units[index] + .one }
    return units.map { Rational($0, over: BigInteger(factor)) }
  }
}

extension Contradiction: CustomStringConvertible {
  /// Such as "0.6·A + 0.4·B is at least C in every signal", silent steps first.
  package var description: String {
    let silent = Self.mean(negatives, lowestThreshold, lowestThresholdShare)
    let firing = Self.mean(positives, highestThreshold, highestThresholdShare)
    let relation = negatives.isEmpty ? "is above" : "is at least"
    return "\(silent) \(relation) \(firing) in every signal"
  }

  private static func mean(_ shares: [Share], _ threshold: Double, _ share: Rational) -> String {
    var terms = shares.map { (name: $0.name, value: $0.value) }
    if !share.isZero {
      let text = Rational(exactly: threshold).map { "\($0)" } ?? "\(threshold)"
      terms.append(("the threshold \(text)", share))
    }
    return terms.map { $0.value == .one ? $0.name : "\($0.value)·\($0.name)" }
      .joined(separator: " + ")
  }
}
