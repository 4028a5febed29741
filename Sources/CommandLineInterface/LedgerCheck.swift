import ReportWriters
import RunStore
import TraceModel

/// The ledger held against itself and against what runs recorded of it.
enum LedgerCheck {
  /// What was found.
  struct Result {
    let book: LedgerBook?
    let faults: [Problem]
    /// Runs that another ledger counted, such as a report that came with the checkout.
    let elsewhere: [String]
  }

  /// Reads the ledger and every record in `Reports`.
  ///
  /// A run of another ledger proves nothing about this one: it is told, and is no fault.
  static func run(in environment: Environment) throws(Failure) -> Result {
    let disk = environment.disk
    let book = try Ledger(disk: disk).read()
    var faults = book?.faults ?? []
    var elsewhere: [String] = []
    for name in disk.list("Reports") ?? [] where !name.hasPrefix(".") {
      guard let ledger = StoredRecord.read("Reports/\(name)", disk: disk)?.ledger else { continue }
      guard let book, book.first == ledger.first else {
        elsewhere.append("Reports/\(name)")
        continue
      }
      if book.holds(line: ledger.lines, hash: ledger.head) { continue }
      faults.append(
        Problem(
          file: Ledger.path, line: ledger.lines,
          message:
            "Reports/\(name)/run.json saw another line here: it was removed, changed or moved",
          fix: "restore the ledger from version control; it is never edited, only appended to"))
    }
    return Result(book: book, faults: faults, elsewhere: elsewhere)
  }

  /// Names each line that is damaged or torn, before another is added after it.
  ///
  /// Adding goes on: a trial left out of the ledger would be worse than one after a broken line.
  static func warn(in environment: Environment) {
    guard let book = try? Ledger(disk: environment.disk).read() else { return }
    let console = environment.console
    for fault in book.faults {
      let place = fault.line.map { ":\($0)" } ?? ""
      console.message("\(fault.file)\(place): warning: \(fault.message)")
    }
    for line in book.torn {
      console.message(
        "\(Ledger.path):\(line): warning: this line is no whole entry, as after a crash, and counts for nothing"
      )
    }
    if !book.faults.isEmpty {
      console.message(
        "  fix: restore the ledger from version control; what is added now does not mend its chain")
    }
  }

  /// Tells of runs that another ledger counted.
  static func tell(_ elsewhere: [String], _ console: Console) {
    guard !elsewhere.isEmpty else { return }
    console.message(
      "note: counted in another ledger, not in this one: \(elsewhere.map { plainLine($0) }.joined(separator: ", "))"
    )
  }
}
