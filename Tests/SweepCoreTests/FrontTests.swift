import SweepCore
import Testing
import TraceModel

struct FrontTests {
  /// Points with few and with very many false alarms, and ties in plenty.
  @Test(arguments: [UInt64(1), 2, 3, 4])
  func frontIsWhatNoOtherPointBeats(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let ranking = Ranking(metric: .recall, require: [], then: [.nearestToShipped])
    for size in [1, 10, 300] {
      let candidates = (0..<size).map { index in
        var tally = Tally()
        tally.tp = random.below(9)
        tally.fp = random.below(4) == 0 ? 1000 + random.below(60) : random.below(20)
        tally.fn = 9 - tally.tp
        return ScoredCandidate(index, tally, distance: Double(random.below(3)), ranking)
      }
      var whole = Aggregate(keep: 1, ranking: ranking, days: 1)
      var parts = [whole, whole]
      for scored in candidates {
        whole.add(scored)
        parts[random.below(2)].add(scored)
      }
      parts[0].merge(parts[1])
      let expected = candidates.filter { one in
        !candidates.contains { other in
          let (a, b) = (other.tally, one.tally)
          let beats = a.fp <= b.fp && a.tp >= b.tp && (a.fp < b.fp || a.tp > b.tp)
          return beats || (a.fp == b.fp && a.tp == b.tp && other.rank < one.rank)
        }
      }
      .sorted { $0.tally.fp < $1.tally.fp }.map(\.index)
      #expect(whole.pareto.map(\.index) == expected, "seed \(seed), \(size)")
      #expect(parts[0].pareto.map(\.index) == expected, "seed \(seed), \(size), merged")
    }
  }
}

extension ScoredCandidate {
  fileprivate init(_ index: Int, _ tally: Tally, distance: Double, _ ranking: Ranking) {
    let metrics = Metrics(tally: tally, days: 1, distanceFromShipped: distance)
    self.init(
      index: index, tally: tally, rank: RankKey(metrics, index: index, by: ranking),
      distance: distance, notifyThreshold: nil, numbers: [], choices: [])
  }
}
