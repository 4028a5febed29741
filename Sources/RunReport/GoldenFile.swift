import DecisionEngines
import ReportWriters
import TraceModel

/// `golden.json`: exact vectors of an evaluation, for the app's own tests and for `parity`.
///
/// Every number is the shortest decimal that reads back as exactly the same Double. One line a step,
/// so that two files can be compared with `diff`.
package struct GoldenFile {
  package static let schema = "autoresearch.golden/1"

  private let engine: any DecisionEngine
  private let withSignals: Bool

  /// - Parameters:
  ///   - engine: The engine of the evaluation.
  ///   - withSignals: Whether raw signals and personal averages may be shown.
  package init(engine: any DecisionEngine, withSignals: Bool) {
    self.engine = engine
    self.withSignals = withSignals
  }

  /// - Parameters:
  ///   - evaluation: A replay by the engine.
  ///   - candidate: Its name, such as `shipped`.
  ///   - suites: The suites replayed, for their digests.
  /// - Returns: The whole file.
  package func text(_ evaluation: Evaluation, candidate: String, suites: [Suite]) -> String {
    let sources = suites.map {
      JSONText.object([("name", .string($0.name)), ("digest", .optional($0.digest))])
    }
    let traces = evaluation.traces.map(trace).joined(separator: ",\n")
    return """
      {"schema":\(JSONText.string(Self.schema).line),
      "engine":\(JSONText.string(engine.name).line),
      "candidate":\(JSONText.string(candidate).line),
      "suites":\(JSONText.array(sources).line),
      "traces":[
      \(traces)
      ]}

      """
  }

  private func trace(_ evaluated: Evaluation.EvaluatedTrace) -> String {
    let trace = evaluated.trace
    let last = trace.lastInterventionAt.map { Moment(instant: $0, offsetSeconds: 0).text }
    let before = JSONText.object([
      ("last_intervention_at", .optional(last)),
      ("delivered_today", .integer(trace.deliveredToday)),
    ])
    let steps = trace.steps.indices.map { step(evaluated, $0).line }.joined(separator: ",\n")
    return """
      {"trace":\(JSONText.string(trace.id).line),
      "time_zone":\(JSONText.string(trace.timeZone).line),
      "settings":\(settings(evaluated.settings).line),
      "before":\(before.line),
      "steps":[
      \(steps)
      ]}
      """
  }

  private func settings(_ settings: Settings) -> JSONText {
    let weights = zip(engine.subScores, settings.weights).map { ($0.name, JSONText.number($1)) }
    let values = engine.parameters.compactMap { definition in
      settings.value(definition.name).map { (definition.name, json($0)) }
    }
    return .object([("weights", .object(weights))] + values)
  }

  private func json(_ value: ParameterValue) -> JSONText {
    switch value {
    case .number(let number): .number(number)
    case .integer(let number): .integer(number)
    case .clockRange(nil): .null
    case .clockRange(let range?):
      .object([
        ("start", .string(minuteText(range.start))), ("end", .string(minuteText(range.end))),
      ])
    case .knots(let knots): .array(knots.map { .array([.number($0.x), .number($0.y)]) })
    }
  }

  private func step(_ evaluated: Evaluation.EvaluatedTrace, _ i: Int) -> JSONText {
    let step = evaluated.trace.steps[i]
    let decision = evaluated.decisions[i]
    var members: [(String, JSONText)] = [
      ("step", .integer(i + 1)),
      ("at", .string(step.at.text)),
      ("delivery", .string(step.delivers ? "succeeded" : "failed")),
    ]
    if withSignals {
      let signals = zip(engine.signals, step.signals).map { ($0.name, json($1)) }
      members.append(("signals", .object(signals)))
      let averages = decision.averages.map { ($0.signal, JSONText.number($0.value)) }
      members.append(("averages", .object(averages)))
    }
    let subScores = zip(engine.subScores, decision.subScores).map {
      ($0.name, JSONText.number($1))
    }
    members += [
      ("sub_scores", .object(subScores)),
      ("score", .number(decision.score)),
      ("state", .string(decision.state)),
      ("decision", .string(engine.word(for: decision.action))),
      ("blocked_by", .strings(decision.blockedBy)),
      ("delivered", .bool(decision.delivered)),
    ]
    return .object(members)
  }

  private func json(_ signal: SignalValue) -> JSONText {
    switch signal {
    case .missing: .null
    case .nothing: .string("none")
    case .number(let value): .number(value)
    }
  }
}
