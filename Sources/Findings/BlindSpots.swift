import DecisionEngines
import TraceModel

/// A combination of two sub-score levels that no label of one side covers.
package struct BlindSpot: Sendable, Hashable {
  package let first: SubScoreLevel
  package let second: SubScoreLevel
  /// Whether the missing labels are those that should fire; else those that should stay silent.
  package let missesPositive: Bool
  /// Unlabelled steps of this combination at which the winner's answer is the one no label checks:
  /// it fires where no silent label is, or stays silent where none should fire.
  package let unchecked: Int
  /// Whether the winner gives that answer whatever the other sub-scores are, with these two at
  /// their extremes.
  package let isCertain: Bool
  /// Steps of this combination that the winner's score decides.
  package let steps: Int
  /// `No step with good sleep and a close deadline is labelled silent.`
  package let text: String
}

/// What the labels of a suite leave unasked.
///
/// A label covers a combination only where the winner's score was compared with the threshold:
/// where a gate answered first, it says nothing about scores. A step inside a counting window and
/// without a label of its own counts as labelled by the window.
package struct BlindSpots: Sendable {
  /// Most important to the winner first.
  ///
  /// Missing silent labels where the winner fires unchecked; then those where it is certain to fire;
  /// then missing positive labels where it stays silent unchecked; then the rest. Within each, those
  /// that settle the winner's answer alone; then one level low and the other high before two alike,
  /// since there the sub-scores contradict each other; then more unchecked steps, more steps, and the
  /// engine's order.
  package let all: [BlindSpot]

  /// - Parameters:
  ///   - winner: The winner's replay.
  ///   - engine: Its engine.
  package init(_ winner: Evaluation, engine: any DecisionEngine) {
    let rows = Self.rows(winner)
    let count = engine.subScores.count
    var spots: [BlindSpot] = []
    for a in 0..<count {
      for b in (a + 1)..<max(count, a + 1) {
        for (isHighA, isHighB) in [(false, false), (false, true), (true, false), (true, true)] {
          let pair = (
            SubScoreLevel(subScore: a, isHigh: isHighA), SubScoreLevel(subScore: b, isHigh: isHighB)
          )
          let inside = rows.filter { pair.0.holds($0.subScores) && pair.1.holds($0.subScores) }
          for side in [false, true] where !inside.contains(where: { $0.label == side }) {
            spots.append(
              BlindSpot(
                first: pair.0, second: pair.1, missesPositive: side,
                unchecked: inside.count { $0.label == nil && $0.fires != side },
                isCertain: Self.isCertain(pair, fires: !side, winner), steps: inside.count,
                text: Self.text(pair, side, engine.subScores)))
          }
        }
      }
    }
    let order = spots.enumerated().sorted { Self.key($0) < Self.key($1) }
    all = order.map(\.element)
  }

  private struct Row {
    let subScores: [Double]
    let fires: Bool
    /// Whether it should fire; nil without a label.
    let label: Bool?
  }

  private static func rows(_ winner: Evaluation) -> [Row] {
    winner.traces.flatMap { entry in
      entry.trace.steps.indices.compactMap { i -> Row? in
        let (step, decision) = (entry.trace.steps[i], entry.decisions[i])
        guard decision.reachesThreshold, !decision.subScores.isEmpty else { return nil }
        let window = entry.trace.windows.first {
          $0.counts && $0.contains(step.at.instant)
        }
        let label = step.expect ?? (step.hasOwnExpect ? nil : window?.expect)
        return Row(
          subScores: decision.subScores, fires: decision.action != .silent,
          label: label?.isPositive)
      }
    }
  }

  /// With the two levels at their extremes, and the others at their least or greatest: always the
  /// same answer?
  private static func isCertain(
    _ pair: (SubScoreLevel, SubScoreLevel), fires: Bool, _ winner: Evaluation
  ) -> Bool {
    guard let first = winner.traces.first else { return false }
    let weights = first.settings.weights
    var score = 0.0
    for (i, weight) in weights.enumerated() {
      var isHigh = (weight >= 0) != fires
      if i == pair.0.subScore { isHigh = pair.0.isHigh }
      if i == pair.1.subScore { isHigh = pair.1.isHigh }
      score += weight * (isHigh ? 100 : 0)
    }
    return first.decisions.first.map { (score >= $0.threshold) == fires } ?? false
  }

  private static func text(
    _ pair: (SubScoreLevel, SubScoreLevel), _ side: Bool, _ definitions: [SubScoreDefinition]
  ) -> String {
    "No step with \(pair.0.words(definitions)) and \(pair.1.words(definitions)) is labelled "
      + (side ? "to fire." : "silent.")
  }

  private static func key(_ item: EnumeratedSequence<[BlindSpot]>.Element)
    -> (Int, Int, Int, Int, Int, Int)
  {
    let spot = item.element
    let importance =
      switch (spot.missesPositive, spot.unchecked > 0, spot.isCertain) {
      case (false, true, _): 0
      case (false, false, true): 1
      case (true, true, _): 2
      default: 3
      }
    return (
      importance, spot.isCertain ? 0 : 1, spot.first.isHigh == spot.second.isHigh ? 1 : 0,
      -spot.unchecked, -spot.steps, item.offset
    )
  }
}

/// The unlabelled step whose label would tell tied candidates apart best.
package struct TellingStep: Sendable, Hashable {
  package let place: Place
  /// How many of the tied candidates fire there, and how many do not.
  package let firing: Int
  package let silent: Int

  /// Looks at every step without a label, in no window.
  ///
  /// The one on which the candidates split most evenly; the earliest in file order among equals.
  ///
  /// - Parameter tied: Replays of the tied candidates over the same suites.
  /// - Returns: Nil when they agree on every unlabelled step, or there are fewer than two.
  package static func best(among tied: [Evaluation]) -> TellingStep? {
    guard let first = tied.first else { return nil }
    var best: TellingStep?
    for (index, entry) in first.traces.enumerated() {
      for step in entry.trace.steps.indices where entry.isUnlabelled(step) {
        let firing = tied.count { $0.traces[index].decisions[step].action != .silent }
        let silent = tied.count - firing
        guard min(firing, silent) > best.map({ min($0.firing, $0.silent) }) ?? 0 else { continue }
        best = TellingStep(
          place: Place(step: step, of: entry.trace, traceIndex: index), firing: firing,
          silent: silent)
      }
    }
    return best
  }
}
