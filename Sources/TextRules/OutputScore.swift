/// Everything the rules say about one output.
package struct OutputScore: Sendable, Hashable {
  /// One rule's verdict on one reading.
  package struct RuleVerdict: Sendable, Hashable {
    package let rule: String
    package let verdict: Verdict
  }

  /// A verdict a person should look at, for `review-these.md`.
  package struct Doubt: Sendable, Hashable {
    package let rule: String
    package let verdict: Verdict
    package let reason: String
  }

  /// The visible text, which the strict verdicts read.
  package let visible: String
  /// The text without its wrapping, which the loose verdicts read; often the same.
  package let looseText: String
  /// Words of the visible text; nil when they cannot be counted.
  package let words: Int?
  /// Sentences of the visible text; nil when there is no text.
  package let sentences: Int?
  /// In registry order, every rule once.
  package let strict: [RuleVerdict]
  package let loose: [RuleVerdict]
  package let outcome: Outcome
  /// What the strict verdicts are unsure of, in registry order.
  package let doubts: [Doubt]

  package var isUnsure: Bool { !doubts.isEmpty }

  /// Scored, and every rule passed; `notScored` is no pass.
  package var passesAllStrict: Bool { passesAll(strict) }
  package var passesAllLoose: Bool { passesAll(loose) }

  private func passesAll(_ verdicts: [RuleVerdict]) -> Bool {
    outcome == .scored && verdicts.allSatisfy(\.verdict.passed)
  }

  package func strictVerdict(_ rule: String) -> Verdict? {
    strict.first { $0.rule == rule }?.verdict
  }

  package func looseVerdict(_ rule: String) -> Verdict? {
    loose.first { $0.rule == rule }?.verdict
  }
}
