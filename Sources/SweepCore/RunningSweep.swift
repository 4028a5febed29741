import Dispatch
import Synchronization

/// A sweep of a range that can pause between blocks: what was tallied is then at hand, and it goes
/// on from there, in this process or in another.
///
/// Everything before `next` is in `total`, nothing at or past it is.
package struct RunningSweep {
  package let range: Range<Int>
  /// The first index not tallied yet.
  package private(set) var next: Int
  package private(set) var total: Aggregate
  private let runner: SweepRunner
  private let workers: [SweepWorker]

  /// - Parameters:
  ///   - runner: Whose candidates.
  ///   - range: Indices within its space.
  ///   - threads: Workers; the result does not depend on their number.
  ///   - former: What an earlier sweep of the same range had tallied, and up to where.
  package init(
    _ runner: SweepRunner, _ range: Range<Int>, threads: Int,
    after former: (total: Aggregate, next: Int)? = nil
  ) {
    self.runner = runner
    self.range = range
    next = former?.next ?? range.lowerBound
    total = former?.total ?? runner.emptyAggregate(for: range.count)
    workers = (0..<max(1, threads)).map { _ in SweepWorker(runner) }
  }

  /// What is held, as bytes from which another process goes on.
  package mutating func durableBytes() -> [UInt8] { total.durableBytes() }

  package var isFinished: Bool { next >= range.upperBound }

  /// Tallies on until told to pause, or to the end.
  ///
  /// - Parameters:
  ///   - pauses: Asked by each worker after each block, from its thread; once true, the blocks that
  ///     are being tallied are the last.
  ///   - progress: Called after each block, from any thread, with the indices of the range done so
  ///     far and, when a worker has found a better one than before, the best candidate.
  package mutating func advance(
    pausing pauses: @Sendable () -> Bool,
    progress: @Sendable (Int, ScoredCandidate?) -> Void = { _, _ in }
  ) {
    guard !isFinished else { return }
    let block = runner.blockLength
    let counter = Atomic<Int>(next / block)
    let done = Atomic<Int>(next - range.lowerBound)
    let (next, range, workers, runner) = (next, range, workers, runner)
    let successor = total.successor()
    let gathered = Mutex<Aggregate>(total)
    // So that what is gathered is held once and grows in place.
    total = successor
    let best = Mutex<RankKey?>(nil)
    DispatchQueue.concurrentPerform(iterations: workers.count) { number in
      workers[number].tables.withLock { tables in
        var local = successor
        var known: RankKey?
        repeat {
          let place = counter.add(1, ordering: .relaxed).oldValue
          guard place * block < range.upperBound else { break }
          let part = max(next, place * block)..<min((place + 1) * block, range.upperBound)
          runner.tally(part, tables: &tables, into: &local)
          if local.hasManyKeys { gathered.withLock { $0.absorbKeys(of: &local) } }
          let sum = done.add(part.count, ordering: .relaxed).newValue
          var news: ScoredCandidate?
          if let found = local.best, known.map({ found.rank < $0 }) ?? true {
            known = found.rank
            let isBest = best.withLock { best in
              guard best.map({ found.rank < $0 }) ?? true else { return false }
              best = found.rank
              return true
            }
            if isBest { news = found }
          }
          progress(sum, news)
        } while !pauses()
        gathered.withLock { $0.take(local) }
      }
    }
    total = gathered.withLock { held in
      let all = held
      held = successor
      return all
    }
    self.next = max(next, min(range.upperBound, counter.load(ordering: .relaxed) * block))
    if isFinished { total.finish() }
  }
}

/// What a worker keeps from one stretch to the next: tables are dear to make.
private final class SweepWorker: Sendable {
  let tables: Mutex<TableCache>

  init(_ runner: SweepRunner) { tables = Mutex(runner.makeTables()) }
}
