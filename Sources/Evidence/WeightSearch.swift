/// The search of `BranchAndBound`: a queue of simplices of weights, the most promising first.
struct WeightSearch {
  private let positives: [[Double]]
  private let negatives: [[Double]]
  private let signals: Int
  private let limits: BranchAndBound.Limits
  /// Negatives that can matter: each has at most as many others at or above it as false alarms allowed.
  private let frontier: [Int]
  private let corners: CornerScores
  /// Half the least difference that counts, and half of that: regions are given up below the first,
  /// weights are accepted above the second, so every region decides at some size.
  private let half = BranchAndBound.decisionMargin / 2
  private let accepted = BranchAndBound.decisionMargin / 4
  /// More than rounding can move a score of these steps.
  private let slack: Double

  private var queue = BoundQueue()
  private var conflicts = ConflictSets()
  private var best: (weights: [Double], threshold: Double, count: Int)?
  private(set) var examined = 0
  private(set) var bound = 0

  init(
    positives: [[Double]], negatives: [[Double]], signals: Int, limits: BranchAndBound.Limits
  ) {
    self.positives = positives
    self.negatives = negatives
    self.signals = signals
    self.limits = limits
    frontier = Self.frontier(of: negatives, allowed: limits.falseAlarms)
    corners = CornerScores(
      positives: positives, negatives: frontier.map { negatives[$0] }, signals: signals)
    let largest = (positives + negatives).joined().reduce(0) { max($0, $1.magnitude) }
    slack = Double(signals + 8) * 0x1p-52 * max(largest, limits.thresholds.upperBound.magnitude)
  }

  /// Negatives with at most `allowed` others at or above them in every signal, equal ones in order.
  private static func frontier(of vectors: [[Double]], allowed: Int) -> [Int] {
    let order = vectors.indices.sorted { a, b in
      let (sumA, sumB) = (vectors[a].reduce(0, +), vectors[b].reduce(0, +))
      return (sumB, a) < (sumA, b)
    }
    // One that dominates has no smaller a sum, up to rounding; a miss only keeps a vector too many.
    var kept: [Int] = []
    for index in order {
      var above = 0
      for other in kept where zip(vectors[other], vectors[index]).allSatisfy({ $0 >= $1 }) {
        above += 1
        if above > allowed { break }
      }
      if above <= allowed { kept.append(index) }
    }
    return kept
  }

  // MARK: - Weights

  /// Takes the weights as the best so far if they catch more.
  mutating func consider(_ weights: [Double]) {
    guard let threshold = threshold(for: weights) else { return }
    let count = positives.count { Self.score(weights, $0) >= threshold + accepted }
    if count > (best?.count ?? -1) { best = (weights, threshold, count) }
  }

  /// The lowest threshold with enough distance to the negatives that must stay silent.
  private func threshold(for weights: [Double]) -> Double? {
    let scores = frontier.map { Self.score(weights, negatives[$0]) }.sorted(by: >)
    var threshold = limits.thresholds.lowerBound
    if limits.falseAlarms < scores.count {
      threshold = max(threshold, scores[limits.falseAlarms] + accepted)
    }
    return threshold <= limits.thresholds.upperBound ? threshold : nil
  }

  static func score(_ weights: [Double], _ subScores: [Double]) -> Double {
    var score = 0.0
    for (weight, value) in zip(weights, subScores) { score += weight * value }
    return score
  }

  // MARK: - Regions

  mutating func run() -> BranchAndBound.Ending {
    let start = ContinuousClock.now
    let whole = WeightSimplex.whole(signals: signals)
    for corner in whole.corners { consider(corner) }
    examine(whole, alive: Array(positives.indices), depth: 0)
    while let region = queue.popFirst() {
      bound = region.bound
      guard region.bound > bestCount else { return .exhausted }
      if let most = limits.nodes, examined >= most { return .nodeLimit }
      if examined % 16 == 0, let time = limits.time, ContinuousClock.now - start >= time {
        return .timeLimit
      }
      for part in region.simplex.halves() {
        examine(part, alive: region.alive, depth: region.depth + 1)
      }
    }
    bound = max(0, bestCount)
    return .exhausted
  }

  private var bestCount: Int { best?.count ?? -1 }

  /// Bounds a region and queues it, unless it cannot beat the best weights so far.
  private mutating func examine(_ simplex: WeightSimplex, alive: [Int], depth: Int) {
    examined += 1
    guard
      let alive = corners.reachable(
        alive, in: simplex, falseAlarms: limits.falseAlarms,
        lowest: limits.thresholds.lowerBound + half - slack,
        highest: limits.thresholds.upperBound - half + slack,
        difference: 2 * half - 2 * slack)
    else { return }
    guard alive.count > bestCount else { return }
    consider(simplex.centre)
    guard alive.count > bestCount else { return }
    var bound = alive.count
    if limits.falseAlarms == 0 {
      bound -= conflicts.disjoint(within: alive).count
      if depth >= 2 * signals && depth % 2 == 0 { bound = settle(alive, bound) }
    }
    guard bound > bestCount else { return }
    queue.insert(.init(simplex: simplex, alive: alive, bound: bound, depth: depth))
  }

  /// Lowers a bound by exact programmes over the positives that no known conflict covers; -1 when the
  /// negatives alone rule out every weight set.
  private mutating func settle(_ alive: [Int], _ start: Int) -> Int {
    var bound = start
    while bound > bestCount {
      let covered = conflicts.disjoint(within: alive)
      bound = alive.count - covered.count
      guard bound > bestCount else { break }
      let excluded = Set(covered.joined())
      let rest = alive.filter { !excluded.contains($0) }
      guard
        let program = MarginProgram(
          positives: rest.map { positives[$0] }, negatives: frontier.map { negatives[$0] },
          signals: signals, thresholds: limits.thresholds)
      else { break }
      guard program.margin.double < half else {
        consider(program.weights.map(\.double))
        break
      }
      guard !program.positives.isEmpty else { return -1 }
      conflicts.insert(program.positives.map { rest[$0.index] })
    }
    return bound
  }

  // MARK: - Result

  /// The best weights, moved to the largest margin for what they catch.
  func polished() -> BranchAndBound.Found? {
    guard let best else { return nil }
    let found = outcome(best.weights, best.threshold)
    let alarms = Set(found.falseAlarms)
    guard
      let program = MarginProgram(
        positives: found.caught.map { positives[$0] },
        negatives: negatives.indices.filter { !alarms.contains($0) }.map { negatives[$0] },
        signals: signals, thresholds: limits.thresholds)
    else { return found }
    let wider = outcome(program.weights.map(\.double), program.threshold.double)
    let isAsGood =
      wider.caught.count >= found.caught.count && wider.falseAlarms.count <= limits.falseAlarms
      && (wider.margin ?? 0) >= (found.margin ?? 0)
    return isAsGood ? wider : found
  }

  private func outcome(_ weights: [Double], _ threshold: Double) -> BranchAndBound.Found {
    let high = positives.map { Self.score(weights, $0) }
    let low = negatives.map { Self.score(weights, $0) }
    let caught = high.indices.filter { high[$0] >= threshold }
    let silent = low.indices.filter { low[$0] < threshold }
    let margins = caught.map { high[$0] - threshold } + silent.map { threshold - low[$0] }
    return BranchAndBound.Found(
      weights: weights, threshold: threshold, caught: caught,
      falseAlarms: low.indices.filter { low[$0] >= threshold }, margin: margins.min())
  }
}
