/// The exact McNemar test of two candidates on the same labelled steps and windows.
///
/// Source: McNemar, "Note on the sampling error of the difference between correlated proportions or
/// percentages", Psychometrika 12 (1947), in its exact binomial form.
package enum McNemar {
  /// The two-sided exact p-value, `min(1, 2 * P(X <= min(gained, lost)))` with X binomial of one half.
  ///
  /// It is 1 when the two never differ. The relative error stays near `1e-16` times the square root of
  /// the number of discordant pairs, because the probability is built as a product of ratios with its
  /// exponent kept apart; no logarithm is taken. Below the smallest `Double` it is 0. The cost grows with
  /// the smaller count.
  ///
  /// - Parameters:
  ///   - gained: Pairs that only the second candidate has right, 0 or more.
  ///   - lost: Pairs that only the first has right, 0 or more.
  /// - Returns: The p-value, in `0...1`.
  package static func exactP(gained: Int, lost: Int) -> Double {
    precondition(gained >= 0 && lost >= 0)
    let pairs = gained + lost
    let fewer = min(gained, lost)
    // Up to here twice the tail covers at least the whole distribution.
    guard pairs - 2 * fewer > 1 else { return 1 }

    var term = ScaledProduct()
    for i in stride(from: 1, through: fewer, by: 1) {
      term.multiply(Double(pairs - fewer + i) / Double(i))
    }
    // P(X = fewer) times this sum is P(X <= fewer); its ratios are all below 1.
    var sum = 1.0
    var ratio = 1.0
    var k = fewer
    while k > 0 {
      ratio *= Double(k) / Double(pairs - k + 1)
      sum += ratio
      if ratio < sum * 0x1p-60 { break }
      k -= 1
    }
    term.multiply(sum)
    return min(1, term.value(timesTwoTo: 1 - pairs))
  }

  /// The least p-value that a perfect candidate could reach against shipped on this suite.
  ///
  /// A perfect candidate gains every labelled step and window that shipped has wrong and loses none. If
  /// this is above 0.05, no sweep over the suite can show an improvement.
  ///
  /// - Parameters:
  ///   - missed: Labelled steps and windows where shipped should have intervened and did not.
  ///   - falseAlarms: Labelled steps and windows where shipped should have stayed silent and did not.
  /// - Returns: The p-value, in `0...1`; 1 when shipped has no error.
  package static func leastReachableP(missed: Int, falseAlarms: Int) -> Double {
    exactP(gained: missed + falseAlarms, lost: 0)
  }
}

/// A product of positive factors whose exponent cannot overflow.
private struct ScaledProduct {
  private var significand = 1.0
  private var exponent = 0

  mutating func multiply(_ factor: Double) {
    significand *= factor
    if significand >= 0x1p500 {
      exponent += Int(significand.exponent)
      significand = significand.significand
    }
  }

  /// The product times a power of two; 0 when that is too small for a `Double`.
  func value(timesTwoTo power: Int) -> Double {
    let total = exponent + power
    // Two steps, so that a large significand does not lose its small factor to an early underflow.
    let first = max(total, -1000)
    return significand * Double(sign: .plus, exponent: first, significand: 1)
      * Double(sign: .plus, exponent: max(total - first, -1074), significand: 1)
  }
}
