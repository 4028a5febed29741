import TraceModel

/// Scores of every unblocked step under one weight set after another.
///
/// Partial sums of all but the last two terms are kept, so that weight sets in lattice order cost
/// two products and two sums a step. Each sum still goes left to right, so it is the same Double.
final class RowScorer {
  private let table: LaneTable
  private let unit: LaneUnitChoice
  /// `sums[i]`: terms 0 to i added up.
  private let sums: [Scratch<SIMD8<Double>>]
  private var known: [Double] = []
  let scores: Scratch<SIMD8<Double>>

  init(_ table: LaneTable, unit: LaneUnitChoice) {
    self.table = table
    self.unit = unit
    sums = (0..<max(0, table.signalCount - 2)).map { _ in
      Scratch(.zero, count: table.vectorCount)
    }
    scores = Scratch(.zero, count: table.vectorCount)
  }

  /// The sums of all but the last two terms, for tables of three columns or more.
  var prefix: UnsafePointer<SIMD8<Double>>? { sums.last.map { UnsafePointer($0.base) } }

  func score(_ weights: [Double]) {
    let count = table.vectorCount
    let terms = table.signalCount
    prepare(weights)
    unit.addTerms(
      prefix: prefix, first: terms > 1 ? (column(terms - 2), weights[terms - 2]) : nil,
      second: (column(terms - 1), weights[terms - 1]), scores: scores.base, count: count)
  }

  /// Brings the partial sums up to date.
  func prepare(_ weights: [Double]) {
    let count = table.vectorCount
    // -0 and 0 give scores of either sign, which no comparison tells apart.
    var first = 0
    while first < known.count && known[first] == weights[first] { first += 1 }
    for i in first..<max(first, sums.count) {
      unit.addTerms(
        prefix: nil, first: i == 0 ? nil : (UnsafePointer(sums[i - 1].base), 1),
        second: (column(i), weights[i]), scores: sums[i].base, count: count)
    }
    known.removeAll(keepingCapacity: true)
    known.append(contentsOf: weights)
  }

  func column(_ signal: Int) -> UnsafePointer<SIMD8<Double>> {
    table.vectors.base + signal * table.vectorCount
  }
}
