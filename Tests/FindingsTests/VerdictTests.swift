import DecisionEngines
import Findings
import SweepCore
import TestSupport
import Testing
import TraceModel

/// The whole judgement of a suite, from a sweep to the verdict.
private struct Judgement {
  let inputs: VerdictInputs
  var verdict: Verdict { Verdict(inputs) }

  init(_ subject: Subject, holdout: Subject? = nil) throws {
    let plan = SweepPlan(
      name: "judged", suites: [], method: .lattice,
      weights: .lattice(denominator: 5, minimum: 0),
      parameters: [
        "notifyThreshold": .range(
          DecimalRange(first: 30, step: 5, scale: 0, count: 12), isInteger: false)
      ])
    let runner = try SweepRunner(
      plan: plan, suites: subject.suites, engine: subject.engine, shipped: subject.shipped)
    let ranked = runner.run(0..<runner.space.count, threads: 1).ranked
    let first = try #require(ranked.first)
    let winner = runner.overrides(index: first.index, notifyThreshold: first.notifyThreshold)
    let shipped = subject.evaluate(Overrides())
    let best = subject.evaluate(winner)
    let difference = Difference(from: shipped, to: best)
    let assumptions = Assumptions(of: winner, in: subject)
    let ranking = Ranking(plan: plan)
    inputs = VerdictInputs(
      ranking: ranking, shipped: shipped.metrics,
      winner: first.rank.meetsRequirements ? best.metrics : nil,
      winnerName: "candidate \(first.index)",
      oneSignalAlone: Baselines(subject, ranking: ranking).oneSignalAlone(matching: best.tally),
      assumptionBreaks: assumptions.breaks, assumptionsTried: assumptions.replays.count,
      leastReachableP: mcNemar(shipped.tally.fn + shipped.tally.fp, 0),
      gained: difference.gained, lost: difference.lost,
      pairedP: mcNemar(difference.gained, difference.lost),
      holdout: holdout.map {
        VerdictInputs.Holdout(
          shipped: $0.evaluate(Overrides()).metrics, winner: $0.evaluate(winner).metrics)
      }, isSynthetic: true, labels: subject.suites.reduce(0) { $0 + $1.labelCount })
  }
}

@Suite struct VerdictTests {
  @Test(arguments: 1...6)
  func aSuiteWhereOneSignalEqualsTheWinnerIsNotPorted(seed: Int) throws {
    let judged = try Judgement(subject(JudgedSuites.oneSignalEquals(seed: UInt64(seed))))
    let verdict = judged.verdict
    #expect(verdict.decision == .keep && verdict.candidate == nil, "seed \(seed)")
    #expect(verdict.reasons.first?.code == .oneSignalAlone)
    #expect(verdict.headline.hasPrefix("Keep the shipped values: deadline alone does as well"))
  }

  @Test(arguments: 1...6)
  func aTrulyBetterCandidateIsPorted(seed: Int) throws {
    let judged = try Judgement(
      subject(JudgedSuites.trulyBetter(seed: UInt64(seed))),
      holdout: subject(JudgedSuites.trulyBetter(seed: UInt64(seed) + 100, days: 20, role: .holdout))
    )
    let verdict = judged.verdict
    #expect(verdict.decision == .port, "seed \(seed): \(verdict.headline)")
    #expect(verdict.candidate == judged.inputs.winnerName)
    #expect(verdict.reasons.map(\.code) == [.established])
    #expect(verdict.notes.map(\.code) == [.holdoutConfirms, .syntheticData])
    #expect(judged.inputs.winner?.tally.fn == 0 && judged.inputs.winner?.tally.fp == 0)
  }

