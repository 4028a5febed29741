import TraceModel

/// Which counts rank past everything that is kept: those a worker has looked at before.
///
/// Once a sweep has found its best, nearly every candidate ranks past the last one kept by its
/// metric alone, or by one more intervention. What is kept only gets better, so a verdict stays
/// true.
package final class RankBar {
  /// Bit 0 whether the requirements are met, and above it the least number of interventions that
  /// ranks past everything kept.
  private typealias Verdict = UInt64

  let ranking: Ranking
  private(set) var totals = LabelTotals()
  /// The last that could be kept, by what members of a behaviour share.
  private var bar: SharedRank?
  /// By false alarms and caught, where no more is asked: both in 21 bits each, then the verdict.
  /// 0 is unknown.
  private let points: Scratch<UInt64>
  /// By hash of all counts, for other rankings: the counts, and in word 2, where the key stood, the
  /// verdict and one bit to tell it from nothing.
  private let counts: Scratch<LaneCounts>
  /// How far apart points with one more caught lie: neighbours share cache lines.
  private var stride = 1
  /// More interventions than a table can hold.
  private static let never: Verdict = UInt64(LaneField.limit - 1) << 1

  package init(_ ranking: Ranking) {
    self.ranking = ranking
    points = Scratch(0, count: ranking.isByPoints ? Point.size : 0)
    counts = Scratch(.zero, count: ranking.isByPoints ? 0 : Counts.size)
  }

  /// Whether anything is past it.
  var isSet: Bool { bar != nil }

  /// Forgets verdicts of another table or an earlier rank.
  ///
  /// - Parameters:
  ///   - bar: Nothing past it is kept; nil while everything is.
  ///   - totals: What the table's labels add up to.
  package func set(_ bar: SharedRank?, _ totals: LabelTotals) {
    if bar == self.bar && totals == self.totals { return }
    self.bar = bar
    self.totals = totals
    stride = max(64, Point.size / (totals.positive + totals.positiveWindows + 1))
    points.base.update(repeating: 0, count: points.count)
    counts.base.update(repeating: .zero, count: counts.count)
  }

  /// Remembers what follows from the rank of some counts.
  package func learn(_ words: LaneCounts, _ rank: SharedRank) {
    guard let bar else { return }
    let verdict = verdict(rank, bar)
    if ranking.isByPoints {
      let (caught, alarms) = LabelTotals.points(words[0])
      points.base[Point.place(caught, alarms, stride)] =
        Point.key(caught, alarms) << Point.shift | verdict
    } else {
      var entry = words
      entry[2] = verdict << 1 | 1
      counts.base[Counts.place(words[0], words[1], words[3])] = entry
    }
  }

  private func verdict(_ rank: SharedRank, _ bar: SharedRank) -> Verdict {
    let meets: Verdict = rank.parts[0] == 0 ? 1 : 0
    for place in 0..<min(2, ranking.sharedParts) where rank.parts[place] != bar.parts[place] {
      return rank.parts[place] < bar.parts[place] ? Self.never | meets : meets
    }
    guard ranking.then.first == .fewerInterventions, ranking.sharedParts > 2 else {
      return Self.never | meets
    }
    return min(Self.never, (UInt64(bar.parts[2]) + 1) << 1) | meets
  }

  private enum Point {
    static let size = 1 << 14
    static let shift: UInt64 = 22
    static let field: UInt64 = (1 << 22) - 1

    @inline(__always)
    static func key(_ caught: Int, _ alarms: Int) -> UInt64 {
      UInt64(truncatingIfNeeded: caught &<< 21 | alarms)
    }

    @inline(__always)
    static func place(_ caught: Int, _ alarms: Int, _ stride: Int) -> Int {
      (caught &* stride &+ alarms) & (size - 1)
    }
  }

  private enum Counts {
    static let size = 1 << 12

    @inline(__always)
    static func place(_ w0: UInt64, _ w1: UInt64, _ w3: UInt64) -> Int {
      let mixed = (w0 ^ (w1 &* 0x9E37_79B9_7F4A_7C15) ^ w3) &* 0xBF58_476D_1CE4_E5B9
      return Int(truncatingIfNeeded: mixed &>> 52)
    }
  }

  /// For as long as this lives.
  package var verdicts: Verdicts {
    Verdicts(
      points: points.base, counts: counts.base, stride: stride, isByPoints: ranking.isByPoints)
  }

  package struct Verdicts: BitwiseCopyable {
    fileprivate let points: UnsafePointer<UInt64>
    fileprivate let counts: UnsafePointer<LaneCounts>
    fileprivate let stride: Int
    fileprivate let isByPoints: Bool

    /// Whether counts, given by their words, rank past everything kept; nil when not or unknown,
    /// else whether they meet the requirements.
    @inline(__always)
    package func past(_ w0: UInt64, _ w1: UInt64, _ w3: UInt64) -> Bool? {
      let verdict: Verdict
      if isByPoints {
        let (caught, alarms) = LabelTotals.points(w0)
        let entry = points[RankBar.Point.place(caught, alarms, stride)]
        guard entry &>> RankBar.Point.shift == RankBar.Point.key(caught, alarms), entry != 0
        else { return nil }
        verdict = entry & RankBar.Point.field
      } else {
        let entry = counts[RankBar.Counts.place(w0, w1, w3)]
        guard entry[0] == w0, entry[1] == w1, entry[3] == w3, entry[2] != 0 else { return nil }
        verdict = entry[2] &>> 1
      }
      return LaneField.interventions(w1) >= verdict &>> 1 ? verdict & 1 != 0 : nil
    }
  }
}
