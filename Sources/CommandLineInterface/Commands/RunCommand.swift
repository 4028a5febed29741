import ExternalPrograms
import ReportWriters
import RunReport
import RunStore
import TraceModel

/// `run`: the main job on the bundled suites, or on a plan or suite of one's own.
struct RunCommand: Command {
  static let commandName = "run"
  let name = Self.commandName
  let summary = "the main job: verify the locks, evaluate, sweep, write the report"
  let operands = "[PLAN|SUITE]"
  let operandCount = 0...1
  let options: [Option] = SweepJob.Choices.options + [.require, .json]
  let writesOwnTestCases = true
  let example = "autoresearch run"
  let details = """
    Without an operand: verifies every suite in Traces, then evaluates and sweeps the
    bundled twelve days with the default plan, and writes Reports/bundled. A holdout is
    verified only.
    """

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    let program = try input.subScoreProgram(in: environment)
    let choices = try SweepJob.Choices(input, of: name, in: environment)
    return try RunPlace.with(input, in: environment) { (place) throws(Failure) in
      let guards = try Guards(input, at: place, in: environment)
      let (job, verified) = try job(input, program, place, in: environment)
      try Requirements.check(choices.requirements, costs: job.plan.costs)
      let finished = try job.run(choices, at: place, guards: guards, in: environment)
      if !input.has(.json), finished.result.partial == nil {
        introduce(finished.result, verified, environment.console)
      }
      return try SweepOutcome.report(finished, input, choices, name, in: environment)
    }
  }

  func writable(_ input: Arguments, in environment: Environment) -> [Confinement.Place]? { nil }

  private func job(
    _ input: Arguments, _ program: ProgramRun?, _ place: RunPlace, in environment: Environment
  ) throws(Failure) -> (SweepJob, verified: String) {
    guard let operand = input.operands.first else {
      let verified = try verifyAll(in: environment)
      let job = try SweepJob.from(
        BundledSuites.main, program: program, calling: BundledSuites.runName, in: environment
      ) { (name) throws(Failure) in try place.settle(name: name) }
      return (job, verified)
    }
    let job = try SweepJob.from(operand, program: program, in: environment) {
      (name) throws(Failure) in try place.settle(name: name)
    }
    return (
      job, "\(Wording.count(job.loaded.suites.count, "suite", "suites")), all match SHA256SUMS"
    )
  }

  private func introduce(_ result: SweepResult, _ verified: String, _ console: Console) {
    console.line(" locks     \(verified)")
    TextColumns.wrap(
      LabelCounts(result.suites).text, first: " labels    ", rest: "           "
    ).forEach { console.line($0) }
    let curves = result.engine.subScores.count { $0.curveOrigin == .assumed }
    console.line(
      result.engine.givenSubScores.map { " engine    sub-scores from `\(plainLine($0.command))`" }
        ?? " mirror    \(curves) of \(result.engine.subScores.count) sub-score curves are ASSUMED; bring yours: --sub-scores"
    )
    console.line()
  }

  /// Verifies every locked suite; one without a lock is a draft, and is named as such.
  private func verifyAll(in environment: Environment) throws(Failure) -> String {
    var locked = 0
    for path in try BundledSuites.paths(in: environment) {
      guard environment.disk.exists("\(path)/\(LockFile.name)") else {
        environment.console.message("note: \(path) is not locked yet, and is left out")
        continue
      }
      _ = try SuiteLoader(disk: environment.disk).load(path)
      locked += 1
    }
    return "\(Wording.count(locked, "suite", "suites")), all match SHA256SUMS"
  }
}
