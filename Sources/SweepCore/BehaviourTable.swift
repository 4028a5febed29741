import TraceModel

/// Behaviours of a sweep: counted exactly up to a limit, the best of them kept whole.
///
/// What is kept does not depend on the order in which candidates arrive. Beyond `recordLimit` those
/// stay that rank best by what their members share (margin and distance aside, ties by key): a
/// behaviour once dropped stays below the cut for good, so the figures of those that remain are
/// exact. Memory is flat: a record takes about 600 bytes, a counted key 8 to 16.
package struct BehaviourTable: Sendable {
  /// 2^20, as documented for reports.
  package static let exactLimit = 1 << 20
  /// More than a report ever lists.
  package static let recordLimit = 10_240

  private let ranking: Ranking
  private let days: Int
  private let limit: Int
  private var records: [Behaviour] = []
  /// By record: where it stands, worked out once.
  private var places: [Place] = []
  private var index = KeyIndex()
  /// Nothing at or past this place is kept.
  private var cut: Place?
  private var sketch: KeySketch

  package init(
    ranking: Ranking, days: Int, exactLimit: Int = exactLimit, recordLimit: Int = recordLimit
  ) {
    self.ranking = ranking
    self.days = days
    limit = recordLimit
    sketch = KeySketch(limit: exactLimit)
  }

  /// Whether `count` is exact.
  package var isExact: Bool { sketch.isExact }
  /// Distinct behaviours seen; an estimate once `isExact` is false.
  package var count: Int { sketch.count }
  /// Those kept whole, best first.
  package var ranked: [Behaviour] { records.sorted { $0.best < $1.best } }
  /// Those kept whole, by key.
  package var behaviours: [UInt64: Behaviour] {
    Dictionary(uniqueKeysWithValues: records.map { ($0.key, $0) })
  }

  mutating func add(_ scored: ScoredCandidate) {
    let key = scored.tally.behaviour
    if let place = index.place(of: key) {
      records[place].add(scored)
      return
    }
    sketch.add(key)
    let shared = SharedRank(scored.tally, days: days, by: ranking)
    if isPastCut(shared, key) { return }
    insert(Behaviour(scored), shared)
  }

  /// Whether a behaviour with this rank could not be kept.
  @inline(__always)
  func isPastCut(_ shared: SharedRank, _ key: UInt64) -> Bool {
    guard let cut else { return false }
    return !(Place(shared: shared, key: key) < cut)
  }

  /// The shared rank at the cut, if there is one.
  var cutRank: SharedRank? { cut?.shared }

  /// The record of a behaviour, if it is kept.
  @inline(__always)
  func place(of key: UInt64) -> Int? { index.place(of: key) }

  @inline(__always)
  func shared(at place: Int) -> SharedRank { places[place].shared }

  @inline(__always)
  mutating func note(_ key: UInt64) { sketch.add(key) }

  /// Keys from here on need not be noted.
  var keyBound: UInt64 { sketch.bound }

  /// Adds a run to the record at a place.
  @inline(__always)
  mutating func add(_ row: SweptRow, _ run: Range<Int>, at place: Int) {
    records[place].add(row, run, days: days, by: ranking)
  }

  /// Adds a run whose behaviour is new and not past the cut.
  mutating func insert(
    _ row: SweptRow, _ run: Range<Int>, _ tally: Tally, _ shared: SharedRank
  ) {
    var behaviour = Behaviour(row.scored(run.lowerBound, tally, days: days, by: ranking))
    if run.count > 1 {
      behaviour.add(row, run.lowerBound + 1..<run.upperBound, days: days, by: ranking)
    }
    insert(behaviour, shared)
  }

  private mutating func insert(_ behaviour: Behaviour, _ shared: SharedRank) {
    append(behaviour, shared)
    if records.count >= limit + max(64, limit / 8) { prune() }
  }

  /// Counted keys that are held.
  var heldKeys: Int { sketch.held }

  /// Whether there are more of them than fit a fast cache.
  var hasManyKeys: Bool { sketch.held >= min(1 << 15, sketch.limit) }

  /// Takes over the counted keys of another, which goes on counting.
  mutating func absorbKeys(of other: inout BehaviourTable) { sketch.absorb(&other.sketch) }

  mutating func merge(_ other: BehaviourTable) {
    sketch.merge(other.sketch)
    if let theirs = other.cut { cut = cut.map { min($0, theirs) } ?? theirs }
    for (behaviour, standing) in zip(other.records, other.places) {
      if let place = index.place(of: behaviour.key) {
        records[place].merge(behaviour)
      } else {
        append(behaviour, standing.shared)
      }
    }
    if let cut { keep { $0 < cut } }
    if records.count > limit { prune() }
  }

  /// Ends the sweep: what is beyond the limits goes.
  mutating func finish() {
    if records.count > limit { prune() }
    sketch.finish()
  }

  /// A table of nothing that takes only what this one could still take.
  func successor() -> BehaviourTable {
    var next = self
    next.records = []
    next.places = []
    next.index = KeyIndex()
    next.sketch = sketch.successor()
    return next
  }

  private mutating func append(_ behaviour: Behaviour, _ shared: SharedRank) {
    index.insert(behaviour.key, records.count)
    records.append(behaviour)
    places.append(Place(shared: shared, key: behaviour.key))
  }

  private mutating func prune() {
    let cut = Self.inOrder(limit, of: places)
    self.cut = cut
    keep { $0 < cut }
  }

  /// The place that sorting would bring to position `n`.
  ///
  /// Source: Hoare, "Algorithm 65: find", Communications of the ACM 4 (1961).
  private static func inOrder(_ n: Int, of all: [Place]) -> Place {
    var places = all
    var range = places.indices
    while true {
      let pivot = places[range.lowerBound + range.count / 2]
      let firstNotBelow = places[range].partition { !($0 < pivot) }
      if n < firstNotBelow {
        range = range.lowerBound..<firstNotBelow
        continue
      }
      let firstAbove = places[firstNotBelow..<range.upperBound].partition { pivot < $0 }
      if n < firstAbove { return pivot }
      range = firstAbove..<range.upperBound
    }
  }

  /// In place: a second list beside the first would be the largest thing a sweep holds.
  private mutating func keep(_ isKept: (Place) -> Bool) {
    var end = 0
    for i in places.indices where isKept(places[i]) {
      records.swapAt(i, end)
      places.swapAt(i, end)
      end += 1
    }
    records.removeSubrange(end...)
    places.removeSubrange(end...)
    index = KeyIndex(capacity: limit + limit / 4)
    for (i, place) in places.enumerated() { index.insert(place.key, i) }
  }

  /// Where a behaviour stands by what all its members share.
  private struct Place: Comparable, Sendable {
    let shared: SharedRank
    let key: UInt64

    static func < (a: Place, b: Place) -> Bool {
      if a.shared < b.shared { return true }
      return a.shared.parts == b.shared.parts && a.key < b.key
    }
  }
}

