import DecisionEngines
import TestSupport
import Testing
import TraceModel

// In these tests a step's score is exactly its `hoursToDeadline`: see `scoreIsDeadline`.

private func scored(_ at: String, _ score: Double, delivers: Bool = true, offset: Int = -7 * 3600)
  -> Step
{
  step(at, deadline: .number(score), delivers: delivers, offset: offset)
}

/// What each step shows: `both`, `notification`, or the gate that held it back.
private func shown(_ made: [StepDecision]) -> [String] {
  made.map { $0.blockedBy.first ?? Vigil().word(for: $0.action) }
}

struct GateCase: Sendable, CustomTestStringConvertible {
  let name: String
  let steps: [Step]
  var values: [String: ParameterValue] = [:]
  var last: Moment?
  var today = 0
  let shown: [String]
  var testDescription: String { name }
}

private let quiet = "quietHours"
private let fires = "notification"

private let thresholdCases: [GateCase] = [
  GateCase(
    name: "score at, just below and above the threshold",
    steps: [
      scored("2025-04-14T10:00", 60.0.nextDown), scored("2025-04-14T11:00", 60),
      scored("2025-04-14T12:00", 61),
    ], values: ["cooldownMinutes": .integer(0)], shown: ["belowThreshold", fires, fires]),
  GateCase(
    name: "score at and just below the higher level",
    steps: [scored("2025-04-14T10:00", 80.0.nextDown), scored("2025-04-14T13:00", 80)],
    shown: [fires, "both"]),
  GateCase(
    name: "an escalation threshold below the other does not fire by itself",
    steps: [scored("2025-04-14T10:00", 50), scored("2025-04-14T13:00", 60)],
    values: ["escalateThreshold": .number(40)], shown: ["belowThreshold", "both"]),
  GateCase(
    name: "thresholds are parameters",
    steps: [scored("2025-04-14T10:00", 45), scored("2025-04-14T13:00", 55)],
    values: ["notifyThreshold": .number(45), "escalateThreshold": .number(55)],
    shown: [fires, "both"]),
]

private let quietCases: [GateCase] = [
  GateCase(
    name: "across midnight: start included, end not",
    steps: [
      scored("2025-04-14T21:59:59", 70), scored("2025-04-14T22:00", 70),
      scored("2025-04-15T00:00", 70), scored("2025-04-15T06:59:59", 70),
      scored("2025-04-15T07:00", 70),
    ], values: ["cooldownMinutes": .integer(0)], shown: [fires, quiet, quiet, quiet, fires]),
  GateCase(
    name: "within a day",
    steps: [
      scored("2025-04-14T08:59", 70), scored("2025-04-14T09:00", 70),
      scored("2025-04-14T09:59", 70), scored("2025-04-14T10:00", 70),
    ],
    values: [
      "cooldownMinutes": .integer(0), quiet: .clockRange(ClockRange(start: 540, end: 600)),
    ], shown: [fires, quiet, quiet, fires]),
  GateCase(
    name: "equal ends are off", steps: [scored("2025-04-14T09:00", 70)],
    values: [quiet: .clockRange(ClockRange(start: 540, end: 540))], shown: [fires]),
  GateCase(
    name: "off", steps: [scored("2025-04-14T03:00", 70)], values: [quiet: .clockRange(nil)],
    shown: [fires]),
  GateCase(
    name: "the local minute counts, whatever the offset",
    steps: [
      scored("2025-04-14T06:59", 70, offset: 20_700),
      scored("2025-04-14T07:00", 70, offset: 20_700),
    ], shown: [quiet, fires]),
]

