import DecisionEngines
import Evidence
import SweepCore
import TraceModel

/// What is certified: suites under given gates, and how far to search.
package struct CertifyQuestion: Sendable {
  package var engine: any DecisionEngine
  package var suites: [Suite]
  /// Gates and constants given from outside; a notify threshold among them fixes it. Weights are not used.
  package var overrides: Overrides
  /// Whether cooldown and budget hold; quiet hours always do.
  package var isGated: Bool
  /// A bound on false alarms to certify beside none.
  package var falseAlarms: Int?
  /// Weight sets to try first, such as a sweep's winner.
  package var starts: [[Double]]
  /// No limit when missing. A search that hits it depends on the machine.
  package var time: Duration?
  /// Regions of weights to examine at most; no limit when missing.
  package var nodes: Int?

  package init(
    engine: any DecisionEngine, suites: [Suite], overrides: Overrides = Overrides(),
    isGated: Bool = true, falseAlarms: Int? = nil, starts: [[Double]] = [],
    time: Duration? = nil, nodes: Int? = nil
  ) {
    self.engine = engine
    self.suites = suites
    self.overrides = overrides
    self.isGated = isGated
    self.falseAlarms = falseAlarms
    self.starts = starts
    self.time = time
    self.nodes = nodes
  }
}

/// A question lowered to a table, with what the gates say of every step.
struct CertifyCase {
  let engine: any DecisionEngine
  let suites: [Suite]
  /// The gates in force; neither weights nor, unless fixed, a threshold.
  let overrides: Overrides
  let table: DecisionTable
  let traces: [GateSteps]
  let reach: (some: [Bool], every: [Bool])
  let thresholds: ClosedRange<Double>
  let thresholdName: String
  let shipped: ShippedPoint

  /// Gates that never bind: far above any day's deliveries, and safe to convert.
  private static let unlimited = 1 << 40

  init(_ question: CertifyQuestion) throws(CertifyError) {
    engine = question.engine
    suites = question.suites
    guard let definition = engine.parameter(role: .notifyThreshold), !engine.subScores.isEmpty,
      let first = suites.first
    else { throw .noWeights }
    thresholdName = definition.name
    var overrides = Overrides(values: question.overrides.values)
    if !question.isGated {
      if let cooldown = engine.parameter(role: .cooldown) {
        overrides.values[cooldown.name] = .integer(0)
      }
      if let budget = engine.parameter(role: .dailyBudget) {
        overrides.values[budget.name] = .integer(Self.unlimited)
      }
    }
    self.overrides = overrides
    let fixed = overrides.values[definition.name]?.number
    thresholds = fixed.map { $0...$0 } ?? 0...100
    shipped = ShippedPoint(engine: engine, suite: first)
    table = DecisionTable(suites: suites, engine: engine, overrides: overrides)
    var traces: [GateSteps] = []
    var some: [Bool] = []
    var every: [Bool] = []
    for (trace, source) in zip(table.traces, suites.flatMap(\.traces)) {
      let steps = try GateSteps(trace, of: table, id: source.id)
      let reach = GateProgramme(steps).reach()
      some += reach.some
      every += reach.every
      traces.append(steps)
    }
    self.traces = traces
    reach = (some, every)
    guard traces.contains(where: { $0.positives > 0 }) else { throw .noPositives }
  }

  var positives: Int { traces.reduce(0) { $0 + $1.positives } }

  // MARK: - Steps

  func vector(_ step: Int) -> [Double] { table.subScores.map { $0[step] } }

  /// Names a step of the table.
  func named(_ step: Int, _ expect: Expectation, isByWindow: Bool) -> CertifiedStep {
    let index = traces.firstIndex { $0.steps.contains(step) } ?? 0
    let trace = suites.flatMap(\.traces)[index]
    let number = step - traces[index].steps.lowerBound
    let at = trace.steps[number].at
    let date = trace.dayCount > 1 ? "\(at.day.text) " : ""
    return CertifiedStep(
      trace: trace.id, step: number + 1, at: at, expect: expect, isByWindow: isByWindow,
      subScores: vector(step), name: "\(trace.id) \(date)\(minuteText(at.minuteOfDay))")
  }

  /// Steps that must fire for every label to be met: labelled ones, and those alone able to deliver in
  /// a window. A window with several such steps asks nothing of any one of them.
  func mustFire() -> [(step: Int, isByWindow: Bool)] {
    var steps: [(step: Int, isByWindow: Bool)] = []
    for (trace, source) in zip(traces, table.traces) {
      var windowed: Set<Int> = []
      for window in source.windows where window.isPositive {
        let able = window.steps.filter { table.delivers[$0] && reach.some[$0] }
        if let only = able.first, able.count == 1, !(table.expects[only]?.isPositive ?? false) {
          windowed.insert(only)
        }
      }
      for (i, step) in trace.steps.enumerated() {
        if trace.isPositive[i] { steps.append((step, false)) }
        if windowed.contains(step) { steps.append((step, true)) }
      }
    }
    return steps
  }

  /// False alarms that a firing of each step makes, where it makes any.
  func alarms() -> [(step: Int, count: Int, isByWindow: Bool)] {
    traces.flatMap { trace in
      trace.steps.enumerated().compactMap { i, step in
        let count = trace.alarms[i] + (trace.delivers[i] ? trace.alarmsWhenDelivered[i] : 0)
        return count > 0 ? (step, count, trace.alarms[i] == 0) : nil
      }
    }
  }

  /// Whether the gates never depend on what fired before.
  var isUngated: Bool {
    zip(reach.some, reach.every).allSatisfy { $0 == $1 }
  }

  /// Whether every label is one of a single step.
  var hasOpenWindows: Bool {
    table.traces.contains { trace in
      trace.windows.contains { window in
        window.isPositive && window.steps.contains { table.delivers[$0] && reach.some[$0] }
      }
    }
  }

  // MARK: - Replays

  /// The candidate's values.
  func overrides(_ weights: [Double], _ threshold: Double) -> Overrides {
    var overrides = overrides
    overrides.weights = weights
    overrides.values[thresholdName] = .number(threshold)
    return overrides
  }

  /// Replays a candidate in the engine's own `evaluate`.
  func replay(_ weights: [Double], _ threshold: Double) -> Certificate.Winner {
    let overrides = overrides(weights, threshold)
    return Certificate.Winner(
      weights: weights, threshold: threshold,
      evaluation: Evaluation(
        engine: engine, suites: suites, overrides: overrides,
        distanceFromShipped: shipped.distance(overrides, engine: engine)))
  }

  func tally(_ weights: [Double], _ threshold: Double) -> Tally {
    PlainKernel().tally(
      KernelCandidate(weights: weights, notifyThreshold: threshold), over: table)
  }

  /// Decisions of a replay by step of the table.
  func decisions(_ winner: Certificate.Winner) -> [StepDecision] {
    winner.evaluation.traces.flatMap(\.decisions)
  }
}
