import DecisionEngines
import SweepCore
import TraceModel

/// Finds, for a candidate's misses and false alarms, the smallest single change that corrects each.
///
/// Gates make this non-monotone: a lower threshold may fire earlier and start a cooldown that then
/// blocks the missed step. So no direction is assumed: every value at which any decision of the
/// label's trace can change is tried, nearest first in both directions, by exact replay.
package struct Counterfactuals: Sendable {
  private let subject: Subject
  private let candidate: Overrides
  private let table: DecisionTable
  private let weights: [Double]
  /// The candidate's own replay.
  package let evaluation: Evaluation

  /// - Parameters:
  ///   - candidate: The values that make the candidate; empty is shipped.
  ///   - subject: Suites, engine and shipped values.
  package init(of candidate: Overrides, in subject: Subject) {
    self.subject = subject
    self.candidate = candidate
    table = subject.table(candidate)
    weights = subject.weights(candidate)
    evaluation = subject.evaluate(candidate)
  }

  /// Misses and false alarms, in file order.
  package var faults: [Fault] { Fault.all(in: evaluation) }

  /// One answer for each constant: threshold, weights in the engine's order, cooldown, budget.
  ///
  /// Constants that the engine does not have are left out.
  package func answers(for fault: Fault) -> [Counterfactual] {
    let search = Search(self, fault)
    var answers: [Counterfactual?] = [search.threshold()]
    answers += subject.engine.subScores.indices.map(search.weight)
    answers += [search.cooldown(), search.dailyBudget()]
    return answers.compactMap { $0 }
  }

  /// The search around one fault.
  private struct Search {
    let all: Counterfactuals
    let fault: Fault
    let trace: Trace
    let row: TableTrace
    let table: DecisionTable
    let engine: any DecisionEngine

    init(_ all: Counterfactuals, _ fault: Fault) {
      self.all = all
      self.fault = fault
      trace = all.evaluation.traces[fault.place.traceIndex].trace
      row = all.table.traces[fault.place.traceIndex]
      table = all.table
      engine = all.subject.engine
    }

    // MARK: One constant each

    func threshold() -> Counterfactual? {
      guard let parameter = engine.parameter(role: .notifyThreshold) else { return nil }
      let current = row.gates.notifyThreshold
      // A threshold fires every score at or above it: decisions change at a score when lowered,
      // and just past it when raised.
      let probes = openSteps.map { step in
        let score = table.score(step: step, weights: all.weights)
        return score < current ? score : score.nextUp
      }
      let found = nearest(probes.filter { parameter.allows($0) }, to: current) {
        isCorrected(KernelCandidate(weights: all.weights, notifyThreshold: $0))
      }
      return answer(.notifyThreshold, parameter.name, current: current, found: found) {
        with(parameter, .number($0))
      }
    }

    func weight(_ signal: Int) -> Counterfactual? {
      let name = engine.subScores[signal].name
      let current = all.weights[signal]
      guard let shift = WeightShift(all.weights, moved: signal) else {
        return Counterfactual(
          place: fault.place, outcome: fault.outcome, constant: .weight(signal), name: name,
          current: current, othersFollow: false,
          answer: .unavailable("all weight is on it, so the others have no proportion to keep"))
      }
      let level = row.gates.notifyThreshold
      let crossings = openSteps.compactMap { step in
        shift.crossing(of: table.subScores.map { $0[step] }, level: level)
      }
      func holds(_ t: Double) -> Bool {
        shift(t).map { isCorrected(KernelCandidate(weights: $0)) } ?? false
      }
      func first(upwards: Bool) -> Double? {
        var last = current
        for probe in shift.probes(crossings: crossings, upwards: upwards) {
          if holds(probe) { return Boundary.firstFirm(from: last, to: probe, where: holds) }
          last = probe
        }
        return nil
      }
      let found = nearest(
        [first(upwards: false), first(upwards: true)].compactMap { $0 }, to: current
      ) { _ in true }
      return answer(
        .weight(signal), name, current: current, found: found, othersFollow: shift.isShare
      ) { t in
        var changed = all.candidate
        changed.weights = shift(t)
        return changed
      }
    }

    func cooldown() -> Counterfactual? {
      guard let parameter = engine.parameter(role: .cooldown) else { return nil }
      // A step passes when the minutes since a delivery are at least the cooldown.
      let times = [row.lastInterventionAt].compactMap { $0 } + row.steps.map { table.instants[$0] }
      var minutes: Set<Int> = [0]
      for (i, from) in times.enumerated() {
        for to in times[(i + 1)...] { minutes.formUnion([(to - from) / 60, (to - from) / 60 + 1]) }
      }
      let current = row.gates.cooldownSeconds / 60
      return integer(.cooldown, parameter, current: current, probes: minutes) {
        KernelCandidate(weights: all.weights, cooldownSeconds: $0 * 60)
      }
    }

    func dailyBudget() -> Counterfactual? {
      guard let parameter = engine.parameter(role: .dailyBudget),
        let current = row.gates.dailyBudget
      else { return nil }
      let probes = Set(0...row.deliveredToday + row.steps.count + 1)
      return integer(.dailyBudget, parameter, current: current, probes: probes) {
        KernelCandidate(weights: all.weights, dailyBudget: $0)
      }
    }

    private func integer(
      _ constant: ChangedConstant, _ parameter: ParameterDefinition, current: Int,
      probes: Set<Int>, candidate: (Int) -> KernelCandidate
    ) -> Counterfactual {
      let values = probes.map { Double($0) }.filter { parameter.allows($0) }
      let found = nearest(values, to: Double(current)) { isCorrected(candidate(Int($0))) }
      return answer(constant, parameter.name, current: Double(current), found: found) {
        with(parameter, .integer(Int($0)))
      }
    }

    // MARK: Shared parts

    /// Steps of the trace that no gate of clock time blocks.
    private var openSteps: [Int] { row.steps.filter { !table.isBlocked[$0] } }

    private func with(_ parameter: ParameterDefinition, _ value: ParameterValue) -> Overrides {
      var changed = all.candidate
      changed.values[parameter.name] = value
      return changed
    }

    /// The value nearest to the current one that holds; the lower of two equally near.
    private func nearest(_ values: [Double], to current: Double, holds: (Double) -> Bool) -> Double?
    {
      Set(values).filter { $0 != current }
        .sorted { (abs($0 - current), $0) < (abs($1 - current), $1) }
        .first(where: holds)
    }

    private func isCorrected(_ candidate: KernelCandidate) -> Bool {
      let replay = TraceReplay(candidate, trace: row, over: table)
      switch fault.place.kind {
      case .step(let step):
        guard let expect = trace.steps[step].expect else { return !replay.delivered[step] }
        return (replay.actions[step] != .silent) == expect.isPositive
      case .window(let window):
        let window = trace.windows[window]
        let inside = trace.steps.indices.filter {
          replay.delivered[$0] && window.contains(trace.steps[$0].at.instant)
        }
        if window.expect.isPositive { return !inside.isEmpty }
        return inside.allSatisfy { trace.steps[$0].hasOwnExpect }
      }
    }

    private func answer(
      _ constant: ChangedConstant, _ name: String, current: Double, found: Double?,
      othersFollow: Bool = false, overrides: (Double) -> Overrides
    ) -> Counterfactual {
      var answer = Counterfactual.Answer.impossible
      if let found {
        answer = confirmed(found, overrides(found))
      }
      return Counterfactual(
        place: fault.place, outcome: fault.outcome, constant: constant, name: name,
        current: current, othersFollow: othersFollow, answer: answer)
    }

    /// Replays everything in the engine's own `evaluate`.
    private func confirmed(_ value: Double, _ overrides: Overrides) -> Counterfactual.Answer {
      let after = all.subject.evaluate(overrides)
      guard !Fault.all(in: after).contains(where: { $0.place == fault.place }) else {
        return .unavailable("the engine's own replay disagrees with its table")
      }
      let difference = Difference(from: all.evaluation, to: after)
      return .change(
        Counterfactual.Change(
          value: value, overrides: overrides, metrics: after.metrics, difference: difference,
          otherLabels: difference.labels.filter { $0.place != fault.place }))
    }
  }
}

extension ParameterDefinition {
  /// Whether a number lies in the parameter's range.
  fileprivate func allows(_ value: Double) -> Bool {
    switch kind {
    case .number(let range): range.contains(value)
    case .integer(let range): range.contains(Int(value))
    case .clockRange, .knots: false
    }
  }
}