// MARK: Durable form

extension BehaviourTable {
  /// Writes a finished table: its records from the best, where it was cut, and its count.
  func write(to writer: inout ByteWriter) {
    let order = records.indices.sorted { places[$0] < places[$1] }
    writer.add(limit)
    writer.add(order.count)
    writer.add(records.first?.ranges.count ?? 0)
    writer.add(records.first?.choices.count ?? 0)
    writer.reserve(order.count * 320)
    for i in order { records[i].write(to: &writer) }
    writer.add(cut != nil)
    if let cut {
      for i in 0..<8 { writer.add(cut.shared.parts[i]) }
      writer.add(cut.key)
    }
    sketch.write(to: &writer)
  }

  /// About how many bytes that takes.
  var durableSize: Int { min(records.count, limit) * 320 + sketch.held * 8 }

  /// Reads into an empty table of the same sweep.
  mutating func read(_ reader: inout ByteReader) throws(MalformedBytes) {
    guard try reader.integer(in: 0...Int.max) == limit else {
      throw MalformedBytes(reason: "it is of another sweep")
    }
    let count = try reader.integer(in: 0...limit)
    let ranges = try reader.integer(in: 0...1024)
    let choices = try reader.integer(in: 0...1024)
    var last: Place?
    for _ in 0..<count {
      let record = try Behaviour(
        &reader, ranges: ranges, choices: choices, days: days, by: ranking)
      let shared = SharedRank(record.tally, days: days, by: ranking)
      let place = Place(shared: shared, key: record.key)
      guard last.map({ $0 < place }) ?? true, index.place(of: record.key) == nil else {
        throw MalformedBytes(reason: "its behaviours are out of order")
      }
      last = place
      append(record, shared)
    }
    if try reader.flag() {
      var parts = SIMD8<Double>(repeating: 0)
      for i in 0..<8 { parts[i] = try reader.double(finite: false) }
      let place = Place(shared: SharedRank(parts: parts), key: try reader.word())
      guard count == limit, last.map({ $0 < place }) ?? true else {
        throw MalformedBytes(reason: "its behaviours are out of order")
      }
      cut = place
    }
    try sketch.read(&reader)
  }
}
