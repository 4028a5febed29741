import DecisionEngines
import Findings
import SweepCore
import TraceModel

/// The plan swept without one trace, and what its best does on that trace.
package struct LeftOutDay: Sendable {
  /// A trace to leave out: by suite and by place in it.
  struct Fold: Sendable {
    let suite: Int
    let trace: Int
  }

  package let trace: String
  /// Best on the other days; nil when none meets the requirements there, and shipped is kept.
  package let chosen: Overrides?
  /// Whether it decides at every step of all days as the plan's own best does.
  package let decidesAlike: Bool
  /// On the day left out.
  package let tally: Tally
  package let shipped: Tally

  /// Traces with labels, when others with labels remain.
  static func folds(of suites: [Suite]) -> [Fold] {
    suites.enumerated().flatMap { i, suite in
      suite.traces.indices.compactMap { j in
        let trace = suite.traces[j]
        let labels =
          trace.steps.contains { $0.expect != nil } || trace.windows.contains(where: \.counts)
        return labels ? Fold(suite: i, trace: j) : nil
      }
    }
  }

  /// - Parameters:
  ///   - fold: What to leave out.
  ///   - subject: All days.
  ///   - plan: Swept anew on the rest.
  ///   - behaviour: Decisions of the plan's own best on all days; nil when it has none.
  ///   - threads: Workers.
  ///   - pausing: Whether the time is up.
  ///   - progress: Told of the candidates done.
  ///
  /// Nil when the time was up first.
  init?(
    _ fold: Fold, subject: Subject, plan: SweepPlan, chosen behaviour: UInt64?, threads: Int,
    pausing: @escaping @Sendable () -> Bool, progress: @escaping @Sendable (Int) -> Void
  ) {
    let suite = subject.suites[fold.suite]
    let left = suite.traces[fold.trace]
    var rest = subject.suites
    let others = suite.traces.indices.filter { $0 != fold.trace }.map { suite.traces[$0] }
    rest[fold.suite] = suite.with(traces: others)
    rest.removeAll { $0.traces.isEmpty }
    var short = plan
    short.keep = .best(1)
    guard
      let runner = try? SweepRunner(
        plan: short, suites: rest, engine: subject.engine, shipped: subject.shipped)
    else { return nil }
    let found = PlanSweep.run(runner, plan: short) { _, next in
      var sweep = RunningSweep(next, 0..<next.space.count, threads: threads)
      sweep.advance(pausing: pausing) { done, _ in progress(done) }
      return sweep
    }
    guard found.stopped == nil else { return nil }
    trace = left.id
    let best = found.rounds.total.ranked.first.flatMap { $0.rank.meetsRequirements ? $0 : nil }
    let values = best.map {
      found.rounds.overrides(index: $0.index, notifyThreshold: $0.notifyThreshold)
    }
    self.chosen = values
    decidesAlike =
      values.map { subject.evaluate($0).tally.behaviour == behaviour } ?? (behaviour == nil)
    let day = Subject(
      engine: subject.engine, suites: [suite.with(traces: [left])], shipped: subject.shipped)
    tally = day.evaluate(values ?? Overrides()).tally
    shipped = day.evaluate(Overrides()).tally
  }
}
