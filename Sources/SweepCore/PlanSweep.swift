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
    let (rounds, end, _) = run(runner, plan: plan, most: most) { number, next in
      let count = next.space.count
      let tell = progress(number, count)
      var sweep = RunningSweep(next, 0..<count, threads: threads)
      sweep.advance(pausing: { false }) { done, _ in tell(done) }
      return sweep
    }
    return (rounds, end)
  }

  /// Runs them as `tally` does, until it stops one before its end.
  ///
  /// - Parameters:
  ///   - runner: The plan's.
  ///   - plan: The plan.
  ///   - most: Rounds at most.
  ///   - tally: Sweeps a round's whole space, given its number from 1.
  /// - Returns: The rounds, the one that was stopped with what it had tallied; why refining ended;
  ///   and the sweep that was stopped, if one was.
  /// - Throws: What `tally` throws.
  package static func run<E: Error>(
    _ runner: SweepRunner, plan: SweepPlan, most: Int? = nil,
    tally: (Int, SweepRunner) throws(E) -> RunningSweep
  ) throws(E) -> (rounds: SweepRounds, end: RefineSearch.End?, stopped: RunningSweep?) {
    var rounds = SweepRounds(runner)
    let first = try tally(1, runner)
    rounds.add(first.total, .plan, runner)
    guard first.isFinished else { return (rounds, nil, first) }
    guard plan.method == .refine else { return (rounds, nil, nil) }
    var search = RefineSearch(after: rounds, cap: plan.runCap)
    while true {
      switch search.next(rounds) {
      case .end(let end): return (rounds, end, nil)
      case .round(let next, let level):
        guard most.map({ rounds.rounds.count < $0 }) ?? true else { return (rounds, nil, nil) }
        let sweep = try tally(rounds.rounds.count + 1, next)
        rounds.add(sweep.total, .refine, next, fineness: level)
        guard sweep.isFinished else { return (rounds, nil, sweep) }
      }
    }
  }
}
