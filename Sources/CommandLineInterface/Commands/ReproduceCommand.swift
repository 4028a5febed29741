import ExternalPrograms
import PromptStudy
import ReportWriters
import RunStore
import TraceModel

/// `reproduce`: run again what a run folder records, and compare byte for byte.
struct ReproduceCommand: Command {
  let name = "reproduce"
  let summary = "run again what a run folder records, and compare every byte"
  let operands = "RUN"
  let operandCount = 1...1
  let options: [Option] = [.threads, .quiet, .subScores, .answerSeconds]
  let example = "autoresearch reproduce Reports/bundled"
  let details = """
    Reads plan.json and inputs/ of the run, or the suites or files it names where it holds
    no copy, and compares everything but run.json, which has times and host. Holdout, locks and
    confinement are taken from the record. Nothing is written, no trial is counted, and a
    program that gave sub-scores runs only when --sub-scores names it again.
    """

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    let folder = SuiteLoader.normalized(input.operands[0])
    let disk = environment.disk
    guard disk.isFolder(folder) else {
      throw .usage(
        message: "\(folder): there is no such run folder", fix: "name a folder below Reports")
    }
    guard let record = StoredRecord.read(folder, disk: disk) else { throw Self.noRecord(folder) }
    guard record.partial == nil else {
      throw .usage(
        message:
          "\(folder) is the report of a sweep that was interrupted, and no rerun repeats that",
        fix: "finish it first: autoresearch sweep --resume \(quotedForShell(folder))")
    }
    if let version = record.version, version != Interface.version {
      environment.console.message(
        "note: made by version \(plainLine(version)); this is \(Interface.version)")
    }
    try checkCopies(record, of: folder)
    let threads = try input.integer(.threads, in: 1...1024) ?? environment.processorCount
    if let comparison = record.comparison {
      let again = try comparisonAgain(
        comparison, copy: record.prompts?.copy.map { "\(folder)/\($0)" }, threads: threads,
        in: environment)
      return try compare(folder, again, in: environment)
    }
    return try reproduceSweep(record, folder, input, threads: threads, in: environment)
  }

  /// A comparison of prompts, from its set or files.
  private func comparisonAgain(
    _ stored: StoredRecord.Comparison, copy: String?, threads: Int, in environment: Environment
  ) throws(Failure) -> [String: [UInt8]] {
    let disk = environment.disk
    for file in stored.unlocked {
      guard let digest = file.digest else {
        throw .usage(
          message: "the run read standard input, which is gone", fix: "compare files instead")
      }
      guard digest == SHA256.hex(of: try read(file.path, disk: disk)) else {
        throw .input([
          Problem(
            file: file.path, message: "is not the file that was compared: its SHA-256 differs",
            fix: "restore it, or compare again")
        ])
      }
    }
    let request = ComparisonRequest(
      operands: stored.operands, format: stored.format.flatMap(OutputFormat.init(rawValue:)),
      maxWords: stored.maxWords, overrides: stored.overrides, keepsInputs: stored.inputs)
    let (inputs, _) = try request.load(copy: copy, disk: disk)
    var folder = RunFolder(inMemory: inputs.name, disk: disk)
    try request.write(
      PromptComparison(inputs, threads: threads), copy: copy, to: &folder)
    return folder.filesInMemory
  }

  /// A sweep, from its plan and suites.
  private func reproduceSweep(
    _ record: StoredRecord, _ folder: String, _ input: Arguments, threads: Int,
    in environment: Environment
  ) throws(Failure) -> Int32 {
    let disk = environment.disk
    guard let facts = record.facts, record.suites?.isEmpty == false else {
      throw Self.noRecord(folder)
    }
    let program = try program(record, input, in: environment)
    let planBytes = try read("\(folder)/plan.json", disk: disk)
    guard record.digests?.plan == SHA256.hex(of: planBytes) else {
      environment.console.line(
        "different: \(folder)/plan.json is not the plan that run.json records")
      return ExitStatus.requirementFailed
    }
    let entries = record.suites ?? []
    let job = try SweepJob(
      planBytes, file: "\(folder)/plan.json", program: program,
      copies: entries.map { $0.inputs.map { "\(folder)/\($0)" } ?? $0.path }, in: environment,
      named: { _ in })
    for (suite, entry) in zip(job.loaded.suites, entries) where suite.digest != entry.digest {
      throw .lock([
        Problem(
          file: suite.path,
          message:
            "is locked anew: the run was made from digest \(entry.digest.map(quotedDigest) ?? "none")",
          fix: "check out the suite as it was, or run again")
      ])
    }
    let choices = SweepJob.Choices(
      threads: threads,
      quiet: input.has(.quiet), keepsInputs: record.choices?.inputs ?? true,
      includesSignals: record.choices?.signals ?? false,
      prompts: record.prompts.map { ($0.inputs, $0.copy.map { "\(folder)/\($0)" }) },
      planRounds: record.search?.rounds.count, night: NightChoice(record.night))
    let again = try job.filesAgain(
      choices, facts: facts, holdout: try holdout(record, in: environment), in: environment)
    return try compare(folder, again, in: environment)
  }

  private func quotedDigest(_ digest: String) -> String { "\(plainLine(digest).prefix(8))…" }

  private func read(_ path: String, disk: Disk) throws(Failure) -> [UInt8] {
    do throws(ReadError) {
      return try disk.read(path)
    } catch {
      throw .input([error.problem])
    }
  }

  private static func noRecord(_ folder: String) -> Failure {
    .input([
      Problem(
        file: "\(folder)/\(RunFolder.recordName)",
        message: "is missing, or not the record of a run by this version",
        fix: "restore it, or run again")
    ])
  }

  /// Paths of copies lead into the run folder and nowhere else.
  private func checkCopies(_ record: StoredRecord, of folder: String) throws(Failure) {
    let copies =
      (record.suites ?? []).compactMap(\.inputs) + [record.prompts?.copy].compactMap { $0 }
    for copy in copies {
      guard copy.hasPrefix("inputs/"), isPlainID(String(copy.dropFirst(7))) else {
        throw .input([
          Problem(
            file: "\(folder)/\(RunFolder.recordName)", message: "names inputs \(quoted(copy))",
            fix: "restore the run folder")
        ])
      }
    }
  }

  /// A command found in a folder from someone else is never run unless a person types it.
  private func program(_ record: StoredRecord, _ input: Arguments, in environment: Environment)
    throws(Failure) -> ProgramRun?
  {
    let program = try input.subScoreProgram(in: environment)
    guard program?.command != record.program?.command else { return program }
    guard let recorded = record.program?.command else {
      throw .usage(
        message: "the run took no sub-scores from a program", fix: "leave --sub-scores out")
    }
    throw .usage(
      message: "the run took its sub-scores from the program \(quoted(recorded, limit: 300))",
      fix: "if you trust that program, name it: --sub-scores \(quoted(recorded, limit: 300))")
  }

  /// The holdouts that the run had opened. Looking again at what it reports opens nothing anew.
  private func holdout(_ record: StoredRecord, in environment: Environment) throws(Failure) -> (
    suites: [Suite], reason: String
  )? {
    guard let opened = record.holdout else { return nil }
    var suites: [Suite] = []
    for path in opened.paths ?? [] {
      suites.append(try SuiteLoader(disk: environment.disk).load(path))
    }
    guard !suites.isEmpty, suites.map({ $0.digest ?? "" }) == opened.digests else {
      throw .lock([
        Problem(
          file: (opened.paths ?? []).joined(separator: ", "),
          message: "is not the holdout that the run opened",
          fix: "check out the holdout as it was")
      ])
    }
    return (suites, opened.reason)
  }

  // MARK: Comparison

  private func compare(
    _ folder: String, _ again: [String: [UInt8]], in environment: Environment
  ) throws(Failure) -> Int32 {
    let disk = environment.disk
    var stored = Set(try LockFile.files(in: folder, disk: disk))
    if disk.exists("\(folder)/\(LockFile.name)") { stored.insert(LockFile.name) }
    stored.remove(RunFolder.recordName)
    var differences: [String] = []
    for name in stored.union(again.keys).sorted() {
      switch (stored.contains(name), again[name]) {
      case (true, nil): differences.append("\(folder)/\(name): the run again has no such file")
      case (false, _): differences.append("\(folder)/\(name): missing; the run again has it")
      case (true, let bytes?):
        let old = try read("\(folder)/\(name)", disk: disk)
        if let difference = FirstDifference(stored: old, again: bytes) {
          differences.append("\(folder)/\(name):\(difference.text)")
        }
      }
    }
    let console = environment.console
    guard let first = differences.first else {
      console.line(
        "equal: \(again.count) files, byte for byte; run.json, with times and host, is not compared"
      )
      return ExitStatus.done
    }
    console.line("different: \(first)")
    if differences.count > 1 {
      console.line("and \(differences.count - 1) more files:")
      for other in differences.dropFirst().prefix(20) {
        console.line("  \(other.prefix { !$0.isNewline })")
      }
    }
    return ExitStatus.requirementFailed
  }
}
