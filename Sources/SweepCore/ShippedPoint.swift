import DecisionEngines
import TraceModel

/// The weights and threshold that an app ships, from which distance is measured.
package struct ShippedPoint: Sendable, Hashable {
  package let weights: [Double]
  package let notifyThreshold: Double

  package init(weights: [Double], notifyThreshold: Double) {
    self.weights = weights
    self.notifyThreshold = notifyThreshold
  }

  /// What one suite ships.
  package init(engine: any DecisionEngine, suite: Suite) {
    weights = Settings.shippedWeights(engine: engine, suite: suite)
    let definition = engine.parameter(role: .notifyThreshold)
    let value = definition.map { suite.parameters[$0.name] ?? $0.defaultValue }
    notifyThreshold = value?.number ?? 0
  }

  /// Half the sum of |weight − shipped|, plus |threshold − shipped| / 100.
  package func distance(weights other: [Double], notifyThreshold threshold: Double) -> Double {
    weightDistance(other) + thresholdDistance(threshold)
  }

  /// Half the sum of |weight − shipped|.
  func weightDistance(_ other: [Double]) -> Double {
    var sum = 0.0
    for (a, b) in zip(other, weights) { sum += abs(a - b) }
    return sum / 2
  }

  /// |threshold − shipped| / 100.
  func thresholdDistance(_ threshold: Double) -> Double { abs(threshold - notifyThreshold) / 100 }

  /// The distance of values given from outside.
  package func distance(_ overrides: Overrides, engine: any DecisionEngine) -> Double {
    let name = engine.parameter(role: .notifyThreshold)?.name
    return distance(
      weights: overrides.weights ?? weights,
      notifyThreshold: name.flatMap { overrides.values[$0]?.number } ?? notifyThreshold)
  }
}
