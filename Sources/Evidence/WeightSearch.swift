/// The search of `BranchAndBound`: a queue of simplices of weights, the most promising first.
struct WeightSearch {
  private let positives: [[Double]]
  private let negatives: [[Double]]
  private let signals: Int
  private let limits: BranchAndBound.Limits
  private let corners: CornerScores
  /// Half the least difference that counts, and the distance of negatives asked of weights: regions are
  /// given up below the first, weights accepted above the second, so every region decides at some size.
  private let half = BranchAndBound.decisionMargin / 2
  private let accepted = BranchAndBound.decisionMargin / 4
  /// Regions with as few positives left, with a short edge and a bound near the best, or with a very short
  /// edge, are settled step by step rather than cut. Measured on suites of 15 to 6,000 positives; a proven
  /// result does not depend on them.
  private static let fewPositives = 24
  private static let nearBest = 1
  private static let shortSquaredEdge = 0x1p-12
  private static let shortestSquaredEdge = 0x1p-40
  /// More than rounding can move a score of these steps.
  private let slack: Double

  /// Negatives that can set the threshold for some weights; all of them until the first region is seen.
  private var frontier: [[Double]]
  private var queue = BoundQueue<LabelRegion>()
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
    frontier = negatives
    corners = CornerScores(positives: positives, negatives: negatives, signals: signals)
    let largest = (positives + negatives).joined().reduce(0) { max($0, $1.magnitude) }
    let farthest = max(
      limits.thresholds.lowerBound.magnitude, limits.thresholds.upperBound.magnitude)
    slack = Double(signals + 8) * 0x1p-52 * max(largest, farthest)
  }

  // MARK: - Weights

  /// Takes the weights as the best so far if they catch more.
  mutating func consider(_ weights: [Double]) {
    guard let threshold = threshold(for: weights) else { return }
    let count = positives.count { Self.score(weights, $0) >= threshold }
    if count > (best?.count ?? -1) { best = (weights, threshold, count) }
  }

  /// The lowest threshold with enough distance to the negatives that must stay silent.
  private func threshold(for weights: [Double]) -> Double? {
    var threshold = limits.thresholds.lowerBound
    if let score = highestSilent(frontier.map { Self.score(weights, $0) }) {
      threshold = max(threshold, score + accepted)
    }
    return threshold <= limits.thresholds.upperBound ? threshold : nil
  }

  /// The highest score that no false alarm is left for.
  private func highestSilent(_ scores: [Double]) -> Double? {
    guard limits.falseAlarms > 0 else { return scores.max() }
    guard limits.falseAlarms < scores.count else { return nil }
    return scores.sorted(by: >)[limits.falseAlarms]
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
    examine(
      .init(
        simplex: whole, alive: Array(positives.indices), negatives: Array(negatives.indices),
        falseAlarms: limits.falseAlarms, bound: positives.count))
    while let region = queue.popFirst() {
      bound = region.bound
      guard region.bound > bestCount else { return .exhausted }
      if let most = limits.nodes, examined >= most { return .nodeLimit }
      if let time = limits.time, ContinuousClock.now - start >= time {
        return .timeLimit
      }
      for part in parts(of: region) { examine(part) }
    }
    bound = max(0, bestCount)
    return .exhausted
  }

  private var bestCount: Int { best?.count ?? -1 }

  /// Two parts that cover a region: it is cut, or one step of a conflict is settled either way.
  ///
  /// Cutting alone would never end where labels tie along a whole surface of weights.
  private func parts(of region: LabelRegion) -> [LabelRegion] {
    var part = region
    part.depth += 1
    var other = part
    let edge = region.simplex.longestEdge.squaredLength
    let isSmall =
      region.alive.count <= Self.fewPositives || edge < Self.shortestSquaredEdge
      || (edge < Self.shortSquaredEdge && region.bound - bestCount <= Self.nearBest)
    if isSmall, let conflict = region.conflicts.first {
      if let negative = conflict.negatives.first {
        part.silent.insert(negative)
        other.negatives.removeAll { $0 == negative }
        other.falseAlarms -= 1
        return [part, other]
      }
      if let positive = conflict.positives.first {
        part.required.insert(positive)
        other.alive.removeAll { $0 == positive }
        return [part, other]
      }
    }
    return region.simplex.halves().map { half in
      part.simplex = half
      return part
    }
  }

  /// Bounds a region and queues it, unless it cannot beat the best weights so far.
  ///
  /// - Parameter region: The region, with what the one around it left over.
  private mutating func examine(_ region: LabelRegion) {
    examined += 1
    var region = region
    let rule = CornerScores.Rule(
      lowest: limits.thresholds.lowerBound + half - slack,
      highest: limits.thresholds.upperBound - half + slack, difference: 2 * half - 2 * slack)
    guard region.falseAlarms >= 0, let view = corners.view(of: region, rule: rule),
      view.alive.count > bestCount
    else { return }
    if region.depth == 0 { frontier = view.negatives.map { negatives[$0] } }
    consider(region.simplex.centre)
    region.conflicts = remaining(region, view)
    region.alive = view.alive
    region.negatives = view.negatives
    guard let bound = addConflicts(&region, view), bound > bestCount else { return }
    region.bound = bound
    queue.insert(region)
  }

  /// Conflicts of the region around that still hold: none of their positives missed, none of their
  /// negatives given up; what is settled no longer counts as a way out.
  private func remaining(_ region: LabelRegion, _ view: CornerScores.View) -> [Conflict] {
    if region.conflicts.isEmpty { return [] }
    let alive = Marks(view.alive, count: positives.count)
    let negatives = Marks(region.negatives, count: negatives.count)
    return region.conflicts.compactMap { conflict in
      guard conflict.positives.allSatisfy(alive.contains),
        conflict.negatives.allSatisfy(negatives.contains)
      else { return nil }
      return unsettled(conflict, in: region)
    }
  }

  private func unsettled(_ conflict: Conflict, in region: LabelRegion) -> Conflict {
    if region.required.isEmpty && region.silent.isEmpty && region.falseAlarms > 0 {
      return conflict
    }
    return Conflict(
      positives: conflict.positives.filter { !region.required.contains($0) },
      negatives: region.falseAlarms == 0
        ? [] : conflict.negatives.filter { !region.silent.contains($0) })
  }

  /// Finds steps of a region that exclude each other, until its bound is no better than the best weights
  /// or the rest can all be caught; tries the weights that do.
  ///
  /// - Parameters:
  ///   - region: New conflicts are added to it.
  ///   - view: Its steps and their corner scores.
  /// - Returns: The bound, or nothing when no weights of the region meet what is settled in it.
  private mutating func addConflicts(
    _ region: inout LabelRegion, _ view: CornerScores.View
  ) -> Int? {
    var missed = Marks(region.conflicts.lazy.flatMap(\.positives), count: positives.count)
    var fired = Marks(region.conflicts.lazy.flatMap(\.negatives), count: negatives.count)
    while true {
      guard let cost = region.conflicts.cost(falseAlarms: region.falseAlarms) else { return nil }
      let bound = view.alive.count - cost
      guard bound > bestCount else { return bound }
      let rest = view.alive.indices.filter { !missed.contains(view.alive[$0]) }
      let silent = view.negatives.indices.filter { !fired.contains(view.negatives[$0]) }
      guard
        let margin = FloatMargin(
          positives: rest.map { view.aliveScores[$0] },
          negatives: silent.map { view.negativeScores[$0] }, signals: signals,
          thresholds: limits.thresholds, error: 2 * slack)
      else { return bound }
      guard margin.bound < half else {
        consider(region.simplex.mixture(margin.weights.map { max(0, $0) }))
        return bound
      }
      let conflict = Conflict(
        positives: margin.positives.map { view.alive[rest[$0]] },
        negatives: margin.negatives.map { view.negatives[silent[$0]] })
      let added = unsettled(conflict, in: region)
      region.conflicts.append(added)
      for step in added.positives { missed.insert(step) }
      for step in added.negatives { fired.insert(step) }
    }
  }

  // MARK: - Result

  /// The best weights, moved to the largest margin for what they catch.
  func polished() -> BranchAndBound.Found? {
    guard let best else { return nil }
    let found = outcome(best.weights, best.threshold)
    let alarms = Set(found.falseAlarms)
    let high = found.caught.map { positives[$0] }
    let low = negatives.indices.filter { !alarms.contains($0) }.map { negatives[$0] }
    guard
      let margin = FloatMargin(
        positives: high, negatives: low, signals: signals, thresholds: limits.thresholds, error: 0)
    else { return found }
    let weights = WeightSimplex.whole(signals: signals).mixture(margin.weights.map { max(0, $0) })
    let wider = outcome(weights, middle(weights, high, low))
    let isAsGood =
      wider.caught.count >= found.caught.count && wider.falseAlarms.count <= limits.falseAlarms
      && (wider.margin ?? 0) >= (found.margin ?? 0)
    return isAsGood ? wider : found
  }

  /// The threshold as far from those that must reach it as from those that must not, within its range.
  private func middle(_ weights: [Double], _ high: [[Double]], _ low: [[Double]]) -> Double {
    let range = limits.thresholds
    guard let most = low.map({ Self.score(weights, $0) }).max() else { return range.lowerBound }
    guard let least = high.map({ Self.score(weights, $0) }).min() else { return range.upperBound }
    return min(max(least / 2 + most / 2, range.lowerBound), range.upperBound)
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

/// Which of the first whole numbers are in a set: a look-up without a hash.
private struct Marks {
  private var isMarked: [Bool]

  init(_ members: some Sequence<Int>, count: Int) {
    isMarked = [Bool](repeating: false, count: count)
    for member in members { isMarked[member] = true }
  }

  func contains(_ number: Int) -> Bool { isMarked[number] }

  mutating func insert(_ number: Int) { isMarked[number] = true }
}
