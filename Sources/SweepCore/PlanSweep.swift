import TraceModel

/// A plan's own rounds: one, or for the method `refine` as many as it takes.
package enum PlanSweep {
  /// Runs them to their end.
  ///
  /// - Parameters:
  ///   - runner: The plan's.
  ///   - plan: The plan.
  ///   - threads: Workers; the result does not depend on their number.
  ///   - most: Rounds at most.
  ///   - progress: Asked for each round, by its number from 1 and its indices, whom to tell.
  /// - Returns: All rounds, and why refining ended; nil for methods of one round, and when `most`
  ///   ended it too early.
  package static func run(
    _ runner: SweepRunner, plan: SweepPlan, threads: Int, most: Int? = nil,
    progress: (Int, Int) -> @Sendable (Int) -> Void
  ) -> (rounds: SweepRounds, end: RefineSearch.End?) {
    guard
      let done = run(
        runner, plan: plan, threads: threads, most: most, pausing: { false }, progress: progress)
    else { preconditionFailure("what never pauses comes to its end") }
    return done
  }

  /// The same, unless the time is up first.
  ///
  /// - Parameters:
  ///   - runner: The plan's.
  ///   - plan: The plan.
  ///   - threads: Workers; the result does not depend on their number.
  ///   - most: Rounds at most.
  ///   - pausing: Whether the time is up.
  ///   - progress: Asked for each round, by its number from 1 and its indices, whom to tell.
  /// - Returns: Nil when it was.
  package static func run(
    _ runner: SweepRunner, plan: SweepPlan, threads: Int, most: Int? = nil,
    pausing: @Sendable () -> Bool, progress: (Int, Int) -> @Sendable (Int) -> Void
  ) -> (rounds: SweepRounds, end: RefineSearch.End?)? {
    var rounds = SweepRounds(runner)
    guard
      let first = runner.run(
        threads: threads, pausing: pausing, progress: progress(1, runner.space.count))
    else { return nil }
    rounds.add(first, .plan, runner)
    guard plan.method == .refine else { return (rounds, nil) }
    var search = RefineSearch(after: rounds, cap: plan.runCap)
    while true {
      switch search.next(rounds) {
      case .end(let end): return (rounds, end)
      case .round(let next, let level):
        guard most.map({ rounds.rounds.count < $0 }) ?? true else { return (rounds, nil) }
        let tell = progress(rounds.rounds.count + 1, next.space.count)
        guard let found = next.run(threads: threads, pausing: pausing, progress: tell) else {
          return nil
        }
        rounds.add(found, .refine, next, fineness: level)
      }
    }
  }
}
