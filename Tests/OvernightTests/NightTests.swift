import DecisionEngines
import Findings
import Overnight
import SweepCore
import Synchronization
import TestSupport
import Testing
import TraceModel

private let allRounds: [NightStage: Int] = [
  .finer: 2, .refine: 3, .gates: 1, .constants: 2, .signals: 2, .leftOut: 3,
]

/// Seconds that pass by being asked for: every look at the clock takes one.
private final class PassingTime: Sendable {
  private let left: Mutex<Double>
  init(_ seconds: Double) { left = Mutex(seconds) }

  func look() -> Double {
    left.withLock {
      $0 -= 1
      return $0
    }
  }
}

@Test(arguments: [3.0, 25, 60, 120])
func whateverTheClockDecidesFollowsFromTheRounds(_ seconds: Double) throws {
  let subject = fewDays()
  let time = PassingTime(seconds)
  var narrow = coarsePlan
  narrow.weights = .lattice(denominator: 50, minimum: 9)
  var clocked = Night(
    try planRounds(subject, narrow), plan: narrow, subject: subject,
    limit: .seconds(left: { time.look() }), threads: 2, tell: silent)
  let result = clocked.run()
  var again = Night(
    try planRounds(subject, narrow), plan: narrow, subject: subject, limit: .rounds(result.rounds),
    threads: 1, tell: silent)
  let replayed = again.run()
  #expect(lines((result, clocked.rounds)) == lines((replayed, again.rounds)))
  #expect(replayed.dropped == result.dropped)
  #expect(replayed.rounds == result.rounds)
}

@Test func aNightWithoutTimeDoesNothing() throws {
  let subject = fewDays()
  var night = Night(
    try planRounds(subject), plan: coarsePlan, subject: subject, limit: .seconds(left: { -5 }),
    threads: 2, tell: silent)
  let result = night.run()
  #expect(result.stages.allSatisfy { $0.rounds == 0 && $0.end == .outOfTime })
  #expect(!result.isExhausted && result.dropped == nil)
  #expect(night.rounds.rounds.count == 1)
}

@Test func aRoundCutShortIsDroppedAndCountsForNothing() throws {
  let subject = fewDays()
  let plan = try planRounds(subject)
  // The time is up at the first look within a round.
  let looks = Mutex(0)
  let time: @Sendable () -> Double = {
    looks.withLock {
      $0 += 1
      return $0 <= 2 ? 100 : -1
    }
  }
  var night = Night(
    plan, plan: coarsePlan, subject: subject, limit: .seconds(left: time), threads: 1,
    tell: silent)
  let result = night.run()
  #expect(result.dropped == .finer)
  #expect(result.stages.allSatisfy { $0.rounds == 0 && $0.end == .outOfTime })
  #expect(night.rounds.count == plan.count)
  #expect(night.rounds.total.evaluated == plan.total.evaluated)
}

@Test func endlessTimeEndsWhenNothingIsLeft() throws {
  let subject = fewDays()
  // Few sets, in any steps: each weight is at least 0.18.
  var narrow = coarsePlan
  narrow.weights = .lattice(denominator: 50, minimum: 9)
  narrow.parameters["notifyThreshold"] = .values([.number(60)])
  var night = Night(
    try planRounds(subject, narrow), plan: narrow, subject: subject,
    limit: .seconds(left: { 1e9 }), threads: 2, tell: silent)
  let result = night.run()
  #expect(result.isExhausted)
  let rounds = Dictionary(uniqueKeysWithValues: result.stages.map { ($0.stage, $0.rounds) })
  // 1/100 and 1/200; the next would be finer.
  #expect(rounds[.finer] == 2)
  #expect(rounds[.gates] == 3)
  #expect(rounds[.constants] == DrawCounts.roundLimit && rounds[.signals] == DrawCounts.roundLimit)
  #expect(result.constants?.draws == DrawCounts.roundLimit * DrawCounts.perRound)
  #expect(rounds[.leftOut] == 4)
}

@Test func stagesDoNotDependOnThreads() throws {
  let subject = fewDays(5)
  #expect(
    lines(try night(subject, allRounds, threads: 1))
      == lines(try night(subject, allRounds, threads: 3)))
}

@Test func finerRoundsHoldTheWholeLattice() throws {
  let subject = fewDays(4)
  let (_, rounds) = try night(subject, [.finer: 2])
  var direct = coarsePlan
  direct.weights = .lattice(denominator: 16, minimum: 0)
  let whole = try planRounds(subject, direct)
  #expect(rounds.total.evaluated == whole.total.evaluated)
  #expect(rounds.total.behaviours.count == whole.total.behaviours.count)
  let (a, b) = (rounds.total.ranked[0], whole.total.ranked[0])
  #expect(a.tally == b.tally)
  #expect(
    rounds.overrides(index: a.index, notifyThreshold: nil).weights
      == whole.overrides(index: b.index, notifyThreshold: nil).weights)
}

