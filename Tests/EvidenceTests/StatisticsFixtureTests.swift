import Evidence
import Testing

/// Every statistic against values computed elsewhere, to 1e-10.
@Suite struct StatisticsFixtureTests {
  private let fixture: StatisticsFixture

  init() throws { fixture = try StatisticsFixture.load() }

  @Test func theTablesAreThereWithNoneOneAndAllSuccesses() {
    for (k, isAll) in [(0, false), (1, false), (0, true)] {
      #expect(fixture.wilson.contains { isAll ? $0.successes == $0.trials : $0.successes == k })
    }
    #expect(fixture.mcnemar.count > 10 && fixture.holm.count > 5)
    #expect(fixture.bootstrap.contains { $0.expected == nil })
    #expect(fixture.maxStatistic.contains { $0.expected == nil })
    #expect(fixture.cscv.contains { $0.expected.countedSplits == 0 })
  }

  @Test func wilson() throws {
    for c in fixture.wilson {
      let interval = try #require(WilsonInterval(successes: c.successes, of: c.trials))
      #expect(agrees(interval.lower, c.lower), "\(c)")
      #expect(agrees(interval.upper, c.upper), "\(c)")
    }
  }

  @Test func mcNemar() {
    for c in fixture.mcnemar {
      let p = McNemar.exactP(gained: c.gained, lost: c.lost)
      #expect(agrees(p, c.p), "\(c)")
      #expect(p == McNemar.exactP(gained: c.lost, lost: c.gained), "\(c)")
    }
  }

  @Test func holm() {
    for c in fixture.holm {
      let adjusted = Holm.adjusted(c.raw)
      #expect(adjusted.count == c.adjusted.count, "\(c)")
      #expect(zip(adjusted, c.adjusted).allSatisfy(agrees), "\(c)")
    }
    #expect(Holm.adjusted([]).isEmpty)
  }

  @Test func bootstrap() {
    for c in fixture.bootstrap {
      let interval = BootstrapInterval(
        of: StatisticsFixture.statistic(c.statistic), over: StatisticsFixture.counts(c.shipped),
        seed: c.seed)
      #expect((interval == nil) == (c.expected == nil), "\(c)")
      guard let interval, let expected = c.expected else { continue }
      #expect(agrees(interval.lower, expected.lower), "\(c)")
      #expect(agrees(interval.upper, expected.upper), "\(c)")
      #expect(interval.undefinedDraws == expected.undefinedDraws, "\(c)")
      #expect(interval.definedDraws + interval.undefinedDraws == 2_000, "\(c)")
    }
  }

  @Test func maxStatistic() {
    for c in fixture.maxStatistic {
      let test = MaxStatistic(
        of: StatisticsFixture.statistic(c.statistic),
        shipped: StatisticsFixture.counts(c.shipped),
        candidates: StatisticsFixture.candidates(c.candidates), draws: 500, seed: c.seed)
      #expect((test == nil) == (c.expected == nil), "\(c.statistic), seed \(c.seed)")
      guard let test, let expected = c.expected else { continue }
      #expect(agrees(test.observed, expected.observed), "\(c.statistic), seed \(c.seed)")
      #expect(agrees(test.p, expected.p), "\(c.statistic), seed \(c.seed)")
      #expect(test.undefinedDraws == expected.undefinedDraws, "\(c.statistic), seed \(c.seed)")
    }
  }

  @Test func cscv() throws {
    for c in fixture.cscv {
      let result = try #require(
        CSCV(
          of: StatisticsFixture.statistic(c.statistic),
          candidates: StatisticsFixture.candidates(c.candidates)))
      #expect(result.atOrBelowMedian == c.expected.atOrBelowMedian)
      #expect(result.countedSplits == c.expected.countedSplits)
      #expect(result.undefinedSplits == c.expected.undefinedSplits)
    }
  }
}
