import SweepCore
import TestSupport
import Testing
import TraceModel

/// A candidate with a given behaviour, as a sweep would hand it over.
func scoredCandidate(
  _ index: Int, behaviour: UInt64, tp: Int = 0, fp: Int = 0, interventions: Int = 0,
  margin: Double? = nil, distance: Double = 0, numbers: [Double] = [], choices: [UInt64] = [],
  require: [Requirement] = []
) -> ScoredCandidate {
  var tally = Tally()
  (tally.tp, tally.fp) = (tp, fp)
  tally.interventions = interventions
  tally.margin = margin
  tally.behaviour = behaviour
  let ranking = Ranking(
    plan: SweepPlan(
      name: "p", suites: [], method: .grid, weights: nil, parameters: [:], metric: .tp,
      require: require))
  return ScoredCandidate(
    index: index, tally: tally,
    rank: RankKey(
      Metrics(tally: tally, days: 1, distanceFromShipped: distance), index: index, by: ranking),
    distance: distance, notifyThreshold: nil, numbers: numbers, choices: choices)
}

/// An aggregate that ranks as `scoredCandidate` does.
func emptyAggregate(
  keep: Int, exact: Int = BehaviourTable.exactLimit, records: Int = BehaviourTable.recordLimit
) -> Aggregate {
  let plan = SweepPlan(
    name: "p", suites: [], method: .grid, weights: nil, parameters: [:], metric: .tp, require: [])
  return Aggregate(
    keep: keep, ranking: Ranking(plan: plan), days: 1, exactLimit: exact, recordLimit: records)
}

@Test func behaviourKeepsItsMembersExtremes() throws {
  let members = [
    scoredCandidate(
      4, behaviour: 7, margin: nil, distance: 0.3, numbers: [0.2, 50], choices: [1]),
    scoredCandidate(2, behaviour: 7, margin: 1, distance: 0.2, numbers: [0.5, 40], choices: [4]),
    scoredCandidate(9, behaviour: 7, margin: 3, distance: 0.4, numbers: [0.1, 60], choices: [1]),
    scoredCandidate(5, behaviour: 7, margin: 3, distance: 0.1, numbers: [0.3, 55], choices: [1]),
    scoredCandidate(6, behaviour: 7, margin: 2, distance: 0.1, numbers: [0.3, 55], choices: [1]),
  ]
  for order in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3]] {
    var whole = emptyAggregate(keep: 10)
    for i in order { whole.add(members[i]) }
    var left = emptyAggregate(keep: 10)
    var right = emptyAggregate(keep: 10)
    for i in order.prefix(2) { left.add(members[i]) }
    for i in order.dropFirst(2) { right.add(members[i]) }
    left.merge(right)
    for aggregate in [whole, left] {
      let behaviour = try #require(aggregate.behaviours.behaviours[7])
      #expect(behaviour.members == 5)
      #expect(behaviour.widest.index == 5)
      #expect(behaviour.widest.margin == 3)
      #expect(behaviour.nearest.index == 5)
      #expect(behaviour.bestMember.index == 5)
      #expect(behaviour.ranges == [0.1...0.5, 40...60])
      #expect(behaviour.choices == [5])
    }
  }
}

@Test func pastTheLimitTheSameBehavioursStayWhateverTheOrder() throws {
  var random = SplitMix64(seed: 4)
  let limit = 8
  let candidates = (0..<600).map { index in
    let key = UInt64(1 + random.below(60)) &* 0x9E37_79B9_7F4A_7C15
    // The figures that all members of a behaviour share are a function of its key.
    let shared = Int(key % 5)
    return scoredCandidate(
      index, behaviour: key, tp: shared, fp: Int(key / 7 % 3), interventions: Int(key / 3 % 4),
      margin: random.unit(), distance: random.unit())
  }
  func kept(_ order: [Int], pieces: Int) -> [UInt64: [Int]] {
    var parts = (0..<pieces).map { _ in emptyAggregate(keep: 5, records: limit) }
    for (i, index) in order.enumerated() { parts[i % pieces].add(candidates[index]) }
    var total = emptyAggregate(keep: 5, records: limit)
    for part in parts { total.merge(part) }
    total.finish()
    #expect(total.behaviours.isExact)
    #expect(total.behaviours.count == Set(candidates.map(\.tally.behaviour)).count)
    return total.behaviours.behaviours.mapValues {
      [$0.members, $0.widest.index, $0.nearest.index]
    }
  }
  let inOrder = kept(Array(0..<600), pieces: 1)
  #expect(inOrder.count == limit)
  #expect(kept(Array((0..<600).reversed()), pieces: 1) == inOrder)
  #expect(kept(Array(0..<600), pieces: 3) == inOrder)
  var shuffled = Array(0..<600)
  for i in shuffled.indices.reversed() { shuffled.swapAt(i, random.below(i + 1)) }
  #expect(kept(shuffled, pieces: 4) == inOrder)
  for (key, figures) in inOrder {
    #expect(figures[0] == candidates.count { $0.tally.behaviour == key })
  }
}

@Test func upToTheLimitTheCountIsExact() {
  var aggregate = emptyAggregate(keep: 1, exact: 10)
  for i in 0..<10 { aggregate.add(scoredCandidate(i, behaviour: UInt64(i) &* 99)) }
  aggregate.finish()
  #expect(aggregate.behaviours.isExact)
  #expect(aggregate.behaviours.count == 10)
}

@Test func beyondTheLimitTheCountIsEstimatedWithinAFewPercent() {
  var aggregate = emptyAggregate(keep: 1, exact: 1 << 14)
  let count = 60_000
  for i in 0..<count {
    aggregate.add(scoredCandidate(i, behaviour: SplitMix64.mix(UInt64(i))))
  }
  aggregate.finish()
  #expect(!aggregate.behaviours.isExact)
  // The standard error of 2^14 smallest keys is under one percent.
  #expect(abs(aggregate.behaviours.count - count) < count / 25)
}
