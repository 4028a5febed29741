import DecisionEngines
import Dispatch
import Synchronization
import TraceModel

/// Tallies every candidate of a plan over its suites.
package struct SweepRunner: Sendable {
  private let engine: any DecisionEngine
  private let suites: [Suite]
  private let plan: SweepPlan
  private let ranking: Ranking
  private let kernel: any Kernel
  package let space: CandidateSpace
  package let shipped: ShippedPoint
  /// Candidates a worker takes at a time.
  private static let blockSize = 4096

  /// - Parameters:
  ///   - plan: A plan whose names belong to the engine.
  ///   - suites: Its suites, loaded; all of one engine, all shipping the same weights and threshold.
  ///   - engine: Their engine.
  ///   - shipped: What those suites ship.
  ///   - kernel: What tallies.
  /// - Throws: `CountOverflow` when the plan spans more candidates than can be numbered.
  package init(
    plan: SweepPlan, suites: [Suite], engine: any DecisionEngine, shipped: ShippedPoint,
    kernel: any Kernel = PlainKernel()
  ) throws(CandidateSpace.CountOverflow) {
    self.plan = plan
    self.suites = suites
    self.engine = engine
    self.kernel = kernel
    self.shipped = shipped
    ranking = Ranking(plan: plan)
    space = try CandidateSpace(
      plan: plan, engine: engine,
      thresholdCount: Self.reservedThresholds(plan: plan, suites: suites, engine: engine))
  }

  /// How many thresholds `"all"` reserves for a weight set: the steps that some candidate's clock
  /// gates leave open.
  private static func reservedThresholds(
    plan: SweepPlan, suites: [Suite], engine: any DecisionEngine
  ) -> Int {
    guard plan.parameters.values.contains(.allThresholds) else { return 0 }
    // Blocking depends on one parameter at a time: the widest opening bounds them all.
    var most = DecisionTable(suites: suites, engine: engine).unblockedStepCount
    for definition in engine.parameters where definition.role == .lowering {
      guard case .values(let values)? = plan.parameters[definition.name], definition.isGate else {
        continue
      }
      let counts = values.map {
        DecisionTable(
          suites: suites, engine: engine, overrides: Overrides(values: [definition.name: $0])
        ).unblockedStepCount
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
  /// - Returns: What the range's candidates add up to.
  package func run(
    _ range: Range<Int>, threads: Int, progress: @Sendable (Int) -> Void = { _ in }
  ) -> Aggregate {
    let keep: Int =
      switch plan.keep {
      case .best(let count): count
      case .all: max(1, range.count)
      }
    let next = Atomic<Int>(range.lowerBound)
    let done = Atomic<Int>(0)
    let results = Mutex(Aggregate(keep: keep))
    DispatchQueue.concurrentPerform(iterations: max(1, threads)) { _ in
      var tables = TableCache(engine: engine, suites: suites)
      var local = Aggregate(keep: keep)
      while true {
        let start = next.add(Self.blockSize, ordering: .relaxed).oldValue
        guard start < range.upperBound else { break }
        let end = min(start + Self.blockSize, range.upperBound)
        tally(start..<end, tables: &tables, into: &local)
        progress(done.add(end - start, ordering: .relaxed).newValue)
      }
      results.withLock { $0.merge(local) }
    }
    var total = results.withLock { $0 }
    total.finish()
    return total
  }

  /// Tallies a block, candidates with the same lowered table one after another.
  private func tally(_ block: Range<Int>, tables: inout TableCache, into aggregate: inout Aggregate)
  {
    var groups: [[String: ParameterValue]: [CandidateSpace.Candidate]] = [:]
    for index in block {
      let candidate = space[index]
      groups[tables.loweringValues(candidate.overrides), default: []].append(candidate)
    }
    for (values, candidates) in groups {
      let table = tables.table(for: values)
      for candidate in candidates { tally(candidate, over: table, into: &aggregate) }
    }
  }

  private func tally(
    _ candidate: CandidateSpace.Candidate, over table: DecisionTable,
    into aggregate: inout Aggregate
  ) {
    var kernelCandidate = kernelCandidate(candidate.overrides)
    if let rank = candidate.thresholdRank {
      let thresholds = Thresholds.all(weights: kernelCandidate.weights, over: table)
      guard rank < thresholds.count else {
        aggregate.skip()
        return
      }
      kernelCandidate.notifyThreshold = thresholds[rank]
    }
    let tally = kernel.tally(kernelCandidate, over: table)
    aggregate.add(scored(candidate, kernelCandidate, tally, days: table.dayCount))
  }

  private func scored(
    _ candidate: CandidateSpace.Candidate, _ kernelCandidate: KernelCandidate, _ tally: Tally,
    days: Int
  ) -> ScoredCandidate {
    let threshold = kernelCandidate.notifyThreshold ?? shipped.notifyThreshold
    let distance = shipped.distance(weights: kernelCandidate.weights, notifyThreshold: threshold)
    let metrics = Metrics(tally: tally, days: days, distanceFromShipped: distance)
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
    var overrides = space[index].overrides
    if let notifyThreshold, let definition = engine.parameter(role: .notifyThreshold) {
      overrides.values[definition.name] = .number(notifyThreshold)
    }
    return overrides
  }
}

/// Decision tables by the constants that made them, a few at a time.
private struct TableCache {
  private let engine: any DecisionEngine
  private let suites: [Suite]
  private let loweringNames: [String]
  private var tables: [[String: ParameterValue]: DecisionTable] = [:]
  /// Enough for a plan's few curves; a plan over thousands lowers again instead of holding them.
  private static let limit = 128

  init(engine: any DecisionEngine, suites: [Suite]) {
    self.engine = engine
    self.suites = suites
    loweringNames = engine.parameters.filter { $0.role == .lowering }.map(\.name)
  }

  func loweringValues(_ overrides: Overrides) -> [String: ParameterValue] {
    var values: [String: ParameterValue] = [:]
    for name in loweringNames { values[name] = overrides.values[name] }
    return values
  }

  mutating func table(for values: [String: ParameterValue]) -> DecisionTable {
    if let known = tables[values] { return known }
    let table = DecisionTable(suites: suites, engine: engine, overrides: Overrides(values: values))
    if tables.count >= Self.limit { tables.removeAll() }
    tables[values] = table
    return table
  }
}
