import TraceModel

/// What a sweep remembers of the candidates it has tallied; flat in their number.
///
/// Every part is independent of the order of arrival, so that threads, shards and interruptions
/// never change a byte of the result.
package struct Aggregate: Sendable {
  /// Candidates tallied.
  package private(set) var evaluated = 0
  /// Indices that stand for no candidate (`"all"` thresholds with equal scores).
  package private(set) var skipped = 0
  /// Candidates that met every requirement.
  package private(set) var meeting = 0
  package private(set) var behaviours: BehaviourTable
  private var top: TopList
  /// The best candidate for each (false alarms, caught) point worth keeping, by false alarms.
  private var frontier: [Int: ScoredCandidate] = [:]

  package init(keep: Int, behaviourLimit: Int = BehaviourTable.exactLimit) {
    top = TopList(limit: keep)
    behaviours = BehaviourTable(limit: behaviourLimit)
  }

  package mutating func skip() { skipped += 1 }

  package mutating func add(_ scored: ScoredCandidate) {
    evaluated += 1
    if scored.rank.meetsRequirements { meeting += 1 }
    top.add(scored)
    behaviours.add(scored)
    note(frontier: scored)
  }

  package mutating func merge(_ other: Aggregate) {
    evaluated += other.evaluated
    skipped += other.skipped
    meeting += other.meeting
    for scored in other.top.sorted { top.add(scored) }
    behaviours.merge(other.behaviours)
    for scored in other.frontier.values { note(frontier: scored) }
  }

  package mutating func finish() { behaviours.finish() }

  /// The best candidates, best first.
  package var ranked: [ScoredCandidate] { top.sorted }

  /// For each point that no other beats in both false alarms and caught: its best candidate.
  package var pareto: [ScoredCandidate] {
    var best = -1
    var members: [ScoredCandidate] = []
    for alarms in frontier.keys.sorted() {
      guard let scored = frontier[alarms], scored.tally.tp > best else { continue }
      best = scored.tally.tp
      members.append(scored)
    }
    return members
  }

  private mutating func note(frontier scored: ScoredCandidate) {
    guard let held = frontier[scored.tally.fp] else {
      frontier[scored.tally.fp] = scored
      return
    }
    if scored.tally.tp > held.tally.tp
      || (scored.tally.tp == held.tally.tp && scored.rank < held.rank)
    {
      frontier[scored.tally.fp] = scored
    }
  }
}

/// The first few of a ranking, gathered in any order.
private struct TopList: Sendable {
  private let limit: Int
  private var kept: [ScoredCandidate] = []
  private var worst: RankKey?

  init(limit: Int) {
    precondition(limit > 0)
    self.limit = limit
  }

  mutating func add(_ scored: ScoredCandidate) {
    if let worst, !(scored.rank < worst) { return }
    kept.append(scored)
    if kept.count >= 2 * limit + 64 { shrink() }
  }

  private mutating func shrink() {
    kept = sorted
    worst = kept.last?.rank
  }

  var sorted: [ScoredCandidate] {
    Array(kept.sorted { $0.rank < $1.rank }.prefix(limit))
  }
}
