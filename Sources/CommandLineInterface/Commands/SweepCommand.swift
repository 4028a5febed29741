import RunReport
import TraceModel

/// `sweep`: tally every candidate of a plan and write the run folder.
struct SweepCommand: Command {
  let name = "sweep"
  let summary = "tally every candidate of a plan, rank them, write a run folder"
  let operands = "PLAN|SUITE"
  let operandCount = 1...1
  let options: [Option] = SweepJob.Choices.options + [.require, .json]
  let example = "autoresearch sweep Traces/vigil-twelve-days"
  let details = """
    A suite folder is swept with the default plan: weights in steps of 0.05, thresholds
    40 to 80. --require bounds the winner's figures. Exit status 1 also means that no
    candidate meets the plan's own requirements; shipped is kept then.
    """

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    let requirements = try input.requirements
    let program = try input.subScoreProgram(in: environment)
    let operand = input.operands[0]
    let job =
      environment.disk.isFolder(operand)
      ? try SweepJob.defaultPlan(
        suite: operand, name: nil, program: program, in: environment)
      : try SweepJob.fromPlan(operand, program: program, in: environment)
    let choices = try SweepJob.Choices(input, defaultName: job.plan.name, in: environment)
    let finished = try job.run(choices, in: environment)
    return SweepOutcome.report(
      finished, requirements: requirements, asJSON: input.has(.json), environment.console)
  }
}

/// What a finished sweep says in the terminal, and its exit status.
enum SweepOutcome {
  static func report(
    _ finished: SweepJob.Finished, requirements: [Requirement], asJSON: Bool, _ console: Console
  ) -> Int32 {
    let result = finished.result
    if asJSON {
      console.line(SweepText.json(finished).line)
    } else {
      SweepText.lines(finished).forEach { console.line($0) }
      console.line()
      console.line(" read      \(finished.path)/report.md")
      console.line(" check     cd \(finished.path) && sha256sum -c SHA256SUMS")
    }
    guard let winner = result.winner else {
      console.message("no candidate meets the plan's requirements; shipped is kept")
      return ExitStatus.requirementFailed
    }
    return Requirements.status(requirements, winner.entry.metrics, console)
  }
}
