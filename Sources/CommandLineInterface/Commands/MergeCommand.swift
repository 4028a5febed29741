import RunReport
import RunStore
import SweepCore
import TraceModel

/// `merge`: make one run of all its shards.
struct MergeCommand: Command {
  let name = "merge"
  let summary = "rank and report what the shards of a sweep tallied"
  let operands = "RUN"
  let operandCount = 1...1
  let options: [Option] =
    SweepJob.Choices.options.filter { ![.out, .force, .checkpoint].contains($0) } + [
      .require, .json,
    ]
  let writesOwnTestCases = true
  let example = "autoresearch merge Reports/overnight"
  let details = """
    Needs every shard of one plan, suite and version; a missing, torn or foreign one is
    named (status 2). The folder then holds the run, byte for byte that of an unsharded
    sweep, in place of the shards.
    """

  func writable(_ input: Arguments, in environment: Environment) -> [Confinement.Place]? { nil }

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    let path = SuiteLoader.normalized(input.operands[0])
    let disk = environment.disk
    guard let folder = try RunFolder(mergingShardsIn: path, disk: disk) else {
      return try FinishedRun.show(path, input, in: environment)
    }
    let program = try input.subScoreProgram(in: environment)
    let choices = try SweepJob.Choices(input, of: name, in: environment)
    return try RunPlace.with(input, filling: folder, in: environment) { (place) throws(Failure) in
      let guards = try Guards(input, at: place, in: environment)
      let plan = "\(path)/plan.json"
      let bytes: [UInt8]
      do throws(ReadError) {
        bytes = try disk.read(plan)
      } catch {
        throw .input([error.problem])
      }
      let job = try SweepJob(bytes, file: plan, program: program, in: environment) {
        (name) throws(Failure) in try place.settle(name: name)
      }
      try Requirements.check(choices.requirements, costs: job.plan.costs)
      let holdout = try Holdout.suites(for: choices, engine: job.loaded.engine, in: environment)
      try job.checkClaim(choices)
      let runner = try job.runner
      let shards = try ShardMerge(
        of: job.identity, candidates: runner.space.count, in: path, plan: plan, disk: disk)
      let begun = job.beginning(guards, in: environment)
      try job.registerClaim(in: environment)
      var rounds = SweepRounds(runner)
      rounds.add(try shards.total(runner), .plan, runner)
      let result = SweepResult(
        engine: job.loaded.engine, suites: job.loaded.suites, plan: job.plan, rounds: rounds)
      let finished = try job.conclude(
        result, choices, at: place, begun, holdout: holdout, guards: guards, in: environment)
      return try SweepOutcome.report(finished, input, choices, name, in: environment)
    }
  }
}
