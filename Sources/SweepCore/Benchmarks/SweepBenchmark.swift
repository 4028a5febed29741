import DecisionEngines
import TraceModel

/// Times whole sweeps of weight lattice × thresholds, aggregation included.
package enum SweepBenchmark {
  /// Which thresholds each weight set is tallied at.
  package enum Thresholds: String, Sendable, Hashable {
    /// 0, 1 … 100.
    case wholePoints
    /// Every one that can matter.
    case all
  }

  /// Sweeps a weight lattice.
  ///
  /// - Parameters:
  ///   - suite: What to tally on, under the gates its days ship.
  ///   - denominator: Steps that make 1; the full 1% lattice has 100.
  ///   - thresholds: Which ones.
  ///   - kernel: What tallies.
  ///   - threads: Workers.
  ///   - cap: At most this many candidates.
  /// - Returns: What it took, and what the sweep found.
  /// - Throws: `CountOverflow` for a lattice too fine to number.
  package static func lattice(
    _ suite: BenchmarkSuite, denominator: Int, thresholds: Thresholds = .wholePoints,
    kernel: KernelChoice = .auto, threads: Int, cap: Int? = nil
  ) throws(CandidateSpace.CountOverflow) -> (figure: BenchmarkFigure, aggregate: Aggregate) {
    let engine = Vigil()
    let points = DecimalRange(first: 0, step: 1, scale: 0, count: 101)
    let space = thresholds == .all ? .allThresholds : ParameterSpace.range(points, isInteger: false)
    let plan = SweepPlan(
      name: "bench", suites: [], method: .lattice,
      weights: .lattice(denominator: denominator, minimum: 0),
      parameters: ["notifyThreshold": space], runCap: cap)
    let runner = try SweepRunner(
      plan: plan, table: suite.table, engine: engine,
      shipped: ShippedPoint(
        weights: engine.subScores.map(\.shippedWeight), notifyThreshold: 60), kernel: kernel)
    var aggregate: Aggregate?
    let time = seconds { aggregate = runner.run(0..<runner.space.count, threads: threads) }
    guard let aggregate else { preconditionFailure("a measured closure runs") }
    let figure = BenchmarkFigure(
      name: "\(kernel.rawValue), \(thresholds.rawValue)", threads: threads,
      candidates: aggregate.evaluated, steps: suite.table.unblockedStepCount, seconds: time)
    return (figure, aggregate)
  }
}
