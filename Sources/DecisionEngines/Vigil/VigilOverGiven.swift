import TraceModel

/// Vigil's weights, thresholds and gates over sub-scores of the author's own program.
///
/// Nothing of our curves is left: their constants are no parameters here, so no plan can sweep them
/// and no report lists them as assumed. The personal averages shown beside a step are those of the
/// suite's own settings; they are about the trace's history and enter no score.
struct VigilOverGiven: DecisionEngine {
  private let base = Vigil()
  private let given: GivenSubScores
  private let averages: [String: [[PersonalAverage]]]
  let subScores: [SubScoreDefinition]
  /// Thresholds and gates; a gate of clock time alone is lowered like a curve, but is none.
  let parameters: [ParameterDefinition]

  init(_ given: GivenSubScores, suites: [Suite]) {
    self.given = given
    var averages: [String: [[PersonalAverage]]] = [:]
    for suite in suites {
      for trace in suite.traces {
        let curves = VigilCurves(settings: Settings(engine: base, suite: suite, trace: trace))
        averages[trace.id] = trace.steps.map {
          curves.averages(on: $0.at.day, history: trace.history)
        }
      }
    }
    self.averages = averages
    subScores = base.subScores.map {
      SubScoreDefinition(
        name: $0.name, words: $0.words, shippedWeight: $0.shippedWeight,
        weightOrigin: $0.weightOrigin, curveOrigin: .external)
    }
    parameters = base.parameters.filter { $0.isGate || $0.role != .lowering }
  }

  var name: String { base.name }
  var summary: String { "\(base.summary), over an external program's sub-scores" }
  var signals: [SignalDefinition] { base.signals }
  var actionNames: [String] { base.actionNames }
  var givenSubScores: GivenSubScores? { given }

  func evaluate(_ trace: Trace, settings: Settings) -> [StepDecision] {
    let values = given.values(of: trace.id)
    let averages = averages[trace.id] ?? []
    precondition(values.count == trace.steps.count && averages.count == trace.steps.count)
    let scores = zip(values, averages).map {
      ScoredStep(values: $0, averages: $1, note: nil)
    }
    return VigilPolicy(settings: settings, factors: subScores).decide(trace, scores)
  }

  func lower(_ trace: Trace, settings: Settings) -> LoweredTrace {
    LoweredTrace(
      subScores: given.values(of: trace.id),
      isBlocked: VigilPolicy(settings: settings, factors: subScores).quietSteps(of: trace))
  }

  func taking(_ given: GivenSubScores, for suites: [Suite]) -> (any DecisionEngine)? {
    VigilOverGiven(given, suites: suites)
  }
}
