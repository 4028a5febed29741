import TraceModel

/// What two sweeps must have in common so that parts of one are parts of the other.
package struct SweepIdentity: Sendable, Hashable {
  /// Of this program.
  package let version: String
  /// SHA-256 of the plan's text.
  package let plan: String
  /// Digests of the suites, in the plan's order.
  package let suites: [String]
  /// SHA-256 of the engine's constants.
  package let constants: String
  /// SHA-256 of a program's answers; nil for the engine's own sub-scores.
  package let answers: String?

  package init(
    version: String, plan: String, suites: [String], constants: String, answers: String?
  ) {
    self.version = version
    self.plan = plan
    self.suites = suites
    self.constants = constants
    self.answers = answers
  }

  /// As fields of a sealed file.
  package var fields: [(name: String, value: String)] {
    [
      ("version", version), ("plan", plan), ("suites", suites.joined(separator: " ")),
      ("constants", constants), ("answers", answers ?? "-"),
    ]
  }

  /// Nil when a field is missing.
  package init?(_ file: SealedFile) {
    guard let version = file.value("version"), let plan = file.value("plan"),
      let suites = file.value("suites"), let constants = file.value("constants"),
      let answers = file.value("answers")
    else { return nil }
    self.init(
      version: version, plan: plan, suites: suites.split(separator: " ").map(String.init),
      constants: constants, answers: answers == "-" ? nil : answers)
  }

  /// One hash for all of it.
  package var digest: String {
    SHA256.hex(of: fields.map { "\($0.name) \($0.value)\n" }.joined().utf8)
  }

  /// The first thing in which a part made earlier differs, as a sentence about that part; nil when
  /// it belongs to this sweep.
  package func difference(of other: SweepIdentity) -> String? {
    func short(_ digest: String) -> String { "\(digest.filter(\.isHexDigit).prefix(8))…" }
    if other.version != version {
      return "was made by version \(quoted(other.version)); this is \(version)"
    }
    if other.plan != plan {
      return "belongs to another plan (SHA-256 \(short(other.plan)), not \(short(plan)))"
    }
    if other.suites != suites {
      let pair = zip(other.suites, suites).first { $0 != $1 }
      let digests = pair.map { " (digest \(short($0)), not \(short($1)))" } ?? ""
      return "was made from a suite locked otherwise\(digests)"
    }
    if other.constants != constants { return "was made with other engine constants" }
    if other.answers != answers { return "was made with other sub-scores" }
    return nil
  }
}
