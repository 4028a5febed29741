extension Suite {
  /// The same suite with other traces, for replays that vary or leave out some.
  package func with(traces: [Trace]) -> Suite {
    Suite(
      path: path, name: name, title: title, engine: engine, role: role, description: description,
      data: data, labelledBy: labelledBy, labelledOn: labelledOn, profile: profile,
      parameters: parameters, weights: weights, traces: traces, digest: digest)
  }
}

extension Trace {
  /// The same trace with other days before it and other signals.
  package func with(history: [HistoryDay], steps: [Step]) -> Trace {
    Trace(
      id: id, title: title, timeZone: timeZone, profile: profile,
      lastInterventionAt: lastInterventionAt, deliveredToday: deliveredToday, history: history,
      steps: steps, windows: windows, file: file, line: line)
  }
}

extension Step {
  /// The same step with other signals.
  package func with(signals: [SignalValue]) -> Step {
    Step(
      at: at, signals: signals, delivers: delivers, expect: expect, hasOwnExpect: hasOwnExpect,
      labelSource: labelSource, why: why, line: line)
  }
}
