import Evidence
import SweepCore
import TraceModel

/// The most labels that any weights and threshold can catch behind the gates, by branch and bound.
///
/// A region is a simplex of weights together with steps that are decided to fire or to stay silent. In
/// it `GateProgramme` chooses the undecided ones as suits the labels, which no weights can beat. Where
/// some weights do just what was chosen, they are found by linear programming and the region is done.
/// Else the programme names steps that cannot all do what was chosen, and the region is divided so that
/// no part can choose them again. Nothing depends on whether a step that a gate holds back is high or
/// low; a replay decides about every weight set found.
///
/// The bound is about candidates with a gap: no score of a step that the gates can let through lies
/// less than `BranchAndBound.decisionMargin` below the threshold. Without one, ties could be divided for ever.
struct GateSearch {
  /// A weight set and threshold with what the kernel counts for them.
  struct Candidate {
    var weights: [Double]
    var threshold: Double
    var tally: Tally
  }

  struct Limits {
    var falseAlarms: Int
    var thresholds: ClosedRange<Double>
    var time: Duration?
    var nodes: Int?
  }

  private let table: DecisionTable
  private let traces: [GateSteps]
  private let limits: Limits
  private let scores: RegionScores
  /// Steps that some history lets through the gates.
  private let relevant: [Int]
  private let forcedSilent: [Int]
  /// Less than the decision margin by more than rounding, and weights that only nearly sum to 1, can do.
  private static let gap = BranchAndBound.decisionMargin * 0.99
  private static let smallEffect = BranchAndBound.decisionMargin / 4
  private static let fewChoices = 2
  private static let fewOpen = 24
  private let slack: Double

  private(set) var best: Candidate?
  private(set) var bound = 0
  private(set) var examined = 0
  private var queue = BoundQueue<SearchRegion>()

  /// - Parameters:
  ///   - table: The suites, gates included.
  ///   - traces: Its traces.
  ///   - reach: By step of the table: whether some, and whether every history lets it through.
  ///   - limits: What must be respected.
  init(
    table: DecisionTable, traces: [GateSteps], reach: (some: [Bool], every: [Bool]), limits: Limits
  ) {
    self.table = table
    self.traces = traces
    self.limits = limits
    scores = RegionScores(table, gap: Self.gap)
    relevant = reach.some.indices.filter { reach.some[$0] }
    var forced: [Int] = []
    for trace in traces {
      for (i, step) in trace.steps.enumerated() where reach.every[step] {
        let alarms = trace.alarms[i] + (trace.delivers[i] ? trace.alarmsWhenDelivered[i] : 0)
        if alarms > limits.falseAlarms { forced.append(step) }
      }
    }
    forcedSilent = forced
    let largest = table.subScores.joined().reduce(100) { max($0, $1.magnitude) }
    slack = Double(table.subScores.count + 8) * 0x1p-52 * largest
  }

  // MARK: - Candidates

  /// Replays weights at a threshold, and keeps them if they catch more.
  @discardableResult
  mutating func consider(_ weights: [Double], at threshold: Double) -> Tally {
    let tally = PlainKernel().tally(
      KernelCandidate(weights: weights, notifyThreshold: threshold), over: table)
    guard tally.fp <= limits.falseAlarms else { return tally }
    let (mine, theirs) = (tally, best?.tally)
    let isBetter =
      theirs.map {
        mine.tp > $0.tp || (mine.tp == $0.tp && mine.fp < $0.fp)
      } ?? true
    if isBetter { best = Candidate(weights: weights, threshold: threshold, tally: tally) }
    return tally
  }

  /// Likewise at every threshold that makes a difference.
  mutating func considerAllThresholds(_ weights: [Double]) {
    let range = limits.thresholds
    if range.lowerBound == range.upperBound {
      consider(weights, at: range.lowerBound)
      return
    }
    consider(weights, at: range.upperBound)
    for threshold in Thresholds.all(weights: weights, over: table) where range.contains(threshold) {
      consider(weights, at: threshold)
    }
  }

