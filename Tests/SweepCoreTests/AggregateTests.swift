import SweepCore
import Testing
import TraceModel

@Test func keepsTheBestInOrder() {
  var aggregate = emptyAggregate(keep: 3)
  for i in 0..<1000 {
    aggregate.add(scoredCandidate(i, behaviour: UInt64(i % 7), tp: i * 37 % 101))
  }
  aggregate.skip()
  #expect(aggregate.evaluated == 1000)
  #expect(aggregate.skipped == 1)
  let best = (0..<1000).sorted { ($1 * 37 % 101, $0) < ($0 * 37 % 101, $1) }.prefix(3)
  #expect(aggregate.ranked.map(\.index) == Array(best))
}

@Test func paretoHoldsTheBestOfEachPointThatNoneBeats() {
  var aggregate = emptyAggregate(keep: 1)
  let points: [(fp: Int, tp: Int)] = [
    (3, 5), (0, 2), (1, 2), (1, 3), (2, 3), (3, 5), (5, 4), (0, 1),
  ]
  for (i, point) in points.enumerated() {
    aggregate.add(scoredCandidate(i, behaviour: UInt64(i), tp: point.tp, fp: point.fp))
  }
  #expect(aggregate.pareto.map(\.index) == [1, 3, 0])
}

@Test func countsThoseThatMeetTheRequirements() {
  let require = [Requirement(name: "fp", metric: .fp, comparison: .equal, bound: 0)]
  var aggregate = emptyAggregate(keep: 2)
  for i in 0..<6 {
    aggregate.add(
      scoredCandidate(i, behaviour: UInt64(i), tp: i, fp: i % 3, require: require))
  }
  #expect(aggregate.meeting == 2)
  #expect(aggregate.ranked.map(\.index) == [3, 0])
}
