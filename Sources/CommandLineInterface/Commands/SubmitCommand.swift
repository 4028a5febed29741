import RunStore
import TraceModel

/// `submit`: write the job scripts with which a cluster sweeps a plan.
struct SubmitCommand: Command {
  private static let slurm = Option("--slurm", "for the workload manager Slurm")
  private static let shards = Option(
    "--shards", value: "N", "tasks, each one part of the candidates; default 8")

  let name = "submit"
  let summary = "write a Slurm job array of shards, and a job that merges them"
  let operands = "RUN|PLAN"
  let operandCount = 1...1
  let options: [Option] = [Self.slurm, Self.shards, .out, .threads, .subScores]
  let example = "autoresearch submit plan.json --slurm --shards 32"
  let details = """
    Nothing is submitted: the command that does is printed. The run folder and this program
    must be on a file system that all nodes share. A task that is requeued, or run twice,
    does no harm: it goes on where it was, and writes the same bytes.
    """

  func writable(_ input: Arguments, in environment: Environment) -> [Confinement.Place]? { nil }

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    guard input.has(Self.slurm) else {
      throw .usage(
        message: "submit needs to know where to", fix: "add --slurm, the one manager it knows")
    }
    let operand = SuiteLoader.normalized(input.operands[0])
    let disk = environment.disk
    let isRun = disk.isFolder(operand) && !disk.exists("\(operand)/suite.json")
    if isRun && input.has(.out) {
      throw .usage(
        message: "--out names another folder than \(quoted(operand))",
        fix: "leave it out, or name the plan file")
    }
    let shards = try input.integer(Self.shards, in: 1...Shard.most) ?? 8
    let threads = try input.integer(.threads, in: 1...1024) ?? 1
    let place = isRun ? input.replacing(out: operand) : input
    return try ShardPlace.with(place, in: environment) { (place) throws(Failure) in
      let job = try SweepJob.from(
        isRun ? "\(operand)/plan.json" : operand, program: nil, in: environment
      ) { (name) throws(Failure) in try place.settle(name: name) }
      guard job.plan.method != .refine else {
        throw .usage(
          message:
            "refine runs rounds, each a function of the whole round before: it has no shards",
          fix: "sweep it on one machine, or shard a lattice")
      }
      guard try place.hold(job) else { return ExitStatus.done }
      let scripts = SlurmScripts(
        run: place.path, name: job.plan.name, shards: shards, threads: threads,
        program: environment.program, directory: disk.workingDirectory,
        subScores: input.value(.subScores))
      for (name, text) in [
        (SlurmScripts.arrayName, scripts.array), (SlurmScripts.mergeName, scripts.merge),
      ] {
        try disk.write(Array(text.utf8), to: "\(place.path)/\(name)")
        environment.console.line("wrote \(place.path)/\(name)")
      }
      environment.console.line("nothing is submitted yet; this does:")
      environment.console.line("  \(scripts.submission)")
      return ExitStatus.done
    }
  }
}

/// A job array of one task a shard, and the job that waits for all of them.
struct SlurmScripts {
  let run: String
  let name: String
  let shards: Int
  let threads: Int
  /// The path of this program.
  let program: String
  let directory: String
  let subScores: String?

  static let arrayName = "slurm-array.sh"
  static let mergeName = "slurm-merge.sh"

  var array: String {
    """
    #!/bin/bash
    #SBATCH --job-name=\(name)
    #SBATCH --array=1-\(shards)
    #SBATCH --ntasks=1
    #SBATCH --cpus-per-task=\(threads)
    #SBATCH --requeue
    #SBATCH --open-mode=append
    #SBATCH --output="\(absolute)/slurm-%a.log"
    # One task a shard. A task that a lost node had begun is requeued and goes on; run twice at the
    # same moment it writes the same bytes.
    cd \(quotedForShell(directory)) || exit 74
    exec \(quotedForShell(program)) sweep \(quotedForShell("\(run)/plan.json")) \\
      --shard "$SLURM_ARRAY_TASK_ID/\(shards)" --out \(quotedForShell(run)) --threads \(threads) --quiet\(given)

    """
  }

  var merge: String {
    """
    #!/bin/bash
    #SBATCH --job-name=\(name)-merge
    #SBATCH --ntasks=1
    #SBATCH --requeue
    #SBATCH --open-mode=append
    #SBATCH --output="\(absolute).slurm-merge.log"
    # Runs when every shard is there; the run then stands in their place.
    cd \(quotedForShell(directory)) || exit 74
    exec \(quotedForShell(program)) merge \(quotedForShell(run)) --quiet\(given)

    """
  }

  /// One line for a shell.
  var submission: String {
    let array = quotedForShell("\(run)/\(Self.arrayName)")
    let merge = quotedForShell("\(run)/\(Self.mergeName)")
    return
      "job=$(sbatch --parsable \(array)) && sbatch --dependency=afterok:${job%%;*} \(merge)"
  }

  private var absolute: String { run.hasPrefix("/") ? run : "\(directory)/\(run)" }

  private var given: String {
    subScores.map { " \\\n  --sub-scores \(quotedForShell($0))" } ?? ""
  }
}