  /// Tries the weights that a region's programme ended with, at the threshold between what should fire
  /// and what should not.
  private mutating func consider(_ weights: [Double], firing: [Int], silent: [Int]) -> Double {
    let range = limits.thresholds
    let low = firing.map { table.score(step: $0, weights: weights) }.min()
    let high = silent.map { table.score(step: $0, weights: weights) }.max()
    let middle =
      switch (low, high) {
      case (let low?, let high?): low > high ? (low + high) / 2 : low
      case (let low?, nil): low
      case (nil, let high?): (high + range.upperBound) / 2
      case (nil, nil): range.upperBound
      }
    let threshold = min(max(middle, range.lowerBound), range.upperBound)
    consider(weights, at: threshold)
    return threshold
  }

  // MARK: - Regions

  private var bestCount: Int { best?.tally.tp ?? -1 }

  mutating func run() -> BranchAndBound.Ending {
    let start = ContinuousClock.now
    var root = SearchRegion(
      simplex: WeightSimplex.whole(signals: scores.signals),
      statuses: [ScoreStatus](repeating: .open, count: table.stepCount), paths: [], reference: [],
      bound: traces.reduce(0) { $0 + $1.positives })
    for step in forcedSilent { root.statuses[step] = .silent }
    root.silents = forcedSilent
    root.reference = reference(best?.weights ?? root.simplex.centre, best?.threshold ?? 50)
    root.paths = traces.map { paths(of: $0, root) }
    bound = root.bound
    examine(root)
    while let region = queue.popFirst() {
      bound = region.bound
      guard region.bound > bestCount else { return .exhausted }
      if let most = limits.nodes, examined >= most { return .nodeLimit }
      if let time = limits.time, ContinuousClock.now - start >= time { return .timeLimit }
      for part in region.parts() { examine(part) }
    }
    bound = max(0, bestCount)
    return .exhausted
  }

  private func reference(_ weights: [Double], _ threshold: Double) -> [Bool] {
    (0..<table.stepCount).map { table.score(step: $0, weights: weights) >= threshold }
  }

  private func paths(of trace: GateSteps, _ region: SearchRegion) -> [GateProgramme.Path?] {
    GateProgramme(trace).paths(
      region.statuses, falseAlarms: limits.falseAlarms,
      reference: Array(region.reference[trace.steps]))
  }

  /// Bounds a region and queues it, unless it cannot beat the best weights so far.
  private mutating func examine(_ given: SearchRegion) {
    examined += 1
    var region = given
    guard decide(&region) else { return }
    for (i, trace) in traces.enumerated() {
      let isKept = region.paths[i].allSatisfy {
        $0?.keeps(to: region.statuses, from: trace.steps.lowerBound) ?? true
      }
      if !isKept { region.paths[i] = paths(of: trace, region) }
    }
    guard let chosen = Allocation(region.paths, falseAlarms: limits.falseAlarms),
      chosen.caught > bestCount
    else { return }
    region.bound = min(region.bound, chosen.caught)

    var firing: [Int] = []
    var silent: [Int] = []
    for (trace, path) in zip(traces, chosen.paths) {
      for (step, choice) in zip(trace.steps, path.choices) {
        if choice == .fires { firing.append(step) }
        if choice == .silent { silent.append(step) }
      }
    }
    guard let conflict = solve(&region, firing: firing, silent: silent),
      region.bound > bestCount
    else { return }
    region.branch = branch(region, firing: firing, silent: silent, conflict)
    queue.insert(region)
  }

