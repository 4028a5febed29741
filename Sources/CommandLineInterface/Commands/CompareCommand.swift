import PromptStudy
import ReportWriters
import RunReport
import RunStore
import TextRules
import TraceModel

/// `compare`: which wording keeps to the rules, where each breaks them, and which difference is real.
struct CompareCommand: Command {
  private static let all = Option("--all", "show every failing output, not the first few")
  private static let overrides = Option(
    "--overrides", value: "FILE", "a person's verdicts; default SET/overrides.jsonl")
  private static let out = Option(
    "--out", value: "DIR", "write a run folder: report, outputs.csv, review-these.md")

  let name = "compare"
  let summary = "compare recorded outputs of prompt variants on the hard rules"
  let operands = "FILE … | SET"
  let operandCount = 1...100
  let options: [Option] = [
    Self.all, Self.overrides, ScoreCommand.maxWords, ScoreCommand.format, .json, Self.out, .force,
    .noInputs, .threads,
  ]
  let example = "autoresearch compare A.txt B.txt C.txt"
  let details = """
    Plain files hold one variant each and pair by line, or by case where every file names
    its cases; see `autoresearch score --help` for their formats. Rows of one case are its
    samples. A SET is a folder with cases.jsonl, rules.json, variants/NAME.md and
    outputs/NAME.jsonl; its lock must hold, and the built-in templates stand beside its
    variants. A missing output, or one later than 8 s, counts as the app's fallback:
    never a pass, always in the denominator. A case passes when all rules hold at every
    sample; pairs are tested on cases (exact McNemar, Holm over all pairs).
    """

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    let started = environment.now()
    let threads = try input.integer(.threads, in: 1...1024) ?? environment.processorCount
    let request = try request(input)
    guard let out = input.value(Self.out) else {
      let inputs = try inputs(request, in: environment)
      let comparison = PromptComparison(inputs, threads: threads)
      try verifyAgain(inputs, in: environment)
      show(comparison, input, environment.console)
      return ExitStatus.done
    }
    // The place is tried before the work is done, and nothing else stays writable.
    var folder = try RunFolder(
      wanted: out, replace: input.has(.force), disk: environment.disk)
    _ = environment.confine(
      folder.writable + (try JUnitFile.writable(input, in: environment)))
    do throws(Failure) {
      let inputs = try inputs(request, in: environment)
      let comparison = PromptComparison(inputs, threads: threads)
      try request.write(comparison, to: &folder)
      let record = PromptRunRecord(
        comparison: comparison, request: request, words: environment.words, started: started,
        ended: environment.now(), disk: environment.disk, threads: threads)
      try folder.write(record.text, to: "run.json")
      try verifyAgain(inputs, in: environment)
      try folder.finish()
      show(comparison, input, environment.console)
    } catch {
      folder.abandon()
      throw error
    }
    if !input.has(.json) {
      environment.console.line()
      environment.console.line("read      \(folder.path)/report.md")
      environment.console.line("check     cd \(folder.path) && sha256sum -c SHA256SUMS")
    }
    return ExitStatus.done
  }

  /// With `--out` it confines itself, once the run's folder is made.
  func writable(_ input: Arguments, in environment: Environment) -> [Confinement.Place]? {
    input.has(Self.out) ? nil : []
  }

  private func request(_ input: Arguments) throws(Failure) -> ComparisonRequest {
    ComparisonRequest(
      operands: input.operands, format: try ScoreCommand.format(input),
      maxWords: try input.integer(ScoreCommand.maxWords, in: RuleSetReader.maxWordsRange),
      overrides: input.value(Self.overrides), keepsInputs: !input.has(.noInputs))
  }

  private func inputs(_ request: ComparisonRequest, in environment: Environment) throws(Failure)
    -> PromptInputs
  {
    let (inputs, notes) = try request.load(disk: environment.disk)
    notes.forEach(environment.console.message)
    return inputs
  }

  private func verifyAgain(_ inputs: PromptInputs, in environment: Environment) throws(Failure) {
    guard let digest = inputs.digest else { return }
    guard try PromptSetLock(disk: environment.disk).verify(inputs.name) == digest else {
      throw PromptJob.changed(inputs.name)
    }
  }

  private func show(_ comparison: PromptComparison, _ input: Arguments, _ console: Console) {
    if input.has(.json) {
      console.line(PromptJSON.object(comparison).line)
    } else {
      PromptText(comparison, failureLimit: input.has(Self.all) ? nil : 5).lines
        .forEach { console.line($0) }
    }
  }
}
