import DecisionEngines
import Findings
import SweepCore
import TraceModel

/// A finished sweep with everything its files and its report are written from.
package struct SweepResult: Sendable {
  /// A ranked candidate with the values that make it.
  package struct Entry: Sendable {
    /// 1 is best; nil when it is listed for another reason than its rank.
    package let rank: Int?
    package let index: Int
    package let overrides: Overrides
    package let metrics: Metrics
    package let isPareto: Bool

    package var name: String { String(index) }
  }

  package let engine: any DecisionEngine
  package let suites: [Suite]
  package let plan: SweepPlan
  package let shippedPoint: ShippedPoint
  package let shipped: Evaluation
  /// Whether no candidate of the sweep beats shipped in both false alarms and caught.
  package let shippedIsPareto: Bool
  /// Ranked candidates that meet the requirements, best first; where the plan keeps all, only the
  /// best `SweepRunner.keptOfAll`.
  package let ranked: [Entry]
  /// Best member of each Pareto point that is not among `ranked`.
  package let otherPareto: [Entry]
  /// Candidates of the Pareto front, one for each point.
  let paretoIndices: Set<Int>
  /// The first of the ranking, replayed by the engine; nil when no candidate meets the requirements.
  package let winner: (entry: Entry, evaluation: Evaluation)?
  /// Best first, at most `behaviourRows`.
  package let behaviours: [Behaviour]
  package let behaviourCount: Int
  /// False when there were more behaviours than can be told apart exactly.
  package let behaviourCountIsExact: Bool
  package let evaluated: Int
  package let meeting: Int
  /// Candidates the plan spans before its cap, those of later rounds included.
  package let planned: Int
  /// How the candidates were taken, one round after another.
  package let rounds: SweepRounds
  /// Why refining ended; nil when the plan does not refine.
  package let refineEnd: RefineSearch.End?
  /// What was done with the hours after the plan, when some were given.
  package let night: NightRun?
  package let isCapped: Bool
  /// How far the sweep came, when it was interrupted; nil for a whole one.
  package let partial: SweepPart?

  /// More behaviours than this are counted, but not listed.
  package static let behaviourRows = 10_000

  /// Gathers the aggregate of a sweep of one round.
  package init(
    engine: any DecisionEngine, suites: [Suite], plan: SweepPlan, runner: SweepRunner,
    aggregate: Aggregate
  ) {
    self.init(
      engine: engine, suites: suites, plan: plan, rounds: SweepRounds(runner, aggregate))
  }

  /// Gathers what rounds found, and replays shipped and winner in the engine itself.
  ///
  /// What is `partial` was interrupted: how far it came.
  package init(
    engine: any DecisionEngine, suites: [Suite], plan: SweepPlan, rounds: SweepRounds,
    refineEnd: RefineSearch.End? = nil, partial: SweepPart? = nil, night: NightRun? = nil
  ) {
    self.partial = partial
    let runner = rounds.runner
    let aggregate = rounds.total
    self.rounds = rounds
    self.refineEnd = refineEnd
    self.night = night
    self.engine = engine
    self.suites = suites
    self.plan = plan
    shippedPoint = runner.shipped
    let costs = plan.costs
    let shipped = Evaluation(engine: engine, suites: suites, costs: costs)
    self.shipped = shipped
    let days = shipped.metrics.days
    let front = aggregate.pareto
    let frontIndices = Set(front.map(\.index))
    func entry(_ scored: ScoredCandidate, rank: Int?) -> Entry {
      Entry(
        rank: rank, index: scored.index,
        overrides: rounds.overrides(index: scored.index, notifyThreshold: scored.notifyThreshold),
        metrics: Metrics(
          tally: scored.tally, days: days, distanceFromShipped: scored.distance, costs: costs),
        isPareto: frontIndices.contains(scored.index))
    }
    let meeting = aggregate.ranked.filter { $0.rank.meetsRequirements }
    ranked = meeting.enumerated().map { entry($1, rank: $0 + 1) }
    let listed = Set(meeting.map(\.index))
    paretoIndices = frontIndices
    otherPareto = front.filter {
      plan.keep == .all && partial == nil ? !$0.rank.meetsRequirements : !listed.contains($0.index)
    }.map { entry($0, rank: nil) }
    winner = ranked.first.map { first in
      let evaluation = Evaluation(
        engine: engine, suites: suites, overrides: first.overrides,
        distanceFromShipped: first.metrics.distanceFromShipped, costs: costs)
      precondition(
        evaluation.tally == first.metrics.tally,
        "kernel and engine disagree on candidate \(first.index): report this as a defect")
      return (first, evaluation)
    }
    shippedIsPareto = !front.contains {
      let (a, b) = ($0.tally, shipped.tally)
      return a.fp <= b.fp && a.tp >= b.tp && (a.fp < b.fp || a.tp > b.tp)
    }
    behaviours = Array(aggregate.behaviours.ranked.prefix(Self.behaviourRows))
    behaviourCount = aggregate.behaviours.count
    behaviourCountIsExact = aggregate.behaviours.isExact
    evaluated = aggregate.evaluated
    self.meeting = aggregate.meeting
    planned =
      runner.space.fullCount
      + rounds.rounds.dropFirst().reduce(0) { $0 + $1.evaluated }
    isCapped = runner.space.count < runner.space.fullCount
  }

  /// A member of a behaviour with the values that make it.
  func entry(_ member: BehaviourMember, of behaviour: Behaviour) -> Entry {
    var tally = behaviour.tally
    tally.margin = member.margin
    return Entry(
      rank: nil, index: member.index,
      overrides: rounds.overrides(index: member.index, notifyThreshold: member.notifyThreshold),
      metrics: Metrics(
        tally: tally, days: shipped.metrics.days, distanceFromShipped: member.distance,
        costs: plan.costs),
      isPareto: paretoIndices.contains(member.index))
  }

  /// Parameters that the plan sweeps, besides weights and the notify threshold.
  package var otherSwept: [ParameterDefinition] {
    engine.parameters.filter {
      plan.parameters[$0.name] != nil && $0.role != .notifyThreshold
    }
  }

  /// Candidates tried on the suite's labels, those under other gates included.
  package var tried: Int { evaluated + (night?.result.gateCandidates ?? 0) }

  /// Behaviours of all that were tried, those of other gates again.
  package var triedBehaviours: Int {
    behaviourCount + (night?.result.gates.last?.behaviours ?? 0)
  }

  /// `414`, or `≈ 2,000,000` when estimated.
  package var behaviourCountText: String {
    (behaviourCountIsExact ? "" : "≈ ") + NumberText.grouped(behaviourCount)
  }
}

extension Behaviour {
  package var name: String { behaviourName(key) }
}

/// A behaviour's key as `b` and 16 hexadecimal digits.
///
/// The letter keeps spreadsheets from reading a key such as 12e4 as a number.
package func behaviourName(_ key: UInt64) -> String {
  let digits = String(key, radix: 16)
  return "b" + String(repeating: "0", count: 16 - digits.count) + digits
}
