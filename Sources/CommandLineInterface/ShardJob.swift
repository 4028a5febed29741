import ReportWriters
import RunStore
import SweepCore
import TraceModel

/// `sweep --shard k/n`: one part of a sweep, tallied into a file that only `merge` reads.
///
/// The same shard may be tallied twice, even at the same moment: the file has the same bytes.
enum ShardJob {
  /// What is about the report, and so is asked of `merge`.
  private static let ofMerge: [Option] = [
    .force, .noInputs, .includeSignals, .openHoldout, .holdout, .guarded, .junit, .require, .json,
    .resume,
  ]

  static func run(_ text: String, _ input: Arguments, in environment: Environment)
    throws(Failure) -> Int32
  {
    if input.has(.hours) {
      throw .usage(
        message: "--for can't be given to a shard: each round after the plan needs all of it",
        fix: "leave --for out, or sweep the plan on one machine")
    }
    guard let shard = Shard(text) else {
      throw .usage(
        message: "--shard is \(quoted(text))",
        fix: "write K/N with K in 1...N, as in --shard 3/8")
    }
    for option in ofMerge where input.has(option) {
      throw .usage(
        message: "\(option.name) has no effect on a shard, which reports nothing",
        fix: "give it to `autoresearch merge`")
    }
    guard let operand = input.operands.first else {
      throw .usage(
        message: "sweep needs PLAN|SUITE", fix: "as in `autoresearch sweep plan.json --shard 1/8`")
    }
    let program = try input.subScoreProgram(in: environment)
    let choices = try SweepJob.Choices(input, of: "sweep", in: environment)
    return try ShardPlace.with(input, in: environment) { (place) throws(Failure) in
      let job = try SweepJob.from(operand, program: program, in: environment) {
        (name) throws(Failure) in try place.settle(name: name)
      }
      guard job.plan.method != .refine else {
        throw .usage(
          message:
            "refine runs rounds, each a function of the whole round before: it has no shards",
          fix: "sweep it on one machine, or shard a lattice")
      }
      guard try place.hold(job) else { return ExitStatus.done }
      return try job.tally(shard, choices, in: place.path, environment)
    }
  }
}

extension SweepJob {
  fileprivate func tally(
    _ shard: Shard, _ choices: Choices, in folder: String, _ environment: Environment
  ) throws(Failure) -> Int32 {
    let disk = environment.disk
    let console = environment.console
    let runner = try runner
    let range = shard.range(of: runner.space.count)
    let path = "\(folder)/\(shard.fileName)"
    if let bytes = try? disk.read(path), let file = try? ShardFile(bytes, file: path) {
      let foreign =
        file.shard == shard
        ? file.difference(from: identity, candidates: runner.space.count)
        : "is shard \(file.shard.text), not \(shard.text)"
      if let foreign {
        throw .input([
          Problem(
            file: path, message: foreign, fix: "remove it, or name another folder with --out")
        ])
      }
      console.line("\(path) is done already")
      return ExitStatus.done
    }
    let home = "\(folder)/\(shard.journalHome)"
    let journal = Journal(in: home, disk: disk)
    try disk.makeFolder(journal.folder)
    // Another process at the same shard, as after a requeue, may have its journal: we do without.
    let lock = try FileLock.take("\(journal.folder)/lock", disk: disk)
    if lock == nil {
      console.message("note: another process tallies shard \(shard.text) too; both are right")
    }
    let swept = try JournaledSweep(
      runner: runner, range: range, identity: identity, journal: lock == nil ? nil : journal,
      choices: choices, environment: environment
    ).run()
    guard swept.isFinished else {
      let part = SweepPartText.text(swept)
      console.message(
        "shard \(shard.text) was interrupted after \(part), which are kept: the same command goes on"
      )
      return ExitStatus.interrupted
    }
    var sweep = swept
    let file = ShardFile(
      shard: shard, range: range, identity: identity, body: sweep.durableBytes())
    try disk.write(Array(file.text.utf8), to: path)
    if lock != nil { disk.remove(home) }
    console.line(
      "wrote \(path): \(NumberText.grouped(range.count)) candidates, part \(shard.number) of \(shard.count)"
    )
    console.line("when all are there: autoresearch merge \(quotedForShell(folder))")
    return ExitStatus.done
  }
}

private enum SweepPartText {
  static func text(_ sweep: RunningSweep) -> String {
    "\(NumberText.grouped(sweep.next - sweep.range.lowerBound)) of \(NumberText.grouped(sweep.range.count)) candidates"
  }
}
