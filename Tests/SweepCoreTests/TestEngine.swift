import DecisionEngines
import SweepCore
import TraceModel

/// An engine whose sub-scores are hashes of a step's time: as many ties as a test could want.
struct TestEngine: DecisionEngine {
  let name = "test"
  let summary = "hashes of the time of a step"
  let signals: [SignalDefinition] = []
  let actionNames = ["silent", "low", "high"]
  let subScores = ["x", "y", "z"].map {
    SubScoreDefinition(
      name: $0, words: $0, shippedWeight: $0 == "x" ? 0.5 : 0.25, weightOrigin: .stated,
      curveOrigin: .stated)
  }
  let parameters = [
    Self.number("notifyThreshold", 60, .notifyThreshold),
    Self.number("escalateThreshold", 80, .escalateThreshold),
    Self.integer("cooldownMinutes", 60, .cooldown),
    Self.integer("dailyBudget", 3, .dailyBudget),
    ParameterDefinition(
      name: "quietHours", meaning: "", unit: "", kind: .clockRange,
      defaultValue: .clockRange(ClockRange(start: 22 * 60, end: 7 * 60)), origin: .stated,
      isGate: true),
    Self.number("bump", 0, .lowering),
  ]

  private static func number(_ name: String, _ value: Double, _ role: ParameterRole)
    -> ParameterDefinition
  {
    ParameterDefinition(
      name: name, meaning: "", unit: "", kind: .number(-1000...1000),
      defaultValue: .number(value), origin: .stated, role: role)
  }

  private static func integer(_ name: String, _ value: Int, _ role: ParameterRole)
    -> ParameterDefinition
  {
    ParameterDefinition(
      name: name, meaning: "", unit: "", kind: .integer(0...10_000),
      defaultValue: .integer(value), origin: .stated, role: role, isGate: true)
  }

  func evaluate(_ trace: Trace, settings: Settings) -> [StepDecision] { [] }

  func lower(_ trace: Trace, settings: Settings) -> LoweredTrace {
    let bump = settings.number("bump")
    let quiet = settings.clockRange("quietHours")
    return LoweredTrace(
      subScores: trace.steps.map { step in
        (0..<3).map { signal in
          var random = SplitMix64(seed: UInt64(step.at.instant) &* 3 &+ UInt64(signal))
          return Double(random.below(101)) + bump * random.unit()
        }
      },
      isBlocked: trace.steps.map { quiet?.contains(minute: $0.at.minuteOfDay) ?? false })
  }

  /// A suite with labels, windows, carried state and failed deliveries.
  static func suite(traces: Int, steps: Int, seed: UInt64) -> Suite {
    var random = SplitMix64(seed: seed)
    let made = (0..<traces).map { number in
      var now = 1_700_000_000 + number * 864_000
      let start = now
      let steps = (0..<steps).map { line in
        now += (5 + random.below(20)) * 60
        let label: Expectation? =
          switch random.below(6) {
          case 0: .intervene
          case 1: .silent
          default: nil
          }
        return Step(
          at: Moment(instant: now, offsetSeconds: 0), signals: [],
          delivers: random.below(5) != 0, expect: label,
          hasOwnExpect: label != nil || random.below(5) == 0, labelSource: .hand, why: nil,
          line: line)
      }
      let windows: [Window] =
        random.below(2) == 0
        ? []
        : (0..<3).map { _ in
          let from = random.below(steps.count - 1)
          let to = from + 1 + random.below(steps.count - from - 1)
          return Window(
            from: steps[from].at, to: steps[to].at,
            expect: random.below(2) == 0 ? .intervene : .silent, labelSource: .hand, why: nil,
            line: 0)
        }
      return Trace(
        id: "t\(number)", title: nil, timeZone: "UTC", profile: [:],
        lastInterventionAt: random.below(2) == 0 ? start : nil,
        deliveredToday: random.below(2), history: [], steps: steps, windows: windows, file: "",
        line: 0)
    }
    return Suite(
      path: "", name: "s", title: nil, engine: "test", role: .tuning, description: nil, data: nil,
      labelledBy: nil, labelledOn: nil, profile: [:], parameters: [:], weights: [:], traces: made,
      digest: nil)
  }
}

extension Aggregate {
  /// Everything it holds, line by line, for comparison to the last bit.
  var lines: [String] {
    var lines = ["\(evaluated) \(skipped) \(meeting) \(behaviours.count) \(behaviours.isExact)"]
    lines += ranked.map { "ranked \(Self.text($0))" }
    lines += pareto.map { "pareto \(Self.text($0))" }
    lines += behaviours.behaviours.values.sorted { $0.key < $1.key }.map { behaviour in
      let members = [behaviour.bestMember, behaviour.widest, behaviour.nearest].map {
        "\($0.index) \(Self.text([$0.notifyThreshold, $0.margin, $0.distance]))"
      }
      let ranges = behaviour.ranges.map { Self.text([$0.lowerBound, $0.upperBound]) }
      return "behaviour \(behaviour.key) \(behaviour.members) \(Self.text(behaviour.tally)) "
        + "\(behaviour.best.index) \(members) \(ranges) \(behaviour.choices)"
    }
    return lines
  }

  private static func text(_ scored: ScoredCandidate) -> String {
    "\(scored.index) \(scored.rank.meetsRequirements) \(text(scored.tally)) "
      + text([scored.distance, scored.notifyThreshold] + scored.numbers) + "\(scored.choices)"
  }

  private static func text(_ tally: Tally) -> String {
    let counts = [
      tally.tp, tally.fp, tally.fn, tally.tn, tally.interventions, tally.unlabelled,
      tally.escalations,
    ]
    return "\(counts) \(tally.behaviour) \(text([tally.margin]))"
  }

  private static func text(_ values: [Double?]) -> String {
    values.map { $0.map { String($0.bitPattern, radix: 16) } ?? "-" }.joined(separator: ",")
  }
}
