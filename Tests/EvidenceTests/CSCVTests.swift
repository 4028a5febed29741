import Evidence
import Testing

struct CSCVCase: Sendable, CustomTestStringConvertible {
  let seed: UInt64
  let traces: Int
  let candidates: Int
  let statistic: CountStatistic
  let atOrBelowMedian: Int
  let countedSplits: Int
  let undefinedSplits: Int
  var testDescription: String { "\(candidates) candidates, \(traces) traces, \(statistic)" }
}

// Reference values: Tests/Reference/statistics_reference.py cscv
let cscvCases = [
  CSCVCase(
    seed: 1, traces: 12, candidates: 5, statistic: .recall,
    atOrBelowMedian: 700, countedSplits: 924, undefinedSplits: 0),
  CSCVCase(
    seed: 2, traces: 9, candidates: 40, statistic: .recall,
    atOrBelowMedian: 47, countedSplits: 70, undefinedSplits: 0),
  CSCVCase(
    seed: 3, traces: 2, candidates: 3, statistic: .precision,
    atOrBelowMedian: 2, countedSplits: 2, undefinedSplits: 0),
  CSCVCase(
    seed: 4, traces: 19, candidates: 6, statistic: .recall,
    atOrBelowMedian: 10702, countedSplits: 12870, undefinedSplits: 0),
  CSCVCase(
    seed: 5, traces: 10, candidates: 8, statistic: .fScore(beta: 0.5),
    atOrBelowMedian: 52, countedSplits: 252, undefinedSplits: 0),
  CSCVCase(
    seed: 6, traces: 4, candidates: 5, statistic: .precision,
    atOrBelowMedian: 5, countedSplits: 6, undefinedSplits: 0),
]

@Test(arguments: cscvCases)
func cscvEqualsReference(_ c: CSCVCase) throws {
  let sweep = seededSweep(seed: c.seed, traces: c.traces, candidates: c.candidates)
  let result = try #require(CSCV(of: c.statistic, candidates: sweep.candidates))
  #expect(result.atOrBelowMedian == c.atOrBelowMedian)
  #expect(result.countedSplits == c.countedSplits)
  #expect(result.undefinedSplits == c.undefinedSplits)
}

@Test func aCandidateThatIsAlwaysBestIsNeverOverfitted() throws {
  var candidates = CandidateCounts(traces: 8)
  candidates.append([TraceCounts](repeating: TraceCounts(falseNegatives: 1), count: 8))
  candidates.append([TraceCounts](repeating: TraceCounts(truePositives: 1), count: 8))
  let result = try #require(CSCV(of: .recall, candidates: candidates))
  #expect(result.share == 0)
  #expect(result.countedSplits == 70)
}

@Test func cscvNeedsTwoTraces() {
  var candidates = CandidateCounts(traces: 1)
  candidates.append([TraceCounts(truePositives: 1)])
  #expect(CSCV(of: .recall, candidates: candidates) == nil)
  #expect(CSCV(of: .recall, candidates: CandidateCounts(traces: 4)) == nil)
}

@Test func splitsWithoutPositivesAreLeftOut() throws {
  var candidates = CandidateCounts(traces: 2)
  candidates.append([TraceCounts(truePositives: 1), TraceCounts()])
  let result = try #require(CSCV(of: .recall, candidates: candidates))
  #expect(result.countedSplits == 0 && result.undefinedSplits == 2 && result.share == nil)
}
