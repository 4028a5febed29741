import DecisionEngines
import ReportWriters
import SweepCore
import TraceModel

/// Cells of `candidates.csv` made quickly, for lists of millions of rows.
///
/// Where candidates are numbered by their place in the plan, the cells of each parameter's values
/// are made once. Figures that follow from counts are made once for each set of counts.
package struct CandidateCells {
  /// Of the parameters, in the order of the columns.
  private enum Source {
    /// The same for every candidate.
    case constant(CSVCells)
    /// By value; picked by index / stride % count.
    case values(CSVCells, stride: Int)
    /// Carried by the candidate.
    case threshold
  }

  private let sources: [Source]
  /// Weight sets by index / stride, and the cell of each number of steps.
  private let lattice: (lattice: WeightLattice, stride: Int, cells: CSVCells)?
  /// False where a candidate's values must be asked for one by one.
  private let isNumbered: Bool
  private var weights: [Int] = []
  private var counts: [Counts: [UInt8]] = [:]
  private var last: (key: Counts, cells: [UInt8])?
  private static let countLimit = 1 << 16

  /// - Parameters:
  ///   - space: Of the plan.
  ///   - isOnlyRound: Whether no later round numbers other candidates.
  ///   - columns: Parameters after the weights.
  ///   - constant: The cell of one that is not swept.
  package init(
    space: CandidateSpace, isOnlyRound: Bool, columns: [ParameterDefinition],
    constant: (ParameterDefinition) -> String
  ) {
    var stride = 1
    var swept: [String: Source] = [:]
    var lattice: (WeightLattice, Int, CSVCells)?
    var isNumbered = isOnlyRound && !space.method.draws
    for dimension in space.dimensions.reversed() {
      switch dimension {
      case .lattice(let found):
        let texts = (0...found.denominator).map { NumberText.exact(found.weight($0)) }
        lattice = (found, stride, CSVCells(texts))
        stride *= found.count
      case .sets, .simplex: isNumbered = false
      case .parameter(let definition, let space, let count):
        switch space {
        case .values(let values):
          swept[definition.name] = .values(CSVCells(values.map(\.text)), stride: stride)
        case .range(let range, let isInteger):
          let cells = CSVCells(
            (0..<min(range.count, Self.countLimit)).map { i in
              let value: ParameterValue = isInteger ? .integer(Int(range[i])) : .number(range[i])
              return value.text
            })
          if cells.count < range.count { isNumbered = false }
          swept[definition.name] = .values(cells, stride: stride)
        case .allThresholds: swept[definition.name] = .threshold
        case .interval: isNumbered = false
        }
        stride *= count
      }
    }
    self.lattice = lattice
    self.isNumbered = isNumbered && lattice != nil
    sources = columns.map { definition in
      swept[definition.name] ?? .constant(CSVCells([constant(definition)]))
    }
  }

  /// Adds a candidate's values: each weight, the threshold, then what else is swept.
  private mutating func addValues(
    _ index: Int, threshold: Double?, to buffer: inout CSVBuffer,
    orElse others: (Int, Double?) -> [String]
  ) {
    guard isNumbered, let lattice else {
      for cell in others(index, threshold) { buffer.word(cell) }
      return
    }
    lattice.lattice.fill(steps: &weights, at: index / lattice.stride)
    for steps in weights { buffer.ready(lattice.cells, steps) }
    for source in sources {
      switch source {
      case .constant(let cell): buffer.ready(cell, 0)
      case .values(let cells, let stride): buffer.ready(cells, index / stride % cells.count)
      case .threshold: buffer.number(threshold)
      }
    }
  }

  /// What the figures of the count columns follow from.
  private struct Counts: Hashable {
    let tally: SIMD8<Int32>

    init(_ tally: Tally) {
      self.tally = SIMD8(
        Int32(truncatingIfNeeded: tally.tp), Int32(truncatingIfNeeded: tally.fp),
        Int32(truncatingIfNeeded: tally.fn), Int32(truncatingIfNeeded: tally.tn),
        Int32(truncatingIfNeeded: tally.interventions),
        Int32(truncatingIfNeeded: tally.unlabelled),
        Int32(truncatingIfNeeded: tally.escalations), 0)
    }
  }

  /// Adds `tp` to `escalations`.
  private mutating func addCounts(_ metrics: Metrics, to buffer: inout CSVBuffer) {
    let key = Counts(metrics.tally)
    if let last, last.key == key {
      buffer.ready(last.cells)
      return
    }
    let cells = counts[key] ?? Array(countCells(metrics).joined(separator: ",").utf8)
    if counts.count >= Self.countLimit { counts.removeAll() }
    counts[key] = cells
    last = (key, cells)
    buffer.ready(cells)
  }

  /// Adds a whole row of the ranking.
  ///
  /// - Parameters:
  ///   - rank: From 1.
  ///   - record: The candidate.
  ///   - days: Of the suites.
  ///   - costs: Of the plan, the same for every row.
  ///   - isPareto: Whether it stands for a point of the front.
  ///   - buffer: Receives it.
  ///   - others: Cells of a candidate's values, where they must be asked for.
  package mutating func addRow(
    rank: Int, _ record: RowRecord, days: Int, costs: Costs? = nil, isPareto: Bool,
    to buffer: inout CSVBuffer,
    orElse others: (Int, Double?) -> [String]
  ) {
    buffer.integer(rank)
    buffer.integer(record.index)
    addValues(
      record.index, threshold: record.notifyThreshold, to: &buffer, orElse: others)
    addCounts(
      Metrics(
        tally: record.tally, days: days, distanceFromShipped: record.distance, costs: costs),
      to: &buffer)
    buffer.number(record.tally.margin)
    buffer.number(record.distance)
    buffer.key(record.tally.behaviour)
    buffer.integer(isPareto ? 1 : 0)
    buffer.endRow()
  }
}
