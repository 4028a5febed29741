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
  // By row, filled again and again: a search solves thousands of these, and new arrays would take
  // longer than the sums.
  private var multipliers: [Double]
  private var values: [Double]
  private var direction: [Double]

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
    var largest = 1.0
    for cost in costs { largest = max(largest, cost.magnitude) }
    for entry in entries { largest = max(largest, entry.magnitude) }
    tolerance = 1e-12 * largest
    basis = start
    inverse = [Double](repeating: 0, count: rows * rows)
    for row in 0..<rows { inverse[row * rows + row] = 1 }
    multipliers = [Double](repeating: 0, count: rows)
    values = multipliers
    direction = multipliers
  }

  /// Brings the columns in one after another, each in the free row where it is largest.
  private mutating func enterStart(_ start: [Int]) -> Bool {
    var isFree = [Bool](repeating: true, count: rows)
    for column in start {
      setDirection(of: column)
      var pivotRow: Int?
      for row in 0..<rows where isFree[row] {
        if direction[row].magnitude > (pivotRow.map { direction[$0].magnitude } ?? tolerance) {
          pivotRow = row
        }
      }
      guard let pivotRow else { return false }
      isFree[pivotRow] = false
      pivot(pivotRow, entering: column)
    }
    return true
  }

  private mutating func run() -> Solution? {
    var isStuck = false
    for _ in 0..<(200 + 20 * rows) {
      setMultipliers()
      setValues()
      guard let entering = enteringColumn(lowestIndex: isStuck) else {
        return Solution(basis: basis, values: values.map { max(0, $0) }, multipliers: multipliers)
      }
      setDirection(of: entering)
      guard let leaving = leavingRow() else { return nil }
      isStuck = values[leaving] <= 1e-13
      pivot(leaving, entering: entering)
    }
    return nil
  }

  private mutating func setMultipliers() {
    for column in 0..<rows { multipliers[column] = 0 }
    for row in 0..<rows {
      let cost = costs[basis[row]]
      if cost == 0 { continue }
      for column in 0..<rows { multipliers[column] += cost * inverse[row &* rows &+ column] }
    }
  }

  private mutating func setValues() {
    for row in 0..<rows {
      var sum = 0.0
      for column in 0..<rows { sum += inverse[row &* rows &+ column] * rightHandSide[column] }
      values[row] = sum
    }
  }

  private mutating func setDirection(of column: Int) {
    let base = column &* rows
    for row in 0..<rows {
      var sum = 0.0
      for place in 0..<rows { sum += inverse[row &* rows &+ place] * entries[base &+ place] }
      direction[row] = sum
    }
  }

  private func enteringColumn(lowestIndex: Bool) -> Int? {
    var best: Int?
    var least = -tolerance
    let entries = entries.span
    let multipliers = multipliers.span
    let costs = costs.span
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

  private func leavingRow() -> Int? {
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

  private mutating func pivot(_ pivotRow: Int, entering: Int) {
    let top = pivotRow &* rows
    for column in 0..<rows { inverse[top &+ column] /= direction[pivotRow] }
    for row in 0..<rows where row != pivotRow && direction[row] != 0 {
      let factor = direction[row]
      for column in 0..<rows {
        inverse[row &* rows &+ column] -= factor * inverse[top &+ column]
      }
    }
    basis[pivotRow] = entering
  }
}
