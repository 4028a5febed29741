import ReportWriters
import RunReport
import RunStore
import TraceModel

/// What the ledger says of a run's suites, the run itself included.
struct LedgerFacts: Sendable, Hashable, Codable {
  struct Opening: Sendable, Hashable, Codable {
    let time: String
    let suite: String
    let reason: String
  }

  let sweeps: Int
  let candidates: Int
  /// Summed over sweeps.
  let behaviours: Int
  let openings: [Opening]
  /// Lines of the ledger then, and the hash of the last one, for `verify`.
  let lines: Int
  let head: String
  /// Hash of its first line: which ledger it was.
  let first: String
  /// Lines where its chain was broken then, or that were torn; nil in records of versions that did
  /// not look.
  let broken: [Int]?

  init(_ book: LedgerBook, digests: [String]) {
    let tried = book.tried(on: Set(digests))
    sweeps = tried.sweeps
    candidates = tried.candidates
    behaviours = tried.behaviours
    openings = book.openings.map { Opening(time: $0.time, suite: $0.suite, reason: $0.reason) }
    lines = book.count
    head = book.head
    first = book.first
    broken = Array(Set(book.faults.compactMap(\.line) + book.torn)).sorted()
  }

  /// `ledger` of `run.json`.
  var json: JSONText {
    .object([
      ("sweeps", .integer(sweeps)), ("candidates", .integer(candidates)),
      ("behaviours", .integer(behaviours)),
      (
        "openings",
        .array(
          openings.map {
            .object([
              ("time", .string($0.time)), ("suite", .string($0.suite)),
              ("reason", .string($0.reason)),
            ])
          })
      ),
      ("lines", .integer(lines)), ("head", .string(head)),
      ("first", .string(first)),
      ("broken", .array((broken ?? []).map { .integer($0) })),
    ])
  }

  func add(to page: inout ReportDocument) {
    page.heading("What was ever tried on these labels")
    let times = Wording.count(sweeps, "sweep", "sweeps")
    page.paragraph(
      .plain(
        "The ledger counts \(times) of this suite as it is locked now, the same plan once, this one included: \(NumberText.grouped(candidates)) candidates and \(NumberText.grouped(behaviours)) behaviours were ever scored on it, a behaviour again in each sweep. The more were tried, the better the best one looks by luck."
      ))
    if let broken, !broken.isEmpty {
      page.paragraph(
        .strong("The ledger is damaged."),
        .plain(
          " \(broken.count == 1 ? "Line" : "Lines") \(broken.map(String.init).joined(separator: ", ")) \(broken.count == 1 ? "is" : "are") torn or not in \(broken.count == 1 ? "its" : "their") place, so these counts may be too low; `autoresearch ledger` says what is wrong."
        ))
    }
    guard !openings.isEmpty else {
      page.paragraph("No holdout was ever opened.")
      return
    }
    page.paragraph("Holdouts opened so far; each look uses one up:")
    page.list(
      openings.map {
        [.plain("\($0.time) \($0.suite): “\($0.reason)”")]
      })
  }
}
