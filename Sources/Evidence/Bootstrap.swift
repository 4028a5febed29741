import TraceModel

/// The percentile bootstrap over traces of a ratio of counts, 95%.
///
/// Whole traces are drawn, never steps: steps of one day depend on each other. Source: Efron, Tibshirani,
/// "An Introduction to the Bootstrap" (1993), chapter 13.
package struct BootstrapInterval: Sendable, Hashable {
  /// The nearest-rank 2.5% and 97.5% points of the defined draws, in `0...1`.
  package let lower: Double
  package let upper: Double
  /// Draws in which the ratio was defined.
  package let definedDraws: Int
  /// Draws left out because the ratio was 0/0 in them; worth printing when not 0.
  package let undefinedDraws: Int

  /// Draws traces with replacement and takes the percentiles, or nothing when no draw defines the ratio.
  ///
  /// Each draw takes as many traces as there are, one `below(count)` each, draw after draw from one
  /// SplitMix64. The nearest rank of share q among m sorted values is the value at `⌈q·m⌉`, from 1.
  ///
  /// - Parameters:
  ///   - statistic: The ratio, taken of the summed counts of a draw.
  ///   - counts: One entry per trace; none gives nothing.
  ///   - draws: How many draws, at least 1.
  ///   - seed: Start of the random stream; the same seed gives the same interval everywhere.
  package init?(
    of statistic: CountStatistic, over counts: [TraceCounts], draws: Int = 2_000, seed: UInt64
  ) {
    precondition(draws > 0)
    guard !counts.isEmpty else { return nil }
    var random = SplitMix64(seed: seed)
    var values: [Double] = []
    values.reserveCapacity(draws)
    for _ in 0..<draws {
      var sum = TraceCounts()
      for _ in counts { sum += counts[random.below(counts.count)] }
      if let value = statistic.value(of: sum) { values.append(value) }
    }
    guard !values.isEmpty else { return nil }
    values.sort()
    definedDraws = values.count
    undefinedDraws = draws - values.count
    lower = values[Self.nearestRank(perMille: 25, of: values.count) - 1]
    upper = values[Self.nearestRank(perMille: 975, of: values.count) - 1]
  }

  /// `⌈share · count⌉` in whole numbers, from 1.
  static func nearestRank(perMille: Int, of count: Int) -> Int {
    max(1, (perMille * count + 999) / 1000)
  }
}
