import Certify
import DecisionEngines
import Evidence
import Foundation
import SweepCore
import TestSupport
import Testing
import TraceModel

/// Steps of one day, given by minute, sleep and activity sub-scores, and label.
private func day(
  _ id: String,
  _ steps: [(minute: Int, sleep: Double, activity: Double, expect: TraceModel.Expectation?)],
  windows: [Window] = [], profile: [String: ParameterValue] = [:]
) -> Trace {
  VigilDays.trace(
    id, day: 0,
    steps: steps.map {
      VigilDays.step(
        at: VigilDays.moment(day: 0, minute: $0.minute),
        signals: VigilDays.signals(
          sleep: $0.sleep, hrv: 0, deadline: .nothing, activity: $0.activity),
        expect: $0.expect)
    }, windows: windows, profile: profile)
}

private func certify(
  _ traces: [Trace], _ overrides: Overrides = Overrides(), isGated: Bool = true, nodes: Int = 2000
) throws -> Certificate {
  // A flat hour of day, so that sleep and activity alone tell steps apart.
  var overrides = overrides
  overrides.values["timeOfDayKnots"] = .knots([Knot(0, 50), Knot(24, 50)])
  return try Certificate(
    CertifyQuestion(
      engine: Vigil(), suites: [VigilDays.suite("small", traces: traces)], overrides: overrides,
      isGated: isGated, nodes: nodes))
}

@Suite struct CertificateTests {
  @Test func separableLabelsGetAReplayedWinner() throws {
    let certificate = try certify([
      day("a", [(600, 90, 10, .intervene), (900, 10, 90, .silent)]),
      day("b", [(600, 80, 20, .intervene), (900, 20, 80, .silent)]),
    ])
    guard case .separable(let winner, let isLargest) = certificate.separability else {
      Issue.record("another answer")
      return
    }
    #expect(isLargest)
    #expect(winner.tally.tp == 2 && winner.tally.fp == 0)
    #expect(certificate.zeroFalseAlarms.isProven && certificate.zeroFalseAlarms.caught == 2)
  }

  @Test func aSilentStepAboveAPositiveIsAContradiction() throws {
    // The silent step comes first, so that no delivery can hold it.
    let certificate = try certify([
      day("a", [(600, 90, 90, .silent), (1000, 80, 80, .intervene)])
    ])
    guard case .contradiction(let proof) = certificate.separability else {
      Issue.record("another answer")
      return
    }
    #expect(proof.silent.map(\.step.step) == [1])
    #expect(proof.firing.map(\.step.step) == [2])
    #expect(certificate.zeroFalseAlarms.caught == 0 && certificate.zeroFalseAlarms.isProven)
  }

  @Test func aSilentStepThatACooldownCouldHoldIsNotNamed() throws {
    // The same scores, but firing at the first step keeps the second silent.
    let trace = day("a", [(600, 80, 80, .intervene), (615, 90, 90, .silent)])
    let gated = try certify([trace])
    guard case .separable(let winner, _) = gated.separability else {
      Issue.record("another answer")
      return
    }
    #expect(winner.tally.tp == 1 && winner.tally.fp == 0)
    let ungated = try certify([trace], isGated: false)
    guard case .contradiction(let proof) = ungated.separability else {
      Issue.record("another answer")
      return
    }
    #expect(proof.silent.map(\.step.step) == [2])
  }

  @Test func quietHoursRuleOutALabelAndAreNamed() throws {
    let certificate = try certify([
      day("a", [(30, 90, 90, .intervene), (700, 90, 90, .intervene)])
    ])
    guard case .ruledOutByGates = certificate.separability else {
      Issue.record("another answer")
      return
    }
    #expect(certificate.ceiling.caught == 1 && certificate.ceiling.positives == 2)
    #expect(certificate.ceiling.blocked.map(\.gate) == ["quietHours"])
    let missed = certificate.zeroFalseAlarms.missed
    #expect(missed.count == 1)
    guard case .gateAlways("quietHours")? = missed.first?.reason else {
      Issue.record("another reason")
      return
    }
  }