private let cooldownCases: [GateCase] = [
  GateCase(
    name: "exactly elapsed passes, a second less does not",
    steps: [
      scored("2025-04-14T08:00", 70), scored("2025-04-14T09:59:59", 70),
      scored("2025-04-14T10:00", 70),
    ], shown: [fires, "cooldown", fires]),
  GateCase(
    name: "zero is off",
    steps: [scored("2025-04-14T08:00", 70), scored("2025-04-14T08:00:01", 70)],
    values: ["cooldownMinutes": .integer(0)], shown: [fires, fires]),
  GateCase(
    name: "carried in from the evening before",
    steps: [scored("2025-04-14T08:59", 70), scored("2025-04-14T09:00", 70)],
    last: moment("2025-04-14T07:00"), shown: ["cooldown", fires]),
  GateCase(
    name: "carried in at the very first step", steps: [scored("2025-04-14T08:00", 70)],
    last: moment("2025-04-14T08:00"), shown: ["cooldown"]),
  GateCase(
    name: "a failed delivery starts none",
    steps: [
      scored("2025-04-14T08:00", 70, delivers: false), scored("2025-04-14T08:15", 70),
      scored("2025-04-14T08:30", 70),
    ], shown: [fires, fires, "cooldown"]),
  GateCase(
    name: "elapsed time is real time over a clock change",
    // 01:30 to 03:30 by the clock, one hour by the sun.
    steps: [
      scored("2025-03-09T01:30", 70, offset: -28_800), scored("2025-03-09T03:30", 70),
      scored("2025-03-09T04:30", 70),
    ], values: [quiet: .clockRange(nil)], shown: [fires, "cooldown", fires]),
]

private let budgetCases: [GateCase] = [
  GateCase(
    name: "three a day, then none",
    steps: (8...12).map { scored("2025-04-14T\($0 < 10 ? "0" : "")\($0):00", 70) },
    values: ["cooldownMinutes": .integer(60)],
    shown: [fires, fires, fires, "dailyBudget", "dailyBudget"]),
  GateCase(
    name: "zero blocks all", steps: [scored("2025-04-14T08:00", 100)],
    values: ["dailyBudget": .integer(0)], shown: ["dailyBudget"]),
  GateCase(
    name: "carried in, for the first step's day alone",
    steps: [
      scored("2025-04-14T23:58", 70), scored("2025-04-14T23:59", 70),
      scored("2025-04-15T00:00", 70), scored("2025-04-15T00:01", 70),
    ],
    values: [
      "cooldownMinutes": .integer(0), "dailyBudget": .integer(2), quiet: .clockRange(nil),
    ], today: 1, shown: [fires, "dailyBudget", fires, fires]),
  GateCase(
    name: "a failed delivery costs none",
    steps: [
      scored("2025-04-14T08:00", 70, delivers: false), scored("2025-04-14T09:00", 70),
      scored("2025-04-14T12:00", 70),
    ], values: ["dailyBudget": .integer(1)], shown: [fires, fires, "dailyBudget"]),
  GateCase(
    name: "a local day of 25 hours is one day",
    steps: [
      scored("2025-11-02T00:30", 70, offset: -25_200),
      scored("2025-11-02T23:30", 70, offset: -28_800),
      scored("2025-11-03T00:00", 70, offset: -28_800),
    ],
    values: [
      "cooldownMinutes": .integer(0), "dailyBudget": .integer(1), quiet: .clockRange(nil),
    ], shown: [fires, "dailyBudget", fires]),
  GateCase(
    name: "clocks set back over midnight return to the day before",
    steps: [
      scored("2025-11-01T23:50", 70, offset: -10_800),
      scored("2025-11-02T00:10", 70, offset: -10_800),
      scored("2025-11-01T23:40", 70, offset: -14_400),
      scored("2025-11-02T00:20", 70, offset: -14_400),
    ],
    values: [
      "cooldownMinutes": .integer(0), "dailyBudget": .integer(1), quiet: .clockRange(nil),
    ], shown: [fires, fires, "dailyBudget", "dailyBudget"]),
]

