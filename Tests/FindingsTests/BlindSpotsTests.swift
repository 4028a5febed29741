import DecisionEngines
import Findings
import TestSupport
import Testing
import TraceModel

@Suite struct BlindSpotsTests {
  /// Days where every close deadline should fire: nothing shows that a rested one might not.
  private func days(extra: [(Double, Double, TraceModel.Expectation?)] = []) -> Subject {
    let rows: [(Double, Double, TraceModel.Expectation?)] =
      [
        (90, 0, .intervene), (90, 100, .silent), (0, 100, .silent), (0, 0, nil), (0, 1, nil),
      ] + extra
    let traces = rows.enumerated().map { i, row in
      VigilDays.trace(
        "day-\(i + 1)", day: i,
        steps: [
          VigilDays.step(
            at: VigilDays.moment(day: i, minute: 660),
            signals: VigilDays.signals(
              sleep: row.0, hrv: 0, deadline: .number(row.1), activity: 0),
            expect: row.2)
        ])
    }
    return subject(VigilDays.suite("blind", traces: traces))
  }

  @Test func theCombinationTheWinnerFiresInUncheckedComesFirst() throws {
    let subject = days()
    let winner = subject.evaluate(candidate([0, 0, 1, 0, 0], at: 66))
    let spots = BlindSpots(winner, engine: subject.engine).all
    let place = try #require(
      spots.firstIndex {
        $0.text == "No step with good sleep and a close deadline is labelled silent."
      })
    let spot = spots[place]
    #expect(spot.unchecked == 2 && spot.isCertain && !spot.missesPositive && spot.steps == 2)
    // Every one before it is such a combination too: HRV is normal on all these days.
    #expect(spots[..<place].allSatisfy { $0.unchecked == 2 && !$0.missesPositive })
  }

  @Test func aLabelThatCoversItRemovesIt() {
    let subject = days(extra: [(0, 0, .silent)])
    let winner = subject.evaluate(candidate([0, 0, 1, 0, 0], at: 66))
    let spots = BlindSpots(winner, engine: subject.engine).all
    let text = "No step with good sleep and a close deadline is labelled silent."
    #expect(!spots.contains { $0.text == text })
  }

  @Test func aLabelThatAGateAnsweredCoversNothing() {
    let subject = days(extra: [(0, 0, .silent)])
    var winner = candidate([0, 0, 1, 0, 0], at: 66)
    winner.values["quietHours"] = .clockRange(ClockRange(start: 0, end: 1439))
    let spots = BlindSpots(subject.evaluate(winner), engine: subject.engine).all
    // Ten pairs, four combinations, two sides: nothing is covered.
    #expect(spots.count == 80 && spots.allSatisfy { $0.steps == 0 && $0.unchecked == 0 })
  }

  @Test func levelsSplitAtFifty() {
    // A sub-score of exactly 50 is high: 6 h of sleep against an average of 8 h.
    let steps = [
      VigilDays.step(
        at: VigilDays.moment(day: 0, minute: 660),
        signals: VigilDays.signals(sleep: 50, hrv: 0, deadline: .nothing, activity: 0),
        expect: .silent)
    ]
    let subject = subject(
      VigilDays.suite("fifty", traces: [VigilDays.trace("a", day: 0, steps: steps)]))
    let texts = BlindSpots(subject.evaluate(Overrides()), engine: subject.engine).all.map(\.text)
    #expect(
      !texts.contains("No step with short sleep and a normal HRV is labelled silent."))
    #expect(texts.contains("No step with good sleep and a normal HRV is labelled silent."))
  }

  @Test func theTellingStepSplitsTheTiedMostEvenly() throws {
    let subject = try twelveDays()
    let tied = [
      candidate([0, 0, 0.95, 0.05, 0], at: 66), candidate([0, 0, 1, 0, 0], at: 69),
      candidate([0, 0.15, 0.65, 0.1, 0.1], at: 54), Overrides(),
    ].map(subject.evaluate)
    let step = try #require(TellingStep.best(among: tied))
    #expect(step.firing + step.silent == 4)
    var most = 0
    for (index, entry) in tied[0].traces.enumerated() {
      for i in entry.trace.steps.indices where entry.trace.steps[i].expect == nil {
        let firing = tied.count { $0.traces[index].decisions[i].action != .silent }
        most = max(most, min(firing, 4 - firing))
        if index == step.place.traceIndex, i + 1 == step.place.stepNumber {
          #expect(firing == step.firing)
        }
      }
    }
    #expect(min(step.firing, step.silent) == most && most > 0)
    #expect(TellingStep.best(among: [tied[0], tied[0]]) == nil)
    #expect(TellingStep.best(among: []) == nil)
  }

  @Test func ofTheTwelveDays() throws {
    let subject = try twelveDays()
    let winner = subject.evaluate(candidate([0, 0, 0.95, 0.05, 0], at: 66))
    let spots = BlindSpots(winner, engine: subject.engine).all
    #expect(
      spots.prefix(3).map(\.text) == [
        "No step with a low HRV and a close deadline is labelled silent.",
        "No step with short sleep and a close deadline is labelled silent.",
        "No step with a close deadline and few steps is labelled silent.",
      ])
    #expect(spots.prefix(3).map(\.unchecked) == [6, 6, 1])
  }
}
