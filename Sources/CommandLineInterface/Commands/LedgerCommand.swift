import ReportWriters
import RunReport
import RunStore
import TraceModel

/// `ledger`: what was ever tried on each suite, and which holdouts were opened.
struct LedgerCommand: Command {
  let name = "ledger"
  let summary = "show what was ever tried on each suite, and holdouts opened"
  let operands = ""
  let operandCount = 0...0
  let options: [Option] = [.json]
  let example = "autoresearch ledger"
  let details = """
    Reports/ledger.jsonl is only ever appended to; each line holds the hash of the one
    before it and of itself. A line that was removed, changed or moved is named, with exit
    status 3. Counts are by the digest of a suite's lock: a suite locked anew starts at 0.
    """

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    let check = try LedgerCheck.run(in: environment)
    let (book, faults) = (check.book, check.faults)
    let names = suiteNames(in: environment)
    let console = environment.console
    if let book {
      if input.has(.json) {
        console.line(json(book, names).line)
      } else {
        lines(book, names).forEach { console.line($0) }
      }
    } else if faults.isEmpty {
      console.line("there is no ledger yet: no sweep was run and no holdout opened here")
    }
    LedgerCheck.tell(check.elsewhere, console)
    guard faults.isEmpty else { throw .lock(faults) }
    return ExitStatus.done
  }

  private func suiteNames(in environment: Environment) -> [String: String] {
    var names: [String: String] = [:]
    for path in (environment.disk.list(BundledSuites.folder) ?? []) {
      let folder = "\(BundledSuites.folder)/\(path)"
      guard let bytes = try? environment.disk.read("\(folder)/\(LockFile.name)") else { continue }
      names[SHA256.hex(of: bytes)] = folder
    }
    return names
  }

  private func lines(_ book: LedgerBook, _ names: [String: String]) -> [String] {
    var lines = [
      " LEDGER    \(Wording.count(book.count, "line", "lines")) in \(Ledger.path)", "",
      "   sweeps    candidates    behaviours  suite, digest",
    ]
    for digest in book.digests {
      let tried = book.tried(on: [digest])
      let counts =
        "\(String(tried.sweeps).padded(left: 9)) \(NumberText.grouped(tried.candidates).padded(left: 13)) \(NumberText.grouped(tried.behaviours).padded(left: 13))"
      let name = names[digest] ?? "locked otherwise now, or elsewhere"
      lines.append("\(counts)  \(name), \(plainLine(digest).prefix(8))")
    }
    lines += ["", " HOLDOUTS  \(Wording.count(book.openings.count, "opening", "openings"))"]
    for opening in book.openings {
      lines += SweepText.wrapped(
        plainLine("\(opening.time) \(opening.suite): \(opening.reason)"), width: 76
      ).map { "   \($0)" }
    }
    for line in book.torn {
      lines.append(" note: line \(line) was cut short by a crash, and counts for nothing")
    }
    return lines
  }

  private func json(_ book: LedgerBook, _ names: [String: String]) -> JSONText {
    .object([
      ("lines", .integer(book.count)), ("torn", .array(book.torn.map { .integer($0) })),
      (
        "suites",
        .array(
          book.digests.map { digest in
            let tried = book.tried(on: [digest])
            return .object([
              ("digest", .string(digest)), ("suite", .optional(names[digest])),
              ("sweeps", .integer(tried.sweeps)), ("candidates", .integer(tried.candidates)),
              ("behaviours", .integer(tried.behaviours)),
            ])
          })
      ),
      (
        "openings",
        .array(
          book.openings.map {
            .object([
              ("time", .string($0.time)), ("suite", .string($0.suite)),
              ("digest", .string($0.digest)), ("reason", .string($0.reason)),
            ])
          })
      ),
    ])
  }
}
