import RunStore
import TraceModel

/// The ledger held against itself and against what runs recorded of it.
enum LedgerCheck {
  /// Reads the ledger and every record in `Reports`.
  ///
  /// - Returns: The ledger, or nothing when there is none; and every fault.
  static func run(in environment: Environment) throws(Failure) -> (
    book: LedgerBook?, faults: [Problem]
  ) {
    let disk = environment.disk
    let book = try Ledger(disk: disk).read()
    var faults = book?.faults ?? []
    for name in disk.list("Reports") ?? [] where !name.hasPrefix(".") {
      guard let ledger = StoredRecord.read("Reports/\(name)", disk: disk)?.ledger else { continue }
      if book?.holds(line: ledger.lines, hash: ledger.head) ?? (ledger.lines == 0) { continue }
      faults.append(
        Problem(
          file: Ledger.path, line: ledger.lines,
          message:
            "Reports/\(name)/run.json saw another line here: it was removed, changed or moved",
          fix: "restore the ledger from version control; it is never edited, only appended to"))
    }
    return (book, faults)
  }
}
