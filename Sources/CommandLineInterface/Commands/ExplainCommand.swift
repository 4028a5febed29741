import DecisionEngines
import Findings
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
    Self.trace, Self.step, Self.all, .weights, .set, .json, .openHoldout, .subScores,
    .answerSeconds,
  ]
  let example = "autoresearch explain Traces/vigil-twelve-days"

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    let stepNumber = try input.integer(Self.step, in: 1...1_000_000)
    if stepNumber != nil && input.value(Self.trace) == nil {
      throw .usage(message: "--step needs --trace", fix: "name the trace with --trace ID")
    }
    let program = try input.subScoreProgram(in: environment)
    var loaded = try LoadedSuites(input.operands[0], in: environment).expecting(program)
    let suite = loaded.suites[0]
    let point = ShippedPoint(engine: loaded.engine, suite: suite)
    let overrides = try input.overrides(engine: loaded.engine, shipped: point.weights)
    try checkPlace(in: suite, input)
    // Only now is everything else on the command line known to be right.
    try Holdout.check(suite, input, in: environment)
    loaded = try loaded.asking(program)
    let evaluation = Evaluation(
      engine: loaded.engine, suites: loaded.suites, overrides: overrides)
    let counterfactuals = Counterfactuals(
      of: overrides,
      in: Subject(engine: loaded.engine, suites: loaded.suites, shipped: point))
    let printer = ExplanationPrinter(engine: loaded.engine, counterfactuals: counterfactuals)
    let id = input.value(Self.trace)
    let console = environment.console
    var shown = 0
    for evaluated in evaluation.traces where id == nil || evaluated.trace.id == id {
      for place in places(in: evaluated, step: stepNumber, input) {
        if input.has(.json) {
          console.line(printer.json(place, of: evaluated).line)
        } else {
          if shown > 0 { console.line() }
          printer.lines(place, of: evaluated).forEach { console.line($0) }
        }
        shown += 1
      }
    }
    if shown == 0 && !input.has(.json) {
      console.line("no miss and no false alarm; --all shows every step")
    }
    return ExitStatus.done
  }

  /// The steps and windows that the command line asks about: faults, unless it says otherwise.
  private func places(
    in evaluated: Evaluation.EvaluatedTrace, step number: Int?, _ input: Arguments
  ) -> [Place] {
    let trace = evaluated.trace
    func isFault(_ outcome: Outcome?) -> Bool { outcome == .fn || outcome == .fp }
    func step(_ i: Int) -> Place { Place(step: i, of: trace, traceIndex: evaluated.index) }
    if let number { return [step(number - 1)] }
    let isEveryStep = input.has(Self.all) || input.value(Self.trace) != nil
    let steps = trace.steps.indices.filter { isEveryStep || isFault(evaluated.outcome.steps[$0]) }
    let windows = trace.windows.indices.filter { isFault(evaluated.outcome.windows[$0].outcome) }
    return steps.map(step)
      + windows.map { Place(window: $0, of: trace, traceIndex: evaluated.index) }
  }

  /// Refuses a trace or step that the suite has not.
  private func checkPlace(in suite: Suite, _ input: Arguments) throws(Failure) {
    guard let id = input.value(Self.trace) else { return }
    guard let trace = suite.traces.first(where: { $0.id == id }) else {
      let known = suite.traces.map(\.id)
      throw .usage(
        message:
          "no trace \"\(id.prefix(60))\" in this suite\(Nearest.hint(for: id, among: known))",
        fix: "use one of: \(known.prefix(20).joined(separator: ", "))")
    }
    if let number = try input.integer(Self.step, in: 1...1_000_000), number > trace.steps.count {
      throw .usage(
        message: "trace \(trace.id) has no step \(number)",
        fix: "it has steps 1 to \(trace.steps.count)")
    }
  }
}
