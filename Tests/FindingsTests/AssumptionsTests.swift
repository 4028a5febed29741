import DecisionEngines
import Findings
import TestSupport
import Testing
import TraceModel

@Suite struct AssumptionsTests {
  @Test func everyAlternativeOfEveryAssumedConstantIsReplayed() throws {
    let subject = try twelveDays()
    let assumptions = Assumptions(of: Overrides(), in: subject)
    let expected = subject.engine.parameters.filter { $0.origin == .assumed }
      .flatMap { parameter in parameter.alternatives.map { "\(parameter.name) \($0.name)" } }
    #expect(
      assumptions.replays.map { "\($0.parameter.name) \($0.alternative.name)" } == expected)
    #expect(assumptions.fixedByCandidate.isEmpty && assumptions.givenBySuites.isEmpty)
    #expect(assumptions.base.tally.tp == 4 && assumptions.base.tally.fp == 0)
  }

  @Test(arguments: 1...10)
  func changesEqualTwoReplays(seed: Int) {
    let subject = subject(RandomSuites.suite(seed: UInt64(seed)))
    let own = RandomSuites.candidate(seed: UInt64(seed))
    let before = subject.evaluate(own)
    for replay in Assumptions(of: own, in: subject).replays {
      var changed = own
      changed.values[replay.parameter.name] = replay.alternative.value
      let after = subject.evaluate(changed)
      #expect(after.tally == replay.tally)
      #expect(replay.changesLabels == !outcomesEqual(before, after))
      #expect(
        replay.breaks == (after.tally.tp < before.tally.tp || after.tally.fp > before.tally.fp))
      for change in replay.changes {
        #expect(outcome(change.place, in: before) == change.before)
        #expect(outcome(change.place, in: after) == change.after)
      }
    }
  }

  @Test func whatTheCandidateFixesIsLeftOut() throws {
    let own = Overrides(values: ["cooldownMinutes": .integer(60)])
    let assumptions = Assumptions(of: own, in: try twelveDays())
    #expect(assumptions.fixedByCandidate == ["cooldownMinutes"])
    #expect(!assumptions.replays.contains { $0.parameter.name == "cooldownMinutes" })
  }

  /// Three steps 100 minutes apart that should all fire, under a profile without a cooldown; and,
  /// if asked for, a calm day without a profile.
  private func profiled(withCalmDay: Bool) -> Subject {
    let steps = [600, 700, 800].map {
      VigilDays.step(
        at: VigilDays.moment(day: 0, minute: $0),
        signals: VigilDays.signals(sleep: 100, hrv: 100, deadline: .number(0), activity: 100),
        expect: .intervene)
    }
    let calm = VigilDays.step(
      at: VigilDays.moment(day: 20, minute: 600),
      signals: VigilDays.signals(sleep: 0, hrv: 0, deadline: .nothing, activity: 0), expect: .silent
    )
    let hard = VigilDays.trace(
      "a", day: 0, steps: steps, profile: ["cooldownMinutes": .integer(0)])
    let traces = withCalmDay ? [hard, VigilDays.trace("b", day: 20, steps: [calm])] : [hard]
    return subject(VigilDays.suite("profiled", traces: traces))
  }

  @Test func whatEveryTraceIsGivenIsNoAssumption() {
    let assumptions = Assumptions(of: Overrides(), in: profiled(withCalmDay: false))
    #expect(assumptions.givenBySuites == ["cooldownMinutes"])
    #expect(!assumptions.replays.contains { $0.parameter.name == "cooldownMinutes" })
  }

  @Test func gatesThatSomeProfilesSetAreReplacedAndSaid() throws {
    let subject = profiled(withCalmDay: true)
    let replays = Assumptions(of: Overrides(), in: subject).replays
    let hour = try #require(replays.first { $0.alternative.name == "one hour" })
    let three = try #require(replays.first { $0.alternative.name == "three hours" })
    #expect(hour.tracesOverridden == 1 && hour.changes.isEmpty && !hour.breaks)
    #expect(three.breaks && three.changes.map(\.place.stepNumber) == [2])
    #expect(three.changes.map(\.text) == ["tp → fn"])
    #expect(three.tally.tp == 2)
  }

  private func outcome(_ place: Place, in evaluation: Evaluation) -> Outcome? {
    let entry = evaluation.traces[place.traceIndex]
    #expect(entry.trace.id == place.trace)
    switch place.kind {
    case .step(let step): return entry.outcome.steps[step]
    case .window(let window): return entry.outcome.windows[window].outcome
    }
  }

  private func outcomesEqual(_ a: Evaluation, _ b: Evaluation) -> Bool {
    zip(a.traces, b.traces).allSatisfy {
      $0.outcome.steps == $1.outcome.steps
        && zip($0.outcome.windows, $1.outcome.windows).allSatisfy {
          $0.outcome == $1.outcome && $0.falseAlarms == $1.falseAlarms
        }
    }
  }
}
