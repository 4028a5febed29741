/// A region of weights: the mixtures of as many corners as there are signals.
///
/// Corners come from halving edges, so their coordinates are exact binary fractions that sum to 1.
struct WeightSimplex: Sendable {
  let corners: [[Double]]

  /// All weights.
  static func whole(signals: Int) -> WeightSimplex {
    WeightSimplex(
      corners: (0..<signals).map { corner in (0..<signals).map { $0 == corner ? 1 : 0 } })
  }

  /// The mean of the corners; its sum may miss 1 in the last place.
  var centre: [Double] {
    corners[0].indices.map { signal in
      corners.reduce(0) { $0 + $1[signal] } / Double(corners.count)
    }
  }

  /// Two regions that cover this one, cut through the longest edge (the first of equal ones).
  ///
  /// A single point has no edge and no parts.
  func halves() -> [WeightSimplex] {
    var longest: (a: Int, b: Int, length: Double) = (0, 0, 0)
    for a in corners.indices {
      for b in corners.indices.dropFirst(a + 1) {
        let length = zip(corners[a], corners[b]).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        if length > longest.length { longest = (a, b, length) }
      }
    }
    guard longest.length > 0 else { return [] }
    let middle = zip(corners[longest.a], corners[longest.b]).map { ($0 + $1) / 2 }
    return [longest.a, longest.b].map { replaced in
      var corners = corners
      corners[replaced] = middle
      return WeightSimplex(corners: corners)
    }
  }
}

/// Scores of all steps at the corners of a region, and what follows from them.
struct CornerScores: Sendable {
  private let positives: [Double]
  private let negatives: [Double]
  private let negativeCount: Int
  private let signals: Int

  init(positives: [[Double]], negatives: [[Double]], signals: Int) {
    self.positives = Array(positives.joined())
    self.negatives = Array(negatives.joined())
    negativeCount = negatives.count
    self.signals = signals
  }

  /// The positives that some weights of the region may catch, or nothing when the region has too many
  /// false alarms whatever the threshold.
  ///
  /// - Parameters:
  ///   - alive: Positives that a larger region did not rule out.
  ///   - simplex: The region.
  ///   - falseAlarms: How many negatives may reach the threshold.
  ///   - lowest: A positive must reach this at some corner.
  ///   - highest: A negative above this at every corner is a false alarm.
  ///   - difference: A negative blocks a positive that exceeds it by less than this at every corner.
  /// - Returns: A part of `alive`, in the same order.
  func reachable(
    _ alive: [Int], in simplex: WeightSimplex, falseAlarms: Int, lowest: Double, highest: Double,
    difference: Double
  ) -> [Int]? {
    let width = simplex.corners.count
    let low = scores(negatives, Array(0..<negativeCount), simplex)
    var alarms = 0
    for step in 0..<negativeCount {
      var least = Double.infinity
      for corner in 0..<width { least = min(least, low[step * width + corner]) }
      if least > highest { alarms += 1 }
    }
    guard alarms <= falseAlarms else { return nil }

    let high = scores(positives, alive, simplex)
    var kept: [Int] = []
    kept.reserveCapacity(alive.count)
    let lowSpan = low.span
    let highSpan = high.span
    for (position, step) in alive.enumerated() {
      let base = position &* width
      var most = -Double.infinity
      for corner in 0..<width { most = max(most, highSpan[base &+ corner]) }
      if most < lowest { continue }
      var blockers = 0
      var negative = 0
      while negative < negativeCount && blockers <= falseAlarms {
        let other = negative &* width
        var corner = 0
        while corner < width,
          highSpan[base &+ corner] - lowSpan[other &+ corner] < difference
        {
          corner &+= 1
        }
        if corner == width { blockers += 1 }
        negative &+= 1
      }
      if blockers <= falseAlarms { kept.append(step) }
    }
    return kept
  }

  /// By step, then corner.
  private func scores(_ vectors: [Double], _ steps: [Int], _ simplex: WeightSimplex) -> [Double] {
    var scores: [Double] = []
    scores.reserveCapacity(steps.count * simplex.corners.count)
    let corners = Array(simplex.corners.joined())
    for step in steps {
      let base = step &* signals
      var at = 0
      for _ in 0..<simplex.corners.count {
        var score = 0.0
        for signal in 0..<signals { score += corners[at &+ signal] * vectors[base &+ signal] }
        scores.append(score)
        at &+= signals
      }
    }
    return scores
  }
}
