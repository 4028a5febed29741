import DecisionEngines
import TraceModel

/// Suites and candidates drawn from a seed: the same seed, the same days, on every system.
///
/// Times cross midnight and clock changes, labels are of every kind, and thresholds often equal a
/// score, because that is where two statements of one rule come apart.
package struct RandomDays {
  package var random: SplitMix64

  package init(seed: UInt64) { random = SplitMix64(seed: seed) }

  package mutating func suite(traces: ClosedRange<Int> = 1...4, steps: Int = 12) -> Suite {
    let count = traces.lowerBound + random.below(traces.count)
    let days = (0..<count).map { trace("day-\($0 + 1)", maximumSteps: steps) }
    return TestSupport.suite(days, profile: profile(), parameters: parameters())
  }

  package mutating func trace(_ id: String, maximumSteps: Int) -> Trace {
    var offset = pick([-8 * 3600, -7 * 3600, 19_800, 20_700, 37_800, 0])
    var instant = 1_741_000_000 + random.below(20_000_000) / 60 * 60
    let first = instant
    var steps: [Step] = []
    for _ in 0..<(1 + random.below(maximumSteps)) {
      steps.append(step(Moment(instant: instant, offsetSeconds: offset)))
      instant += pick([1, 60, 900, 900, 1800, 3600, 5400, 7200, 14_400, 40_000])
      if chance(12) { offset += pick([-3600, 3600, 1800]) }
    }
    let windows = (0..<pick([0, 0, 0, 1, 2, 3])).map { _ in window(first, instant, offset) }
    let today = steps[0].at.day.number
    return Trace(
      id: id, title: nil, timeZone: "Etc/UTC", profile: chance(3) ? profile() : [:],
      lastInterventionAt: chance(3) ? first - pick([0, 60, 3600, 7200, 86_400]) : nil,
      deliveredToday: pick([0, 0, 1, 2]), history: history(before: today), steps: steps,
      windows: windows, file: "random.jsonl", line: 1)
  }

  private mutating func step(_ at: Moment) -> Step {
    let expect: Expectation? = pick([nil, nil, .intervene, .escalate, .silent, .silent])
    return Step(
      at: at,
      signals: [
        signal(0...12), signal(10...90), chance(6) ? .nothing : signal(-5...80),
        signal(0...12_000),
      ],
      delivers: !chance(6), expect: expect, hasOwnExpect: expect != nil || chance(3),
      labelSource: .hand, why: nil, line: 1)
  }

  private mutating func signal(_ range: ClosedRange<Double>) -> SignalValue {
    if chance(5) { return .missing }
    let value = range.lowerBound + (range.upperBound - range.lowerBound) * random.unit()
    return .number(chance(2) ? (value * 4).rounded() / 4 : value)
  }

  private mutating func window(_ first: Int, _ end: Int, _ offset: Int) -> Window {
    let span = max(2, end - first)
    let from = first - 600 + random.below(span + 600)
    return Window(
      from: Moment(instant: from, offsetSeconds: offset),
      to: Moment(instant: from + 1 + random.below(span), offsetSeconds: offset),
      expect: chance(2) ? .intervene : .silent,
      labelSource: chance(5) ? .passiveSoft : .observed, why: nil, line: 1)
  }

  private mutating func history(before today: Int) -> [HistoryDay] {
    (0..<random.below(10)).reversed().compactMap { back in
      guard !chance(5) else { return nil }
      return HistoryDay(
        day: CivilDay(number: today + 1 - back),
        signals: [signal(3...10), signal(20...80), .missing, signal(1000...12_000)])
    }
  }

  /// Gates as a trace or a suite may set them.
  package mutating func profile() -> [String: ParameterValue] {
    var profile: [String: ParameterValue] = [:]
    if chance(2) {
      profile["quietHours"] = .clockRange(
        chance(4)
          ? nil : ClockRange(start: random.below(96) * 15, end: random.below(96) * 15))
    }
    if chance(2) { profile["cooldownMinutes"] = .integer(pick([0, 1, 15, 60, 120, 720])) }
    if chance(2) { profile["dailyBudget"] = .integer(pick([0, 1, 2, 3])) }
    return profile
  }

  private mutating func parameters() -> [String: ParameterValue] {
    var values: [String: ParameterValue] = [:]
    if chance(3) { values["missingSleep"] = .number(Double(random.below(101))) }
    if chance(4) { values["hrvFloorShare"] = .number(random.unit()) }
    if chance(5) { values["sleepFloorHours"] = .number(Double(random.below(9))) }
    if chance(5) { values["populationSteps"] = .number(pick([0, 5000])) }
    if chance(5) { values["baselineMinimumDays"] = .integer(1 + random.below(5)) }
    return values
  }

  /// Values given from outside; thresholds are often the score of some step of the suite.
  package mutating func overrides(for suite: Suite) -> Overrides {
    var overrides = Overrides()
    if !chance(6) { overrides.weights = weights() }
    let scores = Evaluation(engine: Vigil(), suites: [suite], overrides: overrides).traces
      .flatMap(\.decisions).map(\.score)
    func threshold(_ random: inout SplitMix64) -> ParameterValue {
      random.below(2) == 0
        ? .number(min(100, max(0, scores[random.below(scores.count)])))
        : .number(Double(random.below(101)))
    }
    if !chance(4) { overrides.values["notifyThreshold"] = threshold(&random) }
    if chance(2) { overrides.values["escalateThreshold"] = threshold(&random) }
    for (name, value) in profile() { overrides.values[name] = value }
    return overrides
  }

  package mutating func weights() -> [Double] {
    let cuts = [0] + (0..<4).map { _ in Double(random.below(101)) }.sorted() + [100]
    return zip(cuts.dropFirst(), cuts).map { ($0 - $1) / 100 }
  }

  package mutating func chance(_ oneIn: Int) -> Bool { random.below(oneIn) == 0 }

  package mutating func pick<T>(_ values: [T]) -> T { values[random.below(values.count)] }
}

/// Seeds of property tests: fixed ones, or the one that `TEST_SEED` names to repeat a failure.
package enum Seeds {
  package static func list(_ count: Int, environment: [String: String]) -> [UInt64] {
    if let text = environment["TEST_SEED"], let seed = UInt64(text) { return [seed] }
    return (1...count).map { UInt64($0) }
  }
}