  /// Decides what the corners of a region and its decided steps imply.
  ///
  /// - Parameter region: Its statuses and decided steps are brought up to date.
  /// - Returns: Whether it holds any weights.
  private func decide(_ region: inout SearchRegion) -> Bool {
    let width = scores.signals
    let fires = scores.frontier(
      region.fires, scores.corners(region.fires, region.simplex), ofFiring: true)
    let silents = scores.frontier(
      region.silents, scores.corners(region.silents, region.simplex), ofFiring: false)
    region.fires = fires.steps
    region.silents = silents.steps
    for f in fires.steps.indices {
      for s in silents.steps.indices
      where scores.isSilent(f * width, in: fires.scores, with: s * width, in: silents.scores) {
        return false
      }
    }
    let open = relevant.filter { region.statuses[$0] == .open }
    let corners = scores.corners(open, region.simplex)
    let lowest = limits.thresholds.lowerBound - slack - 1e-6
    let highest = limits.thresholds.upperBound - Self.gap + slack
    for (i, step) in open.enumerated() {
      let base = i * width
      let its = corners[base..<base + width]
      let mustFire =
        its.allSatisfy { $0 > highest }
        || fires.steps.indices.contains(where: {
          scores.fires(base, in: corners, with: $0 * width, in: fires.scores)
        })
      let mustBeSilent =
        its.allSatisfy { $0 < lowest }
        || silents.steps.indices.contains(where: {
          scores.isSilent(base, in: corners, with: $0 * width, in: silents.scores)
        })
      if mustFire && mustBeSilent { return false }
      if mustFire { region.statuses[step] = .fires }
      if mustBeSilent { region.statuses[step] = .silent }
    }
    return true
  }

  /// What a region's chosen steps and its programme say about each other.
  private struct Conflict {
    /// Steps that can't all do what was chosen; empty when the programme found no reason.
    var choices: [(step: Int, fires: Bool)]
  }

  /// Looks for weights that do what was chosen.
  ///
  /// - Returns: Why there are none; nothing when no weights of the region can.
  private mutating func solve(_ region: inout SearchRegion, firing: [Int], silent: [Int])
    -> Conflict?
  {
    let up = firing + region.fires
    let down = silent + region.silents
    let half = BranchAndBound.decisionMargin / 2
    let range = limits.thresholds
    guard
      let margin = FloatMargin(
        positives: scores.rows(scores.corners(up, region.simplex)),
        negatives: scores.rows(scores.corners(down, region.simplex)), signals: scores.signals,
        thresholds: (range.lowerBound - half)...(range.upperBound - half), error: 2 * slack)
    else {
      considerAllThresholds(region.simplex.centre)
      return Conflict(choices: [])
    }
    let shares = margin.weights.map { max(0, $0) }
    let weights =
      shares.reduce(0, +) > 0 ? region.simplex.mixture(shares) : region.simplex.centre
    let threshold = consider(weights, firing: firing, silent: silent)
    if examined < 4 || examined % 16 == 0 { considerAllThresholds(weights) }
    region.reference = reference(weights, threshold)
    guard margin.bound < Self.gap / 2 else { return Conflict(choices: []) }
    let choices =
      margin.positives.map { (step: up[$0], fires: true) }
      + margin.negatives.map { (step: down[$0], fires: false) }
    let open = choices.filter { region.statuses[$0.step] == .open }
    return open.isEmpty ? nil : Conflict(choices: open)
  }

  // MARK: - Dividing

  private func branch(
    _ region: SearchRegion, firing: [Int], silent: [Int], _ conflict: Conflict
  ) -> SearchRegion.Branch {
    let open = (firing + silent).filter { region.statuses[$0] == .open }
    let edge = widestEdge(
      open.count > Self.fewOpen ? open : conflict.choices.map(\.step), region.simplex)
    if open.count > Self.fewOpen, edge.effect > thresholdWidth(region) {
      return .cut(edge.a, edge.b)
    }
    if let step = dividing(region, firing: firing, silent: silent) { return .status(step) }
    let isSmall = edge.effect < Self.smallEffect
    if !conflict.choices.isEmpty, conflict.choices.count <= Self.fewChoices || isSmall {
      return .conflict(conflict.choices)
    }
    guard conflict.choices.isEmpty else { return .cut(edge.a, edge.b) }
    let longest = region.simplex.longestEdge
    return .cut(longest.a, longest.b)
  }

