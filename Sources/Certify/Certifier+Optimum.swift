import DecisionEngines
import Evidence
import SweepCore
import TraceModel

extension Certifier {
  /// Regions of weights that the ungated search may examine to find starts for the gated one.
  private static let startNodes = 400

  /// The most caught within a number of false alarms.
  ///
  /// - Parameters:
  ///   - falseAlarms: The bound.
  ///   - known: Weights that meet every label, when there are.
  /// - Returns: The best weights found and the bound.
  /// - Throws: `steps` for numbers that can't be compared.
  func optimum(
    falseAlarms: Int, known: Certificate.Winner?
  ) throws(CertifyError) -> Certificate.Optimum {
    if let known {
      return Certificate.Optimum(
        falseAlarms: falseAlarms, winner: shortened(known, falseAlarms), bound: subject.positives,
        ending: .exhausted, nodes: 0, missed: [], searchTime: .zero)
    }
    let started = ContinuousClock.now
    let isByLabels = subject.isUngated && !subject.hasOpenWindows
    let labels = try byLabels(falseAlarms, isWhole: isByLabels)
    var search = GateSearch(
      table: subject.table, traces: subject.traces, reach: subject.reach,
      limits: GateSearch.Limits(
        falseAlarms: falseAlarms, thresholds: subject.thresholds, time: question.time,
        nodes: question.nodes))
    if let found = labels?.found {
      search.consider(found.weights, at: found.threshold)
    }
    if !isByLabels || (search.best?.tally.tp ?? 0) < labels?.found?.caught.count ?? 0 {
      for weights in starts + [labels?.found?.weights].compactMap({ $0 }) {
        search.considerAllThresholds(weights)
      }
    }
    var bound = labels?.bound ?? 0
    var ending = labels?.ending ?? .exhausted
    var nodes = labels?.nodes ?? 0
    if !isByLabels {
      ending = search.run()
      bound = search.bound
      nodes = search.examined
    }
    let searchTime = ContinuousClock.now - started
    let winner = search.best.map {
      shortened(subject.replay($0.weights, $0.threshold), falseAlarms)
    }.flatMap { $0.tally.fp <= falseAlarms ? $0 : nil }
    return Certificate.Optimum(
      falseAlarms: falseAlarms, winner: winner, bound: max(bound, winner?.tally.tp ?? 0),
      ending: ending, nodes: nodes, missed: try winner.map(missed) ?? [],
      searchTime: searchTime)
  }

  /// Weights that a search behind gates tries first: shipped, those asked for, each signal alone.
  private var starts: [[Double]] {
    let signals = subject.table.subScores.count
    return ([subject.shipped.weights] + question.starts).filter { $0.count == signals }
      + WeightSimplex.whole(signals: signals).corners
  }

  /// The search over labels alone: all there is to know without gates, a start with them.
  private func byLabels(
    _ falseAlarms: Int, isWhole: Bool
  ) throws(CertifyError) -> BranchAndBound? {
    let positives = subject.mustFire().filter { subject.reach.some[$0.step] }
    // A step that makes several false alarms stands as many times.
    let negatives = subject.alarms().filter { subject.reach.some[$0.step] }.flatMap {
      Array(repeating: $0.step, count: $0.count)
    }
    guard !positives.isEmpty else { return nil }
    do throws(SeparabilityError) {
      return try BranchAndBound(
        positives: positives.map { NamedStep("", subject.vector($0.step)) },
        negatives: negatives.map { NamedStep("", subject.vector($0)) },
        limits: BranchAndBound.Limits(
          falseAlarms: falseAlarms, thresholds: subject.thresholds, time: question.time,
          nodes: isWhole ? question.nodes : min(question.nodes ?? .max, Self.startNodes)),
        starts: [subject.shipped.weights] + question.starts)
    } catch {
      throw .steps(CertifyStepsError(text: "\(error)"))
    }
  }

  /// The same figures from weights and threshold of as few decimals as give them, for reading.
  private func shortened(
    _ winner: Certificate.Winner, _ falseAlarms: Int
  ) -> Certificate.Winner {
    var power = 100.0
    for _ in 2...6 {
      if let weights = Self.rounded(winner.weights, to: power) {
        let low = subject.thresholds.lowerBound
        let threshold =
          subject.thresholds.upperBound == low
          ? low : (winner.threshold * power / 10).rounded() / (power / 10)
        let tally = subject.tally(weights, threshold)
        if tally.tp == winner.tally.tp, tally.fp == winner.tally.fp {
          let short = subject.replay(weights, threshold)
          if short.tally.tp == winner.tally.tp, short.tally.fp == winner.tally.fp { return short }
        }
      }
      power *= 10
    }
    return winner
  }

  /// Whole multiples of `1/power` that sum to 1: rounded down, the rest to the largest remainders.
  private static func rounded(_ weights: [Double], to power: Double) -> [Double]? {
    var units = weights.map { ($0 * power).rounded(.down) }
    let missing = Int(power) - Int(units.reduce(0, +))
    guard (0...weights.count).contains(missing) else { return nil }
    let order = weights.indices.sorted {
      (weights[$1] * power - units[$1], $0) < (weights[$0] * power - units[$0], $1)
    }
    for i in order.prefix(missing) { units[i] += 1 }
    return units.map { $0 / power }
  }

  // MARK: - What is missed

  private func missed(_ winner: Certificate.Winner) throws(CertifyError) -> [Certificate.Missed] {
    let decisions = subject.decisions(winner)
    let caught = subject.table.expects.indices.filter {
      subject.table.expects[$0]?.isPositive ?? false && decisions[$0].action != .silent
    }
    let quiet = subject.alarms().filter {
      subject.reach.every[$0.step] && decisions[$0.step].action == .silent
    }
    let silent = quiet.map { subject.named($0.step, .silent, isByWindow: $0.isByWindow) }
    var missed: [Certificate.Missed] = []
    for trace in winner.evaluation.traces {
      let first = subject.traces[trace.index].steps.lowerBound
      for (i, step) in trace.trace.steps.enumerated() {
        guard let expect = step.expect, expect.isPositive, trace.decisions[i].action == .silent
        else { continue }
        let own = subject.named(first + i, expect, isByWindow: false)
        let gate = trace.decisions[i].blockedBy.first ?? ""
        var reason = Certificate.Missed.Reason.search
        if !subject.reach.some[first + i] {
          reason = .gateAlways(gate)
        } else {
          let firing = (caught + [first + i]).map {
            subject.named($0, subject.table.expects[$0] ?? .intervene, isByWindow: false)
          }
          if case .contradiction(let proof) = try decide(firing, silent) {
            reason = .contradiction(NamedProof(proof, positives: firing, negatives: silent))
          } else if !trace.decisions[i].reachesThreshold {
            reason = .gateHere(gate)
          }
        }
        missed.append(
          Certificate.Missed(place: own.name, trace: own.trace, step: own.step, reason: reason))
      }
      for (window, outcome) in zip(trace.trace.windows, trace.outcome.windows)
      where outcome.outcome == .fn {
        let from = minuteText(window.from.minuteOfDay)
        let to = minuteText(window.to.minuteOfDay)
        let isOpen = trace.trace.steps.indices.contains {
          window.contains(trace.trace.steps[$0].at.instant) && trace.trace.steps[$0].delivers
            && subject.reach.some[first + $0]
        }
        missed.append(
          Certificate.Missed(
            place: "\(trace.trace.id) window \(from)-\(to)", trace: trace.trace.id, step: nil,
            reason: isOpen ? .search : .gateAlways("")))
      }
    }
    return missed
  }
}
