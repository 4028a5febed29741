import DecisionEngines
import TraceModel

/// A plan whose candidates are weight sets × thresholds × settings: each weight set is tallied at
/// all of its thresholds at once.
struct RowShape: Sendable {
  /// What one combination of the other parameters fixes.
  struct Setting: Sendable {
    /// Added to a weight set's first index.
    let offset: Int
    let gates: GateChoice
    let escalateThreshold: Double?
    /// Which lowered table.
    let lowering: [String: ParameterValue]
    /// Swept numbers after the weights, any number where the threshold goes.
    let numbers: [Double]
    let choices: [UInt64]
  }

  /// Candidates of one weight set.
  let rowLength: Int
  private let lattice: WeightLattice?
  private let sets: [[Double]]
  private let grid: ThresholdGrid
  /// How many indices `"all"` reserves; nil for a grid.
  private let reserved: Int?
  private let thresholdStride: Int
  private let thresholdPlace: Int
  private let settings: [Setting]
  private let shipped: ShippedPoint
  private let firstIndex: Int
  private let repeatsCoarser: Bool

  /// Beyond this a plan is mostly settings, and rows gain little.
  private static let settingLimit = 4096
  /// Tables that are held at once.
  private static let tableLimit = 64

  /// - Parameters:
  ///   - space: The plan's candidates.
  ///   - shipped: Where distances are measured from.
  init?(space: CandidateSpace, shipped: ShippedPoint) {
    guard !space.method.draws, !space.isNeighbourhood else { return nil }
    var lattice: WeightLattice?
    var sets = [shipped.weights]
    var parameters: [(definition: ParameterDefinition, space: ParameterSpace, count: Int)] = []
    for dimension in space.dimensions {
      switch dimension {
      case .lattice(let found): lattice = found
      case .sets(let found): sets = found
      case .simplex: return nil
      case .parameter(let definition, let space, let count):
        parameters.append((definition, space, count))
      }
    }
    guard let place = parameters.firstIndex(where: { $0.definition.role == .notifyThreshold })
    else { return nil }
    rowLength = parameters.reduce(1) { $0 * $1.count }
    thresholdStride = parameters[(place + 1)...].reduce(1) { $0 * $1.count }
    let thresholds = parameters[place]
    guard rowLength > 0, rowLength / thresholds.count <= Self.settingLimit,
      thresholds.count < 1 << 24
    else { return nil }
    switch thresholds.space {
    case .allThresholds:
      reserved = thresholds.count
      grid = ThresholdGrid([])
    case .values, .range:
      reserved = nil
      let values = (0..<thresholds.count).compactMap { thresholds.space.value($0)?.number }
      guard values.count == thresholds.count, values.allSatisfy(\.isFinite) else { return nil }
      grid = ThresholdGrid(values)
    case .interval: return nil
    }
    self.lattice = lattice
    self.sets = sets
    self.shipped = shipped
    firstIndex = space.firstIndex
    repeatsCoarser = space.repeatsCoarser
    settings = Self.settings(parameters, threshold: place)
    // The place among the numbers, parameters without a number left out.
    let before = parameters[..<place].count { $0.space.value(0)?.number != nil }
    thresholdPlace = before
    guard Set(settings.map(\.lowering)).count <= Self.tableLimit else { return nil }
  }

  private static func settings(
    _ parameters: [(definition: ParameterDefinition, space: ParameterSpace, count: Int)],
    threshold: Int
  ) -> [Setting] {
    var strides = [Int](repeating: 1, count: parameters.count)
    for i in parameters.indices.dropLast().reversed() {
      strides[i] = strides[i + 1] * parameters[i + 1].count
    }
    let total = parameters.enumerated().reduce(1) {
      $1.offset == threshold ? $0 : $0 * $1.element.count
    }
    return (0..<total).map { number in
      var rest = number
      var picks = [Int](repeating: 0, count: parameters.count)
      for i in parameters.indices.reversed() where i != threshold {
        picks[i] = rest % parameters[i].count
        rest /= parameters[i].count
      }
      return setting(parameters, threshold: threshold, picks: picks, strides: strides)
    }
  }

