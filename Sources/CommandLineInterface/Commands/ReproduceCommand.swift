import ExternalPrograms
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
    Reads plan.json and inputs/ of the run, or the suites it names where it holds no copy,
    and compares everything but run.json, which has times and host. Holdout, locks and
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
    let (record, facts) = try record(of: folder, disk: disk)
    if let version = record.version, version != Interface.version {
      environment.console.message(
        "note: made by version \(plainLine(version)); this is \(Interface.version)")
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
      threads: try input.integer(.threads, in: 1...1024) ?? environment.processorCount,
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

  private func record(of folder: String, disk: Disk) throws(Failure) -> (StoredRecord, RunFacts) {
    guard let record = StoredRecord.read(folder, disk: disk), let facts = record.facts,
      record.suites?.isEmpty == false
    else {
      throw .input([
        Problem(
          file: "\(folder)/\(RunFolder.recordName)",
          message: "is missing, or not the record of a sweep by this version",
          fix: "restore it, or run the sweep again")
      ])
    }
    // Paths of copies lead into the run folder and nowhere else.
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
    return (record, facts)
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

/// Where two texts part.
struct FirstDifference {
  /// `12: …`, then both lines.
  let text: String

  /// Nil when they are equal.
  init?(stored: [UInt8], again: [UInt8]) {
    guard stored != again else { return nil }
    let position =
      zip(stored, again).enumerated().first { $1.0 != $1.1 }?.offset
      ?? min(stored.count, again.count)
    let line = 1 + stored[..<position].count { $0 == UInt8(ascii: "\n") }
    text = """
      \(line): differs
        stored  \(Self.line(stored, at: position))
        again   \(Self.line(again, at: position))
      """
  }

  /// The line around a byte, shortened to what stands near it.
  private static func line(_ bytes: [UInt8], at position: Int) -> String {
    guard position < bytes.count else { return "(ends)" }
    let feed = UInt8(ascii: "\n")
    var start = position
    while start > 0, bytes[start - 1] != feed, position - start < 40 { start -= 1 }
    var end = position
    while end < bytes.count, bytes[end] != feed, end - position < 60 { end += 1 }
    let isCut = start > 0 && bytes[start - 1] != feed
    return (isCut ? "…" : "") + plainLine(String(decoding: bytes[start..<end], as: UTF8.self))
  }
}
