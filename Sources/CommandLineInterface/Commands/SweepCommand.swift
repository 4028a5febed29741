import ReportWriters
import RunReport
import RunStore
import TraceModel

/// `sweep`: tally every candidate of a plan and write the run folder.
struct SweepCommand: Command {
  let name = "sweep"
  let summary = "tally every candidate of a plan, rank them, write a run folder"
  let operands = "PLAN|SUITE"
  let operandCount = 1...1
  let options: [Option] = SweepJob.Choices.options + [.require, .json]
  let writesOwnTestCases = true
  let example = "autoresearch sweep Traces/vigil-twelve-days"
  let details = """
    A suite folder is swept with the default plan: weights in steps of 0.05, thresholds
    40 to 80. --require bounds the winner's figures; --require claim asks that the claim
    of the plan passes. Exit status 1 also means that no
    candidate meets the plan's own requirements; shipped is kept then.
    --for 8h goes on after the plan until 8 hours from the start: finer lattices of
    weights, smaller steps near the best, other gates, assumed constants and signal
    errors drawn anew, days left out. The plan itself always runs to its end; a round
    that the time cuts short is dropped. It ends early when nothing is left to try.
    """

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    let requirements = try input.requirements
    let program = try input.subScoreProgram(in: environment)
    let operand = input.operands[0]
    let choices = try SweepJob.Choices(input, in: environment)
    return try RunPlace.with(input, in: environment) { (place) throws(Failure) in
      let guards = try Guards(input, at: place, in: environment)
      let job =
        environment.disk.isFolder(operand)
        ? try SweepJob.defaultPlan(
          suite: operand, name: nil, program: program, place: place, in: environment)
        : try SweepJob.fromPlan(operand, program: program, place: place, in: environment)
      try Requirements.check(requirements, costs: job.plan.costs)
      let finished = try job.run(choices, at: place, guards: guards, in: environment)
      return try SweepOutcome.report(finished, input, requirements, name, in: environment)
    }
  }

  func writable(_ input: Arguments, in environment: Environment) -> [Confinement.Place]? { nil }
}

/// What a finished sweep says in the terminal, and its exit status.
enum SweepOutcome {
  static func report(
    _ finished: SweepJob.Finished, _ input: Arguments, _ requirements: [Requirement],
    _ command: String, in environment: Environment
  ) throws(Failure) -> Int32 {
    let result = finished.result
    let console = environment.console
    let bounds = result.plan.require.map(\.text).joined(separator: ", ")
    try JUnitFile.write(
      input, suite: "autoresearch \(command) \(result.plan.name)",
      cases: [
        .init(
          name: "a candidate meets \(bounds.isEmpty ? "the plan" : bounds)",
          failure: result.winner == nil ? "none does; shipped is kept" : nil)
      ], requirements: requirements, metrics: result.winner?.entry.metrics, in: environment)
    if input.has(.json) {
      console.line(SweepText.json(finished).line)
    } else {
      SweepText.lines(finished).forEach { console.line($0) }
      console.line()
      console.line(
        " wrote     \(finished.confinement.short); \(finished.guarded == 0 ? "no sources guarded" : "guarded sources unchanged")"
      )
      console.line(" read      \(finished.path)/report.md")
      console.line(" check     cd \(finished.path) && sha256sum -c SHA256SUMS")
    }
    let claimStatus = claimStatus(finished, input, console)
    guard let winner = result.winner else {
      console.message("no candidate meets the plan's requirements; shipped is kept")
      return ExitStatus.requirementFailed
    }
    return max(claimStatus, Requirements.status(requirements, winner.entry.metrics, console))
  }

  /// Tells a claim that did not pass; it fails the command where `--require claim` asks for it.
  private static func claimStatus(
    _ finished: SweepJob.Finished, _ input: Arguments, _ console: Console
  ) -> Int32 {
    guard input.requiresClaim, let claim = finished.judgement.claim, claim.status != .passed else {
      return ExitStatus.done
    }
    console.message("claim \(claim.text)")
    return ExitStatus.requirementFailed
  }
}
