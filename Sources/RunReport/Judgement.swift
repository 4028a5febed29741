import DecisionEngines
import Evidence
import Findings
import SweepCore
import TraceModel

/// Everything that is asked of a sweep before a person may believe its winner.
package struct Judgement: Sendable {
  /// Shipped and winner on a holdout that was opened for this run.
  package struct Holdout: Sendable {
    package let suites: [Suite]
    package let reason: String
    package let shipped: Evaluation
    package let winner: Evaluation

    /// Replays both on days that the winner was not chosen on.
    package init(suites: [Suite], reason: String, winner: Overrides, result: SweepResult) {
      self.suites = suites
      self.reason = reason
      let costs = result.plan.costs
      shipped = Evaluation(engine: result.engine, suites: suites, costs: costs)
      self.winner = Evaluation(
        engine: result.engine, suites: suites, overrides: winner,
        distanceFromShipped: result.shippedPoint.distance(winner, engine: result.engine),
        costs: costs)
    }
  }

  /// A miss or false alarm of shipped with what would correct it.
  package struct Correction: Sendable {
    package let fault: Fault
    package let answers: [Counterfactual]
  }

  /// The paired comparison of winner against shipped.
  package struct Comparison: Sendable {
    package let difference: Difference
    /// Exact McNemar over labelled steps and windows.
    package let p: Double
  }

  package let baselines: Baselines
  package let oneSignalAlone: [SignalMatch]
  package let shippedAssumptions: Assumptions
  package let winnerAssumptions: Assumptions?
  package let corrections: [Correction]
  /// Faults of shipped beyond those corrected.
  package let uncorrected: Int
  package let comparison: Comparison?
  /// How far the winner's values may move before a decision changes, and its shortest decimals.
  package let rounding: PortRounding?
  package let leastReachableP: Double
  /// What the labels leave unasked, most important to the winner first.
  package let blindSpots: [BlindSpot]
  /// The unlabelled step whose label would tell the tied behaviours apart best.
  package let tellingStep: TellingStep?
  package let holdout: Holdout?
  /// What any weights could do at the winner's gates.
  package let certificate: CertificateReport
  /// What picking the best of many does to the figures; nil below 30 positive labels.
  package let selection: SelectionBias?
  /// The plan's claim, if it makes one, held against what was found.
  package let claim: ClaimOutcome?
  package let verdict: Verdict

  /// More faults than this are counted, not corrected: each costs hundreds of replays.
  package static let correctionLimit = 12

  /// More tied behaviours than this are not replayed to find the telling step.
  package static let tieLimit = 50

  /// - Parameters:
  ///   - result: The finished sweep.
  ///   - holdout: Suites to open, with the reason given; nil leaves every holdout closed.
  package init(_ result: SweepResult, holdout: (suites: [Suite], reason: String)? = nil) {
    let subject = Subject(
      engine: result.engine, suites: result.suites, shipped: result.shippedPoint)
    let ranking = Ranking(plan: result.plan)
    let baselines = Baselines(subject, ranking: ranking)
    let winner = result.winner
    self.baselines = baselines
    oneSignalAlone =
      winner.map { winner in
        // A winner may set gates of its own; a rule on one signal gets the same chance.
        let own = winner.entry.overrides
        let alike = Baselines(subject, ranking: ranking, under: Overrides(values: own.values))
        let matches = [baselines, alike].flatMap {
          $0.oneSignalAlone(matching: winner.evaluation.tally)
        }
        var seen: Set<Int> = []
        return matches.filter { seen.insert($0.subScore).inserted }
      } ?? []
    shippedAssumptions = Assumptions(of: Overrides(), in: subject)
    winnerAssumptions = winner.map { Assumptions(of: $0.entry.overrides, in: subject) }
    let counterfactuals = Counterfactuals(of: Overrides(), in: subject)
    let faults = counterfactuals.faults
    corrections = faults.prefix(Self.correctionLimit).map {
      Correction(fault: $0, answers: counterfactuals.answers(for: $0))
    }
    uncorrected = max(0, faults.count - Self.correctionLimit)
    comparison = winner.map {
      let difference = Difference(from: result.shipped, to: $0.evaluation)
      return Comparison(
        difference: difference,
        p: McNemar.exactP(gained: difference.gained, lost: difference.lost))
    }
    rounding = winner.map { PortRounding(of: $0.entry.overrides, in: subject) }
    leastReachableP = McNemar.leastReachableP(
      missed: result.shipped.tally.fn, falseAlarms: result.shipped.tally.fp)
    blindSpots = winner.map { BlindSpots($0.evaluation, engine: result.engine).all } ?? []
    tellingStep = TellingStep.best(
      among: result.ties.prefix(Self.tieLimit).map { subject.evaluate($0.best.overrides) })
    self.holdout = winner.flatMap { winner in
      holdout.map {
        Holdout(
          suites: $0.suites, reason: $0.reason, winner: winner.entry.overrides, result: result)
      }
    }
    certificate = CertificateReport(result)
    let selection = SelectionBias(result)
    self.selection = selection
    let opened = self.holdout
    claim = result.plan.claim.map { ClaimOutcome($0, result: result, holdout: opened) }
    let labels = LabelCounts(result.suites)
    verdict = Verdict(
      VerdictInputs(
        ranking: ranking, shipped: result.shipped.metrics,
        winner: winner?.entry.metrics,
        winnerName: winner.map { "candidate \($0.entry.name)" } ?? "",
        oneSignalAlone: oneSignalAlone, assumptionBreaks: winnerAssumptions?.breaks ?? [],
        assumptionsTried: winnerAssumptions?.replays.count ?? 0,
        leastReachableP: leastReachableP, gained: comparison?.difference.gained ?? 0,
        lost: comparison?.difference.lost ?? 0, pairedP: comparison?.p,
        bestOfManyP: selection?.maxStatistic?.p,
        holdout: self.holdout.map {
          VerdictInputs.Holdout(shipped: $0.shipped.metrics, winner: $0.winner.metrics)
        },
        isSynthetic: result.suites.allSatisfy(\.isSynthetic),
        labels: labels.positives + labels.negatives, partial: result.partial))
  }
}

extension SweepResult {
  /// Behaviours that catch as much as the winner with as few false alarms, best first.
  package var ties: [RankedBehaviour] {
    guard let tally = winner?.entry.metrics.tally else { return [] }
    return behaviours.filter {
      $0.behaviour.tally.tp == tally.tp && $0.behaviour.tally.fp == tally.fp
    }
  }

  /// Candidates in all tied behaviours.
  package var tiedMembers: Int { ties.reduce(0) { $0 + $1.behaviour.members } }

  /// The tied candidate nearest to what is shipped.
  package var nearestTie: Entry? {
    ties.map(\.nearest).min {
      let (a, b) = ($0.metrics.distanceFromShipped, $1.metrics.distanceFromShipped)
      return a != b ? a < b : $0.index < $1.index
    }
  }

  /// Least and greatest value of every swept number over all ties.
  package var tiedRanges: [(name: String, range: ClosedRange<Double>)] {
    zip(rangeNames.indices, rangeNames).compactMap { i, name in
      let ranges = ties.map { $0.behaviour.ranges[i] }
      guard let low = ranges.map(\.lowerBound).min(), let high = ranges.map(\.upperBound).max()
      else { return nil }
      return (name, low...high)
    }
  }
}
