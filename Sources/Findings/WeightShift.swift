import TraceModel

/// One weight moved, the others following: what "one weight, the others in proportion" means.
///
/// Weight k becomes t and every other weight w becomes `w * ((1 - t) / (1 - k's weight))`, in
/// Doubles and in this order. Where weights are points that do not sum to 1, the others stay.
struct WeightShift: Sendable {
  let weights: [Double]
  let moved: Int
  /// Whether the weights are shares of a whole, so that the others follow.
  let isShare: Bool

  /// - Returns: Nil when the weight is 1, so that the others have no proportion to keep.
  init?(_ weights: [Double], moved: Int) {
    isShare = Self.sumsToOne(weights)
    if isShare {
      let others = weights.enumerated().reduce(0) { $0 + ($1.offset == moved ? 0 : $1.element) }
      guard weights[moved] < 1, others > 0 else { return nil }
    }
    self.weights = weights
    self.moved = moved
  }

  static func sumsToOne(_ weights: [Double]) -> Bool {
    abs(weights.reduce(0, +) - 1) <= 1e-9 && weights.allSatisfy { (0...1).contains($0) }
  }

  var current: Double { weights[moved] }

  /// The whole set with the moved weight at `t`; nil when that is no valid set.
  func callAsFunction(_ t: Double) -> [Double]? {
    var shifted = weights
    shifted[moved] = t
    guard isShare else { return shifted }
    let factor = (1 - t) / (1 - current)
    for i in shifted.indices where i != moved { shifted[i] = weights[i] * factor }
    return Self.sumsToOne(shifted) ? shifted : nil
  }

  /// Values of t at which a step's score crosses a level, near enough to search around.
  func crossing(of subScores: [Double], level: Double) -> Double? {
    var others = 0.0
    for i in weights.indices where i != moved { others += weights[i] * subScores[i] }
    let own = subScores[moved]
    if isShare {
      let rest = others / (1 - current)
      let t = (level - rest) / (own - rest)
      return t.isFinite && (0...1).contains(t) ? t : nil
    }
    let t = (level - others) / own
    return t.isFinite ? t : nil
  }

  /// Values to try, nearest first, in one direction from the current weight.
  ///
  /// Between two crossings every decision stays, so one value between them speaks for all; the
  /// crossings themselves are tried too, for what happens only there.
  func probes(crossings: [Double], upwards: Bool) -> [Double] {
    let ahead = Set(crossings).filter { upwards ? $0 > current : $0 < current }
    var sorted = ahead.sorted { upwards ? $0 < $1 : $0 > $1 }
    if isShare {
      let end = upwards ? 1.0 : 0.0
      if (sorted.last ?? current) != end { sorted.append(end) }
    } else {
      sorted.append((sorted.last ?? current) + (upwards ? 1 : -1))
    }
    var probes: [Double] = []
    var last = current
    for value in sorted {
      probes.append(last + (value - last) / 2)
      probes.append(value)
      last = value
    }
    return probes
  }
}

/// The Double next to a change of some condition.
enum Boundary {
  /// The value nearest to `from` for which the condition holds, given that it fails at `from`, holds
  /// at `to`, and changes once in between.
  static func first(from: Double, to: Double, where holds: (Double) -> Bool) -> Double {
    var (fails, passes) = (from, to)
    while true {
      let middle = fails + (passes - fails) / 2
      if middle == fails || middle == passes { return passes }
      if holds(middle) { passes = middle } else { fails = middle }
    }
  }

  /// The least distance a printed change may be overstated by.
  static let tolerance = 1e-9

  /// As `first`, and `tolerance` nearer to `from` the condition fails.
  ///
  /// Sums are rounded, so a score that creeps past a level can cross it more than once within a few
  /// units of its last place: go back over such crossings.
  static func firstFirm(from: Double, to: Double, where holds: (Double) -> Bool) -> Double {
    var value = first(from: from, to: to, where: holds)
    for _ in 0..<1000 {
      let nearer = value > from ? value - tolerance : value + tolerance
      guard (nearer > from) == (value > from), nearer != from, holds(nearer) else { break }
      value = first(from: from, to: nearer, where: holds)
    }
    return value
  }
}
