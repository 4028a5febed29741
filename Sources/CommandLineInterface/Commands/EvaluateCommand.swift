import DecisionEngines
import Evidence
import ExternalPrograms
import RunReport
import SweepCore
import TraceModel

/// `evaluate`: replay one candidate over a suite, shipped unless told otherwise.
struct EvaluateCommand: Command {
  let name = "evaluate"
  let summary = "replay a suite and show every decision against its labels"
  let operands = "SUITE"
  let operandCount = 1...1
  let options: [Option] = [
    .weights, .set, .json, .require, .openHoldout, .subScores, .engineCommand, .answerSeconds,
    .junit,
  ]
  let writesOwnTestCases = true
  let example = "autoresearch evaluate Traces/vigil-twelve-days --require precision=1"
  let details = """
    Without --weights and --set the shipped values are used, as the suite and its traces
    set them. --json prints one object for each step and window, then a summary.
    --sub-scores keeps weights, thresholds and gates, and takes the sub-scores from a
    program: {"sub_scores":{"sleep":…}} a step. --engine-command takes its decisions:
    {"fire":true,"score":…,"reason":"…"}. Either gets each trace's header line, then
    each step line as in the suite, on standard input; it answers steps only. The lines
    hold their labels: a program that looks at them measures nothing.
    """

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    let requirements = try input.requirements
    try Requirements.check(requirements, costs: nil)
    if let program = try input.decidingProgram(in: environment) {
      return try run(program, requirements, input, in: environment)
    }
    let program = try input.subScoreProgram(in: environment)
    var loaded = try LoadedSuites(input.operands[0], in: environment).expecting(program)
    let suite = loaded.suites[0]
    let point = ShippedPoint(engine: loaded.engine, suite: suite)
    let overrides = try input.overrides(engine: loaded.engine, shipped: point.weights)
    try Holdout.check(suite, input, in: environment)
    loaded = try loaded.asking(program)
    let evaluation = Evaluation(
      engine: loaded.engine, suites: loaded.suites, overrides: overrides,
      distanceFromShipped: point.distance(overrides, engine: loaded.engine))
    let console = environment.console
    if input.has(.json) {
      EvaluationJSON.lines(evaluation, engine: loaded.engine).forEach { console.line($0) }
    } else {
      EvaluationText.lines(evaluation, engine: loaded.engine, suite: suite).forEach {
        console.line($0)
      }
    }
    try JUnitFile.write(
      input, suite: "autoresearch evaluate \(loaded.suites[0].name)", requirements: requirements,
      metrics: evaluation.metrics, in: environment)
    return Requirements.status(requirements, evaluation.metrics, console)
  }

  /// Evaluates a program that decides by itself.
  private func run(
    _ program: ProgramRun, _ requirements: [Requirement], _ input: Arguments,
    in environment: Environment
  ) throws(Failure) -> Int32 {
    let undefined: [Metric] = [.margin, .distanceFromShipped, .escalations]
    if let asked = requirements.first(where: { undefined.contains($0.metric) }) {
      throw .usage(
        message: "--require \(asked.text): a program that decides by itself has no \(asked.name)",
        fix: "require other figures")
    }
    let loaded = try LoadedSuites(input.operands[0], in: environment)
    try Holdout.check(loaded.suites[0], input, in: environment)
    let evaluation = try program.decisions(on: loaded.suites)
    let console = environment.console
    let lines =
      input.has(.json)
      ? ProgramEvaluationJSON.lines(evaluation, engine: loaded.engine)
      : ProgramEvaluationText.lines(evaluation, engine: loaded.engine, suite: loaded.suites[0])
    lines.forEach { console.line($0) }
    try JUnitFile.write(
      input, suite: "autoresearch evaluate \(loaded.suites[0].name)", requirements: requirements,
      metrics: evaluation.metrics, in: environment)
    return Requirements.status(requirements, evaluation.metrics, console)
  }
}

/// Bounds given by `--require`, told when they fail.
enum Requirements {
  /// - Throws: `usage` for a bound on the utility where no plan gives costs.
  static func check(_ requirements: [Requirement], costs: Costs?) throws(Failure) {
    guard costs == nil, let asked = requirements.first(where: { $0.metric == .utility }) else {
      return
    }
    throw .usage(
      message: "--require \(asked.text): no plan gives costs, so there is no utility",
      fix: "sweep a plan with \"costs\", or require other figures")
  }

  static func status(_ requirements: [Requirement], _ metrics: Metrics, _ console: Console)
    -> Int32
  {
    let failures = failures(requirements, metrics)
    failures.forEach { console.message($0) }
    return failures.isEmpty ? ExitStatus.done : ExitStatus.requirementFailed
  }

  /// A sentence for each that is not met.
  static func failures(_ requirements: [Requirement], _ metrics: Metrics) -> [String] {
    requirements.filter { !$0.isMet(by: metrics) }.map { requirement in
      let value = metrics.value(requirement.metric).map(NumberText.exact) ?? "undefined"
      return "requirement failed: \(requirement.text), but \(requirement.name) is \(value)"
    }
  }
}
