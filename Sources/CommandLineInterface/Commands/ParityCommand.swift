import DecisionEngines
import ExternalPrograms
import ReportWriters
import RunReport
import RunStore
import SweepCore
import TraceModel

/// `parity`: does the app's own engine, or a golden file, say the same as our mirror?
struct ParityCommand: Command {
  private static let golden = Option(
    "--golden", value: "FILE", "compare with the exact vectors of a golden.json")
  private static let tolerance = Option(
    "--tolerance", value: "V", "largest difference of a computed number that is equal; default 0")

  let name = "parity"
  let summary = "compare a program or a golden file with the mirror, step by step"
  let operands = "SUITE"
  let operandCount = 1...1
  let options: [Option] = [
    .engineCommand, .subScores, Self.golden, Self.tolerance, .answerSeconds, .weights, .set, .json,
    .openHoldout,
  ]
  let example = "autoresearch parity Traces/mine --engine-command 'python3 mirror.py'"
  let details = """
    Give one of --engine-command (fire, and score where it is given), --sub-scores (each
    sub-score, then what the gates make of it) and --golden (every value the file has).
    --tolerance is for averages, sub-scores and scores, in their own units; signals,
    settings and decisions are equal or they are not. --weights and --set are for the
    mirror. Exit status: 0 all equal, 1 a difference.
    """

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    let tolerance = try tolerance(input)
    let given = [Option.engineCommand, .subScores, Self.golden].filter(input.has)
    guard given.count == 1 else {
      throw .usage(
        message: given.isEmpty
          ? "parity needs something to compare with"
          : "\(given.map(\.name).joined(separator: " and ")) are given together",
        fix: "give one of --engine-command, --sub-scores, --golden")
    }
    let deciding = try input.program(.engineCommand, in: environment)
    let scoring = try input.program(.subScores, in: environment)
    let loaded = try LoadedSuites(input.operands[0], in: environment)
    let suite = loaded.suites[0]
    let point = ShippedPoint(engine: loaded.engine, suite: suite)
    let overrides = try input.overrides(engine: loaded.engine, shipped: point.weights)
    let file = input.value(Self.golden)
    let vectors = try file.map { file throws(Failure) in
      try golden(file, engine: loaded.engine, in: environment)
    }
    try Holdout.check(suite, input, in: environment)
    let other: [ParityPoint]
    let against: String
    if let deciding {
      against = "`\(plainLine(deciding.command))`"
      other = try deciding.decisions(on: loaded.suites).parityPoints
    } else if let scoring {
      against = "`\(plainLine(scoring.command))`"
      let asked = try loaded.asking(scoring)
      let evaluation = Evaluation(engine: asked.engine, suites: asked.suites, overrides: overrides)
      other = Self.withoutGiven(evaluation.parityPoints(engine: asked.engine))
    } else {
      against = plainLine(file ?? "")
      other = vectors ?? []
    }
    let mirror = Evaluation(engine: loaded.engine, suites: loaded.suites, overrides: overrides)
    let parity = Parity(
      mirror: mirror.parityPoints(engine: loaded.engine), other: other, tolerance: tolerance)
    let text = ParityText(
      parity: parity, suite: suite, against: against, isProgram: !input.has(Self.golden),
      tolerance: tolerance)
    if input.has(.json) {
      environment.console.line(text.json.line)
    } else {
      text.lines.forEach { environment.console.line($0) }
    }
    return parity.isEqual ? ExitStatus.done : ExitStatus.requirementFailed
  }

  private func tolerance(_ input: Arguments) throws(Failure) -> Double {
    guard let text = input.value(Self.tolerance) else { return 0 }
    guard let value = ParameterReader.plainNumber(text), value >= 0 else {
      throw .usage(
        message: "--tolerance is \(quoted(text))", fix: "write a number from 0, such as 1e-9")
    }
    return value
  }

  private func golden(_ file: String, engine: any DecisionEngine, in environment: Environment)
    throws(Failure) -> [ParityPoint]
  {
    let bytes: [UInt8]
    do throws(ReadError) {
      bytes = try environment.disk.read(file)
    } catch {
      throw .input([error.problem])
    }
    return try GoldenReader.points(bytes, file: file, engine: engine)
  }

  /// Leaves out what a program of sub-scores was given and did not say itself.
  private static func withoutGiven(_ points: [ParityPoint]) -> [ParityPoint] {
    let given = ["at", "signals.", "averages."]
    return points.filter { $0.key.step != nil }.map { point in
      ParityPoint(
        key: point.key,
        values: point.values.filter { named in !given.contains { named.name.hasPrefix($0) } },
        reasons: point.reasons)
    }
  }
}
