import TraceModel

/// Candidates near the best ones of a sweep so far: one round of refining.
///
/// Around each centre lie all points within two steps of the round, which is one of the level
/// before: whole numbers move by one, lists are taken whole. What an earlier round or an earlier
/// centre holds already is passed over, so that no candidate counts twice.
package struct Neighbourhood: Sendable {
  /// A round that held every point of the plan's own values, or of a finer weight lattice.
  struct Lattice: Sendable {
    /// Finest steps to one weight step of that round.
    let weightStride: Int
  }

  let grid: RefineGrid
  /// 1 halves the plan's steps once.
  let level: Int
  let centres: [RefineGrid.Point]
  /// All rounds before this one.
  private let earlier: [Box]
  private let lattice: Lattice?
  private let box: Box
  /// Points around one centre.
  private let size: Int
  let count: Int

  /// The points of one round, without their numbering.
  private struct Box: Sendable {
    let level: Int
    let centres: [RefineGrid.Point]
    /// Finest steps of weights, and of each axis.
    let weightStride: Int
    let strides: [Int]
  }

  /// - Parameters:
  ///   - grid: The plan's values.
  ///   - level: How often steps are halved.
  ///   - centres: Best first.
  ///   - earlier: The neighbourhoods before, in order.
  ///   - lattice: The whole lattice that came before them; nil when the candidates were drawn.
  ///
  /// Nil when there are more points than can be numbered.
  init?(
    _ grid: RefineGrid, level: Int, centres: [RefineGrid.Point], after earlier: [Neighbourhood],
    lattice: Lattice?
  ) {
    self.grid = grid
    self.level = level
    self.centres = centres
    self.earlier = earlier.map(\.box)
    self.lattice = lattice
    box = Box(
      level: level, centres: centres,
      weightStride: max(1, (grid.weights?.coarsest ?? 1) >> level),
      strides: grid.axes.map {
        if case .range(_, _, let coarsest, _) = $0 { return max(1, coarsest >> level) }
        return 1
      })
    weightSteps = grid.weights.map { Self.moves(of: $0.count) } ?? [[]]
    var size = weightSteps.count
    for axis in grid.axes {
      let (next, overflow) = size.multipliedReportingOverflow(by: Self.width(axis))
      guard !overflow else { return nil }
      size = next
    }
    let (count, overflow) = size.multipliedReportingOverflow(by: centres.count)
    guard !overflow, count < 1 << 50 else { return nil }
    self.size = size
    self.count = count
  }

  /// Steps each weight may move, ascending; moves sum to zero.
  private let weightSteps: [[Int]]

  /// How far anything moves, in steps of the round.
  private static let radius = 2

  private static func moves(of count: Int) -> [[Int]] {
    var moves: [[Int]] = []
    func extend(_ prefix: [Int], _ sum: Int) {
      let left = count - prefix.count
      if left == 0 {
        if sum == 0 { moves.append(prefix) }
        return
      }
      guard abs(sum) <= radius * left else { return }
      for step in -radius...radius { extend(prefix + [step], sum + step) }
    }
    extend([], 0)
    return moves
  }

  /// Values of an axis around a centre.
  private static func width(_ axis: RefineGrid.Axis) -> Int {
    switch axis {
    case .range(_, _, _, let isInteger): isInteger ? 3 : 2 * radius + 1
    case .values(_, let values): values.count
    case .sets(let sets): sets.count
    case .thresholds(let count): count
    }
  }

  /// The point of an index; nil when it lies outside the plan, or was tried before.
  func point(_ index: Int) -> RefineGrid.Point? {
    let place = index / size
    let centre = centres[place]
    var rest = index % size
    var point = centre
    for i in grid.axes.indices.reversed() {
      let axis = grid.axes[i]
      let width = Self.width(axis)
      let pick = rest % width
      rest /= width
      switch axis {
      case .range(_, let range, _, _):
        point.picks[i] = centre.picks[i] + (pick - width / 2) * box.strides[i]
        guard point.picks[i] >= 0, point.picks[i] < range.count else { return nil }
      case .values, .sets, .thresholds: point.picks[i] = pick
      }
    }
    if let weights = grid.weights {
      for (i, move) in weightSteps[rest].enumerated() {
        point.weights[i] = centre.weights[i] + move * box.weightStride
        guard point.weights[i] >= weights.minimum else { return nil }
      }
    }
    return wasTried(point, before: place) ? nil : point
  }

  private func wasTried(_ point: RefineGrid.Point, before place: Int) -> Bool {
    if let lattice, isOn(lattice, point) { return true }
    for other in earlier where other.centres.contains(where: { isNear($0, point, other) }) {
      return true
    }
    return centres[..<place].contains { isNear($0, point, box) }
  }

  private func isOn(_ lattice: Lattice, _ point: RefineGrid.Point) -> Bool {
    guard point.weights.allSatisfy({ $0 % lattice.weightStride == 0 }) else { return false }
    for (axis, pick) in zip(grid.axes, point.picks) {
      if case .range(_, _, let coarsest, _) = axis, pick % coarsest != 0 { return false }
    }
    return true
  }

  /// Whether a round holds a point around one of its centres.
  private func isNear(_ centre: RefineGrid.Point, _ point: RefineGrid.Point, _ box: Box) -> Bool {
    for (a, b) in zip(centre.weights, point.weights) {
      let move = abs(a - b)
      guard move <= Self.radius * box.weightStride, move % box.weightStride == 0 else {
        return false
      }
    }
    for (i, axis) in grid.axes.enumerated() {
      guard case .range(_, _, _, let isInteger) = axis else { continue }
      let move = abs(centre.picks[i] - point.picks[i])
      let most = (isInteger ? 1 : Self.radius) * box.strides[i]
      guard move <= most, move % box.strides[i] == 0 else { return false }
    }
    return true
  }
}
