import DecisionEngines
import Findings
import TraceModel

/// Every assumed constant drawn at once, each between its own value and one of its alternatives.
///
/// Numbers and the points of curves lie a uniform part of the way; whole numbers and clock times are
/// one or the other. Gates are left alone: they have a stage of their own.
package struct ConstantDraws: Draws {
  package let stage = NightStage.constants
  private let subject: Subject
  private let constants: [ParameterDefinition]
  private let own: OwnReplays
  private let seed: UInt64

  /// Nil when no assumed constant is left.
  package init?(_ subject: Subject, winner: Overrides?, seed: UInt64) {
    let traces = subject.suites.flatMap { suite in suite.traces.map { (suite, $0) } }
    constants = subject.engine.parameters.filter { constant in
      guard constant.origin == .assumed, !constant.isGate, !constant.alternatives.isEmpty else {
        return false
      }
      // What suites give for every trace is no assumption.
      return !traces.allSatisfy { suite, trace in
        trace.profile[constant.name] != nil || suite.profile[constant.name] != nil
          || suite.parameters[constant.name] != nil
      }
    }
    guard !constants.isEmpty else { return nil }
    self.subject = subject
    self.seed = seed
    own = OwnReplays(of: winner, in: subject)
  }

  package var hasWinner: Bool { own.winner != nil }

  package func outcome(_ draw: Int) -> DrawOutcome {
    own.outcome(in: subject, with: values(draw))
  }

  /// The constants of one draw, by name.
  package func values(_ draw: Int) -> [String: ParameterValue] {
    var random = generator(seed, 1, draw)
    var values: [String: ParameterValue] = [:]
    for constant in constants {
      let other = constant.alternatives[random.below(constant.alternatives.count)].value
      values[constant.name] = Self.between(constant.defaultValue, other, random.unit())
    }
    return values
  }

  /// A value `share` of the way from one to another.
  package static func between(_ a: ParameterValue, _ b: ParameterValue, _ share: Double)
    -> ParameterValue
  {
    switch (a, b) {
    case (.number(let x), .number(let y)): .number(x + (y - x) * share)
    case (.knots(let x), .knots(let y)): .knots(between(x, y, share))
    default: share < 0.5 ? a : b
    }
  }

  /// Both curves at every knot of either, and the way between them.
  private static func between(_ a: [Knot], _ b: [Knot], _ share: Double) -> [Knot] {
    let places = Set(a.map(\.x) + b.map(\.x)).sorted()
    return places.map { x in
      let (y, z) = (a.height(at: x), b.height(at: x))
      return Knot(x, y + (z - y) * share)
    }
  }
}
