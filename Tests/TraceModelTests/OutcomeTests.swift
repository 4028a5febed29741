import TestSupport
import Testing
import TraceModel

// Decisions are given, not computed: only the scoring of labels is looked at here.

private func decision(_ action: Action, delivered: Bool? = nil, score: Double = 50) -> StepDecision
{
  StepDecision(
    score: score, threshold: 60, subScores: [], averages: [], action: action, state: "",
    blockedBy: action == .silent ? ["belowThreshold"] : [], reasons: [], dominantFactor: nil,
    delivered: delivered ?? (action != .silent), reachesThreshold: true)
}

private func times(_ expects: [Label?]) -> [Step] {
  expects.enumerated().map { step("2025-04-14T\(10 + $0.offset):00", expect: $0.element) }
}

struct LabelCase: Sendable, CustomTestStringConvertible {
  let expect: Label?
  let action: Action
  let outcome: Outcome?
  let levels: [Int]
  var testDescription: String { "\(expect?.rawValue ?? "null") met by \(action)" }
}

private let labelMeetsDecisionCases: [LabelCase] = [
  LabelCase(expect: .intervene, action: .intervene, outcome: .tp, levels: [1, 1]),
  LabelCase(expect: .intervene, action: .escalate, outcome: .tp, levels: [0, 1]),
  LabelCase(expect: .intervene, action: .silent, outcome: .fn, levels: [0, 0]),
  LabelCase(expect: .escalate, action: .escalate, outcome: .tp, levels: [1, 1]),
  LabelCase(expect: .escalate, action: .intervene, outcome: .tp, levels: [0, 1]),
  LabelCase(expect: .escalate, action: .silent, outcome: .fn, levels: [0, 0]),
  LabelCase(expect: .silent, action: .silent, outcome: .tn, levels: [0, 0]),
  LabelCase(expect: .silent, action: .intervene, outcome: .fp, levels: [0, 0]),
  LabelCase(expect: .silent, action: .escalate, outcome: .fp, levels: [0, 0]),
  LabelCase(expect: nil, action: .intervene, outcome: nil, levels: [0, 0]),
  LabelCase(expect: nil, action: .silent, outcome: nil, levels: [0, 0]),
]

