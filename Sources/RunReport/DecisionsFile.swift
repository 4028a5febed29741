import DecisionEngines
import ReportWriters
import TraceModel

/// `decisions.csv`: every step and window of shipped and winner, recomputable by hand.
///
/// No cell holds a comma, a quote or a line break, so that `cut`, `sort` and `awk` read it.
package struct DecisionsFile {
  private let engine: any DecisionEngine
  private let withSignals: Bool
  private var table: CSVTable

  /// - Parameters:
  ///   - engine: The engine of the evaluations.
  ///   - withSignals: Whether raw signals and personal averages may be shown.
  package init(engine: any DecisionEngine, withSignals: Bool) {
    self.engine = engine
    self.withSignals = withSignals
    var header = [
      "candidate", "trace", "step", "kind", "at", "expect", "decision", "outcome", "delivered",
      "score", "state", "blocked_by", "dominant_factor",
    ]
    header += engine.subScores.map(\.name)
    if withSignals {
      header += engine.signals.map(\.name)
      header += engine.signals.filter(\.inHistory).map { "average_\($0.name)" }
    }
    table = CSVTable(header: header)
  }

  package var text: String { table.text }

  package mutating func add(_ evaluation: Evaluation, candidate: String) {
    for evaluated in evaluation.traces {
      for (i, step) in evaluated.trace.steps.enumerated() {
        addStep(evaluated, i, step, candidate)
      }
      for (window, outcome) in zip(evaluated.trace.windows, evaluated.outcome.windows) {
        // One row for each thing counted, so that counting rows gives the confusion table.
        for _ in 0..<max(1, outcome.falseAlarms) {
          let front = [
            candidate, evaluated.trace.id, "", "window",
            "\(window.from.text);\(window.to.text)", window.counts ? window.expect.rawValue : "",
            "", outcome.outcome?.rawValue ?? "",
          ]
          table.add(front + Array(repeating: "", count: table.header.count - front.count))
        }
      }
    }
  }

  private mutating func addStep(
    _ evaluated: Evaluation.EvaluatedTrace, _ i: Int, _ step: Step, _ candidate: String
  ) {
    let decision = evaluated.decisions[i]
    var row = [
      candidate, evaluated.trace.id, String(i + 1), "step", step.at.text,
      step.expect?.rawValue ?? "", engine.word(for: decision.action),
      evaluated.outcome.steps[i]?.rawValue ?? "", decision.delivered ? "1" : "0",
      NumberText.exact(decision.score), decision.state,
      decision.blockedBy.joined(separator: ";"), decision.dominantFactor ?? "",
    ]
    row += decision.subScores.map(NumberText.exact)
    if withSignals {
      row += step.signals.map(\.cell)
      row += decision.averages.map { NumberText.exact($0.value) }
    }
    table.add(row)
  }
}
