import Evidence
import Testing

@Test func allHitsGiveOneAndAllMissesZero() throws {
  let hits = [TraceCounts](repeating: TraceCounts(truePositives: 1), count: 8)
  let misses = [TraceCounts](repeating: TraceCounts(falseNegatives: 1), count: 8)
  let one = try #require(BootstrapInterval(of: .recall, over: hits, seed: 1))
  let zero = try #require(BootstrapInterval(of: .recall, over: misses, seed: 1))
  #expect(one.lower == 1 && one.upper == 1)
  #expect(zero.lower == 0 && zero.upper == 0)
}

@Test func undefinedRatioHasNoBootstrap() {
  let silent = [TraceCounts](repeating: TraceCounts(falseNegatives: 2), count: 8)
  #expect(BootstrapInterval(of: .precision, over: silent, seed: 1) == nil)
  #expect(BootstrapInterval(of: .recall, over: [], seed: 1) == nil)
}
