import ReportWriters
import RunStore
import TraceModel

extension Option {
  static let junit = Option(
    "--junit", value: "FILE", "write what was required as test cases for a CI server")
}

/// The file of `--junit`: one test case for each requirement, or one for the whole command.
enum JUnitFile {
  /// Makes the file, so that it is known to the kernel before everything else is given up.
  ///
  /// - Returns: Its path; nil without the option.
  static func prepare(_ input: Arguments, in environment: Environment) throws(Failure) -> String? {
    guard let path = input.value(.junit) else { return nil }
    guard environment.disk.kind(path) != .folder else {
      throw .usage(message: "--junit \(quoted(path)) is a folder", fix: "name a file")
    }
    try environment.disk.touch(path)
    return path
  }

  static func writable(_ input: Arguments, in environment: Environment) throws(Failure)
    -> [Confinement.Place]
  {
    try prepare(input, in: environment).map { [.init($0, .content)] } ?? []
  }

  /// Writes one test case that failed: the command could not do its work.
  static func tell(_ failure: Failure, _ input: Arguments, in environment: Environment) {
    guard let path = input.value(.junit) else { return }
    let test = JUnitText.Case(name: "inputs and outputs are accepted", failure: failure.text)
    let text = JUnitText(suite: "autoresearch", cases: [test]).text
    try? environment.disk.overwrite(Array(text.utf8), at: path)
  }

  /// Writes one test case: what the command asks of its operands, by its exit status.
  static func write(
    status: Int32, of command: any Command, _ input: Arguments, in environment: Environment
  ) throws(Failure) {
    guard let path = input.value(.junit) else { return }
    let test = JUnitText.Case(
      name: ([command.name] + input.operands).joined(separator: " "),
      failure: status == ExitStatus.done ? nil : "exit status \(status)")
    let text = JUnitText(suite: "autoresearch \(command.name)", cases: [test]).text
    try environment.disk.overwrite(Array(text.utf8), at: path)
  }

  /// Writes a test case for each requirement, after those that the command itself asks (`cases`).
  ///
  /// Without metrics every requirement has failed.
  static func write(
    _ input: Arguments, suite: String, cases: [JUnitText.Case] = [], requirements: [Requirement],
    metrics: Metrics?, in environment: Environment
  ) throws(Failure) {
    guard let path = input.value(.junit) else { return }
    let bounds = requirements.map { requirement in
      let isMet = metrics.map { requirement.isMet(by: $0) } ?? false
      let value =
        metrics.flatMap { $0.value(requirement.metric) }.map(NumberText.exact) ?? "undefined"
      return JUnitText.Case(
        name: requirement.text, failure: isMet ? nil : "\(requirement.name) is \(value)")
    }
    let text = JUnitText(suite: suite, cases: cases + bounds).text
    try environment.disk.overwrite(Array(text.utf8), at: path)
  }
}
