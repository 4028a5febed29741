import Evidence
import Testing
import TraceModel

struct BootstrapCase: Sendable, CustomTestStringConvertible {
  let seed: UInt64
  let traces: Int
  let most: Int
  let statistic: CountStatistic
  let lower: Double
  let upper: Double
  let undefinedDraws: Int
  var testDescription: String { "\(traces) traces, \(statistic)" }

  /// The counts that `suite` of the reference script makes from the same seed.
  var counts: [TraceCounts] {
    var random = SplitMix64(seed: seed)
    return (0..<traces).map { _ in
      let tp = random.below(most + 1)
      let fn = random.below(most + 1)
      return TraceCounts(
        truePositives: tp, falseNegatives: fn, falsePositives: random.below(most + 1))
    }
  }
}

// Reference values: Tests/Reference/statistics_reference.py bootstrap
let bootstrapCases = [
  BootstrapCase(
    seed: 1, traces: 12, most: 2, statistic: .recall,
    lower: 0.41379310344827586, upper: 0.6666666666666666, undefinedDraws: 0),
  BootstrapCase(
    seed: 2, traces: 40, most: 3, statistic: .precision,
    lower: 0.3963963963963964, upper: 0.5348837209302325, undefinedDraws: 0),
  BootstrapCase(
    seed: 3, traces: 3, most: 1, statistic: .recall,
    lower: 0.0, upper: 0.0, undefinedDraws: 72),
  BootstrapCase(
    seed: 4, traces: 1, most: 3, statistic: .recall,
    lower: 0.25, upper: 0.25, undefinedDraws: 0),
  BootstrapCase(
    seed: 5, traces: 100, most: 4, statistic: .fScore(beta: 0.5),
    lower: 0.47914818101153506, upper: 0.5568181818181818, undefinedDraws: 0),
  BootstrapCase(
    seed: 6, traces: 5, most: 1, statistic: .precision,
    lower: 0.0, upper: 1.0, undefinedDraws: 21),
]

@Test(arguments: bootstrapCases)
func bootstrapEqualsReference(_ c: BootstrapCase) throws {
  let interval = try #require(
    BootstrapInterval(of: c.statistic, over: c.counts, seed: c.seed + 100))
  #expect(agrees(interval.lower, c.lower))
  #expect(agrees(interval.upper, c.upper))
  #expect(interval.undefinedDraws == c.undefinedDraws)
  #expect(interval.definedDraws + interval.undefinedDraws == 2_000)
}

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
