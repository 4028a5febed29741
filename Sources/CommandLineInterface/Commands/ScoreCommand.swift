import ReportWriters
import RunReport
import RunStore
import TextRules
import TraceModel

/// `score`: what the rules say about each output of a file, or about one text.
struct ScoreCommand: Command {
  private static let text = Option(
    "--text", value: "TEXT", "score this one output", mayBeEmpty: true)
  private static let explain = Option(
    "--explain", value: "RULE", "print what a rule means; `all` for every rule")
  static let maxWords = Option("--max-words", value: "N", "words that maxWords allows; default 15")
  static let format = Option(
    "--format", value: "FORMAT", "txt, csv or jsonl; default: by the file's name")

  let name = "score"
  let summary = "score recorded first-step outputs on the hard rules, one by one"
  let operands = "FILE"
  let operandCount = 0...1
  let options: [Option] = [
    Self.text, Self.explain, Self.maxWords, Self.format, .json, .threads,
  ]
  let example = "autoresearch score outputs.txt --json"
  let details = """
    FILE is a .txt with one output a line (an empty line is an empty output), a .csv with
    a column "output" and optionally "case", "sample", "latencySeconds", or a .jsonl with
    lines as in a prompt set's outputs; - is standard input. A stream of any length needs
    little memory. A line has at most 1 MB (1,048,576 bytes); a longer one, or one that
    is not UTF-8, is refused by its number while the others are scored: exit status 2.
    """

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    let console = environment.console
    let settings = RuleSettings(
      maxWords: try input.integer(Self.maxWords, in: RuleSetReader.maxWordsRange)
        ?? RuleSettings().maxWords)
    let given = [input.has(Self.text), input.has(Self.explain), !input.operands.isEmpty]
    guard given.count(where: \.self) == 1 else {
      throw .usage(
        message: "score takes one of FILE, --text and --explain", fix: "as in `\(example)`")
    }
    if let rule = input.value(Self.explain) {
      try explain(rule, settings, console)
      return ExitStatus.done
    }
    let scorer = Scorer(settings: settings)
    if let text = input.value(Self.text) {
      let score = scorer.score(text)
      if input.has(.json) {
        console.line(ScoreText.json(score, caseName: "text", sample: 0).line)
      } else {
        ScoreText.lines(score, place: "").forEach { console.line($0) }
      }
      return ExitStatus.done
    }
    let format = try Self.format(input)
    let threads = try input.integer(.threads, in: 1...1024) ?? environment.processorCount
    try stream(
      input.operands[0], format,
      ScoreStream(scorer: scorer, asJSON: input.has(.json), threads: threads), in: environment)
    return ExitStatus.done
  }

  /// The format that `--format` names.
  static func format(_ input: Arguments) throws(Failure) -> OutputFormat? {
    guard let text = input.value(Self.format) else { return nil }
    guard let format = OutputFormat(rawValue: text) else {
      throw .usage(message: "--format is \(quoted(text))", fix: "write txt, csv or jsonl")
    }
    return format
  }

  private func explain(_ rule: String, _ settings: RuleSettings, _ console: Console)
    throws(Failure)
  {
    let names = rule == "all" ? Rules.names : [rule]
    for (i, name) in names.enumerated() {
      guard let text = Rules.explanation(of: name, settings: settings) else {
        throw .usage(
          message: "unknown rule \(quoted(name))\(Nearest.hint(for: name, among: Rules.names))",
          fix: "use one of: \(Rules.names.joined(separator: ", ")), or all")
      }
      if i > 0 { console.line() }
      console.line(name)
      for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
        TextColumns.wrap(String(paragraph), first: "  ", rest: "  ").forEach { console.line($0) }
      }
    }
  }

  private func stream(
    _ path: String, _ format: OutputFormat?, _ stream: ScoreStream, in environment: Environment
  ) throws(Failure) {
    let shown = path == Disk.standardInput ? "standard input" : path
    guard !environment.disk.isFolder(path) else {
      throw .usage(
        message: "\(path) is a folder", fix: "score a file, or `autoresearch compare \(path)`")
    }
    let source: ByteSource
    do throws(ReadError) {
      source = try environment.disk.source(path)
    } catch {
      throw Self.unreadable(shown, error)
    }
    var reader = OutputRecordReader(
      source, file: shown, format: format ?? OutputFormat(path: path))
    do throws(ScoreStream.Stop) {
      try stream.run(&reader, console: environment.console)
    } catch {
      switch error {
      case .unreadable(let error): throw Self.unreadable(shown, error)
      case .failure(let failure): throw failure
      }
    }
    if let note = PlainFiles.note(reader, shown) { environment.console.message(note) }
  }

  private static func unreadable(_ file: String, _ error: ReadError) -> Failure {
    .usage(
      message: "\(file): can't be read: \(error.reason)",
      fix: "name a file of outputs: .txt with one a line, .csv, or .jsonl")
  }
}
