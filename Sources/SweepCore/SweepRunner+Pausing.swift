extension SweepRunner {
  /// Tallies the whole space, unless the time is up first.
  ///
  /// - Parameters:
  ///   - threads: Workers; the result does not depend on their number.
  ///   - pausing: Whether the time is up; asked after each block.
  ///   - progress: Told of the indices done.
  /// - Returns: Nil when the time was up before the end: nothing of a part is kept.
  package func run(
    threads: Int, pausing: @Sendable () -> Bool, progress: @Sendable (Int) -> Void
  ) -> Aggregate? {
    guard !pausing() else { return nil }
    var sweep = RunningSweep(self, 0..<space.count, threads: threads)
    sweep.advance(pausing: pausing) { done, _ in progress(done) }
    return sweep.isFinished ? sweep.total : nil
  }
}
