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

  package init(
    disk: Disk, console: Console, now: @escaping @Sendable () -> Int, processorCount: Int,
    words: [String]
  ) {
    self.disk = disk
    self.console = console
    self.now = now
    self.processorCount = processorCount
    self.words = words
  }
}

/// Exit statuses that are not failures.
package enum ExitStatus {
  package static let done: Int32 = 0
  /// The work is done, but a requirement failed.
  package static let requirementFailed: Int32 = 1
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

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32
}

extension Command {
  package var details: String { "" }
}

/// Every command, in the order that the help lists them.
package enum Commands {
  package static let all: [any Command] = [
    RunCommand(), EvaluateCommand(), ExplainCommand(), SweepCommand(), CertifyCommand(),
    NewCommand(), LockCommand(), VerifyCommand(), ReportCommand(), PortCommand(), ParityCommand(),
  ]

  package static func named(_ name: String) -> (any Command)? { all.first { $0.name == name } }
}
