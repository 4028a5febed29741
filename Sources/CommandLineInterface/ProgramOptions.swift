import DecisionEngines
import ExternalPrograms
import RunStore
import TraceModel

extension Option {
  static let subScores = Option(
    "--sub-scores", value: "PROGRAM", "take sub-scores from a program, and use none of our curves")
  static let engineCommand = Option(
    "--engine-command", value: "PROGRAM", "take decisions from a program that decides by itself")
  static let answerSeconds = Option(
    "--answer-seconds", value: "N", "how long a program may take for an answer; default 10")
}

extension Arguments {
  /// The program of `--sub-scores`; nil without the option.
  func subScoreProgram(in environment: Environment) throws(Failure) -> ProgramRun? {
    try program(.subScores, in: environment)
  }

  /// The program of `--engine-command`; nil without the option.
  func decidingProgram(in environment: Environment) throws(Failure) -> ProgramRun? {
    guard let program = try program(.engineCommand, in: environment) else { return nil }
    for option in [Option.subScores, .weights, .set] where has(option) {
      throw .usage(
        message:
          "\(option.name) has no effect with --engine-command: the program decides by itself",
        fix: "give one of the two")
    }
    return program
  }

  /// The program that an option names; nil without the option.
  func program(_ option: Option, in environment: Environment) throws(Failure)
    -> ProgramRun?
  {
    let seconds = try integer(.answerSeconds, in: 1...3600)
    guard has(.subScores) || has(.engineCommand) || seconds == nil else {
      throw .usage(
        message: "--answer-seconds is given without a program to wait for",
        fix: "name the program with --sub-scores or --engine-command")
    }
    return value(option).map {
      ProgramRun(command: $0, answerSeconds: Double(seconds ?? 10), disk: environment.disk)
    }
  }
}

extension LoadedSuites {
  /// The same suites, their engine ready for a program's sub-scores but without any yet.
  ///
  /// It has the names and parameters that `asking` will give, so that everything cheap is checked
  /// before the program is started.
  func expecting(_ program: ProgramRun?) throws(Failure) -> LoadedSuites {
    guard let program else { return self }
    let none = GivenSubScores(
      command: program.command, commandDigest: "", answersDigest: "", values: [:])
    return try taking(none)
  }

  /// The same suites, with the program's sub-scores for every step.
  func asking(_ program: ProgramRun?) throws(Failure) -> LoadedSuites {
    guard let program else { return self }
    return try taking(try program.subScores(of: suites, engine: engine))
  }

  private func taking(_ given: GivenSubScores) throws(Failure) -> LoadedSuites {
    guard let engine = engine.taking(given, for: suites) else {
      throw .usage(
        message: "--sub-scores: the score of \(engine.name) is no weighted sum of sub-scores",
        fix: "evaluate the program's own decisions with --engine-command")
    }
    return LoadedSuites(suites: suites, engine: engine)
  }
}
