import DecisionEngines
import Findings
import SweepCore
import TestSupport
import Testing
import TraceModel

@Suite struct BaselinesTests {
  @Test func namesAndOrder() throws {
    let baselines = Baselines(try twelveDays(), ranking: defaultRanking).all
    #expect(
      baselines.map(\.name) == [
        "sleep alone", "hrv alone", "deadline alone", "activity alone", "timeOfDay alone",
        "fires whenever the gates allow", "never fires",
      ])
  }

  @Test(arguments: 1...12)
  func replayInTheEngineGivesTheSameFigures(seed: Int) {
    let subject = subject(RandomSuites.suite(seed: UInt64(seed)))
    let own = RandomSuites.candidate(seed: UInt64(seed))
    let both =
      Baselines(subject, ranking: defaultRanking).all
      + Baselines(subject, ranking: defaultRanking, under: own).all
    for baseline in both {
      guard let overrides = baseline.overrides else { continue }
      #expect(subject.evaluate(overrides).metrics == baseline.metrics, "\(baseline.name)")
    }
  }

  @Test(arguments: 1...4)
  func noThresholdOfASignalRanksBetter(seed: Int) {
    let subject = subject(RandomSuites.suite(seed: UInt64(seed)))
    let table = subject.table()
    for baseline in Baselines(subject, ranking: defaultRanking).all {
      guard case .oneSignal(let signal) = baseline.kind else { continue }
      var weights = [0.0, 0, 0, 0, 0]
      weights[signal] = 1
      for threshold in Thresholds.all(weights: weights, over: table) {
        let metrics = subject.evaluate(candidate(weights, at: threshold)).metrics
        if baseline.meetsRequirements {
          #expect(
            !(RankKey(metrics, index: 0, by: defaultRanking)
              < RankKey(baseline.metrics, index: 0, by: defaultRanking)))
        } else {
          #expect(!defaultRanking.meetsRequirements(metrics))
          #expect(metrics.tally.fp >= baseline.tally.fp)
        }
      }
    }
  }

  @Test func alwaysAndNever() throws {
    let subject = try twelveDays()
    let baselines = Baselines(subject, ranking: defaultRanking).all
    let always = try #require(baselines.first { $0.kind == .wheneverGatesAllow })
    for entry in subject.evaluate(try #require(always.overrides)).traces {
      for decision in entry.decisions where decision.reachesThreshold {
        #expect(decision.action != .silent)
      }
    }
    let never = try #require(baselines.last)
    #expect(never.tally.tp == 0 && never.tally.fp == 0 && never.tally.interventions == 0)
    #expect(never.tally.fn == 6 && never.metrics.value(.margin) == nil)
    #expect(never.meetsRequirements && never.overrides == nil)
  }

  @Test func withoutARequirementMetTheFewestFalseAlarmsAreShown() {
    // The only silent step scores highest in every signal: no threshold catches without it.
    let steps = [(0.0, TraceModel.Expectation.intervene), (100, .silent)].enumerated().map {
      i, row in
      VigilDays.step(
        at: VigilDays.moment(day: 0, minute: 600 + 300 * i),
        signals: VigilDays.signals(
          sleep: row.0, hrv: row.0, deadline: .number(row.0 > 0 ? 0 : 100), activity: row.0),
        expect: row.1)
    }
    let subject = subject(
      VigilDays.suite("upside-down", traces: [VigilDays.trace("a", day: 0, steps: steps)]))
    let sleep = Baselines(subject, ranking: defaultRanking).all[0]
    #expect(!sleep.meetsRequirements && sleep.tally.fp == 1 && sleep.tally.tp == 1)
    #expect(sleep.frontier.isEmpty)
  }

  @Test func oneSignalEqualsByCatchesAndFalseAlarms() {
    let subject = subject(JudgedSuites.oneSignalEquals(seed: 3))
    let baselines = Baselines(subject, ranking: defaultRanking)
    let deadline = baselines.all[2].tally
    #expect(deadline.fn == 0 && deadline.fp == 0)
    #expect(baselines.oneSignalAlone(matching: deadline).map(\.name) == ["deadline alone"])
    var better = deadline
    better.tp += 1
    #expect(baselines.oneSignalAlone(matching: better).isEmpty)
  }
}