  private static func setting(
    _ parameters: [(definition: ParameterDefinition, space: ParameterSpace, count: Int)],
    threshold: Int, picks: [Int], strides: [Int]
  ) -> Setting {
    var gates = GateChoice()
    var escalate: Double?
    var lowering: [String: ParameterValue] = [:]
    var numbers: [Double] = []
    var choices: [UInt64] = []
    for (i, parameter) in parameters.enumerated() {
      guard i != threshold, let value = parameter.space.value(picks[i]) else {
        numbers.append(0)
        continue
      }
      switch parameter.definition.role {
      case .notifyThreshold: break
      case .escalateThreshold: escalate = value.number
      case .cooldown: gates.cooldownSeconds = value.number.map { Int($0) * 60 }
      case .dailyBudget: gates.dailyBudget = value.number.map { Int($0) }
      case .lowering: lowering[parameter.definition.name] = value
      }
      if let number = value.number {
        numbers.append(number)
      } else if case .values(let values) = parameter.space {
        let place = values.firstIndex(of: value) ?? 0
        choices.append(place < 64 ? 1 << UInt64(place) : 0)
      }
    }
    return Setting(
      offset: zip(picks, strides).reduce(0) { $0 + $1.0 * $1.1 }, gates: gates,
      escalateThreshold: escalate, lowering: lowering, numbers: numbers, choices: choices)
  }

  /// Tallies all candidates of a weight set.
  ///
  /// - Returns: False, with nothing tallied, when the tables or weights need the plain kernel.
  func tally(_ set: Int, tables: inout TableCache, into aggregate: inout some CandidateSink) -> Bool
  {
    let row = tables.row
    if let lattice {
      if tables.cursor == nil { tables.cursor = LatticeCursor(lattice) }
      tables.cursor?.move(to: set)
      if repeatsCoarser, tables.cursor?.isOnDoubleSteps == true {
        aggregate.skip(rowLength)
        return true
      }
      row.weights = tables.cursor?.weights ?? []
    } else {
      row.weights = sets[set]
    }
    let weights = row.weights
    let places = tables.places(for: settings, grid: grid)
    for place in places {
      guard place.table.isSupported && place.table.isBounded(weights) else { return false }
    }
    row.weightDistance = shipped.weightDistance(weights)
    row.stride = thresholdStride
    row.thresholdPlace = weights.count + thresholdPlace
    row.carriesThreshold = reserved != nil
    var loaded: ThresholdSweep?
    for place in places {
      let sweep = place.sweep
      if sweep !== loaded {
        load(weights, sweep, row)
        loaded = sweep
      }
      if let reserved { aggregate.skip(reserved - sweep.count) }
      row.start(place, firstIndex: firstIndex + set * rowLength + place.setting.offset)
      aggregate.add(row, sweep, place.gates, escalate: place.setting.escalateThreshold)
    }
    return true
  }

  /// Scores a weight set, and sets the row's thresholds where they depend on it or are not set yet.
  private func load(_ weights: [Double], _ sweep: ThresholdSweep, _ row: SweptRow) {
    if reserved != nil {
      row.setThresholds(sweep.loadAll(weights), order: nil, shipped: shipped)
    } else {
      sweep.load(weights)
      if !row.isSet {
        row.isSet = true
        row.setThresholds(grid.values, order: grid.order, shipped: shipped)
      }
    }
  }
}

extension ParameterSpace {
  /// Value `i`, for spaces that list their values.
  func value(_ i: Int) -> ParameterValue? {
    switch self {
    case .values(let values): values[i]
    case .range(let range, let isInteger):
      isInteger ? .integer(Int(range[i])) : .number(range[i])
    case .allThresholds, .interval: nil
    }
  }
}
