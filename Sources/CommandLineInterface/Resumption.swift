import ExternalPrograms
import RunReport
import RunStore
import TraceModel

/// `sweep --resume RUN`: go on with a run that was interrupted, whatever ended it.
///
/// The run's journal holds its plan and its command line, so that it ends as it would have; only
/// what is about this process (`--threads`, `--quiet`, `--json`, `--junit`) is taken anew.
enum Resumption {
  private static let anew: [Option] = [
    .threads, .quiet, .json, .junit, .checkpoint, .subScores, .answerSeconds,
  ]

  static func run(_ run: String, _ input: Arguments, in environment: Environment)
    throws(Failure) -> Int32
  {
    let path = SuiteLoader.normalized(run)
    try refuseOthers(input)
    guard let folder = try RunFolder(resuming: path, disk: environment.disk),
      let journal = folder.journal
    else { return try FinishedRun.show(path, input, in: environment) }
    return try RunPlace.with(input, resuming: folder, in: environment) { (place) throws(Failure) in
      let beginning = try journal.beginning()
      guard beginning.identity.version == Interface.version else {
        throw refusal(
          path,
          "was begun by version \(quoted(beginning.identity.version)); this is \(Interface.version)"
        )
      }
      let words = beginning.words
      guard let command = Commands.named(words[0]),
        SHA256.hex(of: beginning.plan) == beginning.identity.plan
      else { throw refusal(path, "holds a journal that is not of a sweep") }
      let arguments = try Arguments(Array(words.dropFirst()), for: command)
        .replacing(anew, from: input)
      place.take(beginning, replacing: arguments.has(.force))
      let program = try program(beginning, words, command, arguments, in: environment)
      let choices = try SweepJob.Choices(arguments, of: command.name, in: environment)
      let guards = try Guards(arguments, at: place, in: environment)
      guard guards.facts.map({ "\($0.path) \($0.digest)" }) == beginning.guards else {
        throw .lock([
          Problem(
            file: path, message: "a guarded source was changed since this run began",
            fix: "restore it, or run the plan again")
        ])
      }
      let job = try SweepJob(
        beginning.plan, file: "the plan of \(path)", program: program, in: environment
      ) { (name) throws(Failure) in try place.settle(name: name) }
      if let difference = job.identity.difference(of: beginning.identity) {
        throw refusal(path, difference)
      }
      try Requirements.check(choices.requirements, costs: job.plan.costs)
      let finished = try job.run(choices, at: place, guards: guards, in: environment)
      return try SweepOutcome.report(finished, arguments, choices, command.name, in: environment)
    }
  }

  private static func refuseOthers(_ input: Arguments) throws(Failure) {
    for option in SweepJob.Choices.options + [.require]
    where !anew.contains(option) && input.has(option) {
      throw .usage(
        message: "\(option.name) can't be given to a run that has begun",
        fix: "leave it out: --resume keeps what the run was begun with")
    }
  }

  private static func refusal(_ path: String, _ message: String) -> Failure {
    .input([
      Problem(file: path, message: message, fix: "run the plan again; --force replaces this run")
    ])
  }

  /// A command found in a folder is never run unless a person types it.
  private static func program(
    _ beginning: Journal.Beginning, _ words: [String], _ command: any Command,
    _ input: Arguments, in environment: Environment
  ) throws(Failure) -> ProgramRun? {
    let recorded = try Arguments(Array(words.dropFirst()), for: command).value(.subScores)
    guard input.value(.subScores) != recorded else {
      return try input.subScoreProgram(in: environment)
    }
    guard let recorded else {
      throw .usage(
        message: "the run takes no sub-scores from a program", fix: "leave --sub-scores out")
    }
    throw .usage(
      message: "the run takes its sub-scores from the program \(quoted(recorded, limit: 300))",
      fix: "if you trust that program, name it: --sub-scores \(quotedForShell(recorded))")
  }
}