  @Test func twoMomentsWithinACooldownExcludeEachOther() throws {
    let certificate = try certify([
      day("a", [(600, 90, 90, .intervene), (630, 90, 90, .intervene)])
    ])
    #expect(certificate.ceiling.caught == 1)
    guard case .ruledOutByGates = certificate.separability else {
      Issue.record("another answer")
      return
    }
  }

  @Test func aWindowNeedsOneOfItsSteps() throws {
    let window = Window(
      from: VigilDays.moment(day: 0, minute: 590), to: VigilDays.moment(day: 0, minute: 660),
      expect: .intervene, labelSource: .observed, why: nil, line: 0)
    let steps: [(minute: Int, sleep: Double, activity: Double, expect: TraceModel.Expectation?)] = [
      (600, 90, 0, nil), (630, 0, 90, nil), (900, 50, 50, nil),
    ]
    for isGated in [true, false] {
      let certificate = try certify(
        [day("a", steps, windows: [window])], isGated: isGated)
      // Outside the window a delivery is a false alarm, so the third step must stay silent.
      guard case .separable(let winner, _) = certificate.separability else {
        Issue.record("another answer")
        return
      }
      #expect(winner.tally.tp == 1 && winner.tally.fp == 0)
    }
  }

  @Test func aThresholdThatIsSetIsKept() throws {
    let certificate = try certify(
      [day("a", [(600, 50, 50, .intervene)])],
      Overrides(values: ["notifyThreshold": .number(60)]))
    guard case .contradiction(let proof) = certificate.separability else {
      Issue.record("another answer")
      return
    }
    #expect(proof.proof.lowestThreshold == 60 && proof.silent.isEmpty)
  }

  @Test func nothingThatShouldFireIsNothingToCertify() {
    #expect(throws: CertifyError.noPositives) {
      try certify([day("a", [(600, 90, 90, .silent)])])
    }
  }

  /// Fires at random: a step named as never held must get through to the threshold every time.
  @Test(arguments: Seeds.list(20, environment: ProcessInfo.processInfo.environment))
  func noNamedSilentStepIsEverHeld(seed: UInt64) throws {
    let suite = RandomSuites.suite(seed: seed, traces: 4, steps: 8)
    let certificate: Certificate
    do throws(CertifyError) {
      certificate = try Certificate(
        CertifyQuestion(engine: Vigil(), suites: [suite], nodes: 100))
    } catch { return }
    var proofs: [NamedProof] = certificate.zeroFalseAlarms.missed.compactMap {
      guard case .contradiction(let proof) = $0.reason else { return nil }
      return proof
    }
    if case .contradiction(let proof) = certificate.separability { proofs.append(proof) }
    let named = Set(proofs.flatMap(\.silent).map(\.step))
    var random = SplitMix64(seed: seed)
    for step in named {
      guard let trace = suite.traces.first(where: { $0.id == step.trace }) else { continue }
      let gates = Settings(engine: Vigil(), suite: suite, trace: trace)
      for _ in 0..<200 {
        var last = trace.lastInterventionAt
        var spent = [trace.steps[0].at.day: trace.deliveredToday]
        for (i, other) in trace.steps.prefix(step.step).enumerated() {
          let isQuiet = gates.clockRange("quietHours")?.contains(minute: other.at.minuteOfDay)
          let isCooling = last.map {
            other.at.instant - $0 < 60 * gates.integer("cooldownMinutes")
          }
          let isSpent = spent[other.at.day, default: 0] >= gates.integer("dailyBudget")
          let passes = !(isQuiet ?? false) && !(isCooling ?? false) && !isSpent
          if i == step.step - 1 {
            #expect(passes, "seed \(seed): \(step.name)")
          } else if passes, other.delivers, random.below(2) == 0 {
            last = other.at.instant
            spent[other.at.day, default: 0] += 1
          }
        }
      }
    }
  }
}
