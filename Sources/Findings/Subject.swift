import DecisionEngines
import SweepCore
import TraceModel

/// What the findings are about: suites of one engine, and what their app ships.
package struct Subject: Sendable {
  package let engine: any DecisionEngine
  package let suites: [Suite]
  package let shipped: ShippedPoint

  /// - Parameters:
  ///   - engine: The engine of all suites.
  ///   - suites: In the order of the run; all ship the same weights and threshold.
  ///   - shipped: Those weights and that threshold.
  package init(engine: any DecisionEngine, suites: [Suite], shipped: ShippedPoint) {
    self.engine = engine
    self.suites = suites
    self.shipped = shipped
  }

  /// A full replay in the engine's own `evaluate`.
  package func evaluate(_ overrides: Overrides) -> Evaluation {
    Evaluation(
      engine: engine, suites: suites, overrides: overrides,
      distanceFromShipped: shipped.distance(overrides, engine: engine))
  }

  /// The table that all candidates with these constants and gates share; weights are not in it.
  package func table(_ overrides: Overrides = Overrides()) -> DecisionTable {
    DecisionTable(suites: suites, engine: engine, overrides: overrides)
  }

  /// The weights in force under some overrides.
  package func weights(_ overrides: Overrides) -> [Double] { overrides.weights ?? shipped.weights }
}