// The first gate that fails is the reason: quiet hours, cooldown, budget, threshold.
private let orderCases: [GateCase] = [
  GateCase(
    name: "all four", steps: [scored("2025-04-14T23:00", 10)],
    values: ["dailyBudget": .integer(0)], last: moment("2025-04-14T22:30"), shown: [quiet]),
  GateCase(
    name: "quiet hours before cooldown", steps: [scored("2025-04-14T23:00", 70)],
    last: moment("2025-04-14T22:30"), shown: [quiet]),
  GateCase(
    name: "quiet hours before budget", steps: [scored("2025-04-14T23:00", 70)],
    values: ["dailyBudget": .integer(0)], shown: [quiet]),
  GateCase(
    name: "quiet hours before threshold", steps: [scored("2025-04-14T23:00", 10)], shown: [quiet]),
  GateCase(
    name: "cooldown before budget", steps: [scored("2025-04-14T12:00", 70)],
    values: ["dailyBudget": .integer(0)], last: moment("2025-04-14T11:00"), shown: ["cooldown"]),
  GateCase(
    name: "cooldown before threshold", steps: [scored("2025-04-14T12:00", 10)],
    last: moment("2025-04-14T11:00"), shown: ["cooldown"]),
  GateCase(
    name: "budget before threshold", steps: [scored("2025-04-14T12:00", 10)], today: 3,
    shown: ["dailyBudget"]),
]

@Test(arguments: thresholdCases + quietCases + cooldownCases + budgetCases + orderCases)
func gates(_ c: GateCase) {
  let made = decisions(
    trace(c.steps, lastInterventionAt: c.last, deliveredToday: c.today), scoreIsDeadline(c.values))
  #expect(shown(made) == c.shown)
  for (decision, step) in zip(made, c.steps) {
    #expect(decision.score == step.signals[2].number)
    #expect(decision.delivered == (decision.action != .silent && step.delivers))
    let gate = decision.blockedBy.first
    #expect(decision.reachesThreshold == (gate == nil || gate == "belowThreshold"))
  }
}

// MARK: Reasons

struct ReasonCase: Sendable, CustomTestStringConvertible {
  let step: Step
  var values: [String: ParameterValue] = [:]
  var last: Moment?
  var today = 0
  let reason: String
  var testDescription: String { reason }
}

private let reasonCases: [ReasonCase] = [
  ReasonCase(
    step: scored("2025-04-14T23:05", 70), reason: "quiet hours 22:00-07:00 hold at 23:05"),
  ReasonCase(
    step: scored("2025-04-14T12:00", 70), last: moment("2025-04-14T11:00"),
    reason: "60 min since the last delivered intervention; cooldown 120 min"),
  ReasonCase(
    step: scored("2025-04-14T12:00:30", 70), last: moment("2025-04-14T11:00"),
    reason: "60.5 min since the last delivered intervention; cooldown 120 min"),
  ReasonCase(
    step: scored("2025-04-14T12:00", 70), today: 3, reason: "3 delivered today; daily budget 3"),
  ReasonCase(
    step: scored("2025-04-14T12:00", 31.24), reason: "score 31.2 is 28.8 below 60"),
  ReasonCase(
    step: scored("2025-04-14T12:00", 59.96), reason: "score 59.96 is 0.04 below 60"),
  ReasonCase(step: scored("2025-04-14T12:00", 70), reason: "score 70.0 reaches 60"),
]

@Test(arguments: reasonCases)
func reasonHasTheNumbersThatMadeIt(_ c: ReasonCase) {
  let made = decisions(
    trace([c.step], lastInterventionAt: c.last, deliveredToday: c.today), scoreIsDeadline(c.values))
  #expect(made[0].reasons.first == c.reason)
  #expect(
    made[0].reasons.last
      == "building baseline: sleepHours has 0 of 3 days, population average 7.5 used; hrvMs has 0 of 3 days, population average 50 used; steps has 0 of 3 days, population average 7000 used"
  )
}

@Test func failedDeliveryIsSaid() {
  let made = decisions(trace([scored("2025-04-14T12:00", 70, delivers: false)]), scoreIsDeadline())
  #expect(made[0].reasons[1] == "delivery failed; cooldown and budget stay as they were")
}

@Test func buildingBaselineIsNotSaidOnceThereIsOne() {
  let history = (11...13).map { historyDay("2025-04-\($0)", sleep: 7, hrv: 50, steps: 7000) }
  let made = decisions(trace([step("2025-04-14T12:00")], history: history))
  #expect(made[0].reasons.count == 1)
}
