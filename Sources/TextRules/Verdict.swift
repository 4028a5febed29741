/// What a rule says about one text.
package enum Verdict: Sendable, Hashable {
  case pass
  /// The reason is a sentence for people that names the deciding words.
  case fail(String)
  /// The rule could not run; this never counts as passed.
  case notScored(String)

  /// The word used in JSON and CSV: `pass`, `fail` or `notScored`.
  package var word: String {
    switch self {
    case .pass: "pass"
    case .fail: "fail"
    case .notScored: "notScored"
    }
  }

  /// Why, or nil for a pass.
  package var reason: String? {
    switch self {
    case .pass: nil
    case .fail(let reason), .notScored(let reason): reason
    }
  }

  package var passed: Bool { self == .pass }
}

/// A verdict, and what makes the rule unsure of it, if anything.
package struct Finding: Sendable, Hashable {
  package let verdict: Verdict
  /// Why a person should look at this verdict; nil when the rule is sure.
  package let doubt: String?

  package init(_ verdict: Verdict, doubt: String? = nil) {
    self.verdict = verdict
    self.doubt = doubt
  }

  package static let pass = Finding(.pass)

  package static func fail(_ reason: String, doubt: String? = nil) -> Finding {
    Finding(.fail(reason), doubt: doubt)
  }
}
