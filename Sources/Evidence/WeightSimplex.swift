/// A region of weights: the mixtures of as many corners as there are signals.
///
/// Corners come from halving edges, so their coordinates are exact binary fractions that sum to 1.
package struct WeightSimplex: Sendable {
  package let corners: [[Double]]

  /// All weights.
  package static func whole(signals: Int) -> WeightSimplex {
    WeightSimplex(
      corners: (0..<signals).map { corner in (0..<signals).map { $0 == corner ? 1 : 0 } })
  }

  /// The mean of the corners; its sum may miss 1 in the last place.
  package var centre: [Double] {
    corners[0].indices.map { signal in
      corners.reduce(0) { $0 + $1[signal] } / Double(corners.count)
    }
  }

  /// The mixture of the corners by `shares`, which are scaled to sum to 1.
  package func mixture(_ shares: [Double]) -> [Double] {
    let total = shares.reduce(0, +)
    return corners[0].indices.map { signal in
      zip(shares, corners).reduce(0) { $0 + $1.0 * $1.1[signal] } / total
    }
  }

  /// The first of the longest edges, and the square of its length, 0 for a point.
  package var longestEdge: (a: Int, b: Int, squaredLength: Double) {
    var longest: (a: Int, b: Int, squaredLength: Double) = (0, 0, 0)
    for a in corners.indices {
      for b in corners.indices.dropFirst(a + 1) {
        let squared = zip(corners[a], corners[b]).reduce(0) {
          $0 + ($1.0 - $1.1) * ($1.0 - $1.1)
        }
        if squared > longest.squaredLength { longest = (a, b, squared) }
      }
    }
    return longest
  }

  /// Two regions that cover this one, cut through the longest edge; none of a point.
  package func halves() -> [WeightSimplex] {
    let longest = longestEdge
    guard longest.squaredLength > 0 else { return [] }
    return halves(cutting: longest.a, longest.b)
  }

  /// Two regions that cover this one, cut through the edge between two corners.
  package func halves(cutting a: Int, _ b: Int) -> [WeightSimplex] {
    let middle = zip(corners[a], corners[b]).map { ($0 + $1) / 2 }
    return [a, b].map { replaced in
      var corners = corners
      corners[replaced] = middle
      return WeightSimplex(corners: corners)
    }
  }
}
