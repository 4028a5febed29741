import RunStore
import TraceModel

/// `bench`: how fast this build is on this machine, and whether fast and plain agree.
struct BenchCommand: Command {
  private static let seconds = Option(
    "--seconds", value: "S", "how long each is timed in each of five rounds; default 0.2")
  private static let full = Option(
    "--full", "also sweep the whole 1% lattice at 101 thresholds, not a sample alone")
  private static let peers = Option(
    "--peers", "also time Python on the same data: plain, numpy, numba, Optuna")
  private static let python = Option(
    "--python", value: "PATH", "the Python for --peers; default python3")

  let name = "bench"
  let summary = "time the kernels, sweeps and writers, and check that they agree"
  let operands = ""
  let operandCount = 0...0
  let options: [Option] = [Self.seconds, Self.full, Self.peers, Self.python, .json, .quiet]
  let example = "autoresearch bench --peers"
  let details = """
    About a minute by default. All that compete are timed in turns, and the median of five
    rounds counts. Suites are made from a seed; no file is read or written. Every kernel is
    held against the plain one first, tallies, margins and behaviours included: if any
    differs, the status is 1. --peers needs the repository's Tests/Peers and, for all of
    them, `pip install -r Tests/Peers/requirements.txt`; a package that is missing is named.
    """

  /// Nothing is written, and peers may write nothing either.
  func writable(_ input: Arguments, in environment: Environment) -> [Confinement.Place]? { [] }

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    let console = environment.console
    let seconds = try Self.seconds(input)
    guard input.has(Self.peers) || !input.has(Self.python) else {
      throw .usage(message: "--python is for --peers", fix: "add --peers")
    }
    let peers =
      input.has(Self.peers)
      ? try BenchPeers(python: input.value(Self.python) ?? "python3", in: environment) : nil
    let isTelling = !input.has(.quiet)
    let disk = environment.disk
    var job = BenchJob(
      seconds: seconds, isFull: input.has(Self.full),
      report: BenchReport(machine: BenchMachine(in: environment)),
      tell: { if isTelling { console.message("timing \($0)") } },
      peakMemory: { BenchMachine.peakMemory(disk) })
    job.run()
    if let peers { try job.run(peers) }
    let report = job.report
    let lines = input.has(.json) ? BenchJSON.lines(report) : BenchText.lines(report)
    lines.forEach { console.line($0) }
    report.faults.forEach { console.message("error: \($0)") }
    return report.faults.isEmpty ? ExitStatus.done : ExitStatus.requirementFailed
  }

  private static func seconds(_ input: Arguments) throws(Failure) -> Double {
    guard let text = input.value(Self.seconds) else { return 0.2 }
    guard let number = Double(text), number > 0, number <= 60 else {
      throw .usage(
        message: "--seconds is \(quoted(text))", fix: "write a number above 0, at most 60")
    }
    return number
  }
}
