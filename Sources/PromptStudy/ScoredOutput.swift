import TextRules

/// One place of the case-by-variant table: an output that was shown, or why none was.
package struct ScoredOutput: Sendable, Hashable {
  /// What the person would have seen.
  package enum Shown: String, Sendable, Hashable, CaseIterable {
    case output
    /// No output was recorded: the app's fallback.
    case fallbackMissing
    /// The output came too late: the app's fallback.
    case fallbackLate
  }

  package let caseID: String
  package let sample: Int
  package let shown: Shown
  /// What was recorded; nil when nothing was.
  package let recorded: PromptOutput?
  /// The score of what was recorded, late or not; nil when nothing was.
  package let score: OutputScore?
  /// A person's verdicts, by rule.
  package let overrides: [String: VerdictOverride]

  package init(
    caseID: String, sample: Int, recorded: PromptOutput?, score: OutputScore?,
    latencyLimitSeconds: Double, overrides: [String: VerdictOverride] = [:]
  ) {
    self.caseID = caseID
    self.sample = sample
    self.recorded = recorded
    self.score = score
    self.overrides = overrides
    shown =
      recorded.map { $0.isLate(limitSeconds: latencyLimitSeconds) ? .fallbackLate : .output }
      ?? .fallbackMissing
  }

  package enum Reading: Sendable, Hashable, CaseIterable {
    case strict, loose
  }

  /// The verdict that counts: a person's where there is one, else the rule's.
  ///
  /// A person judges the output, so an override holds for both readings. Nil when nothing was recorded.
  package func verdict(_ rule: String, _ reading: Reading) -> TextRules.Verdict? {
    guard let score else { return nil }
    if let override = overrides[rule] {
      return override.passes ? .pass : .fail("by hand: \(override.why)")
    }
    return reading == .strict ? score.strictVerdict(rule) : score.looseVerdict(rule)
  }

  /// Whether the output was shown and passes a rule.
  package func passes(_ rule: String, _ reading: Reading) -> Bool {
    shown == .output && verdict(rule, reading)?.passed == true
  }

  /// Whether the output was shown, is a step at all, and passes every rule.
  package func passesAll(_ rules: [String], _ reading: Reading) -> Bool {
    shown == .output && wouldPassAll(rules, reading)
  }

  /// The same, had it come in time.
  package func wouldPassAll(_ rules: [String], _ reading: Reading) -> Bool {
    score?.outcome == .scored && rules.allSatisfy { verdict($0, reading)?.passed == true }
  }

  /// Overrides that turn a pass into a fail, or a fail into a pass.
  package var changedByHand: Int {
    overrides.values.count { override in
      score?.strictVerdict(override.rule)?.passed != override.passes
    }
  }

  /// Why it does not pass, for people: the outcome, or each broken rule with its reason.
  package func reasons(_ rules: [String]) -> [(rule: String, reason: String)] {
    switch shown {
    case .fallbackMissing: return [("missing", "no output; the app would show its fallback")]
    case .fallbackLate:
      let seconds = recorded?.latencySeconds ?? 0
      return [("late", "\(seconds) s; the app would show its fallback")]
    case .output: break
    }
    guard let score else { return [] }
    if score.outcome != .scored { return [(score.outcome.rawValue, score.outcome.title)] }
    return rules.compactMap { rule in
      verdict(rule, .strict)?.reason.map { (rule, $0) }
    }
  }

  /// Doubts that no person has settled.
  package var openDoubts: [OutputScore.Doubt] {
    guard shown == .output, let score else { return [] }
    return score.doubts.filter { overrides[$0.rule] == nil }
  }
}
