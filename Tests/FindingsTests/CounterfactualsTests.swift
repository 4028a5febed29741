import DecisionEngines
import Findings
import TestSupport
import Testing
import TraceModel

@Suite struct CounterfactualsTests {
  /// Applies a value of a constant the way the printed sentence says, in arithmetic of its own.
  private func apply(
    _ constant: ChangedConstant, _ value: Double, to own: Overrides, shipped: [Double]
  ) -> Overrides {
    var changed = own
    switch constant {
    case .notifyThreshold: changed.values["notifyThreshold"] = .number(value)
    case .cooldown: changed.values["cooldownMinutes"] = .integer(Int(value))
    case .dailyBudget: changed.values["dailyBudget"] = .integer(Int(value))
    case .weight(let k):
      let weights = own.weights ?? shipped
      changed.weights = weights.enumerated().map { i, weight in
        i == k ? value : weight * ((1 - value) / (1 - weights[k]))
      }
    }
    return changed
  }

  private func isWrong(_ place: Place, _ evaluation: Evaluation) -> Bool {
    Fault.all(in: evaluation).contains { $0.place == place }
  }

  /// Whether the label is still wrong, replaying its own trace alone: no gate reaches across traces.
  private func staysWrong(_ place: Place, _ overrides: Overrides, in subject: Subject) -> Bool {
    let suite = subject.suites[0]
    let alone = Suite(
      path: suite.path, name: suite.name, title: nil, engine: suite.engine, role: suite.role,
      description: nil, data: suite.data, labelledBy: nil, labelledOn: nil,
      profile: suite.profile, parameters: suite.parameters, weights: suite.weights,
      traces: [suite.traces[place.traceIndex]], digest: nil)
    let replay = Evaluation(engine: subject.engine, suites: [alone], overrides: overrides)
    return Fault.all(in: replay).contains { $0.place.kind == place.kind }
  }

  /// Applying the change corrects the label; any less of it, down to 1e-9 (or 1), does not; what
  /// else happens is what a replay says.
  @Test(arguments: 1...16)
  func changesAreExact(seed: Int) throws {
    let subject = subject(RandomSuites.suite(seed: UInt64(seed), traces: 3))
    // Whole steps of 5%, where scores tie with thresholds, and weights of full length.
    let own = RandomSuites.candidate(seed: UInt64(seed), isLong: seed.isMultiple(of: 2))
    let search = Counterfactuals(of: own, in: subject)
    let shipped = subject.shipped.weights
    var random = SplitMix64(seed: UInt64(seed))
    for fault in search.faults {
      let answers = search.answers(for: fault)
      #expect(answers.count == 8)
      for answer in answers {
        guard let change = answer.change else { continue }
        #expect(change.overrides == apply(answer.constant, change.value, to: own, shipped: shipped))
        let after = subject.evaluate(change.overrides)
        #expect(!isWrong(fault.place, after), "seed \(seed) \(fault.place.text): \(answer.text)")
        if let weights = change.overrides.weights {
          #expect(weights.allSatisfy { (0...1).contains($0) })
          #expect(abs(weights.reduce(0, +) - 1) <= 1e-9)
        }
        #expect(change.metrics == after.metrics)
        #expect(
          change.difference.fires.count + actions(search.evaluation).count { $0 != .silent }
            - change.difference.fallsSilent.count == actions(after).count { $0 != .silent })
        #expect(
          after.tally.unlabelled - search.evaluation.tally.unlabelled
            == change.difference.unlabelledGained.count - change.difference.unlabelledLost.count)
        #expect(
          after.tally.fp - search.evaluation.tally.fp
            == change.difference.falseAlarmsGained - change.difference.falseAlarmsLost)

