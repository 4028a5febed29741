import Evidence
import Testing

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
