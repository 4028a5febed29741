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

    package init(rule: String, verdict: Verdict, reason: String) {
      self.rule = rule
      self.verdict = verdict
      self.reason = reason
    }
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
  package private(set) var strict: [RuleVerdict]
  package private(set) var loose: [RuleVerdict]
  package let outcome: Outcome
  /// What the strict verdicts are unsure of, in registry order.
  package private(set) var doubts: [Doubt]

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

  /// The score with a person's verdict in place of one rule's, on both readings.
  ///
  /// The outcome stays: a refusal does not pass because a rule was overruled.
  package func overruling(_ rule: String, passes: Bool, why: String) -> OutputScore {
    var score = self
    let verdict: Verdict = passes ? .pass : .fail("overruled: \(why)")
    func replaced(_ old: RuleVerdict) -> RuleVerdict {
      old.rule == rule ? RuleVerdict(rule: rule, verdict: verdict) : old
    }
    score.strict = strict.map(replaced)
    score.loose = loose.map(replaced)
    score.doubts = doubts.filter { $0.rule != rule }
    return score
  }

  package func looseVerdict(_ rule: String) -> Verdict? {
    loose.first { $0.rule == rule }?.verdict
  }
}
