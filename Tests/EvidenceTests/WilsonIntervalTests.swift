import Evidence
import Testing

@Test func wilsonEndsAreExact() throws {
  for trials in 1...300 {
    let none = try #require(WilsonInterval(successes: 0, of: trials))
    let all = try #require(WilsonInterval(successes: trials, of: trials))
    #expect(none.lower == 0 && none.upper > 0 && none.upper < 1)
    #expect(all.upper == 1 && all.lower > 0 && all.lower < 1)
  }
}

@Test func noTrialHasNoInterval() {
  #expect(WilsonInterval(successes: 0, of: 0) == nil)
}

@Test func noEventInTwelveDaysAllowsOneInFour() throws {
  let rate = try #require(ZeroEvents.upperRatePerDay(days: 12))
  #expect(agrees(rate, 0.24964435612823326))
  #expect(ZeroEvents.upperRatePerDay(days: 0) == nil)
}
