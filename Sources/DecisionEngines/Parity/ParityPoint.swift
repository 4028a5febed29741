import TraceModel

/// What one side says of one step, or of a trace's settings, as named values to be compared.
///
/// Names are the key paths of `golden.json`, such as `sub_scores.hrv`. A side may leave values out;
/// only what both give is compared.
package struct ParityPoint: Sendable, Hashable {
  package enum Value: Sendable, Hashable {
    /// The outcome of arithmetic: a tolerance applies.
    case computed(Double)
    /// An input or a decision: equal or not.
    case plain(String)

    package var text: String {
      switch self {
      case .computed(let number): NumberText.exact(number)
      case .plain(let text): text
      }
    }
  }

  package struct Key: Sendable, Hashable {
    package let trace: String
    /// From 1; nil for the trace's settings.
    package let step: Int?

    package init(trace: String, step: Int?) {
      self.trace = trace
      self.step = step
    }
  }

  package struct Named: Sendable, Hashable {
    package let name: String
    package let value: Value

    package init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }

    package init(_ name: String, computed: Double) { self.init(name, .computed(computed)) }
    package init(_ name: String, _ text: String) { self.init(name, .plain(text)) }
  }

  package let key: Key
  package let values: [Named]
  /// Why it decided so, in its own words.
  package let reasons: [String]

  package init(key: Key, values: [Named], reasons: [String] = []) {
    self.key = key
    self.values = values
    self.reasons = reasons
  }

  package func value(_ name: String) -> Value? { values.first { $0.name == name }?.value }
}

extension Evaluation {
  /// Everything a mirror says: each trace's settings, then each of its steps.
  package func parityPoints(engine: any DecisionEngine) -> [ParityPoint] {
    traces.flatMap { evaluated in
      [Self.settings(evaluated, engine)]
        + evaluated.trace.steps.indices.map { Self.step(evaluated, $0, engine) }
    }
  }

  private static func settings(_ evaluated: EvaluatedTrace, _ engine: any DecisionEngine)
    -> ParityPoint
  {
    let settings = evaluated.settings
    let weights = zip(engine.subScores, settings.weights).map {
      ParityPoint.Named("settings.weights.\($0.name)", NumberText.exact($1))
    }
    let others = engine.parameters.compactMap { definition in
      settings.value(definition.name).map {
        ParityPoint.Named("settings.\(definition.name)", $0.text)
      }
    }
    return ParityPoint(
      key: ParityPoint.Key(trace: evaluated.trace.id, step: nil), values: weights + others)
  }

  private static func step(
    _ evaluated: EvaluatedTrace, _ i: Int, _ engine: any DecisionEngine
  ) -> ParityPoint {
    let step = evaluated.trace.steps[i]
    let decision = evaluated.decisions[i]
    var values = [ParityPoint.Named("at", step.at.text)]
    values += zip(engine.signals, step.signals).map {
      ParityPoint.Named("signals.\($0.name)", $1 == .missing ? "null" : $1.cell)
    }
    values += decision.averages.map {
      ParityPoint.Named("averages.\($0.signal)", computed: $0.value)
    }
    values += zip(engine.subScores, decision.subScores).map {
      ParityPoint.Named("sub_scores.\($0.name)", computed: $1)
    }
    values += [
      ParityPoint.Named("score", computed: decision.score),
      ParityPoint.Named("state", decision.state),
      ParityPoint.Named("fire", decision.action == .silent ? "false" : "true"),
      ParityPoint.Named("decision", engine.word(for: decision.action)),
      ParityPoint.Named("blocked_by", decision.blockedBy.joined(separator: ";")),
      ParityPoint.Named("delivered", decision.delivered ? "true" : "false"),
    ]
    return ParityPoint(
      key: ParityPoint.Key(trace: evaluated.trace.id, step: i + 1), values: values,
      reasons: decision.reasons)
  }
}

extension ProgramEvaluation {
  /// What a program that decides by itself says of each step.
  package var parityPoints: [ParityPoint] {
    traces.flatMap { evaluated in
      evaluated.decisions.enumerated().map { i, decision in
        let score = decision.score.map { [ParityPoint.Named("score", computed: $0)] } ?? []
        return ParityPoint(
          key: ParityPoint.Key(trace: evaluated.trace.id, step: i + 1),
          values: score + [ParityPoint.Named("fire", decision.fires ? "true" : "false")],
          reasons: decision.reason.map { [$0] } ?? [])
      }
    }
  }
}
