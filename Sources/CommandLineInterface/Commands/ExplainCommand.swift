import DecisionEngines
import Findings
import RunReport
import SweepCore
import TraceModel

/// `explain`: why a step fired or stayed silent, with the numbers that made it.
struct ExplainCommand: Command {
  fileprivate static let trace = Option("--trace", value: "ID", "only this trace")
  fileprivate static let step = Option("--step", value: "N", "only this step of it, from 1")
  fileprivate static let all = Option("--all", "every step, not just misses and false alarms")

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
    let program = try input.subScoreProgram(in: environment)
    var loaded = try LoadedSuites(input.operands[0], in: environment).expecting(program)
    let suite = loaded.suites[0]
    let point = ShippedPoint(engine: loaded.engine, suite: suite)
    let overrides = try input.overrides(engine: loaded.engine, shipped: point.weights)
    let question = try Question(input, about: suite)
    // Only now is everything else on the command line known to be right.
    try Holdout.check(suite, input, in: environment)
    loaded = try loaded.asking(program)
    let evaluation = Evaluation(
      engine: loaded.engine, suites: loaded.suites, overrides: overrides)
    let printer = ExplanationPrinter(
      engine: loaded.engine,
      counterfactuals: Counterfactuals(
        of: overrides,
        in: Subject(engine: loaded.engine, suites: loaded.suites, shipped: point)))
    let console = environment.console
    var shown = 0
    for evaluated in evaluation.traces {
      for place in question.places(in: evaluated) {
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

  /// Which steps and windows a command line asks about: faults, unless it says otherwise.
  private struct Question {
    private let trace: String?
    private let step: Int?
    private let isEveryStep: Bool

    init(_ input: Arguments, about suite: Suite) throws(Failure) {
      step = try input.integer(ExplainCommand.step, in: 1...1_000_000)
      trace = input.value(ExplainCommand.trace)
      isEveryStep = input.has(ExplainCommand.all) || trace != nil
      guard let trace else {
        if step == nil { return }
        throw .usage(message: "--step needs --trace", fix: "name the trace with --trace ID")
      }
      guard let chosen = suite.traces.first(where: { $0.id == trace }) else {
        let known = suite.traces.map(\.id)
        throw .usage(
          message:
            "no trace \"\(trace.prefix(60))\" in this suite\(Nearest.hint(for: trace, among: known))",
          fix: "use one of: \(known.prefix(20).joined(separator: ", "))")
      }
      if let step, step > chosen.steps.count {
        throw .usage(
          message: "trace \(trace) has no step \(step)",
          fix: "it has steps 1 to \(chosen.steps.count)")
      }
    }

    func places(in evaluated: Evaluation.EvaluatedTrace) -> [Place] {
      let all = evaluated.trace
      guard trace == nil || trace == all.id else { return [] }
      func isFault(_ outcome: Outcome?) -> Bool { outcome == .fn || outcome == .fp }
      func place(_ i: Int) -> Place { Place(step: i, of: all, traceIndex: evaluated.index) }
      if let step { return [place(step - 1)] }
      let steps = all.steps.indices.filter { isEveryStep || isFault(evaluated.outcome.steps[$0]) }
      let windows = all.windows.indices.filter { isFault(evaluated.outcome.windows[$0].outcome) }
      return steps.map(place)
        + windows.map { Place(window: $0, of: all, traceIndex: evaluated.index) }
    }
  }
}
