import DecisionEngines
import Evidence
import SweepCore
import TraceModel

extension Certificate {
  /// Certifies what weights can do on the question's suites.
  ///
  /// Winners are replayed in the engine's own `evaluate`; their figures are that replay's.
  ///
  /// - Parameter question: Suites, gates and limits.
  /// - Throws: `CertifyError` when the suites can't be certified.
  package init(_ question: CertifyQuestion) throws(CertifyError) {
    let subject = try CertifyCase(question)
    var certifier = Certifier(subject, question)
    engine = question.engine
    isGated = question.isGated
    thresholds = subject.thresholds
    ceiling = certifier.ceiling()
    let first = try certifier.separability()
    zeroFalseAlarms = try certifier.optimum(falseAlarms: 0, known: first.winner)
    separability = certifier.settled(first.result, zeroFalseAlarms, ceiling)
    withFalseAlarms = try question.falseAlarms.flatMap { (count) throws(CertifyError) -> Optimum? in
      guard count > 0 else { return nil }
      return try certifier.optimum(falseAlarms: count, known: first.winner)
    }
    let alarms = subject.alarms()
    silentSteps = (
      alarms.count { subject.reach.some[$0.step] }, alarms.count { subject.reach.every[$0.step] }
    )
  }
}

/// Puts a certificate together.
struct Certifier {
  let subject: CertifyCase
  let question: CertifyQuestion

  init(_ subject: CertifyCase, _ question: CertifyQuestion) {
    self.subject = subject
    self.question = question
  }

  // MARK: - Gates alone

  func ceiling() -> Certificate.GateCeiling {
    let open = [ScoreStatus](repeating: .open, count: subject.table.stepCount)
    let caught = subject.traces.reduce(0) { sum, trace in
      let path = GateProgramme(trace.withoutAlarms).paths(
        open, falseAlarms: 0,
        reference: [Bool](repeating: false, count: trace.steps.count))
      return sum + (path[0]?.caught ?? 0)
    }
    // With weights that change nothing but the score, the engine names the gate that holds a step.
    let gates = subject.decisions(subject.replay(subject.shipped.weights, 100))
    let blocked = subject.traces.flatMap { trace in
      trace.steps.enumerated().compactMap { i, step -> (step: CertifiedStep, gate: String)? in
        guard trace.isPositive[i], !subject.reach.some[step] else { return nil }
        let expect = subject.table.expects[step] ?? .intervene
        return (
          subject.named(step, expect, isByWindow: false), gates[step].blockedBy.first ?? ""
        )
      }
    }
    let empty = subject.table.traces.reduce(0) { sum, trace in
      sum
        + trace.windows.count { window in
          window.isPositive
            && !window.steps.contains { subject.table.delivers[$0] && subject.reach.some[$0] }
        }
    }
    return Certificate.GateCeiling(
      caught: caught, positives: subject.positives, blocked: blocked, emptyWindows: empty)
  }

  // MARK: - Every label at once

  enum FirstResult {
    case separable(Certificate.Winner, largest: Double)
    case contradiction(NamedProof)
    case open(largest: Double?)
  }

  /// Asks the linear programme: first with every silent step, then with those alone that no gate could
  /// hold. A contradiction is drawn from the latter only.
  mutating func separability() throws(CertifyError) -> (
    result: FirstResult, winner: Certificate.Winner?
  ) {
    let must = subject.mustFire()
    guard must.allSatisfy({ subject.reach.some[$0.step] }) else {
      return (.open(largest: nil), nil)
    }
    let alarms = subject.alarms()
    let never = alarms.filter { subject.reach.every[$0.step] }
    let firing = must.map { step in
      subject.named(
        step.step, subject.table.expects[step.step] ?? .intervene, isByWindow: step.isByWindow)
    }
    let silent = never.map { subject.named($0.step, .silent, isByWindow: $0.isByWindow) }
    guard !firing.isEmpty else { return (.open(largest: nil), nil) }
    switch try decide(firing, silent) {
    case .contradiction(let proof):
      return (.contradiction(NamedProof(proof, positives: firing, negatives: silent)), nil)
    case .separable(let weights):
      let largest = weights.margin
      var tries = [weights]
      if never.count < alarms.count {
        let all = alarms.filter { subject.reach.some[$0.step] }.map {
          subject.named($0.step, .silent, isByWindow: $0.isByWindow)
        }
        if case .separable(let wider) = try decide(firing, all) { tries.append(wider) }
      }
      let winners = tries.compactMap { meetingAll($0.weights, $0.threshold) }
      guard let winner = winners.max(by: { margin($0) < margin($1) }) else {
        return (.open(largest: largest), nil)
      }
      return (.separable(winner, largest: largest), winner)
    }
  }

  private func margin(_ winner: Certificate.Winner) -> Double { winner.tally.margin ?? 0 }

  /// A candidate's replay, if it meets every label.
  private func meetingAll(_ weights: [Double], _ threshold: Double) -> Certificate.Winner? {
    let tally = subject.tally(weights, threshold)
    guard tally.fn == 0, tally.fp == 0 else { return nil }
    let winner = subject.replay(weights, threshold)
    return winner.tally.fn == 0 && winner.tally.fp == 0 ? winner : nil
  }

  func decide(_ firing: [CertifiedStep], _ silent: [CertifiedStep]) throws(CertifyError)
    -> Separability
  {
    do throws(SeparabilityError) {
      return try Separability.decide(
        positives: firing.map { NamedStep($0.name, $0.subScores) },
        negatives: silent.map { NamedStep($0.name, $0.subScores) },
        thresholds: subject.thresholds)
    } catch {
      throw .steps(CertifyStepsError(text: "\(error)"))
    }
  }

  /// The final answer, when the search has been made too.
  func settled(
    _ first: FirstResult, _ optimum: Certificate.Optimum, _ ceiling: Certificate.GateCeiling
  ) -> Certificate.Separability {
    let isMet = optimum.winner.map { $0.tally.fn == 0 && $0.tally.fp == 0 } ?? false
    switch first {
    case .separable(let winner, let largest):
      let wider = margin(winner) < largest - 1e-9 ? widened(winner) : winner
      return .separable(wider, isLargest: margin(wider) >= largest - 1e-9)
    case .contradiction(let proof):
      // A tie that rounding in the engine breaks is no contradiction of its replay.
      guard isMet, let winner = optimum.winner else { return .contradiction(proof) }
      return .separable(winner, isLargest: false)
    case .open(let largest):
      if isMet, let winner = optimum.winner {
        let wider = widened(winner)
        return .separable(wider, isLargest: largest.map { margin(wider) >= $0 - 1e-9 } ?? false)
      }
      if ceiling.caught < ceiling.positives { return .ruledOutByGates }
      return optimum.isProven ? .ruledOutBySearch : .undecided
    }
  }

  /// Moves weights that meet every label to the largest margin for the labels that reach the threshold.
  private func widened(_ winner: Certificate.Winner) -> Certificate.Winner {
    var best = winner
    for _ in 0..<4 {
      let decisions = subject.decisions(best)
      var firing: [CertifiedStep] = []
      var silent: [CertifiedStep] = []
      for (step, decision) in decisions.enumerated() where subject.table.isCounted[step] {
        if decision.action != .silent {
          firing.append(subject.named(step, .intervene, isByWindow: false))
        } else if decision.reachesThreshold {
          silent.append(subject.named(step, .silent, isByWindow: false))
        }
      }
      guard case .separable(let found)? = try? decide(firing, silent),
        let wider = meetingAll(found.weights, found.threshold), margin(wider) > margin(best)
      else { break }
      best = wider
    }
    return best
  }
}
