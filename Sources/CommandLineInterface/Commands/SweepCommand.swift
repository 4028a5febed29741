import ReportWriters
import RunReport
import RunStore
import TraceModel

/// `sweep`: tally every candidate of a plan and write the run folder.
struct SweepCommand: Command {
  let name = "sweep"
  let summary = "tally every candidate of a plan, rank them, write a run folder"
  let operands = "PLAN|SUITE"
  let operandCount = 0...1
  let options: [Option] = SweepJob.Choices.options + [.require, .json, .resume, .shard]
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
    Ctrl-C ends a sweep early with a report of what was tallied (status 130);
    --resume RUN goes on from there, and after a crash. It needs no plan.
    --shard K/N writes one part of N into the run folder; `merge` makes the run of them.
    """

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    if let run = input.value(.resume) {
      guard input.operands.isEmpty else {
        throw .usage(
          message: "--resume goes on with the plan that the run holds",
          fix: "leave \(quoted(input.operands[0])) out")
      }
      return try Resumption.run(run, input, in: environment)
    }
    if let shard = input.value(.shard) { return try ShardJob.run(shard, input, in: environment) }
    guard let operand = input.operands.first else {
      throw .usage(message: "\(name) needs \(operands)", fix: "as in `\(example)`")
    }
    let program = try input.subScoreProgram(in: environment)
    let choices = try SweepJob.Choices(input, of: name, in: environment)
    return try RunPlace.with(input, in: environment) { (place) throws(Failure) in
      let guards = try Guards(input, at: place, in: environment)
      let job = try SweepJob.from(operand, program: program, in: environment) {
        (name) throws(Failure) in try place.settle(name: name)
      }
      try Requirements.check(choices.requirements, costs: job.plan.costs)
      let finished = try job.run(choices, at: place, guards: guards, in: environment)
      return try SweepOutcome.report(finished, input, choices, name, in: environment)
    }
  }

  func writable(_ input: Arguments, in environment: Environment) -> [Confinement.Place]? { nil }
}

extension Option {
  static let resume = Option(
    "--resume", value: "RUN", "go on with a run that was interrupted, killed or cut short")
}

/// What a finished sweep says in the terminal, and its exit status.
enum SweepOutcome {
  static func report(
    _ finished: SweepJob.Finished, _ input: Arguments, _ choices: SweepJob.Choices,
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
      ] + wholeCase(result), requirements: choices.requirements,
      metrics: result.winner?.entry.metrics, in: environment)
    if input.has(.json) {
      console.line(SweepText.json(finished).line)
    } else {
      SweepText.partial(finished).forEach { console.line($0) }
      SweepText.lines(result, finished.judgement, finished.prompts).forEach { console.line($0) }
      console.line()
      console.line(
        " wrote     \(finished.confinement.short); \(finished.guarded == 0 ? "no sources guarded" : "guarded sources unchanged")"
      )
      end(finished.path, console)
    }
    finished.status.messages.forEach { console.message($0) }
    return finished.status.code
  }

  /// Where to read on.
  static func end(_ path: String, _ console: Console) {
    console.line(" read      \(path)/report.md")
    console.line(" check     cd \(path) && sha256sum -c SHA256SUMS")
  }

  /// A CI server that looks at its file only must not take half a sweep for a whole one.
  private static func wholeCase(_ result: SweepResult) -> [JUnitText.Case] {
    result.partial.map {
      [.init(name: "the sweep is whole", failure: "it was interrupted after \($0.text)")]
    } ?? []
  }
}
