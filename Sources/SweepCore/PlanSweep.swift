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
    var rounds = SweepRounds(runner)
    rounds.add(
      runner.run(
        0..<runner.space.count, threads: threads, progress: progress(1, runner.space.count)),
      .plan, runner)
    guard plan.method == .refine else { return (rounds, nil) }
    var search = RefineSearch(after: rounds, cap: plan.runCap)
    while true {
      switch search.next(rounds) {
      case .end(let end): return (rounds, end)
      case .round(let next, let level):
        guard most.map({ rounds.rounds.count < $0 }) ?? true else { return (rounds, nil) }
        let tell = progress(rounds.rounds.count + 1, next.space.count)
        rounds.add(
          next.run(0..<next.space.count, threads: threads, progress: tell), .refine, next,
          fineness: level)
      }
    }
  }
}
