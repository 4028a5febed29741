import DecisionEngines
import TraceModel

/// One sweep after another over the same parameters: candidates are numbered through, and what is
/// remembered of them adds up.
///
/// A sweep without rounds is a single one. Which rounds there are decides the result; how long they
/// took, and on how many threads, does not.
package struct SweepRounds: Sendable {
  package struct Round: Sendable {
    /// Why it was run.
    package let stage: Stage
    package let firstIndex: Int
    /// Indices, used or not.
    package let indexCount: Int
    package let evaluated: Int
    package let meeting: Int
    /// Best of this round alone, if it had any candidate.
    package let best: ScoredCandidate?
    /// Whether that is better than everything before.
    package let improves: Bool
    /// 1/n of the weights of a finer lattice; how often a refined round halves the plan's steps.
    package let fineness: Int?
    fileprivate let runner: SweepRunner
  }

  package enum Stage: String, Sendable, Hashable, CaseIterable {
    case plan, finer, refine
  }

  package private(set) var rounds: [Round] = []
  /// Everything tallied so far.
  package private(set) var total: Aggregate
  /// Of the plan itself.
  package let runner: SweepRunner

  package init(_ runner: SweepRunner) {
    self.runner = runner
    total = runner.emptyAggregate(for: 1 << 40)
  }

  /// A single round that was tallied elsewhere.
  package init(_ runner: SweepRunner, _ aggregate: Aggregate) {
    self.runner = runner
    total = aggregate
    note(aggregate, .plan, runner, fineness: nil, improves: true)
  }

  /// Indices numbered so far.
  package var count: Int { rounds.last.map { $0.firstIndex + $0.indexCount } ?? 0 }

  /// Takes a finished round in.
  ///
  /// - Parameters:
  ///   - aggregate: What its runner tallied of its whole space.
  ///   - stage: Why.
  ///   - runner: Numbered from `count` on.
  ///   - fineness: As a round remembers it.
  package mutating func add(
    _ aggregate: Aggregate, _ stage: Stage, _ runner: SweepRunner, fineness: Int? = nil
  ) {
    let before = total.ranked.first
    total.take(aggregate)
    total.finish()
    let best = aggregate.ranked.first
    let improves =
      best.map { best in before.map { best.rank.isBetter(than: $0.rank) } ?? true } ?? false
    note(aggregate, stage, runner, fineness: fineness, improves: improves)
  }

  private mutating func note(
    _ aggregate: Aggregate, _ stage: Stage, _ runner: SweepRunner, fineness: Int?, improves: Bool
  ) {
    rounds.append(
      Round(
        stage: stage, firstIndex: runner.space.firstIndex, indexCount: runner.space.count,
        evaluated: aggregate.evaluated, meeting: aggregate.meeting, best: aggregate.ranked.first,
        improves: improves, fineness: fineness, runner: runner))
  }

  /// The candidate of an index; nil when the index repeats one that came before.
  package func candidate(at index: Int) -> CandidateSpace.Candidate? {
    guard let round = round(of: index) else { return nil }
    let candidate = round.runner.space[index - round.firstIndex]
    return candidate.isRepeat ? nil : candidate
  }

  /// Those of the rounds, in order.
  var runners: [SweepRunner] { rounds.map(\.runner) }

  private func round(of index: Int) -> Round? {
    rounds.last { $0.firstIndex <= index && index < $0.firstIndex + $0.indexCount }
  }

  /// The values that make a ranked candidate, ready for the engine's own `evaluate`.
  package func overrides(index: Int, notifyThreshold: Double?) -> Overrides {
    guard let round = round(of: index) else {
      preconditionFailure("candidate \(index) belongs to no round")
    }
    return round.runner.overrides(index: index, notifyThreshold: notifyThreshold)
  }

  /// Best members of the best behaviours, best first.
  func bestOverrides(_ most: Int) -> [Overrides] {
    total.behaviours.behaviours.values.sorted { $0.best < $1.best }.prefix(most).map {
      overrides(index: $0.bestMember.index, notifyThreshold: $0.bestMember.notifyThreshold)
    }
  }
}

extension RankKey {
  /// Better in what is ranked, the index aside.
  package func isBetter(than other: RankKey) -> Bool {
    for i in 0..<8 where parts[i] != other.parts[i] { return parts[i] < other.parts[i] }
    return false
  }
}
