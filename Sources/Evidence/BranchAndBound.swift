/// The most positive steps that any weights can catch within a number of false alarms, gates ignored.
///
/// Weights range over the simplex (0 or more, sum 1), the threshold over a range or one value. The bound
/// is about decisions with a margin: every step clears the threshold by half of `decisionMargin`, on its
/// side. Below that, a region around a tie could be cut for ever without deciding anything. Weights that
/// are found may also catch a positive that just touches the threshold, as the corners, with one signal
/// alone, do on round numbers; the bound is then raised to what was found.
///
/// Branch and bound over simplices of weights, halved along their longest edge. In a simplex a score is
/// largest and smallest at a corner, so a positive is out of reach exactly when more negatives than
/// allowed stay above it at every corner: a few comparisons, tighter than a box of weights and cheaper
/// than its knapsack. `FloatMargin` then names steps that exclude each other in the region, which lowers
/// the bound further. All of it is rounded outwards. Where cutting would take too long, a step of such a
/// conflict is settled both ways instead, so ties along a whole surface end too. Deterministic, unless
/// the time limit strikes.
package struct BranchAndBound: Sendable, Hashable {
  /// Least difference in score points between a caught positive and a silent negative.
  package static let decisionMargin = 1e-4

  /// The best weights found.
  package struct Found: Sendable, Hashable {
    /// One per signal, 0 or more; their sum is 1 to the last place.
    package var weights: [Double]
    /// In score points.
    package var threshold: Double
    /// Positives at or above the threshold, ascending.
    package var caught: [Int]
    /// Negatives at or above it, ascending.
    package var falseAlarms: [Int]
    /// Least distance to the threshold of the caught positives and the silent negatives, in score
    /// points, as computed in `Double`; nothing when there are none.
    package var margin: Double?
  }

  /// Why the search ended.
  package enum Ending: Sendable, Hashable {
    case exhausted
    case nodeLimit
    case timeLimit
  }

  /// Nothing when no weights were found that keep the false alarms within the limit.
  package let found: Found?
  /// No weights catch more positives than this with the decision margin.
  package let bound: Int
  /// Simplices examined.
  package let nodes: Int
  package let ending: Ending

  /// Whether the weights found are the best there are; also true when there are none at all.
  package var isProven: Bool { gap == 0 && (ending == .exhausted || found != nil) }
  /// Positives between what was found and the bound, 0 or more.
  package var gap: Int { bound - (found?.caught.count ?? 0) }

  /// What a search may use and must respect.
  package struct Limits: Sendable {
    /// Negatives that may reach the threshold.
    package var falseAlarms: Int
    /// In score points; both ends equal for a fixed threshold.
    package var thresholds: ClosedRange<Double>
    /// No limit when missing. A search that hits it depends on the machine.
    package var time: Duration?
    /// Simplices to examine at most; no limit when missing.
    package var nodes: Int?

    package init(
      falseAlarms: Int = 0, thresholds: ClosedRange<Double> = 0...100, time: Duration? = nil,
      nodes: Int? = nil
    ) {
      self.falseAlarms = falseAlarms
      self.thresholds = thresholds
      self.time = time
      self.nodes = nodes
    }
  }

  /// Searches for the best weights.
  ///
  /// - Parameters:
  ///   - positives: Steps that should fire.
  ///   - negatives: Steps that should stay silent. For a claim about a gated engine, only those that no
  ///     gate could block.
  ///   - limits: False alarms, threshold range, time and nodes.
  ///   - starts: Weight sets to try first, such as shipped and a sweep's winner.
  /// - Throws: `SeparabilityError` for unusable steps.
  package init(
    positives: [NamedStep], negatives: [NamedStep], limits: Limits = Limits(),
    starts: [[Double]] = []
  ) throws(SeparabilityError) {
    let signals = try Separability.signalCount(of: positives + negatives, limits.thresholds)
    var search = WeightSearch(
      positives: positives.map(\.subScores), negatives: negatives.map(\.subScores),
      signals: signals, limits: limits)
    for start in starts where start.count == signals { search.consider(start) }
    ending = search.run()
    found = search.polished()
    bound = max(search.bound, found?.caught.count ?? 0)
    nodes = search.examined
  }
}
