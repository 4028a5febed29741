import TraceModel

/// What an external program that decides by itself answered at one step.
package struct ProgramDecision: Sendable, Hashable {
  /// Nil when the program gives none; on any scale.
  package let score: Double?
  package let fires: Bool
  /// The program's own words.
  package let reason: String?
  /// Fired, and reached the person.
  package let delivered: Bool

  package init(score: Double?, fires: Bool, reason: String?, delivered: Bool) {
    self.score = score
    self.fires = fires
    self.reason = reason
    self.delivered = delivered
  }

  package var action: Action { fires ? .intervene : .silent }
}

/// A suite replayed by an external program, its decisions held against the labels.
///
/// A program tells neither threshold nor level: there is no margin, no distance from shipped, and no
/// accuracy of escalation.
package struct ProgramEvaluation: Sendable {
  package struct EvaluatedTrace: Sendable {
    package let trace: Trace
    package let decisions: [ProgramDecision]
    package let outcome: TraceOutcome
  }

  package let command: String
  package let traces: [EvaluatedTrace]
  package let metrics: Metrics

  /// - Parameters:
  ///   - command: The program's command line.
  ///   - suites: The suites it was asked about.
  ///   - decisions: By trace, in order: one decision a step.
  package init(command: String, suites: [Suite], decisions: [[ProgramDecision]]) {
    var traces: [EvaluatedTrace] = []
    var tally = Tally()
    var days = 0
    var firstStep = 0
    for (trace, decisions) in zip(suites.flatMap(\.traces), decisions) {
      let acts = decisions.map { StepAct(action: $0.action, delivered: $0.delivered, margin: nil) }
      let outcome = TraceOutcome(trace: trace, acts: acts, firstStep: firstStep)
      tally = tally + outcome.tally
      firstStep += trace.steps.count
      days += trace.dayCount
      traces.append(EvaluatedTrace(trace: trace, decisions: decisions, outcome: outcome))
    }
    self.command = command
    self.traces = traces
    metrics = Metrics(tally: tally, days: days, distanceFromShipped: 0)
  }
}
