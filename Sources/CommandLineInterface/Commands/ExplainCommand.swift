import DecisionEngines
import RunReport
import SweepCore
import TraceModel

/// `explain`: why a step fired or stayed silent, with the numbers that made it.
struct ExplainCommand: Command {
  private static let trace = Option("--trace", value: "ID", "only this trace")
  private static let step = Option("--step", value: "N", "only this step of it, from 1")
  private static let all = Option("--all", "every step, not just misses and false alarms")

  let name = "explain"
  let summary = "show what made each miss and false alarm, number by number"
  let operands = "SUITE"
  let operandCount = 1...1
  let options: [Option] = [
    Self.trace, Self.step, Self.all, .weights, .set, .openHoldout,
  ]
  let example = "autoresearch explain Traces/vigil-twelve-days"

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    let stepNumber = try input.integer(Self.step, in: 1...1_000_000)
    if stepNumber != nil && input.value(Self.trace) == nil {
      throw .usage(message: "--step needs --trace", fix: "name the trace with --trace ID")
    }
    let loaded = try LoadedSuites(input.operands[0], in: environment)
    let suite = loaded.suites[0]
    let point = ShippedPoint(engine: loaded.engine, suite: suite)
    let overrides = try input.overrides(engine: loaded.engine, shipped: point.weights)
    let evaluation = Evaluation(
      engine: loaded.engine, suites: loaded.suites, overrides: overrides)
    let chosen = try traces(evaluation, input.value(Self.trace))
    for evaluated in chosen {
      if let stepNumber, stepNumber > evaluated.decisions.count {
        throw .usage(
          message: "trace \(evaluated.trace.id) has no step \(stepNumber)",
          fix: "it has steps 1 to \(evaluated.decisions.count)")
      }
    }
    try Holdout.check(suite, input, in: environment)
    let console = environment.console
    var shown = 0
    for evaluated in chosen {
      for i in evaluated.decisions.indices {
        let outcome = evaluated.outcome.steps[i]
        let isFault = outcome == .fn || outcome == .fp
        let isAsked = stepNumber.map { $0 == i + 1 } ?? (input.value(Self.trace) != nil)
        guard isFault && stepNumber == nil || isAsked || input.has(Self.all) else { continue }
        if shown > 0 { console.line() }
        ExplanationText.step(evaluated, i, engine: loaded.engine).forEach { console.line($0) }
        shown += 1
      }
      for (i, outcome) in evaluated.outcome.windows.enumerated()
      where stepNumber == nil && (outcome.outcome == .fn || outcome.outcome == .fp) {
        if shown > 0 { console.line() }
        ExplanationText.window(evaluated, i).forEach { console.line($0) }
        shown += 1
      }
    }
    if shown == 0 { console.line("no miss and no false alarm; --all shows every step") }
    return ExitStatus.done
  }

  private func traces(_ evaluation: Evaluation, _ id: String?) throws(Failure)
    -> [Evaluation.EvaluatedTrace]
  {
    guard let id else { return evaluation.traces }
    let chosen = evaluation.traces.filter { $0.trace.id == id }
    guard chosen.isEmpty else { return chosen }
    let known = evaluation.traces.map(\.trace.id)
    throw .usage(
      message: "no trace \"\(id.prefix(60))\" in this suite\(Nearest.hint(for: id, among: known))",
      fix: "use one of: \(known.prefix(20).joined(separator: ", "))")
  }
}