        // Less of the change leaves the label wrong: just less, and anywhere on the way.
        let distance = change.value - answer.current
        var less: [Double] = []
        switch answer.constant {
        case .notifyThreshold, .weight:
          if abs(distance) > 1e-9 { less.append(change.value - (distance > 0 ? 1e-9 : -1e-9)) }
          for _ in 0..<4 { less.append(answer.current + distance * random.unit() * 0.999_999) }
          // And as far the other way.
          for _ in 0..<4 { less.append(answer.current - distance * random.unit() * 0.999_999) }
        case .cooldown, .dailyBudget:
          let range = Int(abs(distance))
          for _ in 0..<4 where range > 0 {
            let part = Double(random.below(range))
            less += [answer.current + part, answer.current - part]
          }
          less = less.filter { $0 >= 0 }
        }
        for value in less {
          if case .weight = answer.constant, !(0...1).contains(value) { continue }
          if answer.constant == .notifyThreshold, !(0...100).contains(value) { continue }
          let near = apply(answer.constant, value, to: own, shipped: shipped)
          #expect(
            staysWrong(fault.place, near, in: subject),
            "seed \(seed) \(fault.place.text): \(answer.text), but \(value) is enough")
        }
      }
    }
  }

  /// Where no change is said to help, a fine scan of the whole range finds none either.
  @Test(arguments: 1...8)
  func impossibleIsImpossible(seed: Int) {
    let subject = subject(RandomSuites.suite(seed: UInt64(seed), traces: 2, steps: 7))
    let own = RandomSuites.candidate(seed: UInt64(seed))
    let search = Counterfactuals(of: own, in: subject)
    for fault in search.faults {
      for answer in search.answers(for: fault) {
        guard case .impossible = answer.answer else { continue }
        let values: [Double] =
          switch answer.constant {
          case .notifyThreshold: (0...100).map { Double($0) }
          case .weight: (0...50).map { Double($0) / 50 }
          case .cooldown: (0...60).map { Double(15 * $0) }
          case .dailyBudget: (0...12).map { Double($0) }
          }
        for value in values where value != answer.current {
          let changed = apply(
            answer.constant, value, to: own, shipped: subject.shipped.weights)
          #expect(
            staysWrong(fault.place, changed, in: subject),
            "seed \(seed) \(fault.place.text): \(answer.text), but \(value) does")
        }
      }
    }
  }

  @Test func anEarlierFiringCanBlockWhatALowerThresholdWouldReach() throws {
    // An hour apart, cooldown two hours: a threshold that 45 reaches fires at 50 first.
    let rows: [(Double, TraceModel.Expectation?)] = [(50, nil), (45, .intervene), (80, nil)]
    let steps = rows.enumerated().map {
      i, row in
      VigilDays.step(
        at: VigilDays.moment(day: 0, minute: 600 + 60 * i),
        signals: VigilDays.signals(sleep: row.0, hrv: 0, deadline: .nothing, activity: 0),
        expect: row.1)
    }
    let subject = subject(
      VigilDays.suite("early", traces: [VigilDays.trace("early-day", day: 0, steps: steps)]))
    let own = candidate([1, 0, 0, 0, 0], at: 60)
    let search = Counterfactuals(of: own, in: subject)
    let fault = try #require(search.faults.first)
    #expect(search.faults.count == 1 && fault.outcome == .fn)
    let answers = search.answers(for: fault)
    // Whatever the threshold, the step before fires first and the cooldown holds the second back.
    guard case .impossible = answers[0].answer else {
      Issue.record("\(answers[0].text)")
      return
    }
    #expect(answers[0].text == "no notifyThreshold corrects it")
    guard case .unavailable(let reason) = answers[1].answer else {
      Issue.record("\(answers[1].text)")
      return
    }
    #expect(reason == "all weight is on it, so the others have no proportion to keep")
  }

  @Test func theTwoMissesOfTheTwelveDays() throws {
    let subject = try twelveDays()
    let search = Counterfactuals(of: Overrides(), in: subject)
    #expect(
      search.faults.map(\.place.text) == [
        "rested-deadline-tonight 17:00", "rested-deadline-tomorrow-morning 20:30",
      ])
    let first = search.answers(for: search.faults[0])
    let second = search.answers(for: search.faults[1])
    for answers in [first, second] {
      // Only a lower threshold or more weight on the deadline catches them.
      #expect(answers.filter { $0.change != nil }.map(\.name) == ["notifyThreshold", "deadline"])
      // Either costs false alarms.
      #expect(answers.allSatisfy { ($0.change?.difference.falseAlarmsGained ?? 1) > 0 })
    }
    #expect(first[0].change?.otherLabels.map(\.text) == ["tn → fp", "tn → fp", "tn → fp"])
    #expect(first[0].sideEffects == "3 more false alarms, 10 more unlabelled interventions")
    #expect(
      second[3].sideEffects
        == "1 more false alarm, 1 more caught, 1 more missed, 6 more unlabelled interventions, "
        + "1 fewer unlabelled intervention, 1 at another level")
  }

  @Test func textSaysWhatWasChanged() throws {
    let search = Counterfactuals(of: Overrides(), in: try twelveDays())
    let answers = search.answers(for: try #require(search.faults.first))
    let threshold = try #require(answers[0].change)
    #expect(
      answers[0].text
        == "notifyThreshold \(NumberText.exact(threshold.value)) instead of 60")
    let deadline = try #require(answers[3].change)
    #expect(
      answers[3].text
        == "deadline weight \(NumberText.exact(deadline.value)) instead of 0.2, others in proportion"
    )
  }
}
