import DecisionEngines
import Synchronization
import TraceModel

/// Whole sweeps of weight lattice × thresholds, aggregation included.
package struct SweepBenchmark {
  /// Which thresholds each weight set is tallied at.
  package enum Thresholds: String, Sendable, Hashable, CaseIterable {
    /// 0, 1 … 100.
    case wholePoints
    /// Every one that can matter.
    case all
  }

  private let runner: SweepRunner
  /// Indices of one weight set; with `all` thresholds some are skipped.
  private let rowLength: Int

  /// - Parameters:
  ///   - suite: What to tally on, under the gates its days ship.
  ///   - denominator: Steps that make 1; the full 1% lattice has 100.
  ///   - thresholds: Which ones.
  ///   - kernel: What tallies.
  /// - Throws: `CountOverflow` for a lattice too fine to number.
  package init(
    _ suite: BenchmarkSuite, denominator: Int = 100, thresholds: Thresholds = .wholePoints,
    kernel: KernelChoice = .auto
  ) throws(CandidateSpace.CountOverflow) {
    let engine = Vigil()
    let points = DecimalRange(first: 0, step: 1, scale: 0, count: 101)
    let space = thresholds == .all ? .allThresholds : ParameterSpace.range(points, isInteger: false)
    let plan = SweepPlan(
      name: "bench", suites: [], method: .lattice,
      weights: .lattice(denominator: denominator, minimum: 0),
      parameters: ["notifyThreshold": space])
    runner = try SweepRunner(
      plan: plan, table: suite.table, engine: engine,
      shipped: ShippedPoint(
        weights: engine.subScores.map(\.shippedWeight), notifyThreshold: 60), kernel: kernel)
    rowLength = thresholds == .all ? suite.table.unblockedStepCount : points.count
  }

  /// All candidates.
  package var space: CandidateSpace { runner.space }

  /// Weight sets of the whole lattice.
  package var setCount: Int { runner.space.count / rowLength }

  /// Sweeps neighbouring weight sets.
  package func run(sets: Range<Int>, threads: Int) -> Aggregate {
    runner.run(sets.lowerBound * rowLength..<sets.upperBound * rowLength, threads: threads)
  }

  /// As a contestant: at least as many candidates as asked for, from a third of the lattice on.
  ///
  /// One sweep that goes on from round to round, as a long one does: it has found good candidates
  /// before, and nothing is warm by having been seen.
  package func entry(_ name: String, threads: Int) -> Contest.Entry {
    let range = setCount / 3 * rowLength..<space.count
    var sweep = RunningSweep(runner, range, threads: threads)
    return Contest.Entry(name) { units in
      if sweep.isFinished { sweep = RunningSweep(runner, range, threads: threads) }
      let before = sweep.total.evaluated
      let (start, length) = (sweep.next, runner.blockLength)
      let blocks = Atomic<Int>(0)
      sweep.advance(pausing: {
        blocks.add(1, ordering: .relaxed).newValue * length >= units
      })
      precondition(sweep.next > start)
      return sweep.total.evaluated - before
    }
  }
}

/// All that a sweep's files are made from, to be compared.
package struct SweepDigest: Sendable, Hashable {
  private struct Member: Sendable, Hashable {
    let index: Int
    let tally: Tally
    let threshold: Double?
    let distance: Double

    init(_ scored: ScoredCandidate) {
      index = scored.index
      tally = scored.tally
      threshold = scored.notifyThreshold
      distance = scored.distance
    }
  }

  private struct Group: Sendable, Hashable {
    let members: Int
    let tally: Tally
    let best: BehaviourMember
    let widest: BehaviourMember
    let nearest: BehaviourMember
    let ranges: [ClosedRange<Double>]
  }

  private let counts: [Int]
  private let ranked: [Member]
  private let pareto: [Member]
  private let behaviours: [UInt64: Group]

  package init(_ aggregate: Aggregate) {
    counts = [
      aggregate.evaluated, aggregate.skipped, aggregate.meeting, aggregate.behaviours.count,
    ]
    ranked = aggregate.ranked.map(Member.init)
    pareto = aggregate.pareto.map(Member.init)
    behaviours = aggregate.behaviours.behaviours.mapValues {
      Group(
        members: $0.members, tally: $0.tally, best: $0.bestMember, widest: $0.widest,
        nearest: $0.nearest, ranges: $0.ranges)
    }
  }
}
