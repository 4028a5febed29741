import TraceModel

/// A member of a behaviour: which candidate, and what tells it from the other members.
package struct BehaviourMember: Sendable, Hashable {
  package let index: Int
  /// The threshold in force, kept because an `"all"` threshold depends on the scores.
  package let notifyThreshold: Double?
  package let margin: Double?
  package let distance: Double
}

/// All candidates that decide the same at every step.
package struct Behaviour: Sendable {
  package let key: UInt64
  package private(set) var members = 1
  /// Counts that all members share; margins differ, so it has none.
  package let tally: Tally
  /// Rank of the best member.
  package private(set) var best: RankKey
  package private(set) var bestMember: BehaviourMember
  package private(set) var widest: BehaviourMember
  package private(set) var nearest: BehaviourMember
  /// Least and greatest value of every swept number among the members, weights first.
  package private(set) var ranges: [ClosedRange<Double>]
  /// Which of a listed parameter's first 64 values occur, for parameters that are no numbers.
  package private(set) var choices: [UInt64]

  init(_ scored: ScoredCandidate) {
    key = scored.tally.behaviour
    var shared = scored.tally
    shared.margin = nil
    tally = shared
    best = scored.rank
    let member = scored.member
    bestMember = member
    widest = member
    nearest = member
    ranges = scored.numbers.map { $0...$0 }
    choices = scored.choices
  }

  mutating func add(_ scored: ScoredCandidate) {
    members += 1
    take(best: scored.rank, scored.member, widest: scored.member, nearest: scored.member)
    for (i, value) in scored.numbers.enumerated() { widen(i, by: value) }
    for (i, bits) in scored.choices.enumerated() { choices[i] |= bits }
  }

  /// Adds neighbouring thresholds of a row that all decide as this behaviour does.
  ///
  /// Margins needed; no requirement may look at what members differ in.
  mutating func add(_ row: SweptRow, _ run: Range<Int>, days: Int, by ranking: Ranking) {
    members += run.count
    for k in run {
      let margin = row.margins.base[k] < .infinity ? row.margins.base[k] : -1
      let held = widest.margin ?? -1
      if margin > held || (margin == held && row.index(k) < widest.index) {
        widest = row.member(k)
      }
      let distance = row.distance(k)
      if distance < nearest.distance
        || (distance == nearest.distance && row.index(k) < nearest.index)
      {
        nearest = row.member(k)
      }
      if row.isBefore(k, best, by: ranking) {
        let scored = row.scored(k, tally, days: days, by: ranking)
        best = scored.rank
        bestMember = scored.member
      }
    }
    for (i, value) in row.numbers.enumerated() where i != row.thresholdPlace {
      widen(i, by: value)
    }
    widen(row.thresholdPlace, by: row.thresholds.base[run.lowerBound])
    widen(row.thresholdPlace, by: row.thresholds.base[run.upperBound - 1])
    for (i, bits) in row.choices.enumerated() { choices[i] |= bits }
  }

  @inline(__always)
  private mutating func widen(_ i: Int, by value: Double) {
    let range = ranges[i]
    if value < range.lowerBound { ranges[i] = value...range.upperBound }
    if value > range.upperBound { ranges[i] = range.lowerBound...value }
  }

  mutating func merge(_ other: Behaviour) {
    members += other.members
    take(best: other.best, other.bestMember, widest: other.widest, nearest: other.nearest)
    for (i, range) in other.ranges.enumerated() {
      ranges[i] =
        min(ranges[i].lowerBound, range.lowerBound)...max(ranges[i].upperBound, range.upperBound)
    }
    for (i, bits) in other.choices.enumerated() { choices[i] |= bits }
  }

  private mutating func take(
    best rank: RankKey, _ member: BehaviourMember, widest wide: BehaviourMember,
    nearest near: BehaviourMember
  ) {
    if rank < best {
      best = rank
      bestMember = member
    }
    if Self.isWider(wide, than: widest) { widest = wide }
    if Self.isNearer(near, than: nearest) { nearest = near }
  }

  private static func isWider(_ a: BehaviourMember, than b: BehaviourMember) -> Bool {
    let (wa, wb) = (a.margin ?? -1, b.margin ?? -1)
    return wa != wb ? wa > wb : a.index < b.index
  }

  private static func isNearer(_ a: BehaviourMember, than b: BehaviourMember) -> Bool {
    a.distance != b.distance ? a.distance < b.distance : a.index < b.index
  }
}

// MARK: Durable form

extension Behaviour {
  func write(to writer: inout ByteWriter) {
    writer.add(members)
    tally.write(to: &writer)
    for member in [bestMember, widest, nearest] { member.write(to: &writer) }
    for range in ranges {
      writer.add(range.lowerBound)
      writer.add(range.upperBound)
    }
    for bits in choices { writer.add(bits) }
  }

  /// - Parameters:
  ///   - reader: Stands at a record.
  ///   - ranges: How many numbers its sweep varies.
  ///   - choices: How many parameters that are no numbers.
  ///   - days: Of the suites.
  ///   - ranking: Of the plan; ranks are worked out again.
  /// - Throws: `MalformedBytes`.
  init(
    _ reader: inout ByteReader, ranges: Int, choices: Int, days: Int, by ranking: Ranking
  ) throws(MalformedBytes) {
    members = try reader.integer(in: 1...Int.max / 2)
    tally = try Tally(&reader)
    key = tally.behaviour
    bestMember = try BehaviourMember(&reader)
    widest = try BehaviourMember(&reader)
    nearest = try BehaviourMember(&reader)
    var bestTally = tally
    bestTally.margin = bestMember.margin
    best = RankKey(
      Metrics(
        tally: bestTally, days: days, distanceFromShipped: bestMember.distance,
        costs: ranking.costs),
      index: bestMember.index, by: ranking)
    self.ranges = []
    self.choices = []
    for _ in 0..<ranges {
      let low = try reader.double()
      let high = try reader.double()
      guard low <= high else { throw MalformedBytes(reason: "a range ends before it begins") }
      self.ranges.append(low...high)
    }
    for _ in 0..<choices { self.choices.append(try reader.word()) }
  }
}

extension BehaviourMember {
  func write(to writer: inout ByteWriter) {
    writer.add(index)
    writer.add(notifyThreshold)
    writer.add(margin)
    writer.add(distance)
  }

  init(_ reader: inout ByteReader) throws(MalformedBytes) {
    index = try reader.integer(in: 0...Int.max - 1)
    notifyThreshold = try reader.optionalDouble()
    margin = try reader.optionalDouble()
    distance = try reader.double()
  }
}
