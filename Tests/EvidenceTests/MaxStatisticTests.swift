import Evidence
import Testing
import TraceModel

struct MaxStatisticCase: Sendable, CustomTestStringConvertible {
  let seed: UInt64
  let traces: Int
  let candidates: Int
  let statistic: CountStatistic
  let observed: Double
  let p: Double
  let undefinedDraws: Int
  var testDescription: String { "\(candidates) candidates, \(traces) traces, \(statistic)" }
}

// Reference values: Tests/Reference/statistics_reference.py max
let maxStatisticCases = [
  MaxStatisticCase(
    seed: 1, traces: 12, candidates: 5, statistic: .recall,
    observed: 0.24999999999999994, p: 0.16167664670658682, undefinedDraws: 0),
  MaxStatisticCase(
    seed: 2, traces: 30, candidates: 40, statistic: .recall,
    observed: 0.16666666666666663, p: 0.5449101796407185, undefinedDraws: 0),
  MaxStatisticCase(
    seed: 3, traces: 20, candidates: 10, statistic: .precision,
    observed: 0.1262626262626262, p: 0.4411177644710579, undefinedDraws: 0),
  MaxStatisticCase(
    seed: 4, traces: 2, candidates: 3, statistic: .recall,
    observed: 0.25, p: 0.2375249500998004, undefinedDraws: 0),
  MaxStatisticCase(
    seed: 5, traces: 16, candidates: 1, statistic: .fScore(beta: 0.5),
    observed: 0.15625, p: 0.11177644710578842, undefinedDraws: 0),
]

@Test(arguments: maxStatisticCases)
func maxStatisticEqualsReference(_ c: MaxStatisticCase) throws {
  let sweep = seededSweep(seed: c.seed, traces: c.traces, candidates: c.candidates)
  let test = try #require(
    MaxStatistic(
      of: c.statistic, shipped: sweep.shipped, candidates: sweep.candidates, draws: 500,
      seed: c.seed + 100))
  #expect(agrees(test.observed, c.observed))
  #expect(agrees(test.p, c.p))
  #expect(test.undefinedDraws == c.undefinedDraws)
}

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
