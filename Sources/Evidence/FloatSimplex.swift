/// The revised simplex method in `Double`: a fast guess at the optimal basis, never a proof.
///
/// What it finds is either checked with outward rounding or taken as the start of `IntegerSimplex`.
struct FloatSimplex {
  struct Solution {
    /// The basic columns, one per row.
    var basis: [Int]
    /// Their values, 0 or more.
    var values: [Double]
    /// One multiplier per row.
    var multipliers: [Double]
  }

  private let rows: Int
  private let count: Int
  /// By column, then row.
  private let entries: [Double]
  private let costs: [Double]
  private let rightHandSide: [Double]
  private let tolerance: Double
  private var basis: [Int]
  /// By row.
  private var inverse: [Double]

  /// Minimises `costs·x` over `A x = rightHandSide`, `x ≥ 0`, from a feasible basis.
  ///
  /// - Parameters:
  ///   - entries: A by column, then row.
  ///   - costs: One per column.
  ///   - rightHandSide: One per row.
  ///   - basis: One independent column per row whose solution is not negative.
  /// - Returns: What it ended with; nothing when the numbers went astray.
  static func minimise(
    entries: [Double], costs: [Double], rightHandSide: [Double], from basis: [Int]
  ) -> Solution? {
    var simplex = FloatSimplex(entries, costs, rightHandSide, basis)
    guard simplex.enterStart(basis) else { return nil }
    return simplex.run()
  }

  private init(
    _ entries: [Double], _ costs: [Double], _ rightHandSide: [Double], _ start: [Int]
  ) {
    self.entries = entries
    self.costs = costs
    self.rightHandSide = rightHandSide
    rows = rightHandSide.count
    count = costs.count
    let largest = entries.reduce(costs.reduce(1) { max($0, $1.magnitude) }) {
      max($0, $1.magnitude)
    }
    tolerance = 1e-12 * largest
    basis = start
    inverse = [Double](repeating: 0, count: rows * rows)
    for row in 0..<rows { inverse[row * rows + row] = 1 }
  }

  /// Brings the columns in one after another, each in the free row where it is largest.
  private mutating func enterStart(_ start: [Int]) -> Bool {
    var free = Set(0..<rows)
    for column in start {
      let direction = direction(of: column)
      var pivotRow: Int?
      for row in 0..<rows where free.contains(row) {
        if direction[row].magnitude > (pivotRow.map { direction[$0].magnitude } ?? tolerance) {
          pivotRow = row
        }
      }
      guard let pivotRow else { return false }
      free.remove(pivotRow)
      pivot(pivotRow, direction, entering: column)
    }
    return true
  }

  private mutating func run() -> Solution? {
    var isStuck = false
    for _ in 0..<(200 + 20 * rows) {
      let multipliers = multipliers()
      let values = values()
      guard let entering = enteringColumn(multipliers, lowestIndex: isStuck) else {
        return Solution(basis: basis, values: values.map { max(0, $0) }, multipliers: multipliers)
      }
      let direction = direction(of: entering)
      guard let leaving = leavingRow(values, direction) else { return nil }
      isStuck = values[leaving] <= 1e-13
      pivot(leaving, direction, entering: entering)
    }
    return nil
  }

  private func multipliers() -> [Double] {
    var result = [Double](repeating: 0, count: rows)
    for row in 0..<rows where costs[basis[row]] != 0 {
      for column in 0..<rows {
        result[column] += costs[basis[row]] * inverse[row * rows + column]
      }
    }
    return result
  }

  private func values() -> [Double] { product(rightHandSide, from: 0) }

  private func direction(of column: Int) -> [Double] { product(entries, from: column * rows) }

  private func product(_ vector: [Double], from base: Int) -> [Double] {
    var result = [Double](repeating: 0, count: rows)
    for row in 0..<rows {
      var sum = 0.0
      for column in 0..<rows { sum += inverse[row * rows + column] * vector[base + column] }
      result[row] = sum
    }
    return result
  }

  private func enteringColumn(_ multipliers: [Double], lowestIndex: Bool) -> Int? {
    var best: Int?
    var least = -tolerance
    let entries = entries.span
    let multipliers = multipliers.span
    for column in 0..<count {
      var reducedCost = costs[column]
      let base = column &* rows
      for row in 0..<rows { reducedCost -= multipliers[row] * entries[base &+ row] }
      guard reducedCost < least else { continue }
      if lowestIndex { return column }
      best = column
      least = reducedCost
    }
    return best
  }

  private func leavingRow(_ values: [Double], _ direction: [Double]) -> Int? {
    var best: Int?
    var leastRatio = Double.infinity
    for row in 0..<rows where direction[row] > 1e-11 {
      let ratio = max(0, values[row]) / direction[row]
      if ratio < leastRatio || (ratio == leastRatio && basis[row] < basis[best ?? row]) {
        best = row
        leastRatio = ratio
      }
    }
    return best
  }

  private mutating func pivot(_ pivotRow: Int, _ direction: [Double], entering: Int) {
    let top = pivotRow * rows
    for column in 0..<rows { inverse[top + column] /= direction[pivotRow] }
    for row in 0..<rows where row != pivotRow && direction[row] != 0 {
      for column in 0..<rows {
        inverse[row * rows + column] -= direction[row] * inverse[top + column]
      }
    }
    basis[pivotRow] = entering
  }
}
