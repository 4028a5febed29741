import Evidence
import TraceModel

/// Shipped, then candidates, on one set of labels, as `sweep` of the reference script makes them.
func sweepRows(seed: UInt64, traces: Int, candidates: Int) -> [[TraceCounts]] {
  var random = SplitMix64(seed: seed)
  let positives = (0..<traces).map { _ in random.below(4) }
  return (0...candidates).map { _ in
    positives.map { positives in
      let tp = random.below(positives + 1)
      return TraceCounts(
        truePositives: tp, falseNegatives: positives - tp, falsePositives: random.below(2))
    }
  }
}

/// The same rows, shipped apart.
func seededSweep(
  seed: UInt64, traces: Int, candidates: Int
) -> (shipped: [TraceCounts], candidates: CandidateCounts) {
  var rows = sweepRows(seed: seed, traces: traces, candidates: candidates)
  let shipped = rows.removeFirst()
  var counts = CandidateCounts(traces: traces)
  for row in rows { counts.append(row) }
  return (shipped, counts)
}
