import ReportWriters
import RunStore
import TraceModel

/// What a report says that lies outside plan and suites, so that a rerun can't find it out again.
///
/// Stored in `run.json`; `reproduce` takes it from there.
struct RunFacts {
  struct Guard: Sendable, Hashable {
    let path: String
    let digest: String
    let files: Int
  }

  let replacedLocks: Int
  let confinement: ConfinementRecord
  let guards: [Guard]
  /// Nil in records of versions that kept no count.
  let ledger: LedgerFacts?

  /// `confinement` of `run.json`.
  var confinementJSON: JSONText {
    .object([
      ("mechanism", .string(confinement.mechanism)),
      ("version", .optional(confinement.version)),
      ("statement", .string(confinement.statement)),
    ])
  }

  /// `guarded` of `run.json`.
  var guardsJSON: JSONText {
    .array(
      guards.map {
        .object([
          ("path", .string($0.path)), ("files", .integer($0.files)), ("digest", .string($0.digest)),
        ])
      })
  }

  /// Adds which guarantees held.
  func add(to page: inout ReportDocument) {
    ledger?.add(to: &page)
    page.heading("What this run could write")
    page.paragraph(.plain(confinement.statement))
    guard !guards.isEmpty else {
      page.paragraph(
        "No engine sources were guarded; ", .code("--guard PATH"),
        " hashes them before and after a run.")
      return
    }
    page.paragraph("Guarded sources, the same before and after, by the digest of all their hashes:")
    page.list(
      guards.map { guarded in
        [
          .code(guarded.path),
          .plain(" (\(guarded.files) \(guarded.files == 1 ? "file" : "files")) "),
          .code(guarded.digest),
        ]
      })
  }
}
