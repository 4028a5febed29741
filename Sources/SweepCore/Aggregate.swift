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
  let ranking: Ranking
  private let mostAlarms: Int
  let days: Int
  private var top: TopList
  private var ranks = SharedRankCache()
  /// The best candidate for each (false alarms, caught) point worth keeping, by false alarms.
  private var frontier: [Int: ScoredCandidate] = [:]
  /// The most caught at each number of false alarms below `alarmLimit`; −1 is none yet.
  private var caught = [Int](repeating: -1, count: Self.alarmLimit)
  private static let alarmLimit = 1024

  /// - Parameters:
  ///   - keep: How many of the best to list.
  ///   - ranking: What is better.
  ///   - days: Distinct (trace, local date) pairs of the suites, for figures per day.
  ///   - exactLimit: Behaviours up to which their number is exact.
  ///   - recordLimit: Behaviours kept whole.
  package init(
    keep: Int, ranking: Ranking, days: Int, exactLimit: Int = BehaviourTable.exactLimit,
    recordLimit: Int = BehaviourTable.recordLimit
  ) {
    self.ranking = ranking
    mostAlarms = ranking.mostAlarms
    self.days = days
    top = TopList(limit: keep)
    behaviours = BehaviourTable(
      ranking: ranking, days: days, exactLimit: exactLimit, recordLimit: recordLimit)
  }

  package mutating func skip() { skipped += 1 }

  mutating func skip(_ count: Int) { skipped += count }

  package mutating func add(_ scored: ScoredCandidate) {
    evaluated += 1
    if scored.rank.meetsRequirements { meeting += 1 }
    top.add(scored)
    behaviours.add(scored)
    note(frontier: scored)
  }

  /// Adds neighbouring thresholds of a row that share what they count.
  ///
  /// Gives exactly what `add` gives for each of them. Work that cannot change the result is left
  /// out: a key for the ranking, a margin or a record is made only where one could be kept.
  mutating func add(
    _ row: SweptRow, _ run: Range<Int>, _ counts: LaneCounts, _ totals: LabelTotals
  ) {
    guard ranking.requiresOnlyShared else {
      row.needMargins(run)
      let tally = totals.tally(counts)
      for k in run { add(row.scored(k, tally, days: days, by: ranking)) }
      return
    }
    evaluated += run.count
    let key = counts[2]
    let (points, alarms) = LabelTotals.points(counts[0])
    let isOnFront = alarms >= Self.alarmLimit || points >= caught[alarms]
    let record = behaviours.place(of: key)
    let shared: SharedRank
    if let record {
      shared = behaviours.shared(at: record)
    } else {
      behaviours.note(key)
      shared = ranks.rank(counts, totals, days: days, by: ranking)
    }
    if shared.parts[0] == 0 { meeting += run.count }
    if let record {
      row.needMargins(run)
      behaviours.add(row, run, at: record)
    } else if !behaviours.isPastCut(shared, key) {
      row.needMargins(run)
      behaviours.insert(row, run, totals.tally(counts), shared)
    }
    if isOnFront { addToFront(row, run, totals.tally(counts), shared) }
    guard top.couldTake(shared, by: ranking) else { return }
    row.needMargins(run)
    let tally = totals.tally(counts)
    for k in run where row.couldReach(top.worst, k, shared, by: ranking) {
      top.add(row.scored(k, tally, days: days, by: ranking))
    }
  }

  /// Whether nothing is kept of candidates that fail a requirement but their number, and perhaps a
  /// place on the front. Stays true once it is.
  var losesFailing: Bool {
    ranking.requiresOnlyShared && behaviours.dropsFailing && top.dropsFailing
  }

  /// Counts candidates of which nothing else is kept; false, with nothing counted, when more might.
  ///
  /// Only when `losesFailing`: the many candidates of a sweep end here, at a few comparisons each.
  @inline(__always)
  mutating func passOver(_ count: Int, _ firstWord: UInt64, _ key: UInt64) -> Bool {
    let (caught, alarms) = LabelTotals.points(firstWord)
    guard alarms > mostAlarms, alarms < Self.alarmLimit, caught < self.caught[alarms] else {
      return false
    }
    evaluated += count
    behaviours.note(key)
    return true
  }

  private mutating func addToFront(
    _ row: SweptRow, _ run: Range<Int>, _ tally: Tally, _ shared: SharedRank
  ) {
    let held = frontier[tally.fp]
    let rival = held?.tally.tp == tally.tp ? held?.rank : nil
    if let rival, shared.compared(with: rival, by: ranking) > 0 { return }
    row.needMargins(run)
    for k in run where row.couldReach(rival, k, shared, by: ranking) {
      note(frontier: row.scored(k, tally, days: days, by: ranking))
    }
  }

  package mutating func merge(_ other: Aggregate) {
    evaluated += other.evaluated
    skipped += other.skipped
    meeting += other.meeting
    for scored in other.top.sorted { top.add(scored) }
    behaviours.merge(other.behaviours)
    for scored in other.frontier.values { note(frontier: scored) }
  }

  /// Merges, or takes the other over where there is nothing yet, so that no copy lies beside it.
  mutating func take(_ other: consuming Aggregate) {
    if isEmpty { self = other } else { merge(other) }
  }

  /// Drops what is beyond the limits. What is left depends on the candidates alone, not on the
  /// order, the threads or the parts in which they came.
  package mutating func finish() {
    top.finish()
    behaviours.finish()
  }

  /// Whether it has seen nothing.
  var isEmpty: Bool { evaluated == 0 && skipped == 0 }

  /// An aggregate of nothing, to be merged into this one: it already knows what could not be kept.
  func successor() -> Aggregate {
    var next = self
    next.evaluated = 0
    next.skipped = 0
    next.meeting = 0
    next.top = top.successor()
    next.behaviours = behaviours.successor()
    next.frontier = [:]
    return next
  }

  /// The best candidate so far.
  package var best: ScoredCandidate? { top.best }

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
    let alarms = scored.tally.fp
    // Of a successor the other part may hold a better one.
    if alarms < Self.alarmLimit, scored.tally.tp < caught[alarms] { return }
    if let held = frontier[alarms] {
      guard
        scored.tally.tp > held.tally.tp
          || (scored.tally.tp == held.tally.tp && scored.rank < held.rank)
      else { return }
    }
    frontier[alarms] = scored
    if alarms < Self.alarmLimit { caught[alarms] = scored.tally.tp }
  }
}

