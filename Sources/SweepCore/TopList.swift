/// The first few of a ranking, gathered in any order.
struct TopList: Sendable {
  let limit: Int
  private(set) var kept: [ScoredCandidate] = []
  /// The last kept once there are enough; nothing at or past it is taken.
  private(set) var worst: RankKey?
  /// The first of those given, for progress.
  private(set) var best: ScoredCandidate?

  init(limit: Int) {
    precondition(limit > 0)
    self.limit = limit
  }

  mutating func add(_ scored: ScoredCandidate) {
    if let worst, !(scored.rank < worst) { return }
    kept.append(scored)
    if best.map({ scored.rank < $0.rank }) ?? true { best = scored }
    if kept.count >= 2 * limit + 64 { finish() }
  }

  /// Whether some candidate with this shared rank could be kept.
  @inline(__always)
  func couldTake(_ shared: SharedRank, by ranking: Ranking) -> Bool {
    guard let worst else { return true }
    return shared.compared(with: worst, by: ranking) <= 0
  }

  /// Sorts, and drops what is beyond the limit.
  mutating func finish() {
    kept = sorted
    if kept.count == limit { worst = kept.last?.rank }
  }

  var sorted: [ScoredCandidate] {
    Array(kept.sorted { $0.rank < $1.rank }.prefix(limit))
  }

  /// A list of nothing that takes only what this one could still take.
  func successor() -> TopList {
    var next = TopList(limit: limit)
    next.worst = worst
    return next
  }
}
