import PromptStudy
import RunReport
import RunStore
import TraceModel

/// What `lock` and `verify` do with a prompt set.
enum PromptLocking {
  /// Checks content and lock of a set.
  static func verify(_ path: String, in environment: Environment) throws(Failure) {
    let set = try PromptSetReader(disk: environment.disk).load(path)
    environment.console.line("ok  \(set.name)")
    environment.console.line("    \(counts(set))")
    environment.console.line("    digest \(set.digest ?? "none")")
  }

  /// Locks a set's cases and rules.
  ///
  /// - Parameters:
  ///   - folder: The set.
  ///   - reason: Why a lock is replaced.
  ///   - environment: Disk, console and clock.
  /// - Throws: `usage` when a lock would be replaced without a reason.
  static func lock(_ folder: String, reason: String?, in environment: Environment) throws(Failure) {
    let disk = environment.disk
    let found = try PromptSetLock(disk: disk).scan(folder).lock
    let file = "\(folder)/\(LockFile.name)"
    let new = SHA256.hex(of: found.text.utf8)
    var old: String?
    if disk.exists(file) {
      let bytes: [UInt8]
      do throws(ReadError) { bytes = try disk.read(file) } catch { throw .lock([error.problem]) }
      if let lock = try? LockFile.parse(bytes, file: file), lock == found {
        environment.console.line("\(folder) is locked already, nothing has changed")
        return
      }
      guard reason != nil else {
        throw .usage(
          message: "\(folder) has a lock, and its content has changed since",
          fix: "restore the files, or say why with --reason \"TEXT\"")
      }
      old = SHA256.hex(of: bytes)
    } else if let last = LockLog(disk: disk).lastDigest(of: folder), last != new {
      guard reason != nil else {
        throw .usage(
          message: "\(folder) was locked before, and its content has changed since",
          fix: "restore the files, or say why with --reason \"TEXT\"")
      }
      old = last
    }
    let set = try PromptSetReader(disk: disk).load(folder, lock: .ignored)
    try LockLog(disk: disk).append(
      folder: folder, reason: reason, old: old, new: new, at: environment.now())
    try disk.write(Array(found.text.utf8), to: file)
    environment.console.line("locked \(folder): \(counts(set))")
    environment.console.line("digest \(new)")
    environment.console.line("its cases and rules are locked; prompts and outputs stay open")
  }

  private static func counts(_ set: PromptInputs) -> String {
    "prompt set, \(Wording.count(set.cases.count, "case", "cases")), \(Wording.count(set.variants.count, "variant", "variants")) with outputs"
  }

  /// The prompt sets of the working directory's `Prompts` folder.
  static func bundled(in environment: Environment) -> [String] {
    (environment.disk.list("Prompts") ?? []).map { "Prompts/\($0)" }.filter {
      PromptSetLock.isPromptSet($0, disk: environment.disk)
    }
  }
}
