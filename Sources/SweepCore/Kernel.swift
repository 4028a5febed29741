import TraceModel

/// What a kernel needs of a candidate: everything that lowering has not already settled.
package struct KernelCandidate: Sendable, Hashable {
  package var weights: [Double]
  /// Replaces the threshold of every trace when given; the same for the next three.
  package var notifyThreshold: Double?
  package var escalateThreshold: Double?
  package var cooldownSeconds: Int?
  package var dailyBudget: Int?

  package init(
    weights: [Double], notifyThreshold: Double? = nil, escalateThreshold: Double? = nil,
    cooldownSeconds: Int? = nil, dailyBudget: Int? = nil
  ) {
    self.weights = weights
    self.notifyThreshold = notifyThreshold
    self.escalateThreshold = escalateThreshold
    self.cooldownSeconds = cooldownSeconds
    self.dailyBudget = dailyBudget
  }

  /// The gates in force for a trace.
  @inline(__always)
  package func gates(over shipped: GateSettings) -> GateSettings {
    GateSettings(
      notifyThreshold: notifyThreshold ?? shipped.notifyThreshold,
      escalateThreshold: escalateThreshold ?? shipped.escalateThreshold,
      cooldownSeconds: cooldownSeconds ?? shipped.cooldownSeconds,
      dailyBudget: dailyBudget ?? shipped.dailyBudget)
  }
}

/// Tallies candidates against a decision table.
///
/// The seam for faster kernels: each must equal `PlainKernel` bit for bit, margins included.
package protocol Kernel: Sendable {
  func tally(_ candidate: KernelCandidate, over table: DecisionTable) -> Tally
}
