import DecisionEngines
import TraceModel

/// Seeded Vigil suites with everything that makes a replay intricate: cooldowns, budgets, failed
/// deliveries, windows, unlabelled steps, missing signals, profiles and earlier state.
package enum RandomSuites {
  package static func suite(seed: UInt64, traces: Int = 5, steps: Int = 10) -> Suite {
    var random = SplitMix64(seed: seed)
    let traces = (0..<traces).map { trace($0, steps: steps, &random) }
    return VigilDays.suite(
      "random-\(seed)", traces: traces,
      profile: random.below(2) == 0 ? [:] : ["cooldownMinutes": .integer(30 * random.below(8))])
  }

  /// A candidate on a 5% lattice with a whole threshold: ties between score and threshold happen.
  ///
  /// - Parameters:
  ///   - seed: What the draws depend on.
  ///   - isLong: Whether weights and threshold have all their binary digits instead.
  /// - Returns: Weights, threshold and now and then a budget.
  package static func candidate(seed: UInt64, isLong: Bool = false) -> Overrides {
    var random = SplitMix64(seed: seed ^ 0xC0FF_EE00)
    var units = [0, 0, 0, 0, 0]
    for _ in 0..<20 { units[random.below(5)] += 1 }
    var overrides = Overrides(weights: units.map { Double($0) / 20 })
    overrides.values["notifyThreshold"] = .number(Double(25 + random.below(50)))
    if random.below(3) == 0 { overrides.values["dailyBudget"] = .integer(random.below(4)) }
    if isLong {
      let cuts = ((0..<4).map { _ in random.unit() } + [0, 1]).sorted()
      overrides.weights = zip(cuts.dropFirst(), cuts).map { $0 - $1 }
      overrides.values["notifyThreshold"] = .number(25 + 40 * random.unit())
    }
    return overrides
  }

  private static func trace(_ index: Int, steps count: Int, _ random: inout SplitMix64) -> Trace {
    var minute = 360 + 15 * random.below(20)
    var steps: [Step] = []
    for _ in 0..<count {
      let expects: [Expectation?] = [.intervene, .silent, .silent, .escalate, nil, nil]
      let expect = expects[random.below(expects.count)]
      steps.append(
        VigilDays.step(
          at: VigilDays.moment(day: 10 * index, minute: minute), signals: signals(&random),
          expect: expect, delivers: random.below(6) != 0,
          hasOwnExpect: expect != nil || random.below(4) == 0))
      minute += 15 * (1 + random.below(16))
    }
    var windows: [Window] = []
    if random.below(2) == 0 {
      for _ in 0...random.below(3) {
        let from = steps[random.below(count)].at
        windows.append(
          Window(
            from: from,
            to: Moment(instant: from.instant + 900 * (1 + random.below(16)), offsetSeconds: 0),
            expect: random.below(2) == 0 ? .silent : .intervene,
            labelSource: random.below(5) == 0 ? .passiveSoft : .observed, why: nil, line: 0))
      }
    }
    let first = steps[0].at.instant
    return VigilDays.trace(
      "day-\(index + 1)", day: 10 * index, steps: steps, windows: windows,
      profile: random.below(3) == 0 ? ["dailyBudget": .integer(1 + random.below(4))] : [:],
      lastInterventionAt: random.below(3) == 0 ? first - 60 * random.below(200) : nil,
      deliveredToday: random.below(3) == 0 ? random.below(3) : 0)
  }

  private static func signals(_ random: inout SplitMix64) -> [SignalValue] {
    // Coarse sub-scores: equal values, and scores exactly at a threshold, are common.
    func level() -> Double { Double(10 * random.below(11)) }
    var signals = VigilDays.signals(
      sleep: level(), hrv: level(),
      deadline: random.below(5) == 0 ? .nothing : .number(Double(random.below(80)) - 4),
      activity: level())
    if random.below(6) == 0 { signals[random.below(4)] = .missing }
    return signals
  }
}