// MARK: Durable form

extension Aggregate {
  /// Bytes from which `init(_:like:)` makes an equal aggregate, on any machine.
  ///
  /// The same candidates give the same bytes, in whatever order and parts they came.
  package mutating func durableBytes() -> [UInt8] {
    finish()
    var writer = ByteWriter()
    writer.add(Self.magic)
    for count in [evaluated, skipped, meeting, top.limit, days] { writer.add(count) }
    ScoredCandidate.write(top.kept, to: &writer)
    ScoredCandidate.write(
      frontier.sorted { $0.key < $1.key }.map(\.value), to: &writer)
    behaviours.write(to: &writer)
    return writer.bytes
  }

  /// About how many bytes that takes.
  package var durableSize: Int {
    top.kept.count * 200 + behaviours.durableSize
  }

  private static let magic: StaticString = "autoresearch.aggregate/1\n"

  /// - Parameters:
  ///   - bytes: What `durableBytes` gave.
  ///   - empty: What the sweep they are from starts from.
  /// - Throws: `MalformedBytes` for anything else; never traps.
  package init(_ bytes: [UInt8], like empty: Aggregate) throws(MalformedBytes) {
    self = empty
    var reader = ByteReader(bytes)
    try reader.expect(Self.magic)
    evaluated = try reader.integer(in: 0...Int.max / 2)
    skipped = try reader.integer(in: 0...Int.max / 2)
    meeting = try reader.integer(in: 0...evaluated)
    guard try reader.integer(in: 0...Int.max) == top.limit,
      try reader.integer(in: 0...Int.max) == days
    else { throw MalformedBytes(reason: "it is of another sweep") }
    for scored in try ScoredCandidate.read(&reader, days: days, by: ranking) { top.add(scored) }
    for scored in try ScoredCandidate.read(&reader, days: days, by: ranking) {
      note(frontier: scored)
    }
    try behaviours.read(&reader)
    guard reader.isAtEnd else { throw MalformedBytes(reason: "something stands behind its end") }
    top.finish()
  }
}
