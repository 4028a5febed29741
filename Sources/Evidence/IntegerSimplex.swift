/// A linear programme `minimise c·x, A x = b, x ≥ 0` in whole numbers, solved exactly.
///
/// The revised simplex method on few rows and many columns. The inverse of the basis is kept as whole
/// numbers over their common determinant, and every division of an update is exact, so numbers stay as
/// short as minors of `A` and no fraction is ever reduced. Source: Edmonds, Maurras, "Note sur les
/// Q-matrices d'Edmonds", RAIRO 31 (1997); Bland, "New finite pivoting rules for the simplex method",
/// Mathematics of Operations Research 2 (1977).
struct IntegerSimplex {
  /// One column: its entry in each row, and its cost.
  struct Column {
    var entries: [BigInteger]
    var cost: BigInteger
  }

  /// The optimum; every value is a whole number over `determinant`, which is above 0.
  struct Solution {
    /// The basic columns, one per row.
    var basis: [Int]
    /// Their values.
    var values: [BigInteger]
    /// One multiplier per row: the solution of the dual programme.
    var multipliers: [BigInteger]
    var determinant: BigInteger
  }

  private let columns: [Column]
  private let rightHandSide: [BigInteger]
  private var basis: [Int]
  private var inverse: [[BigInteger]]
  private var determinant = BigInteger.one

  /// Solves from a feasible basis.
  ///
  /// - Parameters:
  ///   - columns: The columns of `A` with their costs, all of the same height.
  ///   - rightHandSide: b, one entry per row.
  ///   - basis: One column per row.
  /// - Returns: The optimum, or nothing when the basis is not independent, its solution has a negative
  ///   value, or the cost has no lower bound.
  static func minimise(
    _ columns: [Column], rightHandSide: [BigInteger], from basis: [Int]
  ) -> Solution? {
    guard var simplex = IntegerSimplex(columns, rightHandSide, basis),
      product(simplex.inverse, rightHandSide).allSatisfy({ $0.signum >= 0 })
    else { return nil }
    return simplex.run()
  }

  private init?(_ columns: [Column], _ rightHandSide: [BigInteger], _ start: [Int]) {
    self.columns = columns
    self.rightHandSide = rightHandSide
    let rows = rightHandSide.indices
    basis = start
    inverse = rows.map { row in rows.map { $0 == row ? .one : .zero } }
    var free = Set(rows)
    for column in start {
      let direction = Self.product(inverse, columns[column].entries)
      guard let row = rows.first(where: { free.contains($0) && !direction[$0].isZero }) else {
        return nil
      }
      free.remove(row)
      pivot(row, direction, entering: column)
    }
  }

  private mutating func run() -> Solution? {
    // After a step that moved nothing, Bland's rule until one does: no basis can then come twice.
    var isStuck = false
    while true {
      let multipliers = multipliers()
      let values = Self.product(inverse, rightHandSide)
      guard let entering = enteringColumn(multipliers, lowestIndex: isStuck) else {
        return Solution(
          basis: basis, values: values, multipliers: multipliers, determinant: determinant)
      }
      let direction = Self.product(inverse, columns[entering].entries)
      guard let leaving = leavingRow(values, direction) else { return nil }
      isStuck = values[leaving].isZero
      pivot(leaving, direction, entering: entering)
    }
  }

  private func multipliers() -> [BigInteger] {
    rightHandSide.indices.map { column in
      basis.indices.reduce(BigInteger.zero) { sum, row in
        sum + columns[basis[row]].cost * inverse[row][column]
      }
    }
  }

  /// The column with the most negative reduced cost, or the first negative one; nothing at the optimum.
  private func enteringColumn(_ multipliers: [BigInteger], lowestIndex: Bool) -> Int? {
    var best: (column: Int, reducedCost: BigInteger)?
    for (index, column) in columns.enumerated() {
      var reducedCost = determinant * column.cost
      for (multiplier, entry) in zip(multipliers, column.entries) where !entry.isZero {
        reducedCost = reducedCost - multiplier * entry
      }
      guard reducedCost < (best?.reducedCost ?? .zero) else { continue }
      if lowestIndex { return index }
      best = (index, reducedCost)
    }
    return best?.column
  }

  /// The row whose value reaches zero first; at ties the one with the lowest basic column.
  private func leavingRow(_ values: [BigInteger], _ direction: [BigInteger]) -> Int? {
    var best: Int?
    for row in values.indices where direction[row].signum > 0 {
      guard let other = best else {
        best = row
        continue
      }
      let mine = values[row] * direction[other]
      let its = values[other] * direction[row]
      if mine < its || (mine == its && basis[row] < basis[other]) { best = row }
    }
    return best
  }

  private mutating func pivot(_ pivotRow: Int, _ direction: [BigInteger], entering: Int) {
    let pivot = direction[pivotRow]
    let pivotEntries = inverse[pivotRow]
    for row in inverse.indices where row != pivotRow {
      for column in pivotEntries.indices {
        inverse[row][column] =
          (inverse[row][column] * pivot - direction[row] * pivotEntries[column]) / determinant
      }
    }
    basis[pivotRow] = entering
    determinant = pivot
    if determinant.isNegative {
      determinant = -determinant
      for row in inverse.indices { inverse[row] = inverse[row].map { -$0 } }
    }
  }

  private static func product(_ matrix: [[BigInteger]], _ vector: [BigInteger]) -> [BigInteger] {
    matrix.map { row in
      zip(row, vector).reduce(BigInteger.zero) { sum, pair in
        pair.0.isZero || pair.1.isZero ? sum : sum + pair.0 * pair.1
      }
    }
  }
}
