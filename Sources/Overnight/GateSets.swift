import DecisionEngines
import Findings
import SweepCore
import TraceModel

/// Gates around those in force, in three widths, each of which holds the one before.
package struct GateSets {
  package enum Width: Int, CaseIterable {
    case near = 1, wider, widest
  }

  private let subject: Subject
  private let plan: SweepPlan
  private let gates: [ParameterDefinition]
  /// What most traces have in force, by gate.
  private let base: [String: ParameterValue]

  /// - Parameters:
  ///   - subject: Suites and engine.
  ///   - plan: What it sweeps itself is left alone.
  init(_ subject: Subject, plan: SweepPlan) {
    self.subject = subject
    self.plan = plan
    gates = subject.engine.parameters.filter { $0.isGate && plan.parameters[$0.name] == nil }
    var base: [String: ParameterValue] = [:]
    for gate in gates {
      var counts: [ParameterValue: Int] = [:]
      for suite in subject.suites {
        for trace in suite.traces {
          let settings = Settings(engine: subject.engine, suite: suite, trace: trace)
          if let value = settings.value(gate.name) { counts[value, default: 0] += 1 }
        }
      }
      base[gate.name] = counts.min { ($1.value, $0.key.text) < ($0.value, $1.key.text) }?.key
    }
    self.base = base
  }

  var names: [String] { gates.map(\.name) }

  /// The plan with every combination of gates; nil when there are none.
  func plan(_ width: Width) -> (plan: SweepPlan, settings: Int)? {
    var wider = plan
    if plan.method == .refine {
      if case .lattice? = plan.weights { wider.method = .lattice } else { wider.method = .grid }
    }
    wider.keep = .best(1)
    wider.claim = nil
    var settings = 1
    for gate in gates {
      guard let base = base[gate.name] else { return nil }
      let values = Self.values(of: gate, around: base, width)
      wider.parameters[gate.name] = .values(values)
      settings *= values.count
    }
    if !plan.method.draws, let cap = plan.runCap {
      let (more, overflow) = cap.multipliedReportingOverflow(by: settings)
      guard !overflow else { return nil }
      wider.runCap = more
    }
    return (wider, settings)
  }

  /// Values of one gate, distinct and in range, the one in force among them.
  package static func values(
    of gate: ParameterDefinition, around base: ParameterValue, _ width: Width
  ) -> [ParameterValue] {
    var values: [ParameterValue] = []
    func add(_ value: ParameterValue) {
      if !values.contains(value) { values.append(value) }
    }
    switch (gate.kind, base) {
    case (.integer(let range), .integer(let value)):
      let numbers =
        gate.role == .cooldown
        ? minutes(value, width) : (-width.rawValue...width.rawValue).map { value + $0 }
      for number in numbers where range.contains(number) { add(.integer(number)) }
    case (.number(let range), .number(let value)):
      for step in -width.rawValue...width.rawValue {
        let number = value + Double(step) * (range.upperBound - range.lowerBound) / 20
        if range.contains(number) { add(.number(number)) }
      }
    case (.clockRange, .clockRange(let hours)):
      for hours in clocks(hours, width) { add(.clockRange(hours)) }
    default: add(base)
    }
    return values
  }

  /// Cooldowns from none to twice as long; around one that is off, up to two hours.
  private static func minutes(_ value: Int, _ width: Width) -> [Int] {
    let whole = value > 0 ? value : 60
    switch width {
    case .near: return [whole / 2, value, whole * 3 / 2]
    case .wider: return [0, whole / 2, value, whole * 3 / 2, whole * 2]
    case .widest: return (0...8).map { $0 == 4 ? value : whole * $0 / 4 } + [value]
    }
  }

  /// Quiet hours whose ends move by up to an hour, and none at all.
  private static func clocks(_ base: ClockRange?, _ width: Width) -> [ClockRange?] {
    guard let base else {
      return [
        nil, ClockRange(start: 23 * 60, end: 7 * 60), ClockRange(start: 22 * 60, end: 7 * 60),
      ]
    }
    let moves: [Int] =
      switch width {
      case .near, .wider: [-60, 0, 60]
      case .widest: [-60, -30, 0, 30, 60]
      }
    let day = 24 * 60
    var ranges: [ClockRange?] = []
    for start in moves {
      for end in moves where width != .near || start == 0 || end == 0 {
        ranges.append(
          ClockRange(
            start: (base.start + start + day) % day, end: (base.end + end + day) % day))
      }
    }
    return width == .near ? ranges : ranges + [nil]
  }
}

/// The plan's candidates under other gates: one round.
package struct GateRound: Sendable {
  /// Combinations of gates.
  package let settings: Int
  package let evaluated: Int
  package let behaviours: Int
  package let behavioursAreExact: Bool
  /// The best that meets the requirements, with its gates.
  package let best: (overrides: Overrides, tally: Tally)?
  /// Whether it ranks above everything that the plan and finer steps found under its own gates.
  package let isBetter: Bool

  init(_ aggregate: Aggregate, runner: SweepRunner, settings: Int, rounds: SweepRounds) {
    self.settings = settings
    evaluated = aggregate.evaluated
    behaviours = aggregate.behaviours.count
    behavioursAreExact = aggregate.behaviours.isExact
    let first = aggregate.ranked.first.flatMap { $0.rank.meetsRequirements ? $0 : nil }
    best = first.map {
      (runner.overrides(index: $0.index, notifyThreshold: $0.notifyThreshold), $0.tally)
    }
    isBetter =
      first.map { first in
        rounds.total.ranked.first.map { first.rank.isBetter(than: $0.rank) } ?? true
      } ?? false
  }
}
