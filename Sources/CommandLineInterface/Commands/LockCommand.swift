import RunReport
import RunStore
import TraceModel

/// `lock`: record the hashes that every later run must find.
struct LockCommand: Command {
  private static let reason = Option(
    "--reason", value: "TEXT", "why a lock is replaced; needed then, and logged")

  let name = "lock"
  let summary = "record the hashes that every run of a suite or set must find"
  let operands = "SUITE|SET"
  let operandCount = 1...1
  let options: [Option] = [Self.reason]
  let example = "autoresearch lock Traces/mine"
  let details = """
    Checks the suite's content first. Replacing a lock needs --reason; the reason, the
    time and both digests go to LOCKS.jsonl beside the suite. Nothing changed, nothing done.
    Of a prompt set, cases.jsonl and rules.json are locked; prompts and outputs stay open.
    """

  /// The suite's folder and the log beside it; that log's folder too while there is none.
  func writable(_ input: Arguments, in environment: Environment) -> [Confinement.Place]? {
    let folder = SuiteLoader.normalized(input.operands[0])
    guard environment.disk.isFolder(folder) else { return [] }
    let log = LockLog.path(for: folder)
    guard !environment.disk.exists(log) else {
      return [.init(folder, .everything), .init(log, .content)]
    }
    return [.init(log.lastIndex(of: "/").map { String(log[..<$0]) } ?? ".", .everything)]
  }

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    let folder = SuiteLoader.normalized(input.operands[0])
    let disk = environment.disk
    let reason = try input.reason(Self.reason)
    guard disk.isFolder(folder) else {
      throw .usage(
        message: "\(folder): there is no such suite folder", fix: "name a folder with a suite.json")
    }
    if PromptSetLock.isPromptSet(folder, disk: disk) {
      try PromptLocking.lock(folder, reason: reason, in: environment)
      return ExitStatus.done
    }
    let found = try LockFile.scan(folder, disk: disk).lock
    let file = "\(folder)/\(LockFile.name)"
    let new = SHA256.hex(of: found.text.utf8)
    var old: String?
    if disk.exists(file) {
      let bytes: [UInt8]
      do throws(ReadError) { bytes = try disk.read(file) } catch { throw .lock([error.problem]) }
      if let lock = try? LockFile.parse(bytes, file: file),
        lock.differences(from: found, folder: folder).isEmpty
      {
        environment.console.line("\(folder) is locked already, nothing has changed")
        return ExitStatus.done
      }
      guard reason != nil else {
        throw .usage(
          message: "\(folder) has a lock, and its content has changed since",
          fix: "restore the files, or say why with --reason \"TEXT\"")
      }
      old = SHA256.hex(of: bytes)
    } else if let last = LockLog(disk: disk).lastDigest(of: folder), last != new {
      // Removing a lock is no way around the reason for replacing it.
      guard reason != nil else {
        throw .usage(
          message: "\(folder) was locked before, and its content has changed since",
          fix: "restore the files, or say why with --reason \"TEXT\"")
      }
      old = last
    }
    let suite = try SuiteLoader(disk: disk).load(folder, lock: .ignored)
    try LockLog(disk: disk).append(
      folder: folder, reason: reason, old: old, new: new, at: environment.now())
    try disk.write(Array(found.text.utf8), to: file)
    environment.console.line(
      "locked \(folder): \(Wording.count(found.entries.count, "file", "files")), \(Wording.count(suite.traces.count, "trace", "traces"))"
    )
    environment.console.line("digest \(new)")
    for trace in suite.traces where trace.steps.contains(where: DayTemplate.isUnedited) {
      environment.console.message(
        "note: \(trace.id) still says \"why\" in the template's words, not in yours")
    }
    return ExitStatus.done
  }
}
