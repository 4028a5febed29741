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

  /// Tells of runs that another ledger counted.
  static func tell(_ elsewhere: [String], _ console: Console) {
    guard !elsewhere.isEmpty else { return }
    console.message(
      "note: counted in another ledger, not in this one: \(elsewhere.map { plainLine($0) }.joined(separator: ", "))"
    )
  }
}
