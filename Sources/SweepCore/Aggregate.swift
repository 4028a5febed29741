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
  let days: Int
  private var top: TopList
  private var ranks = SharedRankCache()
  /// Whether something was kept or dropped since a worker's bar was set.
  private var isBarStale = true
  private var front = Front()

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
    front.add(scored)
  }

  /// Tallies a row at all of its thresholds and adds what comes out.
  mutating func add(
    _ row: SweptRow, _ sweep: ThresholdSweep, _ gates: LaneGates, escalate: Double?
  ) {
    let totals = sweep.table.totals
    let bar = row.bar(for: ranking)
    if isBarStale || bar.totals != totals {
      bar.set(lastKept, totals)
      isBarStale = false
    }
    let keyBound = behaviours.keyBound
    front.withBars { bars in
      let filter = RowFilter(verdicts: bar.verdicts, bars: bars, keyBound: keyBound)
      sweep.tally(gates: gates, escalate: escalate, filter: bar.isSet ? filter : nil)
    }
    let runs = sweep.runs
    evaluated += runs.passed
    meeting += runs.meeting
    for i in 0..<runs.keyCount { behaviours.note(runs.keys.base[i]) }
    for i in 0..<runs.count { add(row, runs.runs.base[i].range, runs.runs.base[i].counts, totals) }
  }

  /// The last of the behaviours and of the listed candidates, whichever comes later, by what
  /// members of a behaviour share; nil while anything is kept.
  private var lastKept: SharedRank? {
    guard ranking.requiresOnlyShared, let worst = top.worst, let cut = behaviours.cutRank
    else { return nil }
    return cut.compared(with: worst, by: ranking) < 0 ? SharedRank(worst, by: ranking) : cut
  }

  /// Adds neighbouring thresholds of a row that share what they count.
  ///
  /// Gives exactly what `add` gives for each of them. Work that cannot change the result is left
  /// out: a key for the ranking, a margin or a record is made only where one could be kept.
  private mutating func add(
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
    let isOnFront = front.couldHold(alarms: alarms, caught: points)
    let record = behaviours.place(of: key)
    let shared: SharedRank
    if let record {
      shared = behaviours.shared(at: record)
    } else {
      behaviours.note(key)
      shared = ranks.rank(counts, totals, days: days, by: ranking)
      row.bar(for: ranking).learn(counts, shared)
    }
    if shared.parts[0] == 0 { meeting += run.count }
    if let record {
      row.needMargins(run)
      behaviours.add(row, run, at: record)
    } else if !behaviours.isPastCut(shared, key) {
      row.needMargins(run)
      behaviours.insert(row, run, totals.tally(counts), shared)
      isBarStale = true
    }
    if isOnFront { addToFront(row, run, totals.tally(counts), shared) }
    guard top.couldTake(shared, by: ranking) else { return }
    row.needMargins(run)
    isBarStale = true
    let tally = totals.tally(counts)
    for k in run where row.couldReach(top.worst, k, shared, by: ranking) {
      top.add(row.scored(k, tally, days: days, by: ranking))
    }
  }

  private mutating func addToFront(
    _ row: SweptRow, _ run: Range<Int>, _ tally: Tally, _ shared: SharedRank
  ) {
    let rival = front.rival(of: tally)?.rank
    if let rival, shared.compared(with: rival, by: ranking) > 0 { return }
    row.needMargins(run)
    for k in run where row.couldReach(rival, k, shared, by: ranking) {
      front.add(row.scored(k, tally, days: days, by: ranking))
    }
  }

  package mutating func merge(_ other: Aggregate) {
    evaluated += other.evaluated
    skipped += other.skipped
    meeting += other.meeting
    for scored in other.top.sorted { top.add(scored) }
    behaviours.merge(other.behaviours)
    for scored in other.front.points { front.add(scored) }
  }

  /// Merges, or takes the other over where there is nothing yet, so that no copy lies beside it.
  ///
  /// Not one that lists fewer: its limit would stay in force for all that comes after it.
  mutating func take(_ other: consuming Aggregate) {
    if isEmpty && other.top.limit == top.limit { self = other } else { merge(other) }
  }

  /// Takes over the keys that another has counted once they are many, so that few are held twice.
  mutating func absorbKeys(of other: inout Aggregate) {
    behaviours.absorbKeys(of: &other.behaviours)
  }

  /// Whether there are so many.
  var hasManyKeys: Bool { behaviours.hasManyKeys }

  /// Drops what is beyond the limits. What is left depends on the candidates alone, not on the
  /// order, the threads or the parts in which they came.
  package mutating func finish() {
    top.finish()
    behaviours.finish()
  }

  /// Whether it has seen nothing.
  var isEmpty: Bool { evaluated == 0 && skipped == 0 && behaviours.heldKeys == 0 }

  /// An aggregate of nothing, to be merged into this one: it already knows what could not be kept.
  func successor() -> Aggregate {
    var next = self
    next.evaluated = 0
    next.skipped = 0
    next.meeting = 0
    next.top = top.successor()
    next.behaviours = behaviours.successor()
    next.front = front.successor()
    return next
  }

  /// The best candidate so far.
  package var best: ScoredCandidate? { top.best }

  /// The best candidates, best first.
  package var ranked: [ScoredCandidate] { top.sorted }

  /// For each point that no other beats in both false alarms and caught: its best candidate.
  package var pareto: [ScoredCandidate] { front.points }
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
    ScoredCandidate.write(front.points, to: &writer)
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
      front.add(scored)
    }
    try behaviours.read(&reader)
    guard reader.isAtEnd else { throw MalformedBytes(reason: "something stands behind its end") }
    top.finish()
  }
}
