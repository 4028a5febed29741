import DecisionEngines
import TestSupport
import Testing
import TraceModel

@Test func evaluationAddsUpTracesAndCountsDaysApart() {
  func day(_ id: String) -> Trace {
    trace(
      [
        step("2025-04-14T12:00", deadline: .number(85), expect: .escalate),
        step("2025-04-14T13:00", deadline: .number(70), expect: .intervene),
        step("2025-04-14T14:00", deadline: .number(50), expect: .intervene),
        step("2025-04-14T23:00", deadline: .number(90), expect: .intervene),
        step("2025-04-15T12:00", deadline: .number(61), expect: .silent),
        step("2025-04-16T12:00", deadline: .number(10), expect: .silent),
      ], id: id)
  }
  let evaluation = Evaluation(
    engine: Vigil(), suites: [suite([day("a"), day("b")]), suite([day("c")])],
    overrides: scoreIsDeadline(), distanceFromShipped: 0.5)
  let tally = evaluation.tally
  #expect([tally.tp, tally.fp, tally.fn, tally.tn] == [3, 3, 9, 3])
  #expect(tally.interventions == 6)
  #expect(tally.escalations == 3)
  #expect(tally.margin == 1)
  // Three local dates a trace; the same date in two traces counts twice.
  #expect(evaluation.metrics.days == 9)
  #expect(evaluation.metrics.distanceFromShipped == 0.5)
  #expect(evaluation.levelsRight == (3, 3))
  #expect(evaluation.missesByGate.map(\.gate) == ["belowThreshold", "cooldown", "quietHours"])
  #expect(evaluation.missesByGate.map(\.count) == [3, 3, 3])
  // The behaviour key runs on over traces and suites.
  let alone = Evaluation(
    engine: Vigil(), suites: [suite([day("a")])], overrides: scoreIsDeadline())
  #expect(alone.tally.behaviour &* 3 != tally.behaviour)
}

@Test func lowOrUnmetScoresAreMissesOfTheThreshold() {
  let evaluation = Evaluation(
    engine: Vigil(),
    suites: [
      suite([trace([step("2025-04-14T12:00", deadline: .number(50), expect: .intervene)])])
    ], overrides: scoreIsDeadline())
  #expect(evaluation.missesByGate.map(\.gate) == ["belowThreshold"])
}