  @Test(arguments: 1...6)
  func betweenThemThereIsNotEnoughData(seed: Int) throws {
    let judged = try Judgement(subject(JudgedSuites.tooFewDays(seed: UInt64(seed))))
    let verdict = judged.verdict
    #expect(verdict.decision == .notEnoughData, "seed \(seed): \(verdict.headline)")
    #expect(verdict.reasons.map(\.code) == [.leastReachableP, .notEstablished])
    #expect(
      verdict.headline
        == "Not enough data to change anything: even a candidate right on every label could reach "
        + "no better than p = 0.250 on this suite, and no computing can change that.")
  }

  /// A sound candidate, and what happens when one thing about it is not.
  private func sound() throws -> VerdictInputs {
    try Judgement(subject(JudgedSuites.trulyBetter(seed: 1))).inputs
  }

  private func codes(_ inputs: VerdictInputs) -> [VerdictReason.Code] {
    Verdict(inputs).reasons.map(\.code)
  }

  @Test func eachRuleAloneForbidsPorting() throws {
    let sound = try sound()
    #expect(Verdict(sound).decision == .port)
    #expect(Verdict(sound).notes.map(\.code) == [.noHoldout, .syntheticData])
    let days = sound.shipped.days
    func changed(_ change: (inout VerdictInputs) -> Void) -> VerdictInputs {
      var inputs = sound
      change(&inputs)
      return inputs
    }

    var inputs = changed { $0.winner = nil }
    #expect(Verdict(inputs).decision == .keep && codes(inputs) == [.requirementsNotMet])
    #expect(
      Verdict(inputs).headline
        == "Keep the shipped values: no candidate meets the requirements (falseAlarms=0).")

    inputs = changed { $0.winner = $0.shipped }
    #expect(Verdict(inputs).decision == .keep)

    inputs = changed { $0.leastReachableP = 0.0501 }
    #expect(Verdict(inputs).decision == .notEnoughData && codes(inputs) == [.leastReachableP])
    inputs = changed { $0.leastReachableP = 0.05 }
    #expect(Verdict(inputs).decision == .port)
    inputs = changed { $0.leastReachableP = nil }
    #expect(codes(inputs) == [.leastReachableP])

    inputs = changed { $0.pairedP = 0.06 }
    #expect(Verdict(inputs).decision == .notEnoughData && codes(inputs) == [.notEstablished])
    inputs = changed { $0.lost = $0.gained }
    #expect(codes(inputs) == [.notEstablished])
    inputs = changed { $0.pairedP = nil }
    #expect(codes(inputs) == [.notEstablished])

    inputs = changed { $0.bestOfManyP = 0.2 }
    #expect(Verdict(inputs).decision == .notEnoughData && codes(inputs) == [.bestOfMany])

    // A holdout where the winner is no better, and one where it raises a false alarm.
    var tally = Tally()
    tally.tp = 3
    tally.fn = 1
    let three = Metrics(tally: tally, days: days, distanceFromShipped: 0)
    tally.fp = 1
    tally.tp = 4
    tally.fn = 0
    let alarm = Metrics(tally: tally, days: days, distanceFromShipped: 0)
    for winner in [three, alarm] {
      inputs = changed { $0.holdout = .init(shipped: three, winner: winner) }
      #expect(Verdict(inputs).decision == .keep && codes(inputs) == [.holdoutFails])
    }
    #expect(
      Verdict(inputs).headline
        == "Keep the shipped values: the holdout does not confirm it: the candidate catches 4 of 4 "
        + "with 1 false alarms, shipped 3 of 4 with 0.")

    let other = Baselines(
      subject(JudgedSuites.oneSignalEquals(seed: 1)), ranking: sound.ranking)
    let matches = other.oneSignalAlone(matching: other.all[2].tally)
    // Keep wins over not enough data, and every reason is printed.
    inputs = changed {
      $0.pairedP = 0.5
      $0.oneSignalAlone = matches
    }
    #expect(Verdict(inputs).decision == .keep)
    #expect(codes(inputs) == [.oneSignalAlone, .notEstablished])
  }

  @Test func aBreakingAlternativeKeepsWhatIsShipped() throws {
    let subject = try twelveDays()
    let winner = candidate([0, 0, 0.95, 0.05, 0], at: 66)
    let assumptions = Assumptions(of: winner, in: subject)
    #expect(!assumptions.breaks.isEmpty)
    var inputs = try sound()
    inputs.assumptionBreaks = assumptions.breaks
    inputs.assumptionsTried = assumptions.replays.count
    #expect(Verdict(inputs).decision == .keep && codes(inputs) == [.assumptionBreaks])
    #expect(inputs.assumptionBreaks.contains { $0.parameter.name == "deadlineKnots" })
  }

  @Test func aTieWithShippedStaysHome() throws {
    let judged = try sound()
    var inputs = judged
    inputs.shipped = try #require(judged.winner)
    #expect(codes(inputs) == [.noBetterCandidate])
  }

  @Test func theTwelveDaysAreNeverPorted() throws {
    let verdict = try Judgement(try twelveDays()).verdict
    #expect(verdict.decision != .port)
    #expect(verdict.reasons.contains { $0.code == .leastReachableP })
  }
}
