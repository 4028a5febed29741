import Foundation
import TraceModel

/// The append-only record of what was ever tried on a suite's labels.
///
/// Each line holds the hash of the line before it, so that a removed, changed or moved line shows.
package struct Ledger {
  package static let path = "Reports/ledger.jsonl"

  package enum Entry: Sendable, Hashable {
    case holdoutOpened(suite: String, digest: String, reason: String)
    /// A plan's promise, before its sweep began.
    case claim(plan: String, text: String)
    /// The plan is the hash of its text: the same plan again on the same suites tries nothing new.
    case sweep(digests: [String], plan: String? = nil, candidates: Int, behaviours: Int)
  }

  private let disk: Disk

  package init(disk: Disk) { self.disk = disk }

  /// Makes the file where there is none, so that the kernel can be told to leave it writable.
  package func prepare() throws(Failure) {
    try disk.makeFolder("Reports")
    try disk.touch(Self.path)
  }

  /// Takes back what `prepare` made, if nothing was entered since.
  package func takeBack() { disk.removeIfEmpty(Self.path) }

  /// Adds an entry, durably; two runs at once take turns.
  ///
  /// The line ends with the hash of what stands before it, so that a changed last line shows too.
  ///
  /// - Parameters:
  ///   - entry: What happened.
  ///   - time: When, in seconds since 1970.
  /// - Throws: `output` when the ledger can't be written.
  package func append(_ entry: Entry, at time: Int) throws(Failure) {
    try disk.makeFolder("Reports")
    try disk.appendLine(to: Self.path) { previous in
      let hash = previous.map { SHA256.hex(of: $0) } ?? LedgerBook.noLine
      var fields: [(String, String)] = [("previous", hash), ("time", utcText(time))]
      switch entry {
      case .holdoutOpened(let suite, let digest, let reason):
        fields += [
          ("event", "holdoutOpened"), ("suite", suite), ("digest", digest), ("reason", reason),
        ]
        return Self.line(fields, counts: [])
      case .claim(let plan, let text):
        fields += [("event", "claim"), ("plan", plan), ("claim", text)]
        return Self.line(fields, counts: [])
      case .sweep(let digests, let plan, let candidates, let behaviours):
        fields += [("event", "sweep"), ("digest", digests.joined(separator: ";"))]
        if let plan { fields.append(("plan", plan)) }
        return Self.line(fields, counts: [("candidates", candidates), ("behaviours", behaviours)])
      }
    }
  }

  private static func line(_ fields: [(String, String)], counts: [(String, Int)]) -> String {
    let texts = fields.map { "\(jsonString($0.0)):\(jsonString($0.1))" }
    let numbers = counts.map { "\(jsonString($0.0)):\($0.1)" }
    let body = "{\((texts + numbers).joined(separator: ","))"
    return "\(body),\"hash\":\"\(SHA256.hex(of: "\(body)}".utf8))\"}\n"
  }

  /// All lines, checked; nil when there is no ledger yet.
  ///
  /// - Throws: `input` when it can't be read.
  package func read() throws(Failure) -> LedgerBook? {
    guard disk.exists(Self.path) else { return nil }
    do throws(ReadError) {
      return LedgerBook(try disk.read(Self.path), file: Self.path)
    } catch {
      throw .input([error.problem])
    }
  }
}

/// `2025-04-14T08:00:00Z`.
package func utcText(_ seconds: Int) -> String {
  Moment(instant: seconds, offsetSeconds: 0).text.replacingOccurrences(of: "+00:00", with: "Z")
}

/// A text as a JSON string.
package func jsonString(_ text: String) -> String {
  guard let data = try? JSONEncoder().encode(text) else { return "\"\"" }
  return String(decoding: data, as: UTF8.self)
}
