import DecisionEngines
import TraceModel

/// Tallies every candidate of a plan over its suites.
package struct SweepRunner: Sendable {
  private let engine: any DecisionEngine
  private let source: TableSource
  private let plan: SweepPlan
  private let ranking: Ranking
  private let kernel: KernelChoice
  /// Set when whole rows of thresholds can be tallied at once.
  private var shape: RowShape?
  private let days: Int
  package private(set) var space: CandidateSpace
  package let shipped: ShippedPoint
  /// Behaviours counted exactly, and behaviours kept whole.
  package var behaviourLimits = (
    exact: BehaviourTable.exactLimit, records: BehaviourTable.recordLimit
  )
  /// Candidates a worker takes at a time, or a few more to end on a whole weight set.
  private static let blockSize = 4096

  /// - Parameters:
  ///   - plan: A plan whose names belong to the engine.
  ///   - suites: Its suites, loaded; all of one engine, all shipping the same weights and threshold.
  ///   - engine: Their engine.
  ///   - shipped: What they ship.
  ///   - kernel: What tallies; the result is the same whichever does.
  /// - Throws: `CountOverflow` when the plan spans too many candidates to number.
  package init(
    plan: SweepPlan, suites: [Suite], engine: any DecisionEngine, shipped: ShippedPoint,
    kernel: KernelChoice = .auto
  ) throws(CandidateSpace.CountOverflow) {
    try self.init(
      plan: plan, source: .suites(suites, engine), engine: engine, shipped: shipped,
      kernel: kernel)
  }

  /// Sweeps one table that no suite was lowered to, as benchmarks do.
  package init(
    plan: SweepPlan, table: DecisionTable, engine: any DecisionEngine, shipped: ShippedPoint,
    kernel: KernelChoice = .auto
  ) throws(CandidateSpace.CountOverflow) {
    try self.init(
      plan: plan, source: .table(table), engine: engine, shipped: shipped, kernel: kernel)
  }

  private init(
    plan: SweepPlan, source: TableSource, engine: any DecisionEngine, shipped: ShippedPoint,
    kernel: KernelChoice
  ) throws(CandidateSpace.CountOverflow) {
    self.plan = plan
    self.source = source
    self.engine = engine
    self.kernel = kernel
    self.shipped = shipped
    ranking = Ranking(plan: plan)
    space = try CandidateSpace(
      plan: plan, engine: engine,
      thresholdCount: Self.reservedThresholds(plan: plan, source: source, engine: engine))
    shape = kernel.sweepsRows ? RowShape(space: space, shipped: shipped) : nil
    days = source.dayCount
  }

  /// The same sweep over other candidates of the same parameters.
  package func over(_ space: CandidateSpace) -> SweepRunner {
    var other = self
    other.space = space
    other.shape = kernel.sweepsRows ? RowShape(space: space, shipped: shipped) : nil
    return other
  }

  /// How many thresholds `"all"` reserves for a weight set: the steps that some candidate's clock
  /// gates leave open.
  private static func reservedThresholds(
    plan: SweepPlan, source: TableSource, engine: any DecisionEngine
  ) -> Int {
    guard plan.parameters.values.contains(.allThresholds) else { return 0 }
    // Blocking depends on one parameter at a time: the widest opening bounds them all.
    var most = source.table([:]).unblockedStepCount
    for definition in engine.parameters where definition.role == .lowering {
      guard case .values(let values)? = plan.parameters[definition.name], definition.isGate else {
        continue
      }
      let counts = values.map {
        source.table([definition.name: $0]).unblockedStepCount
      }
      most = counts.max() ?? most
    }
    return most
  }

  /// Tallies a range of candidates.
  ///
  /// - Parameters:
  ///   - range: Indices within the space.
  ///   - threads: Workers; the result does not depend on their number.
  ///   - progress: Called now and then, from any thread, with the indices done.
  /// - Returns: What the sweep remembers of them.
  package func run(
    _ range: Range<Int>, threads: Int, progress: @Sendable (Int) -> Void = { _ in }
  ) -> Aggregate {
    var sweep = RunningSweep(self, range, threads: threads)
    sweep.advance(pausing: { false }) { done, _ in progress(done) }
    return sweep.total
  }

  /// Scratch space for one worker.
  func makeTables() -> TableCache { TableCache(engine: engine, source: source, kernel: kernel) }

  /// What a sweep starts from, or shards are merged into.
  ///
  /// - Parameter count: Candidates to come; all are listed when the plan keeps all.
  /// - Returns: An aggregate of no candidate.
  package func emptyAggregate(for count: Int) -> Aggregate {
    let keep: Int =
      switch plan.keep {
      case .best(let best): best
      case .all: max(1, count)
      }
    return Aggregate(
      keep: keep, ranking: ranking, days: days, exactLimit: behaviourLimits.exact,
      recordLimit: behaviourLimits.records)
  }

  /// A function of the plan alone, so that blocks are the same in every run of it.
  var blockLength: Int {
    guard let shape else { return Self.blockSize }
    let length = shape.rowLength
    return length * max(1, Self.blockSize / length)
  }

  /// Tallies a block: whole weight sets by rows, what is left at its ends one by one.
  func tally(_ block: Range<Int>, tables: inout TableCache, into aggregate: inout Aggregate) {
    guard let shape else {
      tallyEach(block, tables: &tables, into: &aggregate)
      return
    }
    let length = shape.rowLength
    let first = (block.lowerBound + length - 1) / length
    let end = block.upperBound / length
    guard first < end else {
      tallyEach(block, tables: &tables, into: &aggregate)
      return
    }
    tallyEach(block.lowerBound..<first * length, tables: &tables, into: &aggregate)
    for set in first..<end where !shape.tally(set, tables: &tables, into: &aggregate) {
      tallyEach(set * length..<(set + 1) * length, tables: &tables, into: &aggregate)
    }
    tallyEach(end * length..<block.upperBound, tables: &tables, into: &aggregate)
  }

  /// Tallies candidates one by one, those with the same lowered table in one batch.
  private func tallyEach(
    _ block: Range<Int>, tables: inout TableCache, into aggregate: inout Aggregate
  ) {
    var groups: [[String: ParameterValue]: [CandidateSpace.Candidate]] = [:]
    for index in block {
      let candidate = space[index]
      groups[tables.loweringValues(candidate.overrides), default: []].append(candidate)
    }
    for (values, candidates) in groups {
      let entry = tables.entry(for: values)
      var kept: [CandidateSpace.Candidate] = []
      var batch: [KernelCandidate] = []
      for candidate in candidates {
        guard !candidate.isRepeat, let resolved = resolve(candidate, entry) else {
          aggregate.skip()
          continue
        }
        kept.append(candidate)
        batch.append(resolved)
      }
      var tallies: [Tally] = []
      entry.session.tally(batch, into: &tallies)
      for (i, candidate) in kept.enumerated() {
        aggregate.add(scored(candidate, batch[i], tallies[i], days: days))
      }
    }
  }

  /// What the kernel needs of a candidate; nil when its index stands for none.
  private func resolve(_ candidate: CandidateSpace.Candidate, _ entry: TableCache.Entry)
    -> KernelCandidate?
  {
    var resolved = kernelCandidate(candidate.overrides)
    if let rank = candidate.thresholdRank {
      let thresholds = entry.thresholds(weights: resolved.weights)
      guard rank < thresholds.count else { return nil }
      resolved.notifyThreshold = thresholds[rank]
    }
    return resolved
  }

  private func scored(
    _ candidate: CandidateSpace.Candidate, _ kernelCandidate: KernelCandidate, _ tally: Tally,
    days: Int
  ) -> ScoredCandidate {
    let threshold = kernelCandidate.notifyThreshold ?? shipped.notifyThreshold
    let distance = shipped.distance(weights: kernelCandidate.weights, notifyThreshold: threshold)
    let metrics = Metrics(
      tally: tally, days: days, distanceFromShipped: distance, costs: plan.costs)
    var numbers = kernelCandidate.weights
    var choices: [UInt64] = []
    for dimension in space.dimensions {
      guard case .parameter(let definition, let space, _) = dimension else { continue }
      if definition.role == .notifyThreshold {
        numbers.append(threshold)
      } else if let value = candidate.overrides.values[definition.name] {
        if let number = value.number {
          numbers.append(number)
        } else if case .values(let values) = space {
          let place = values.firstIndex(of: value) ?? 0
          choices.append(place < 64 ? 1 << UInt64(place) : 0)
        }
      }
    }
    return ScoredCandidate(
      index: candidate.index, tally: tally,
      rank: RankKey(metrics, index: candidate.index, by: ranking), distance: distance,
      notifyThreshold: candidate.thresholdRank == nil ? nil : threshold, numbers: numbers,
      choices: choices)
  }

  private func kernelCandidate(_ overrides: Overrides) -> KernelCandidate {
    func number(_ role: ParameterRole) -> Double? {
      engine.parameter(role: role).flatMap { overrides.values[$0.name]?.number }
    }
    return KernelCandidate(
      weights: overrides.weights ?? shipped.weights, notifyThreshold: number(.notifyThreshold),
      escalateThreshold: number(.escalateThreshold),
      cooldownSeconds: number(.cooldown).map { Int($0) * 60 },
      dailyBudget: number(.dailyBudget).map { Int($0) })
  }

  /// The values that make a ranked candidate, ready for the engine's own `evaluate`.
  package func overrides(index: Int, notifyThreshold: Double?) -> Overrides {
    var overrides = space[index - space.firstIndex].overrides
    if let notifyThreshold, let definition = engine.parameter(role: .notifyThreshold) {
      overrides.values[definition.name] = .number(notifyThreshold)
    }
    return overrides
  }
}
