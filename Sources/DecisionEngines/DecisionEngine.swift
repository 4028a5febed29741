import TraceModel

/// A decision engine as a pure function of its inputs: no clock, no disk, no randomness.
///
/// `evaluate` is the readable statement of the app's rules, used wherever a person looks. `lower`
/// gives the same rules as a table for the kernels. A test on thousands of random candidates holds
/// both to the same decisions, to the last bit of every score.
package protocol DecisionEngine: Sendable {
  var name: String { get }
  /// One sentence for lists and help.
  var summary: String { get }
  var signals: [SignalDefinition] { get }
  /// The weighted terms of the score, in the order they are added.
  var subScores: [SubScoreDefinition] { get }
  /// Thresholds, gates, then constants, in the order a sweep counts them.
  var parameters: [ParameterDefinition] { get }
  /// Names of the three actions, weakest first, as printed.
  var actionNames: [String] { get }

  /// Replays a trace and explains each step.
  func evaluate(_ trace: Trace, settings: Settings) -> [StepDecision]

  /// The part of a trace that no weight, threshold, cooldown or budget changes.
  func lower(_ trace: Trace, settings: Settings) -> LoweredTrace

  /// Sub-scores from outside that stand in for its own curves; nil when the curves are its own.
  var givenSubScores: GivenSubScores? { get }

  /// The same weights, thresholds and gates over sub-scores from outside.
  ///
  /// - Parameters:
  ///   - given: Values for every step of the suites.
  ///   - suites: The suites that will be evaluated.
  /// - Returns: Nil when the engine's score is no weighted sum of sub-scores.
  func taking(_ given: GivenSubScores, for suites: [Suite]) -> (any DecisionEngine)?
}

extension DecisionEngine {
  package var givenSubScores: GivenSubScores? { nil }

  package func taking(_ given: GivenSubScores, for suites: [Suite]) -> (any DecisionEngine)? { nil }
}

/// What an engine computes of a trace once, before any candidate.
package struct LoweredTrace: Sendable {
  /// By step, then by sub-score.
  package let subScores: [[Double]]
  package let isBlocked: [Bool]

  package init(subScores: [[Double]], isBlocked: [Bool]) {
    self.subScores = subScores
    self.isBlocked = isBlocked
  }
}

extension DecisionEngine {
  package func parameterIndex(_ name: String) -> Int? {
    parameters.firstIndex { $0.name == name }
  }

  package func parameter(role: ParameterRole) -> ParameterDefinition? {
    parameters.first { $0.role == role }
  }

  package func word(for action: Action) -> String { actionNames[action.rawValue] }
}

/// Every engine that a suite can name.
package enum Engines {
  package static let all: [any DecisionEngine] = [Vigil()]

  package static func named(_ name: String) -> (any DecisionEngine)? {
    all.first { $0.name == name }
  }
}
