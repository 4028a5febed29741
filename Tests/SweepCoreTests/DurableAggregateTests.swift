import DecisionEngines
import Foundation
import SweepCore
import Synchronization
import TestSupport
import Testing
import TraceModel

/// Candidates whose keys, figures and places follow from a seed; many share a behaviour.
private func candidates(_ count: Int, seed: UInt64) -> [ScoredCandidate] {
  var random = SplitMix64(seed: seed)
  let behaviours = 1 + random.below(60)
  return (0..<count).map { i in
    let pick = random.below(behaviours)
    // What a behaviour's members share follows from its number alone.
    var own = SplitMix64(seed: UInt64(pick) &+ seed)
    let key = pick == 0 ? 0 : own.next() >> UInt64(own.below(3) * 20)
    return scoredCandidate(
      i, behaviour: key, tp: own.below(6), fp: own.below(4) == 0 ? 1500 : own.below(5),
      interventions: own.below(9), margin: random.below(4) == 0 ? nil : random.unit() * 0x1p-30,
      distance: random.unit(), numbers: [random.unit(), -random.unit() * 1e-300],
      choices: [1 << UInt64(random.below(64))])
  }
}

private func empty() -> Aggregate { emptyAggregate(keep: 7, exact: 16, records: 12) }

@Test(arguments: Seeds.list(60, environment: ProcessInfo.processInfo.environment))
func partsReadBackMergeToTheUndisturbedBytes(_ seed: UInt64) throws {
  var random = SplitMix64(seed: seed)
  var all = candidates(random.below(400), seed: seed)
  var whole = empty()
  for scored in all { whole.add(scored) }
  let bytes = whole.durableBytes()
  var again = try Aggregate(bytes, like: empty())
  #expect(again.durableBytes() == bytes, "seed \(seed)")
  // In another order, in parts of which some are written and read, merged in any order.
  for i in all.indices.dropFirst() { all.swapAt(i, random.below(i + 1)) }
  var parts: [Aggregate] = []
  var rest = all[...]
  while !rest.isEmpty {
    let size = 1 + random.below(rest.count)
    var part = empty()
    for scored in rest.prefix(size) { part.add(scored) }
    rest = rest.dropFirst(size)
    if random.below(2) == 0 { part = try Aggregate(part.durableBytes(), like: empty()) }
    parts.append(part)
  }
  var total = empty()
  while !parts.isEmpty { total.merge(parts.remove(at: random.below(parts.count))) }
  #expect(total.durableBytes() == bytes, "seed \(seed)")
  #expect(total.ranked.map(\.index) == whole.ranked.map(\.index))
  #expect(total.behaviours.count == whole.behaviours.count)
}

@Test func damagedBytesAreRefusedAndNeverTrap() throws {
  var whole = empty()
  for scored in candidates(300, seed: 3) { whole.add(scored) }
  let bytes = whole.durableBytes()
  for length in [0, 1, 24, 25, bytes.count / 2, bytes.count - 1] {
    #expect(throws: MalformedBytes.self) { try Aggregate(Array(bytes[..<length]), like: empty()) }
  }
  #expect(throws: MalformedBytes(reason: "something stands behind its end")) {
    try Aggregate(bytes + [0], like: empty())
  }
  #expect(throws: MalformedBytes(reason: "it is of another sweep")) {
    try Aggregate(bytes, like: emptyAggregate(keep: 8, exact: 16, records: 12))
  }
  #expect(throws: MalformedBytes(reason: "it is of another version")) {
    try Aggregate([UInt8(ascii: "x")] + bytes.dropFirst(), like: empty())
  }
  // A changed byte may still be an aggregate, of other figures: a file's checksum tells that.
  var random = SplitMix64(seed: 5)
  for _ in 0..<4000 {
    var changed = bytes
    for _ in 0...random.below(3) {
      changed[random.below(changed.count)] = UInt8(truncatingIfNeeded: random.next())
    }
    do throws(MalformedBytes) {
      var read = try Aggregate(changed, like: empty())
      _ = read.durableBytes()
    } catch {
      #expect(!error.reason.isEmpty)
    }
  }
}

extension Requirement {
  fileprivate static var noFalseAlarm: Requirement {
    Requirement(name: "falseAlarms", metric: .fp, comparison: .equal, bound: 0)
  }
}

private func pausingRunner(_ seed: UInt64) throws -> SweepRunner {
  var days = RandomDays(seed: seed)
  let suites = [days.suite(traces: 1...2, steps: 6)]
  let plan = SweepPlan(
    name: "p", suites: ["s"], method: .lattice, weights: .lattice(denominator: 20, minimum: 0),
    parameters: [
      "notifyThreshold": seed % 2 == 0
        ? .allThresholds
        : .range(DecimalRange(first: 40, step: 10, scale: 0, count: 3), isInteger: false),
      "cooldownMinutes": .values([.integer(0), .integer(60)]),
    ], metric: seed == 3 ? .utility : .recall, require: seed == 3 ? [] : [.noFalseAlarm],
    keep: .best(20),
    costs: Costs(hit: 3, miss: -2, falseAlarm: -1, interruption: -0.25))
  return try SweepRunner(
    plan: plan, suites: suites, engine: Vigil(),
    shipped: ShippedPoint(engine: Vigil(), suite: suites[0]))
}

@Test(arguments: Seeds.list(4, environment: ProcessInfo.processInfo.environment))
func pausedSweepGoesOnToTheBytesOfAnUndisturbedOne(_ seed: UInt64) throws {
  let runner = try pausingRunner(seed)
  let range = 0..<runner.space.count
  var whole = runner.run(range, threads: 2)
  let bytes = whole.durableBytes()
  var random = SplitMix64(seed: seed)
  var sweep = RunningSweep(runner, range, threads: 1)
  var starts = 0
  let reported = Mutex(0)
  while !sweep.isFinished {
    let before = sweep.next
    let blocks = 1 + random.below(3)
    let left = Mutex(blocks)
    sweep.advance {
      left.withLock { left in
        left -= 1
        return left <= 0
      }
    } progress: { done, _ in
      reported.withLock { $0 = max($0, done) }
    }
    #expect(sweep.next > before)
    #expect(reported.withLock { $0 } == sweep.next)
    // No block twice, none lost: the count of what is held is that of the indices passed.
    #expect(sweep.total.evaluated + sweep.total.skipped == sweep.next)
    starts += 1
    guard random.below(2) == 0 else { continue }
    // Another process takes over.
    var held = sweep.total
    let read = try Aggregate(
      held.durableBytes(), like: runner.emptyAggregate(for: range.count))
    sweep = RunningSweep(
      runner, range, threads: 1 + random.below(3), after: (read, sweep.next))
  }
  #expect(starts > 1 || range.count < 10_000, "seed \(seed)")
  var total = sweep.total
  #expect(total.durableBytes() == bytes, "seed \(seed)")
}

@Test func theBestSoFarOnlyEverGetsBetter() throws {
  let runner = try pausingRunner(2)
  let seen = Mutex<[ScoredCandidate]>([])
  var sweep = RunningSweep(runner, 0..<runner.space.count, threads: 2)
  sweep.advance(pausing: { false }) { _, best in
    if let best { seen.withLock { $0.append(best) } }
  }
  // Two workers may report at the same moment in either order; each one's news is news.
  let ranks = seen.withLock { $0.map(\.rank) }
  #expect(ranks.min() == sweep.total.ranked.first?.rank)
  #expect(Set(ranks).count == ranks.count)
}
