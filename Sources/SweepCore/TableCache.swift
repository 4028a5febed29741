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

/// A setting of a plan on its table, for one worker.
///
/// A class, so that going over them takes no copies.
final class RowPlace {
  let setting: RowShape.Setting
  let table: LaneTable
  let sweep: ThresholdSweep
  let gates: LaneGates

  init(setting: RowShape.Setting, table: LaneTable, sweep: ThresholdSweep, gates: LaneGates) {
    self.setting = setting
    self.table = table
    self.sweep = sweep
    self.gates = gates
  }
}

/// One worker's tables by the constants that made them, with what it has worked out on each.
struct TableCache {
  private let source: TableSource
  private let kernel: KernelChoice
  private let loweringNames: [String]
  /// Filled anew for each weight set and setting.
  let row = SweptRow()
  /// Where the worker is in the plan's lattice.
  var cursor: LatticeCursor?
  private var places: [RowPlace] = []
  private var entries: [[String: ParameterValue]: Entry] = [:]
  /// Enough for a plan's few curves; a plan over thousands lowers again instead of holding them.
  private static let limit = 128

  /// A table with its kernel session and scratch space.
  final class Entry {
    let table: LaneTable
    let session: any TallySession
    private var sweep: ThresholdSweep?
    private var known: (weights: [Double], thresholds: [Double])?

    init(_ table: DecisionTable, kernel: KernelChoice) {
      self.table = LaneTable(table)
      session = kernel.batchKernel.session(over: self.table)
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

  private var unit: LaneUnitChoice { kernel.unit }

  func loweringValues(_ overrides: Overrides) -> [String: ParameterValue] {
    var values: [String: ParameterValue] = [:]
    for name in loweringNames { values[name] = overrides.values[name] }
    return values
  }

  /// What a plan's settings come to on their tables, in their order; made once.
  mutating func places(for settings: [RowShape.Setting], grid: ThresholdGrid) -> [RowPlace] {
    if places.count != settings.count {
      places = settings.map { setting in
        let entry = entry(for: setting.lowering)
        return RowPlace(
          setting: setting, table: entry.table, sweep: entry.sweep(grid, unit: unit),
          gates: LaneGates(setting.gates, table: entry.table))
      }
    }
    return places
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
