import DecisionEngines
import Findings
import SweepCore
import TraceModel

/// What a night found, stage by stage.
package struct NightResult: Sendable {
  package struct Stage: Sendable {
    package let stage: NightStage
    package let rounds: Int
    package let end: NightEnd
  }

  package let stages: [Stage]
  /// The stage whose last round was cut short and dropped.
  package let dropped: NightStage?
  package let gates: [GateRound]
  package let constants: DrawCounts?
  package let signals: DrawCounts?
  package let leftOut: [LeftOutDay]
  /// Candidates under other gates: tried, though none of them can win.
  package var gateCandidates: Int { gates.last?.evaluated ?? 0 }

  /// Rounds by stage, from which the same night follows.
  package var rounds: NightRounds {
    NightRounds(
      counts: Dictionary(uniqueKeysWithValues: stages.map { ($0.stage, $0.rounds) }),
      dropped: dropped)
  }

  /// Whether no stage has a further round.
  package var isExhausted: Bool { stages.allSatisfy { $0.end != .outOfTime } }
}

/// Spends time on a plan that is exhausted: finer, nearer, and on how firmly its winner stands.
///
/// Every round is a function of the plan, its suites and the number of complete rounds before it.
package struct Night {
  private let subject: Subject
  private let plan: SweepPlan
  private let threads: Int
  private let tell: Teller
  private var schedule: NightSchedule
  /// The plan's rounds, and after the night those of the stages that look for better candidates.
  package private(set) var rounds: SweepRounds
  private var stages: [NightResult.Stage] = []

  /// Told of each round before it runs: the stage, the round from 1, its work; gives whom to tell
  /// how much of it is done.
  package typealias Teller = (NightStage, Int, Int) -> @Sendable (Int) -> Void

  /// Weights finer than this part of 1 are not swept as a whole lattice.
  package static let finestDenominator = 200
  /// More candidates than this are no round.
  private static let mostCandidates = 1 << 44

  /// - Parameters:
  ///   - rounds: The plan's own, complete.
  ///   - plan: The plan.
  ///   - subject: Its suites, engine and shipped values.
  ///   - limit: How long, or how many rounds.
  ///   - threads: Workers; the result does not depend on their number.
  ///   - tell: Hears of progress.
  package init(
    _ rounds: SweepRounds, plan: SweepPlan, subject: Subject, limit: NightLimit, threads: Int,
    tell: @escaping Teller
  ) {
    self.rounds = rounds
    self.plan = plan
    self.subject = subject
    self.threads = threads
    self.tell = tell
    schedule = NightSchedule(limit)
  }

  /// Runs all stages.
  package mutating func run() -> NightResult {
    let planBest = best
    stage(.finer) { $0.finer() }
    stage(.refine) { $0.refine() }
    var gates: [GateRound] = []
    stage(.gates) { $0.gates(into: &gates) }
    let winner = best
    var constants: DrawCounts?
    stage(.constants) { night in
      let draws = ConstantDraws(night.subject, winner: winner, seed: night.plan.seed)
      guard let draws else { return .notApplicable("no assumed constant is left to vary") }
      return night.draw(draws, into: &constants)
    }
    var signals: DrawCounts?
    stage(.signals) { night in
      guard night.subject.engine.givenSubScores == nil else {
        return .notApplicable("an external program gave the sub-scores")
      }
      let draws = SignalDraws(night.subject, winner: winner, seed: night.plan.seed)
      guard let draws else { return .notApplicable("no signal has a stated error") }
      return night.draw(draws, into: &signals)
    }
    var leftOut: [LeftOutDay] = []
    stage(.leftOut) { $0.leaveOut(chosen: planBest, into: &leftOut) }
    return NightResult(
      stages: stages, dropped: schedule.droppedStage, gates: gates, constants: constants,
      signals: signals, leftOut: leftOut)
  }

  private mutating func stage(_ stage: NightStage, _ body: (inout Night) -> NightEnd) {
    schedule.begin(stage)
    let end = body(&self)
    stages.append(
      NightResult.Stage(stage: stage, rounds: schedule.rounds.counts[stage] ?? 0, end: end))
  }

  /// The values of the best candidate so far; nil when none meets the requirements.
  private var best: Overrides? {
    guard let best = rounds.total.ranked.first, best.rank.meetsRequirements else { return nil }
    return rounds.overrides(index: best.index, notifyThreshold: best.notifyThreshold)
  }

  /// Tallies a whole space; nil when the night ended before it did.
  private mutating func sweep(_ runner: SweepRunner, _ stage: NightStage) -> Aggregate? {
    let tell = tell(stage, (schedule.rounds.counts[stage] ?? 0) + 1, runner.space.count)
    guard
      let aggregate = runner.run(threads: threads, pausing: schedule.isOver, progress: tell)
    else {
      schedule.dropped()
      return nil
    }
    schedule.finished(units: runner.space.count)
    return aggregate
  }

  // MARK: Better candidates

  private mutating func finer() -> NightEnd {
    guard plan.method != .refine else { return .notApplicable("the plan refines itself") }
    guard let denominator = rounds.runner.space.weightDenominator, !plan.method.draws else {
      return .notApplicable("the plan takes no weights by step")
    }
    guard rounds.runner.space.count == rounds.runner.space.fullCount else {
      return .notApplicable("run_cap left part of the plan's own lattice unseen")
    }
    guard denominator * 2 <= Self.finestDenominator else {
      return .notApplicable("the plan's weights are as fine as a whole lattice is swept")
    }
    var last = rounds.runner
    while let next = last.space.weightDenominator, next * 2 <= Self.finestDenominator,
      let space = CandidateSpace(halving: last.space, firstIndex: rounds.count),
      space.count <= Self.mostCandidates
    {
      guard schedule.mayStart(units: space.count) else { return .outOfTime }
      last = last.over(space)
      guard let found = sweep(last, .finer) else { return .outOfTime }
      rounds.add(found, .finer, last, fineness: next * 2)
    }
    return .exhausted
  }

  private mutating func refine() -> NightEnd {
    guard plan.method != .refine else { return .notApplicable("the plan refines itself") }
    let finest = rounds.rounds.last { $0.stage == .finer }?.fineness
    var search = RefineSearch(after: rounds, denominator: finest, cap: nil)
    while true {
      switch search.next(rounds) {
      case .end(.nothingToHalve):
        return .notApplicable("the plan sweeps neither weights nor numbers by step")
      case .end(.nothingFound): return .notApplicable("there is no candidate to start from")
      case .end(.tooWide): return .notApplicable("its neighbours are too many to be numbered")
      case .end: return .exhausted
      case .round(let runner, let level):
        guard schedule.mayStart(units: runner.space.count) else { return .outOfTime }
        guard let found = sweep(runner, .refine) else { return .outOfTime }
        rounds.add(found, .refine, runner, fineness: level)
      }
    }
  }

  // MARK: Other gates

  private mutating func gates(into found: inout [GateRound]) -> NightEnd {
    let sets = GateSets(subject, plan: plan)
    guard !sets.names.isEmpty else { return .notApplicable("the plan sweeps every gate itself") }
    for width in GateSets.Width.allCases {
      guard let wider = sets.plan(width),
        let runner = try? SweepRunner(
          plan: wider.plan, suites: subject.suites, engine: subject.engine,
          shipped: subject.shipped), runner.space.count <= Self.mostCandidates
      else { return found.isEmpty ? .notApplicable("too many to be numbered") : .exhausted }
      guard schedule.mayStart(units: runner.space.count) else { return .outOfTime }
      guard let aggregate = sweep(runner, .gates) else { return .outOfTime }
      found.append(GateRound(aggregate, runner: runner, settings: wider.settings, rounds: rounds))
    }
    return .exhausted
  }

  // MARK: How firmly shipped and winner stand

  private mutating func draw(_ draws: some Draws, into counts: inout DrawCounts?) -> NightEnd {
    var total = DrawCounts(hasWinner: draws.hasWinner)
    defer { counts = total.draws > 0 ? total : nil }
    for round in 0..<DrawCounts.roundLimit {
      guard schedule.mayStart(units: 1) else { return .outOfTime }
      let tell = tell(draws.stage, round + 1, DrawCounts.perRound)
      guard
        let found = DrawCounts.count(
          draws, round: round, threads: threads, pausing: schedule.isOver, progress: tell)
      else {
        schedule.dropped()
        return .outOfTime
      }
      schedule.finished(units: 1)
      total.add(found)
    }
    return .exhausted
  }

  private mutating func leaveOut(chosen: Overrides?, into days: inout [LeftOutDay]) -> NightEnd {
    let folds = LeftOutDay.folds(of: subject.suites)
    guard folds.count > 1 else { return .notApplicable("fewer than two traces have labels") }
    let behaviour = chosen.map { subject.evaluate($0).tally.behaviour }
    for fold in folds {
      let tell = tell(.leftOut, days.count + 1, rounds.runner.space.count)
      guard schedule.mayStart(units: 1) else { return .outOfTime }
      guard
        let day = LeftOutDay(
          fold, subject: subject, plan: plan, chosen: behaviour, threads: threads,
          pausing: schedule.isOver, progress: tell)
      else {
        schedule.dropped()
        return .outOfTime
      }
      schedule.finished(units: 1)
      days.append(day)
    }
    return .exhausted
  }
}
