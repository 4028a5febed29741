import Evidence
import Testing
import TraceModel

@Test func repeatedCandidatesChangeNothing() throws {
  let sweep = seededSweep(seed: 9, traces: 12, candidates: 6)
  var doubled = CandidateCounts(traces: 12)
  let rows = sweepRows(seed: 9, traces: 12, candidates: 6).dropFirst()
  for row in rows + rows { doubled.append(row) }
  #expect(doubled.count == 12)
  let once = MaxStatistic(
    of: .recall, shipped: sweep.shipped, candidates: sweep.candidates, draws: 99, seed: 1)
  let twice = MaxStatistic(
    of: .recall, shipped: sweep.shipped, candidates: doubled, draws: 99, seed: 1)
  #expect(once == twice && once != nil)
}

@Test func nothingToCompareGivesNothing() {
  let none = [TraceCounts](repeating: TraceCounts(), count: 4)
  var candidates = CandidateCounts(traces: 4)
  candidates.append(none)
  #expect(MaxStatistic(of: .recall, shipped: none, candidates: candidates, seed: 1) == nil)
}

/// With no true effect the corrected test claims rarely, the best candidate alone almost always.
@Test func bestOfManyClaimsOnlyAtItsLevel() throws {
  #if DEBUG
    let (sweeps, size, draws) = (40, 400, 99)
  #else
    let (sweeps, size, draws) = (400, 1_000, 199)
  #endif
  var random = SplitMix64(seed: 2025)
  var corrected = 0
  var uncorrected = 0
  for number in 0..<sweeps {
    // 30 traces with two events each; everyone catches each with probability 0.7.
    var rows = (0...size).map { _ in
      (0..<30).map { _ in
        let tp = (random.unit() < 0.7 ? 1 : 0) + (random.unit() < 0.7 ? 1 : 0)
        return TraceCounts(truePositives: tp, falseNegatives: 2 - tp)
      }
    }
    let shipped = rows.removeFirst()
    var candidates = CandidateCounts(traces: 30)
    for row in rows { candidates.append(row) }
    let all = try #require(
      MaxStatistic(
        of: .recall, shipped: shipped, candidates: candidates, draws: draws, seed: UInt64(number)))
    if all.p <= 0.05 { corrected += 1 }
    var alone = CandidateCounts(traces: 30)
    alone.append(rows[all.winner])
    let one = try #require(
      MaxStatistic(
        of: .recall, shipped: shipped, candidates: alone, draws: draws, seed: UInt64(number)))
    if one.p <= 0.05 { uncorrected += 1 }
  }
  // Two and a half standard errors above 5%.
  let allowed = 0.05 + 2.5 * (0.05 * 0.95 / Double(sweeps)).squareRoot()
  #expect(Double(corrected) / Double(sweeps) <= allowed)
  #expect(uncorrected * 2 > sweeps)
}
