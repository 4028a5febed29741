import DecisionEngines
import Evidence
import RunReport
import SweepCore
import TraceModel

/// `evaluate`: replay one candidate over a suite, shipped unless told otherwise.
struct EvaluateCommand: Command {
  let name = "evaluate"
  let summary = "replay a suite and show every decision against its labels"
  let operands = "SUITE"
  let operandCount = 1...1
  let options: [Option] = [.weights, .set, .json, .require, .openHoldout]
  let example = "autoresearch evaluate Traces/vigil-twelve-days --require precision=1"
  let details = """
    Without --weights and --set the shipped values are used, as the suite and its traces
    set them. --json prints one object for each step and window, then a summary.
    """

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    let requirements = try input.requirements
    let loaded = try LoadedSuites(input.operands[0], in: environment)
    let suite = loaded.suites[0]
    let point = ShippedPoint(engine: loaded.engine, suite: suite)
    let overrides = try input.overrides(engine: loaded.engine, shipped: point.weights)
    try Holdout.check(suite, input, in: environment)
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
    return Requirements.status(requirements, evaluation.metrics, console)
  }
}

/// Bounds given by `--require`, told when they fail.
enum Requirements {
  static func status(_ requirements: [Requirement], _ metrics: Metrics, _ console: Console)
    -> Int32
  {
    var status = ExitStatus.done
    for requirement in requirements where !requirement.isMet(by: metrics) {
      let value = metrics.value(requirement.metric).map(NumberText.exact) ?? "undefined"
      console.message(
        "requirement failed: \(requirement.text), but \(requirement.name) is \(value)")
      status = ExitStatus.requirementFailed
    }
    return status
  }
}
