import TraceModel

/// The values given from outside a suite: by a plan, `--weights` or `--set`.
///
/// Empty is the shipped candidate.
package struct Overrides: Sendable, Hashable {
  /// One weight per sub-score, or nil to keep the shipped ones.
  package var weights: [Double]?
  /// By parameter name.
  package var values: [String: ParameterValue]

  package init(weights: [Double]? = nil, values: [String: ParameterValue] = [:]) {
    self.weights = weights
    self.values = values
  }

  package var isEmpty: Bool { weights == nil && values.isEmpty }
}

/// Every value an engine needs for one trace, after precedence is settled.
package struct Settings: Sendable, Hashable {
  package let weights: [Double]
  private let values: [String: ParameterValue]

  /// Settles precedence: given from outside, trace profile, suite profile, suite parameters, engine.
  package init(
    engine: any DecisionEngine, suite: Suite, trace: Trace, overrides: Overrides = Overrides()
  ) {
    var values: [String: ParameterValue] = [:]
    for parameter in engine.parameters {
      values[parameter.name] = Self.value(
        of: parameter, suite: suite, trace: trace, overrides: overrides)
    }
    self.values = values
    self.weights = overrides.weights ?? Self.shippedWeights(engine: engine, suite: suite)
  }

  /// One parameter's value in force for a trace; nil when nothing gives one.
  package static func value(
    of parameter: ParameterDefinition, suite: Suite, trace: Trace, overrides: Overrides
  ) -> ParameterValue? {
    let name = parameter.name
    return overrides.values[name] ?? trace.profile[name] ?? suite.profile[name]
      ?? suite.parameters[name] ?? parameter.defaultValue
  }

  /// The engine's weights with those the suite names replaced.
  package static func shippedWeights(engine: any DecisionEngine, suite: Suite) -> [Double] {
    engine.subScores.map { suite.weights[$0.name] ?? $0.shippedWeight }
  }

  package func value(_ name: String) -> ParameterValue? { values[name] }

  /// A numeric parameter that the engine itself declares.
  package func number(_ name: String) -> Double {
    guard let number = values[name]?.number else {
      preconditionFailure("the engine declares no number \(name)")
    }
    return number
  }

  package func integer(_ name: String) -> Int {
    guard case .integer(let value)? = values[name] else {
      preconditionFailure("the engine declares no whole number \(name)")
    }
    return value
  }

  package func clockRange(_ name: String) -> ClockRange? {
    guard case .clockRange(let range)? = values[name] else {
      preconditionFailure("the engine declares no clock range \(name)")
    }
    return range
  }

  package func knots(_ name: String) -> [Knot] {
    guard case .knots(let knots)? = values[name] else {
      preconditionFailure("the engine declares no curve \(name)")
    }
    return knots
  }

  /// Thresholds and gates by their role, for the decision table.
  package func gates(of engine: any DecisionEngine) -> GateSettings {
    func number(_ role: ParameterRole) -> Double? {
      engine.parameter(role: role).flatMap { values[$0.name]?.number }
    }
    return GateSettings(
      notifyThreshold: number(.notifyThreshold) ?? .infinity,
      escalateThreshold: number(.escalateThreshold),
      cooldownSeconds: number(.cooldown).map { Int($0) * 60 } ?? 0,
      dailyBudget: number(.dailyBudget).map { Int($0) })
  }
}