  /// The edge along which the scores of some steps change most, and how much on average.
  private func widestEdge(
    _ steps: [Int], _ simplex: WeightSimplex
  ) -> (a: Int, b: Int, effect: Double) {
    let corners = scores.corners(steps, simplex)
    let width = scores.signals
    var widest = (a: 0, b: min(1, width - 1), effect: 0.0)
    for a in 0..<width {
      for b in (a + 1)..<max(width, a + 1) {
        var effect = 0.0
        for base in stride(from: 0, to: corners.count, by: width) {
          effect += (corners[base + a] - corners[base + b]).magnitude
        }
        effect /= Double(max(1, steps.count))
        if effect > widest.effect { widest = (a, b, effect) }
      }
    }
    return widest
  }

  /// How far apart the thresholds are that the decided steps of a region leave.
  private func thresholdWidth(_ region: SearchRegion) -> Double {
    func ends(_ steps: [Int]) -> [(low: Double, high: Double)] {
      scores.rows(scores.corners(steps, region.simplex)).map {
        ($0.min() ?? 0, $0.max() ?? 0)
      }
    }
    let high = ends(region.fires).reduce(limits.thresholds.upperBound) { min($0, $1.high) }
    let low = ends(region.silents).reduce(limits.thresholds.lowerBound) { max($0, $1.low) }
    return high - low
  }

  /// The open step whose status decides most: if it fires, chosen silent ones must fire; if it does
  /// not, chosen firing ones must not.
  private func dividing(_ region: SearchRegion, firing: [Int], silent: [Int]) -> Int? {
    let width = scores.signals
    let up = firing.filter { region.statuses[$0] == .open }
    let down = silent.filter { region.statuses[$0] == .open }
    let high = scores.corners(up, region.simplex)
    let low = scores.corners(down, region.simplex)
    var best: (step: Int, least: Int, sum: Int)?
    func weigh(_ step: Int, _ base: Int, _ its: [Double]) {
      var fire = 0
      for place in stride(from: 0, to: low.count, by: width)
      where scores.fires(place, in: low, with: base, in: its) { fire += 1 }
      guard fire > best?.least ?? 0 else { return }
      var stop = 0
      for place in stride(from: 0, to: high.count, by: width)
      where scores.isSilent(place, in: high, with: base, in: its) { stop += 1 }
      let least = min(fire, stop)
      guard least > 0 else { return }
      if best.map({ (least, fire + stop) > ($0.least, $0.sum) }) ?? true {
        best = (step, least, fire + stop)
      }
    }
    for (i, step) in up.enumerated() { weigh(step, i * width, high) }
    for (i, step) in down.enumerated() { weigh(step, i * width, low) }
    return best?.step
  }
}

/// The best use of false alarms over all traces.
struct Allocation {
  let caught: Int
  let paths: [GateProgramme.Path]

  /// Gives nothing when some trace has no path within the false alarms.
  init?(_ traces: [[GateProgramme.Path?]], falseAlarms: Int) {
    // By false alarms spent so far: the most caught, and how many each trace spent.
    var best: [(caught: Int, spent: [Int])?] = [(0, [])]
    best += (0..<falseAlarms).map { _ in nil }
    for paths in traces {
      var next: [(caught: Int, spent: [Int])?] = best.map { _ in nil }
      for (before, entry) in best.enumerated() {
        guard let entry else { continue }
        for (alarms, path) in paths.enumerated() where before + alarms <= falseAlarms {
          guard let path else { continue }
          let caught = entry.caught + path.caught
          if caught > next[before + alarms]?.caught ?? -1 {
            next[before + alarms] = (caught, entry.spent + [alarms])
          }
        }
      }
      best = next
    }
    guard let top = best.compactMap({ $0 }).max(by: { $0.caught < $1.caught }) else { return nil }
    caught = top.caught
    paths = zip(traces, top.spent).compactMap { $0[$1] }
  }
}
