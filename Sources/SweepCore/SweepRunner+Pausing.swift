extension SweepRunner {
  /// Tallies the whole space, unless the time is up first.
  ///
  /// - Parameters:
  ///   - threads: Workers; the result does not depend on their number.
  ///   - pausing: Whether the time is up; asked after each stretch of blocks.
  ///   - progress: Told of the indices done.
  /// - Returns: Nil when the time was up before the end: nothing of a part is kept.
  package func run(
    threads: Int, pausing: @Sendable () -> Bool, progress: @Sendable (Int) -> Void
  ) -> Aggregate? {
    var total = emptyAggregate(for: space.count)
    var next = 0
    while next < space.count {
      if pausing() { return nil }
      let end = min(space.count, next + Self.stretch)
      total.merge(run(next..<end, threads: threads) { [next] in progress(next + $0) })
      next = end
    }
    total.finish()
    return total
  }

  /// Candidates between two looks at the clock: well under a second's work.
  private static var stretch: Int { 1 << 20 }
}
