import ReportWriters
import RunReport
import RunStore
import TraceModel

/// `verify`: check content and lock of suites.
struct VerifyCommand: Command {
  let name = "verify"
  let summary = "check content and lock of suites and prompt sets; by default all"
  let operands = "[SUITE|SET …]"
  let operandCount = 0...1000
  let options: [Option] = [.json]
  let example = "autoresearch verify Traces/vigil-twelve-days"
  let details = """
    Faults of content are told first, so that a draft can be checked as it grows. Without
    an operand the chain of Reports/ledger.jsonl is checked too.
    """

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    var paths = input.operands
    if paths.isEmpty {
      paths =
        try BundledSuites.paths(in: environment) + PromptLocking.bundled(in: environment)
    }
    for path in paths {
      if PromptSetLock.isPromptSet(SuiteLoader.normalized(path), disk: environment.disk) {
        try PromptLocking.verify(path, in: environment)
        continue
      }
      let suite = try verified(path, in: environment)
      if input.has(.json) {
        environment.console.line(
          JSONText.object([
            ("suite", .string(suite.path)), ("role", .string(suite.role.rawValue)),
            ("engine", .string(suite.engine)), ("traces", .integer(suite.traces.count)),
            ("labels", .integer(suite.labelCount)), ("digest", .optional(suite.digest)),
          ]).line)
        continue
      }
      let found =
        "\(suite.role.rawValue), \(Wording.count(suite.traces.count, "trace", "traces")); \(LabelCounts([suite]).text)"
      environment.console.line("ok  \(suite.path)")
      TextColumns.wrap(found, first: "    ", rest: "    ").forEach { environment.console.line($0) }
      environment.console.line("    digest \(suite.digest ?? "none")")
    }
    if input.operands.isEmpty { try verifyLedger(input, in: environment) }
    return ExitStatus.done
  }

  /// A suite whose content and lock hold; of a draft, first whether its content does.
  private func verified(_ path: String, in environment: Environment) throws(Failure) -> Suite {
    let loader = SuiteLoader(disk: environment.disk)
    do throws(Failure) {
      return try loader.load(path)
    } catch {
      // A draft has no lock yet, or a file that is not in it; a locked byte that changed is no draft.
      guard case .lock(let problems) = error,
        problems.allSatisfy({
          $0.message.hasPrefix("this suite is not locked") || $0.message.hasPrefix("not covered")
        })
      else { throw error }
      let draft = try loader.load(path, lock: .ignored)
      environment.console.message(
        "\(draft.path): the content is fine (\(Wording.count(draft.traces.count, "trace", "traces")); \(LabelCounts([draft]).text)), but its lock is not:"
      )
      throw error
    }
  }

  /// Checks the ledger's chain, and that it still holds what runs recorded of it.
  private func verifyLedger(_ input: Arguments, in environment: Environment) throws(Failure) {
    let check = try LedgerCheck.run(in: environment)
    LedgerCheck.tell(check.elsewhere, environment.console)
    guard check.faults.isEmpty else { throw .lock(check.faults) }
    guard let book = check.book, !input.has(.json) else { return }
    environment.console.line(
      "ok  \(Ledger.path)  \(Wording.count(book.count, "line", "lines")), each follows the one before"
    )
  }
}

/// The suites of the working directory's `Traces` folder.
enum BundledSuites {
  static let folder = "Traces"
  /// The suite that the main job evaluates and sweeps.
  static let main = "Traces/vigil-twelve-days"
  /// What that job's run is called.
  static let runName = "bundled"

  /// Those that have a lock; one without is a draft.
  static func locked(in environment: Environment) -> [String] {
    (environment.disk.list(folder) ?? []).map { "\(folder)/\($0)" }.filter {
      environment.disk.exists("\($0)/suite.json")
        && environment.disk.exists("\($0)/\(LockFile.name)")
    }
  }

  static func paths(in environment: Environment) throws(Failure) -> [String] {
    let disk = environment.disk
    let names = disk.list(folder) ?? []
    let paths = names.map { "\(folder)/\($0)" }.filter { disk.exists("\($0)/suite.json") }
    guard !paths.isEmpty else {
      throw .usage(
        message: "there is no suite in \(folder)/ of this directory",
        fix: "change to the folder of the checkout, or name a suite")
    }
    return paths
  }
}