struct Inapplicable: Sendable, CustomTestStringConvertible {
  let plan: SweepPlan
  let stages: Set<NightStage>
  var testDescription: String { plan.method.rawValue }
}

private func changed(_ change: (inout SweepPlan) -> Void) -> SweepPlan {
  var plan = coarsePlan
  change(&plan)
  return plan
}

private let inapplicable = [
  Inapplicable(plan: changed { $0.method = .refine }, stages: [.finer, .refine]),
  Inapplicable(
    plan: changed {
      $0.method = .grid
      $0.weights = .sets([[0.2, 0.2, 0.2, 0.2, 0.2]])
      $0.parameters = ["notifyThreshold": .values([.number(50), .number(60)])]
    }, stages: [.finer, .refine]),
  Inapplicable(
    plan: changed {
      $0.method = .sobol
      $0.runCap = 300
    }, stages: [.finer]),
  Inapplicable(
    plan: changed { $0.weights = .lattice(denominator: 101, minimum: 20) }, stages: [.finer]),
  Inapplicable(
    plan: changed {
      $0.parameters["cooldownMinutes"] = .values([.integer(60)])
      $0.parameters["dailyBudget"] = .values([.integer(2)])
      $0.parameters["quietHours"] = .values([.clockRange(nil)])
    }, stages: [.gates]),
]

@Test(arguments: inapplicable)
func stagesWithNothingToDoSayWhy(_ c: Inapplicable) throws {
  let (result, _) = try night(fewDays(), [.finer: 1, .refine: 1, .gates: 1], plan: c.plan)
  for stage in result.stages where [.finer, .refine, .gates].contains(stage.stage) {
    if c.stages.contains(stage.stage) {
      guard case .notApplicable(let reason) = stage.end else {
        Issue.record("\(stage.stage) has something to do")
        continue
      }
      #expect(!reason.isEmpty && stage.rounds == 0)
    } else {
      #expect(stage.rounds == 1, "\(stage.stage)")
    }
  }
}

// MARK: Schedule

/// Seconds left, set by hand.
private final class SetTime: Sendable {
  private let left: Mutex<Double>
  init(_ seconds: Double) { left = Mutex(seconds) }

  var seconds: Double {
    get { left.withLock { $0 } }
    set { left.withLock { $0 = newValue } }
  }
}

private func may(_ schedule: inout NightSchedule, _ units: Int) -> Bool {
  schedule.mayStart(units: units)
}

@Test func aRoundThatPromisesTooMuchIsNotBegun() {
  let time = SetTime(100)
  var schedule = NightSchedule(.seconds(left: { time.seconds }))
  schedule.begin(.finer)
  // 40 of the 100 seconds are its own.
  do {
    let may = may(&schedule, 1000)
    #expect(may)
  }
  time.seconds = 90
  schedule.finished(units: 1000)
  // 10 s for 1,000: 2,700 fit into the 30 s left to it, with a tenth to spare; 2,701 do not.
  do {
    let may = may(&schedule, 2700)
    #expect(may)
  }
  do {
    let may = may(&schedule, 2701)
    #expect(!may)
  }
  #expect(schedule.rounds.counts[.finer] == 1)
  time.seconds = 60
  do {
    let may = may(&schedule, 1)
    #expect(!may)
  }
  // The next stage has its own share, and knows nothing of the speed of the last.
  schedule.begin(.refine)
  do {
    let may = may(&schedule, 1_000_000)
    #expect(may)
  }
  time.seconds = 0
  let isOver = schedule.isOver
  #expect(isOver())
  schedule.dropped()
  schedule.begin(.leftOut)
  time.seconds = 50
  do {
    let may = may(&schedule, 1)
    #expect(!may, "nothing begins after the end")
  }
}

@Test func recordedRoundsAreNeitherMoreNorFewer() {
  var schedule = NightSchedule(.rounds(NightRounds(counts: [.gates: 2], dropped: .leftOut)))
  schedule.begin(.gates)
  for _ in 0..<2 {
    do {
      let may = may(&schedule, .max)
      #expect(may)
    }
    schedule.finished(units: 1)
  }
  let isOver = schedule.isOver
  #expect(!isOver())
  do {
    let may = may(&schedule, 1)
    #expect(!may)
  }
  #expect(schedule.droppedStage == .leftOut)
}
