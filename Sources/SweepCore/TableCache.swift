import DecisionEngines
import TraceModel

/// Where a sweep's tables come from.
enum TableSource: Sendable {
  case suites([Suite], any DecisionEngine)
  /// One table, whatever the constants.
  case table(DecisionTable)

  /// The table under constants that replace the shipped ones.
  func table(_ values: [String: ParameterValue]) -> DecisionTable {
    switch self {
    case .suites(let suites, let engine):
      DecisionTable(suites: suites, engine: engine, overrides: Overrides(values: values))
    case .table(let table): table
    }
  }

  var dayCount: Int {
    switch self {
    case .suites(let suites, _):
      suites.reduce(0) { $0 + $1.traces.reduce(0) { $0 + $1.dayCount } }
    case .table(let table): table.dayCount
    }
  }
}

/// One worker's tables by the constants that made them, with what it has worked out on each.
struct TableCache {
  private let source: TableSource
  private let kernel: KernelChoice
  private let loweringNames: [String]
  /// Filled anew for each weight set and setting.
  let row = SweptRow()
  private var rowEntries: [Entry] = []
  private var entries: [[String: ParameterValue]: Entry] = [:]
  /// Enough for a plan's few curves; a plan over thousands lowers again instead of holding them.
  private static let limit = 128

  /// A table with its kernel session and scratch space.
  final class Entry {
    let table: LaneTable
    let session: any TallySession
    private var sweep: ThresholdSweep?
    private var gates: [GateChoice: LaneGates] = [:]
    private var known: (weights: [Double], thresholds: [Double])?

    init(_ table: DecisionTable, kernel: KernelChoice) {
      self.table = LaneTable(table)
      session = kernel.batchKernel.session(over: self.table)
    }

    func laneGates(_ choice: GateChoice) -> LaneGates {
      if let known = gates[choice] { return known }
      let made = LaneGates(choice, table: table)
      gates[choice] = made
      return made
    }

    func sweep(_ grid: ThresholdGrid, unit: LaneUnitChoice) -> ThresholdSweep {
      if let sweep { return sweep }
      let made = ThresholdSweep(table, grid: grid, unit: unit)
      sweep = made
      return made
    }

    /// Every threshold of a weight set; remembered, because neighbours in a sweep share weights.
    func thresholds(weights: [Double]) -> [Double] {
      if let known, known.weights == weights { return known.thresholds }
      let thresholds = Thresholds.all(weights: weights, over: table.source)
      known = (weights, thresholds)
      return thresholds
    }
  }

  init(engine: any DecisionEngine, source: TableSource, kernel: KernelChoice) {
    self.source = source
    self.kernel = kernel
    loweringNames = engine.parameters.filter { $0.role == .lowering }.map(\.name)
  }

  var unit: LaneUnitChoice { kernel.unit }

  func loweringValues(_ overrides: Overrides) -> [String: ParameterValue] {
    var values: [String: ParameterValue] = [:]
    for name in loweringNames { values[name] = overrides.values[name] }
    return values
  }

  /// The tables of a plan's settings, in their order.
  mutating func entries(for settings: [RowShape.Setting]) -> [Entry] {
    if rowEntries.count != settings.count {
      rowEntries = settings.map { entry(for: $0.lowering) }
    }
    return rowEntries
  }

  mutating func entry(for values: [String: ParameterValue]) -> Entry {
    if let known = entries[values] { return known }
    let table = source.table(values)
    if entries.count >= Self.limit { entries.removeAll() }
    let entry = Entry(table, kernel: kernel)
    entries[values] = entry
    return entry
  }
}