@Test(arguments: labelMeetsDecisionCases)
func labelMeetsDecision(_ c: LabelCase) {
  let scored = TraceOutcome(
    trace: trace(times([c.expect])), decisions: [decision(c.action)], firstStep: 0)
  #expect(scored.steps == [c.outcome])
  #expect([scored.levelsRight.right, scored.levelsRight.of] == c.levels)
  let tally = scored.tally
  let counts: [Outcome: Int] = [.tp: tally.tp, .fp: tally.fp, .fn: tally.fn, .tn: tally.tn]
  for (outcome, count) in counts { #expect(count == (outcome == c.outcome ? 1 : 0)) }
  #expect(tally.interventions == (c.action == .silent ? 0 : 1))
  #expect(tally.escalations == (c.action == .escalate ? 1 : 0))
  #expect(tally.unlabelled == (c.expect == nil && c.action != .silent ? 1 : 0))
}

@Test func labelScoresTheDecisionEvenWhenDeliveryFails() {
  let scored = TraceOutcome(
    trace: trace(times([.intervene, .silent])),
    decisions: [decision(.intervene, delivered: false), decision(.escalate, delivered: false)],
    firstStep: 0)
  #expect(scored.steps == [.tp, .fp])
  #expect(scored.tally.interventions == 0)
  #expect(scored.tally.escalations == 0)
}

struct WindowCase: Sendable, CustomTestStringConvertible {
  let name: String
  var expects: [Label?] = [nil, nil, nil]
  var ownNull = false
  /// Steps at 10:00, 11:00 and 12:00.
  var actions: [Action] = [.silent, .silent, .silent]
  var delivered = true
  let windows: [Window]
  /// tp, fp, fn, tn, unlabelled.
  let counts: [Int]
  let outcomes: [Outcome?]
  var steps: [Outcome?] = [nil, nil, nil]
  var testDescription: String { name }
}

private let morning = ("2025-04-14T10:00", "2025-04-14T12:00")

private let windowMeetsDeliveriesCases: [WindowCase] = [
  WindowCase(
    name: "one delivery inside", actions: [.intervene, .silent, .silent],
    windows: [window(morning.0, morning.1, .intervene)], counts: [1, 0, 0, 0, 0],
    outcomes: [.tp]),
  WindowCase(
    name: "a second inside counts for nothing", actions: [.intervene, .intervene, .silent],
    windows: [window(morning.0, morning.1, .intervene)], counts: [1, 0, 0, 0, 0],
    outcomes: [.tp]),
  WindowCase(
    name: "the end does not belong to it", actions: [.silent, .silent, .intervene],
    windows: [window(morning.0, morning.1, .intervene)], counts: [0, 1, 1, 0, 0],
    outcomes: [.fn], steps: [nil, nil, .fp]),
  WindowCase(
    name: "the start belongs to it", actions: [.intervene, .silent, .silent],
    windows: [window(morning.0, "2025-04-14T10:01", .intervene)], counts: [1, 0, 0, 0, 0],
    outcomes: [.tp]),
  WindowCase(
    name: "a failed delivery does not score it", actions: [.intervene, .silent, .silent],
    delivered: false, windows: [window(morning.0, morning.1, .intervene)],
    counts: [0, 0, 1, 0, 0], outcomes: [.fn]),
  WindowCase(
    name: "silent and quiet", windows: [window(morning.0, morning.1, .silent)],
    counts: [0, 0, 0, 1, 0], outcomes: [.tn]),
  WindowCase(
    name: "silent with two inside: two false alarms",
    actions: [.intervene, .intervene, .silent],
    windows: [window(morning.0, morning.1, .silent)], counts: [0, 2, 0, 0, 0], outcomes: [.fp]),
  WindowCase(
    name: "a labelled step inside a silent window is its label's business",
    expects: [.intervene, nil, nil], actions: [.intervene, .silent, .silent],
    windows: [window(morning.0, morning.1, .silent)], counts: [1, 0, 0, 1, 0], outcomes: [.tn],
    steps: [.tp, nil, nil]),
  WindowCase(
    name: "an explicit null is no false alarm of any window", ownNull: true,
    actions: [.intervene, .silent, .intervene],
    windows: [window(morning.0, morning.1, .silent)], counts: [0, 0, 0, 1, 1], outcomes: [.tn]),
  WindowCase(
    name: "step and window tally independently", expects: [.silent, nil, nil],
    actions: [.intervene, .silent, .silent],
    windows: [window(morning.0, morning.1, .intervene)], counts: [1, 1, 0, 0, 0],
    outcomes: [.tp], steps: [.fp, nil, nil]),
  WindowCase(
    name: "outside every window is a false alarm", actions: [.silent, .silent, .intervene],
    windows: [window(morning.0, "2025-04-14T11:30", .silent)], counts: [0, 1, 0, 1, 0],
    outcomes: [.tn], steps: [nil, nil, .fp]),
  WindowCase(
    name: "a weak window scores nothing, and what fires inside is no false alarm",
    actions: [.intervene, .silent, .silent],
    windows: [
      window(morning.0, "2025-04-14T10:30", .silent, source: .passiveSoft),
      window("2025-04-14T15:00", "2025-04-14T16:00", .intervene),
    ], counts: [0, 0, 1, 0, 0], outcomes: [nil, .fn]),
  WindowCase(
    name: "weak windows alone make no false alarm", actions: [.silent, .silent, .intervene],
    windows: [window(morning.0, morning.1, .silent, source: .passiveSoft)],
    counts: [0, 0, 0, 0, 1], outcomes: [nil]),
  WindowCase(
    name: "overlapping windows each count", actions: [.intervene, .silent, .silent],
    windows: [
      window(morning.0, morning.1, .intervene), window(morning.0, morning.1, .silent),
    ], counts: [1, 1, 0, 0, 0], outcomes: [.tp, .fp]),
]

@Test(arguments: windowMeetsDeliveriesCases)
func windowMeetsDeliveries(_ c: WindowCase) {
  let steps = c.expects.enumerated().map {
    step(
      "2025-04-14T\(10 + $0.offset):00", expect: $0.element,
      hasOwnExpect: c.ownNull || $0.element != nil)
  }
  let scored = TraceOutcome(
    trace: trace(steps, windows: c.windows),
    decisions: c.actions.map { decision($0, delivered: $0 != .silent && c.delivered) },
    firstStep: 0)
  let tally = scored.tally
  #expect([tally.tp, tally.fp, tally.fn, tally.tn, tally.unlabelled] == c.counts)
  #expect(scored.windows.map(\.outcome) == c.outcomes)
  #expect(scored.steps == c.steps)
}

@Test func minutesRunFromTheWindowsStartToTheFirstDelivery() {
  let scored = TraceOutcome(
    trace: trace(
      times([nil, nil, nil]),
      windows: [window("2025-04-14T09:45:30", "2025-04-14T13:00", .intervene)]),
    decisions: [decision(.silent), decision(.intervene), decision(.intervene)], firstStep: 0)
  #expect(scored.windows.map(\.minutesToIntervention) == [74.5])
}

@Test func marginIsTheLeastDistanceOfCountedStepsThatReachTheThreshold() {
  func blocked(_ score: Double) -> StepDecision {
    StepDecision(
      score: score, threshold: 60, subScores: [], averages: [], action: .silent, state: "",
      blockedBy: ["cooldown"], reasons: [], dominantFactor: nil, delivered: false,
      reachesThreshold: false)
  }
  let steps = times([.silent, .intervene, nil, .silent])
  let given = [
    decision(.silent, score: 52), decision(.intervene, score: 65), decision(.silent, score: 59.5),
    blocked(60),
  ]
  // Unlabelled and blocked steps lie nearer and do not count.
  #expect(TraceOutcome(trace: trace(steps), decisions: given, firstStep: 0).tally.margin == 5)
  // A counting window makes the unlabelled step count; a weak one does not.
  let around = ("2025-04-14T11:30", "2025-04-14T12:30")
  #expect(
    TraceOutcome(
      trace: trace(steps, windows: [window(around.0, around.1, .silent)]), decisions: given,
      firstStep: 0
    ).tally.margin == 0.5)
  #expect(
    TraceOutcome(
      trace: trace(steps, windows: [window(around.0, around.1, .silent, source: .passiveSoft)]),
      decisions: given, firstStep: 0
    ).tally.margin == 5)
  #expect(
    TraceOutcome(trace: trace(times([nil])), decisions: [decision(.silent)], firstStep: 0)
      .tally.margin == nil)
}

@Test func behaviourDependsOnWhereAndHowItFired() {
  func key(_ actions: [Action], firstStep: Int = 0, delivered: Bool = true) -> UInt64 {
    TraceOutcome(
      trace: trace(times(actions.map { _ in nil })),
      decisions: actions.map { decision($0, delivered: $0 != .silent && delivered) },
      firstStep: firstStep
    ).tally.behaviour
  }
  #expect(key([.silent, .silent]) == 0)
  #expect(key([.intervene, .silent]) != key([.silent, .intervene]))
  #expect(key([.intervene, .silent]) != key([.escalate, .silent]))
  #expect(key([.intervene], firstStep: 1) == key([.silent, .intervene]))
  #expect(key([.intervene], delivered: false) == key([.intervene]))
}
