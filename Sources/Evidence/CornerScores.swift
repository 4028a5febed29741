/// Scores of steps at the corners of a region of weights, and what follows from them.
///
/// Every weight set of the region is a mixture of its corners, so the corner scores are the sub-scores of
/// a step as the region sees them. Whoever is at or above another at every corner is so in the region.
struct CornerScores: Sendable {
  /// Sub-scores by step, then signal.
  private let positives: [Double]
  private let negatives: [Double]
  private let signals: Int

  /// What a region may still do.
  struct View {
    /// Positives that some weights of the region may catch, and their corner scores.
    var alive: [Int] = []
    var aliveScores: [[Double]] = []
    /// Negatives that have no more others at or above them than false alarms allowed.
    var negatives: [Int] = []
    var negativeScores: [[Double]] = []
  }

  /// What a region is measured against.
  struct Rule {
    /// A positive must reach this at some corner.
    var lowest: Double
    /// A negative above this at every corner is a false alarm.
    var highest: Double
    /// A negative blocks a positive that exceeds it by less than this at every corner.
    var difference: Double
  }

  init(positives: [[Double]], negatives: [[Double]], signals: Int) {
    self.positives = Array(positives.joined())
    self.negatives = Array(negatives.joined())
    self.signals = signals
  }

  /// Looks at the steps a region still has.
  ///
  /// - Parameters:
  ///   - region: The region, with what the one around it left over.
  ///   - rule: The limits.
  /// - Returns: The view, or nothing when it has too many false alarms whatever the threshold, or cannot
  ///   catch a required positive.
  func view(of region: LabelRegion, rule: Rule) -> View? {
    let corners = Array(region.simplex.corners.joined())
    let width = region.simplex.corners.count
    let relevant = region.negatives
    var view = View()

    let low = scores(negatives, relevant, corners)
    let sums = relevant.indices.map { step in
      (0..<width).reduce(0) { $0 + low[step * width + $1] }
    }
    // From the highest down, so that whoever dominates comes first; a miss through rounding only keeps
    // a negative too many.
    let order = relevant.indices.sorted { (sums[$1], $0) < (sums[$0], $1) }
    var kept: [Double] = []
    var keptSilent: [Double] = []
    var alarms = 0
    for step in order {
      let base = step * width
      let isSilent = region.silent.contains(relevant[step])
      if isDominated(low, base, by: keptSilent, width, allowed: 0)
        || isDominated(low, base, by: kept, width, allowed: region.falseAlarms)
      {
        continue
      }
      kept += low[base..<base + width]
      view.negatives.append(relevant[step])
      if isSilent { keptSilent += low[base..<base + width] }
      guard low[base..<base + width].allSatisfy({ $0 > rule.highest }) else { continue }
      alarms += 1
      if isSilent { return nil }
    }
    guard alarms <= region.falseAlarms else { return nil }
    view.negativeScores = rows(kept, width)

    let blockers = kept.map { $0 + rule.difference }
    let silentBlockers = keptSilent.map { $0 + rule.difference }
    let high = scores(positives, region.alive, corners)
    for (position, step) in region.alive.enumerated() {
      let base = position * width
      guard high[base..<base + width].contains(where: { $0 >= rule.lowest }),
        !isBlocked(high, base, by: silentBlockers, width, allowed: 0),
        !isBlocked(high, base, by: blockers, width, allowed: region.falseAlarms)
      else {
        if region.required.contains(step) { return nil }
        continue
      }
      view.alive.append(step)
      view.aliveScores.append(Array(high[base..<base + width]))
    }
    return view
  }

  /// Whether more than `allowed` rows of `others` are at or above the scores at `base`, at every corner.
  private func isDominated(
    _ scores: [Double], _ base: Int, by others: [Double], _ width: Int, allowed: Int
  ) -> Bool {
    let scores = scores.span
    let others = others.span
    var count = 0
    var other = 0
    while other < others.count {
      var corner = 0
      while corner < width, others[other &+ corner] >= scores[base &+ corner] { corner &+= 1 }
      if corner == width {
        count += 1
        if count > allowed { return true }
      }
      other &+= width
    }
    return false
  }

  /// Likewise, strictly above.
  private func isBlocked(
    _ scores: [Double], _ base: Int, by others: [Double], _ width: Int, allowed: Int
  ) -> Bool {
    let scores = scores.span
    let others = others.span
    var count = 0
    var other = 0
    while other < others.count {
      var corner = 0
      while corner < width, others[other &+ corner] > scores[base &+ corner] { corner &+= 1 }
      if corner == width {
        count += 1
        if count > allowed { return true }
      }
      other &+= width
    }
    return false
  }

  private func rows(_ scores: [Double], _ width: Int) -> [[Double]] {
    stride(from: 0, to: scores.count, by: width).map { Array(scores[$0..<$0 + width]) }
  }

  /// By step, then corner.
  private func scores(_ vectors: [Double], _ steps: [Int], _ corners: [Double]) -> [Double] {
    let width = corners.count / signals
    let vectors = vectors.span
    let corners = corners.span
    var scores = [Double](repeating: 0, count: steps.count * width)
    var place = 0
    for step in steps {
      let base = step &* signals
      var at = 0
      for _ in 0..<width {
        var score = 0.0
        for signal in 0..<signals { score += corners[at &+ signal] * vectors[base &+ signal] }
        scores[place] = score
        place &+= 1
        at &+= signals
      }
    }
    return scores
  }
}
