import Evidence
import Testing

struct WilsonCase: Sendable, CustomTestStringConvertible {
  let successes: Int
  let trials: Int
  let lower: Double
  let upper: Double
  var testDescription: String { "\(successes) of \(trials)" }
}

// Reference values: Tests/Reference/statistics_reference.py wilson
let wilsonCases = [
  WilsonCase(successes: 0, trials: 1, lower: 0.0, upper: 0.7934506856227627),
  WilsonCase(successes: 1, trials: 1, lower: 0.2065493143772374, upper: 1.0),
  WilsonCase(successes: 0, trials: 12, lower: 0.0, upper: 0.24249400665524096),
  WilsonCase(successes: 12, trials: 12, lower: 0.7575059933447589, upper: 1.0),
  WilsonCase(successes: 1, trials: 2, lower: 0.09453120573423068, upper: 0.9054687942657693),
  WilsonCase(successes: 4, trials: 6, lower: 0.29999331513839184, upper: 0.9032285888942195),
  WilsonCase(successes: 6, trials: 6, lower: 0.6096657120978346, upper: 1.0),
  WilsonCase(successes: 0, trials: 6, lower: 0.0, upper: 0.39033428790216546),
  WilsonCase(successes: 1, trials: 11, lower: 0.016232172885884855, upper: 0.3773584364515957),
  WilsonCase(successes: 3, trials: 17, lower: 0.061911266376209945, upper: 0.4102945856883413),
  WilsonCase(successes: 30, trials: 60, lower: 0.37735024241555765, upper: 0.6226497575844423),
  WilsonCase(successes: 59, trials: 60, lower: 0.9114487027240993, upper: 0.9970518402052136),
  WilsonCase(
    successes: 1, trials: 1000, lower: 0.00017654637062607765, upper: 0.005642558597957937),
  WilsonCase(successes: 999, trials: 1000, lower: 0.9943574414020421, upper: 0.9998234536293739),
  WilsonCase(
    successes: 123456, trials: 1000000, lower: 0.12281269653142285, upper: 0.12410219641400438),
]

@Test(arguments: wilsonCases)
func wilsonEqualsReference(_ c: WilsonCase) throws {
  let interval = try #require(WilsonInterval(successes: c.successes, of: c.trials))
  #expect(agrees(interval.lower, c.lower))
  #expect(agrees(interval.upper, c.upper))
}

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
