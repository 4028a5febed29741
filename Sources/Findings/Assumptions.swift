import DecisionEngines
import TraceModel

/// A candidate replayed with one assumed constant at another plausible value.
package struct AssumptionReplay: Sendable {
  package let parameter: ParameterDefinition
  package let alternative: Alternative
  package let metrics: Metrics
  /// Labels whose outcome differs from the candidate's own replay, in file order.
  package let changes: [LabelChange]
  /// Whether the candidate catches fewer, or raises more false alarms, than it does by default.
  package let breaks: Bool
  /// Traces whose suite or profile sets this constant: the alternative replaced their value too.
  package let tracesOverridden: Int

  package var tally: Tally { metrics.tally }
  package var changesLabels: Bool { !changes.isEmpty }
}

/// One candidate under every alternative of every assumed constant.
package struct Assumptions: Sendable {
  /// The candidate's own figures, every constant as it is.
  package let base: Metrics
  /// In the engine's order of parameters, then of their alternatives.
  package let replays: [AssumptionReplay]
  /// Assumed constants that the candidate itself fixes, and so does not rest on.
  package let fixedByCandidate: [String]
  /// Assumed constants that every trace gets from its suite or profile: values given, not assumed.
  package let givenBySuites: [String]

  package var breaks: [AssumptionReplay] { replays.filter(\.breaks) }

  /// Replays a candidate in the engine's own `evaluate`.
  ///
  /// A constant that suites or profiles give for every trace is no assumption and is left alone.
  /// One that some traces give is replaced in all; `tracesOverridden` says where that happened.
  /// "Breaks" goes by figures: a label lost and another one gained, with the same counts, is listed
  /// as changed but does not break.
  ///
  /// - Parameters:
  ///   - candidate: The values that make the candidate; empty is shipped.
  ///   - subject: Suites, engine and shipped values.
  package init(of candidate: Overrides, in subject: Subject) {
    let own = subject.evaluate(candidate)
    var replays: [AssumptionReplay] = []
    var fixed: [String] = []
    var givenBySuites: [String] = []
    for parameter in subject.engine.parameters where parameter.origin == .assumed {
      guard candidate.values[parameter.name] == nil else {
        fixed.append(parameter.name)
        continue
      }
      let given = own.traces.count {
        $0.trace.profile[parameter.name] != nil || $0.suite.profile[parameter.name] != nil
          || $0.suite.parameters[parameter.name] != nil
      }
      guard given < own.traces.count else {
        givenBySuites.append(parameter.name)
        continue
      }
      for alternative in parameter.alternatives {
        var changed = candidate
        changed.values[parameter.name] = alternative.value
        let evaluation = subject.evaluate(changed)
        replays.append(
          AssumptionReplay(
            parameter: parameter, alternative: alternative, metrics: evaluation.metrics,
            changes: Difference(from: own, to: evaluation).labels,
            breaks: evaluation.tally.tp < own.tally.tp || evaluation.tally.fp > own.tally.fp,
            tracesOverridden: given))
      }
    }
    base = own.metrics
    self.replays = replays
    fixedByCandidate = fixed
    self.givenBySuites = givenBySuites
  }
}
