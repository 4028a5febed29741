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
  /// Counts that all members share; margins differ.
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
    tally = scored.tally
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
    for (i, value) in scored.numbers.enumerated() where !ranges[i].contains(value) {
      ranges[i] = min(ranges[i].lowerBound, value)...max(ranges[i].upperBound, value)
    }
    for (i, bits) in scored.choices.enumerated() { choices[i] |= bits }
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

/// A candidate with its tally, as the aggregate receives it.
package struct ScoredCandidate: Sendable {
  package let index: Int
  package let tally: Tally
  package let rank: RankKey
  package let distance: Double
  package let notifyThreshold: Double?
  /// Every swept number, weights first.
  package let numbers: [Double]
  /// One bit of the first 64 values, for each swept parameter that is no number.
  package let choices: [UInt64]

  package init(
    index: Int, tally: Tally, rank: RankKey, distance: Double, notifyThreshold: Double?,
    numbers: [Double], choices: [UInt64]
  ) {
    self.index = index
    self.tally = tally
    self.rank = rank
    self.distance = distance
    self.notifyThreshold = notifyThreshold
    self.numbers = numbers
    self.choices = choices
  }

  var member: BehaviourMember {
    BehaviourMember(
      index: index, notifyThreshold: notifyThreshold, margin: tally.margin, distance: distance)
  }
}

/// Behaviours of a sweep: exact up to a limit, then an estimate of their number.
///
/// What is kept does not depend on the order in which candidates arrive. Past the limit those with
/// the best shared figures stay (margin and distance aside, ties by key): a behaviour once dropped
/// stays below the cut for good, so the counts of those that remain are exact.
package struct BehaviourTable: Sendable {
  /// 2^20, as documented for reports.
  package static let exactLimit = 1 << 20

  package private(set) var behaviours: [UInt64: Behaviour] = [:]
  private let limit: Int
  /// Nothing at or past this place is kept.
  private var cut: Place?
  /// The smallest keys ever seen: their density estimates how many there were.
  private var sketch = KeySketch()

  package init(limit: Int = exactLimit) { self.limit = limit }

  package var isExact: Bool { cut == nil }
  /// Distinct behaviours seen; an estimate once `isExact` is false.
  package var count: Int { isExact ? behaviours.count : sketch.estimate }

  mutating func add(_ scored: ScoredCandidate) {
    let key = scored.tally.behaviour
    if behaviours[key]?.add(scored) != nil { return }
    sketch.add(key)
    let behaviour = Behaviour(scored)
    if let cut, !(Place(behaviour) < cut) { return }
    behaviours[key] = behaviour
    if behaviours.count >= 2 * limit { prune() }
  }

  mutating func merge(_ other: BehaviourTable) {
    sketch.merge(other.sketch)
    if let theirs = other.cut { cut = cut.map { min($0, theirs) } ?? theirs }
    for (key, behaviour) in other.behaviours {
      if behaviours[key]?.merge(behaviour) == nil { behaviours[key] = behaviour }
    }
    if let cut { behaviours = behaviours.filter { Place($0.value) < cut } }
    if behaviours.count > limit { prune() }
  }

  /// Ends the sweep: what is beyond the limit goes.
  mutating func finish() { if behaviours.count > limit { prune() } }

  private mutating func prune() {
    let places = behaviours.values.map(Place.init).sorted()
    let cut = places[limit]
    self.cut = cut
    behaviours = behaviours.filter { Place($0.value) < cut }
  }

  /// Where a behaviour stands by what all its members share.
  private struct Place: Comparable, Sendable {
    let fails: Bool
    let caught: Int
    let alarms: Int
    let interventions: Int
    let key: UInt64

    init(_ behaviour: Behaviour) {
      fails = !behaviour.best.meetsRequirements
      caught = behaviour.tally.tp
      alarms = behaviour.tally.fp
      interventions = behaviour.tally.interventions
      key = behaviour.key
    }

    static func < (a: Place, b: Place) -> Bool {
      (a.fails ? 1 : 0, a.alarms, -a.caught, a.interventions, a.key)
        < (b.fails ? 1 : 0, b.alarms, -b.caught, b.interventions, b.key)
    }
  }
}

/// The k smallest of many 64-bit keys: enough to estimate how many distinct ones there were.
///
/// Source: Bar-Yossef et al., "Counting distinct elements in a data stream", RANDOM 2002.
private struct KeySketch: Sendable {
  private static let size = 1 << 14
  private var keys: Set<UInt64> = []
  private var bound = UInt64.max

  mutating func add(_ key: UInt64) {
    guard key < bound else { return }
    keys.insert(key)
    if keys.count >= 2 * Self.size { shrink() }
  }

  mutating func merge(_ other: KeySketch) {
    bound = min(bound, other.bound)
    keys = keys.union(other.keys).filter { $0 < bound }
    if keys.count > Self.size { shrink() }
  }

  private mutating func shrink() {
    let sorted = keys.sorted()
    bound = sorted[Self.size]
    keys = Set(sorted[..<Self.size])
  }

  var estimate: Int {
    let sorted = keys.sorted()
    guard sorted.count >= Self.size else { return sorted.count }
    let last = Double(sorted[Self.size - 1]) / 0x1p64
    return Int((Double(Self.size - 1) / last).rounded())
  }
}
