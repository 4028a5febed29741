/// Combinatorially symmetric cross-validation: how often the best of one half is mediocre on the other.
///
/// Traces in file order are cut into an even number of blocks; for every choice of half the blocks the
/// best candidate there is ranked on the rest. A high share says that picking the best candidate of this
/// sweep is mostly picking luck. Source: Bailey, Borwein, López de Prado, Zhu, "The probability of
/// backtest overfitting", Journal of Computational Finance 20 (2017).
package struct CSCV: Sendable, Hashable {
  /// min(16, largest even number of traces).
  package let blocks: Int
  /// Splits whose in-sample best has an out-of-sample mid-rank at or below the median.
  package let atOrBelowMedian: Int
  /// Splits that counted.
  package let countedSplits: Int
  /// Splits left out because no candidate was defined in-sample, or the best was not out-of-sample.
  package let undefinedSplits: Int

  /// The share of overfitted splits, in `0...1`; lower is better. Nothing when no split counted.
  package var share: Double? {
    countedSplits > 0 ? Double(atOrBelowMedian) / Double(countedSplits) : nil
  }

  /// Runs all splits, or gives nothing with fewer than two traces or without candidates.
  ///
  /// Block b of B holds traces `⌊b·n/B⌋..<⌊(b+1)·n/B⌋`. In-sample ties go to the lowest candidate.
  /// The mid-rank is one more than the candidates below, plus half the others that equal it; candidates
  /// undefined out-of-sample are not ranked. At 16 blocks there are 12,870 splits, each costing a few
  /// passes over the distinct rows.
  ///
  /// - Parameters:
  ///   - statistic: What is compared; higher is better.
  ///   - candidates: Counts of every candidate, traces in file order.
  package init?(of statistic: CountStatistic, candidates: CandidateCounts) {
    let blocks = min(16, candidates.traces - candidates.traces % 2)
    guard blocks >= 2, candidates.count > 0 else { return nil }
    var splits = Splits(statistic, candidates, blocks: blocks)
    splits.choose(from: 0, chosen: 0)
    self.blocks = blocks
    atOrBelowMedian = splits.atOrBelowMedian
    countedSplits = splits.counted
    undefinedSplits = splits.undefined
  }
}

/// Enumerates the splits depth first, so that each shares the sums of its first blocks with the next.
private struct Splits {
  let statistic: CountStatistic
  let blocks: Int
  let members: [Int]
  let ranked: Int
  /// Counts by block, then row; rows hold tp, fn and fp one after another.
  let blockCounts: [[Int32]]
  let total: [Int32]
  /// Sums of the blocks chosen so far, by depth.
  var sums: [[Int32]]
  var outside: [Double]
  var atOrBelowMedian = 0
  var counted = 0
  var undefined = 0

  init(_ statistic: CountStatistic, _ candidates: CandidateCounts, blocks: Int) {
    self.statistic = statistic
    self.blocks = blocks
    members = candidates.members
    ranked = candidates.count
    let rows = candidates.distinctCount
    let traces = candidates.traces
    var blockCounts: [[Int32]] = []
    for block in 0..<blocks {
      var counts = [Int32](repeating: 0, count: 3 * rows)
      for trace in (block * traces / blocks)..<((block + 1) * traces / blocks) {
        for row in 0..<rows {
          counts[row] += candidates.truePositives[row * traces + trace]
          counts[rows + row] += candidates.falseNegatives[row * traces + trace]
          counts[2 * rows + row] += candidates.falsePositives[row * traces + trace]
        }
      }
      blockCounts.append(counts)
    }
    self.blockCounts = blockCounts
    let zero = [Int32](repeating: 0, count: 3 * rows)
    total = blockCounts.reduce(into: zero) { sum, counts in
      for i in sum.indices { sum[i] += counts[i] }
    }
    sums = [[Int32]](repeating: zero, count: blocks / 2 + 1)
    outside = [Double](repeating: 0, count: rows)
  }

  mutating func choose(from block: Int, chosen: Int) {
    let wanted = blocks / 2 - chosen
    guard wanted > 0 else {
      score(sums[chosen])
      return
    }
    for next in stride(from: block, through: blocks - wanted, by: 1) {
      for i in sums[chosen].indices {
        sums[chosen + 1][i] = sums[chosen][i] &+ blockCounts[next][i]
      }
      choose(from: next + 1, chosen: chosen + 1)
    }
  }

  private mutating func score(_ inside: [Int32]) {
    let rows = members.count
    var best: (row: Int, value: Double)?
    var undefinedOutside = 0
    for row in 0..<rows {
      let tp = inside[row]
      let fn = inside[rows + row]
      let fp = inside[2 * rows + row]
      if let value = statistic.value(tp: Double(tp), fn: Double(fn), fp: Double(fp)),
        value > (best?.value ?? -1)
      {
        best = (row, value)
      }
      let other = statistic.value(
        tp: Double(total[row] - tp), fn: Double(total[rows + row] - fn),
        fp: Double(total[2 * rows + row] - fp))
      if other == nil { undefinedOutside += members[row] }
      outside[row] = other ?? -1
    }
    guard let best, outside[best.row] >= 0 else {
      undefined += 1
      return
    }
    let mine = outside[best.row]
    var below = 0
    var equal = 0
    for row in 0..<rows where outside[row] >= 0 {
      if outside[row] < mine { below += members[row] }
      if outside[row] == mine { equal += members[row] }
    }
    counted += 1
    // Twice the mid-rank against twice the median rank, in whole numbers.
    if 2 * below + equal + 1 <= ranked - undefinedOutside + 1 { atOrBelowMedian += 1 }
  }
}
