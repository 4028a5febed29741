import TraceModel

/// Is the best of many candidates better than shipped by more than picking the best explains?
///
/// Traces are drawn with replacement, the same draw for all candidates. In each draw the difference of
/// every candidate to shipped is centred by subtracting its observed difference, and only the largest
/// counts; `p` is the share of draws in which that reaches the largest observed difference. Source:
/// White, "A reality check for data snooping", Econometrica 68 (2000).
package struct MaxStatistic: Sendable, Hashable {
  /// The candidate with the largest difference, lowest number at ties.
  package let winner: Int
  /// Its statistic minus shipped's, in `-1...1`.
  package let observed: Double
  /// `(1 + draws that reached it) / (draws + 1)`, above 0 and at most 1.
  package let p: Double
  package let draws: Int
  /// Draws in which no difference was defined. They count as reaching, so they never help a claim.
  package let undefinedDraws: Int

  /// Differences closer than this are the same ratio rounded differently; they count as reaching.
  private static let rounding = 1e-12

  /// Runs the test, or gives nothing when shipped or every candidate is undefined on the whole suite.
  ///
  /// A candidate undefined on the suite or in a draw is left out there. The cost is draws times distinct
  /// rows times traces.
  ///
  /// - Parameters:
  ///   - statistic: What is compared; higher is better.
  ///   - shipped: Shipped's counts, one entry per trace.
  ///   - candidates: The kept candidates and an even sample of the rest, over the same traces.
  ///   - draws: How many draws, at least 1.
  ///   - seed: Start of the random stream; each draw takes one `below(traces)` per trace.
  package init?(
    of statistic: CountStatistic, shipped: [TraceCounts], candidates: CandidateCounts,
    draws: Int = 2_000, seed: UInt64
  ) {
    precondition(draws > 0 && shipped.count == candidates.traces)
    let traces = shipped.count
    var shippedCounts = CandidateCounts(traces: traces)
    shippedCounts.append(shipped)
    let once = [Int32](repeating: 1, count: traces)
    guard let base = shippedCounts.value(of: statistic, row: 0, weights: once) else { return nil }

    var best: (row: Int, gain: Double)?
    var rows: [(row: Int, gain: Double)] = []
    for row in 0..<candidates.distinctCount {
      guard let value = candidates.value(of: statistic, row: row, weights: once) else { continue }
      let gain = value - base
      rows.append((row, gain))
      if gain > (best?.gain ?? -.infinity) { best = (row, gain) }
    }
    guard let best else { return nil }

    var random = SplitMix64(seed: seed)
    var reached = 0
    var undefined = 0
    for _ in 0..<draws {
      var weights = [Int32](repeating: 0, count: traces)
      for _ in 0..<traces { weights[random.below(traces)] += 1 }
      let largest = Self.largestCentred(
        statistic, shippedCounts, candidates, rows: rows, weights: weights)
      if largest == nil { undefined += 1 }
      if (largest ?? .infinity) >= best.gain - Self.rounding { reached += 1 }
    }
    winner = candidates.firstMember[best.row]
    observed = best.gain
    p = Double(1 + reached) / Double(draws + 1)
    self.draws = draws
    undefinedDraws = undefined
  }

  private static func largestCentred(
    _ statistic: CountStatistic, _ shipped: CandidateCounts, _ candidates: CandidateCounts,
    rows: [(row: Int, gain: Double)], weights: [Int32]
  ) -> Double? {
    guard let start = shipped.value(of: statistic, row: 0, weights: weights) else { return nil }
    var largest: Double?
    for (row, gain) in rows {
      guard let value = candidates.value(of: statistic, row: row, weights: weights) else {
        continue
      }
      let centred = value - start - gain
      if centred > (largest ?? -.infinity) { largest = centred }
    }
    return largest
  }
}
