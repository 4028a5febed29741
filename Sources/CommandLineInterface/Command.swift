import RunStore
import TraceModel

/// What a command needs of the world, passed in so that tests can stand in for it.
package struct Environment {
  package let disk: Disk
  package let console: Console
  /// Seconds since 1970.
  package let now: @Sendable () -> Int
  package let processorCount: Int
  /// The words of the command line, for the record.
  package let words: [String]
  /// Gives up the right to write anywhere but at these places, for good where the system can.
  package let confine: @Sendable ([Confinement.Place]) -> Confinement.Outcome
  /// How long work is ended early.
  package let interrupts: Interrupts
  /// The path of this program, for scripts that are to run it.
  package let program: String

  package init(
    disk: Disk, console: Console, now: @escaping @Sendable () -> Int, processorCount: Int,
    words: [String],
    confine: @escaping @Sendable ([Confinement.Place]) -> Confinement.Outcome = { _ in
      .none(reason: "this process did not ask for it")
    }, interrupts: Interrupts = .none, program: String = "autoresearch"
  ) {
    self.disk = disk
    self.console = console
    self.now = now
    self.processorCount = processorCount
    self.words = words
    self.confine = confine
    self.interrupts = interrupts
    self.program = program
  }
}

/// Exit statuses that are not failures.
package enum ExitStatus {
  package static let done: Int32 = 0
  /// The work is done, but a requirement failed.
  package static let requirementFailed: Int32 = 1
  /// Ended early by a person; what was finished is kept.
  package static let interrupted = Interrupts.status
}

/// One command of the program.
package protocol Command: Sendable {
  var name: String { get }
  /// One line, for the list of commands and the top of its help.
  var summary: String { get }
  /// Operands as shown in the usage line, such as `SUITE`.
  var operands: String { get }
  var operandCount: ClosedRange<Int> { get }
  var options: [Option] { get }
  /// A command line to copy.
  var example: String { get }
  /// More help, in short lines; may be empty.
  var details: String { get }

  /// What the command must be able to write; nil when it confines itself, step by step.
  ///
  /// Asked before any input is read. Everything else is given up, also for programs it starts.
  func writable(_ input: Arguments, in environment: Environment) throws(Failure)
    -> [Confinement.Place]?

  /// Whether the command fills the file of `--junit` itself, with a test case for each requirement.
  var writesOwnTestCases: Bool { get }

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32
}

extension Command {
  package var details: String { "" }
  package var writesOwnTestCases: Bool { false }

  /// All that the command line accepts.
  package var allOptions: [Option] {
    options + (options.contains(.junit) ? [] : [.junit]) + [.help]
  }

  /// The ledger if a holdout is to be opened.
  package func writable(_ input: Arguments, in environment: Environment) throws(Failure)
    -> [Confinement.Place]?
  {
    try Holdout.writable(input, in: environment)
  }
}

/// Every command, in the order that the help lists them.
package enum Commands {
  package static let all: [any Command] = [
    RunCommand(), EvaluateCommand(), ExplainCommand(), SweepCommand(), MergeCommand(),
    SubmitCommand(), CertifyCommand(),
    ScoreCommand(), CompareCommand(), NewCommand(), LockCommand(), VerifyCommand(), ReportCommand(),
    ReproduceCommand(), PortCommand(), ParityCommand(), LedgerCommand(), DiffCommand(),
    BenchCommand(),
  ]

  package static func named(_ name: String) -> (any Command)? { all.first { $0.name == name } }
}
