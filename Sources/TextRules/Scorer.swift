/// Scores outputs on every rule of the registry.
///
/// Holds no mutable state: share one between threads; the same text gives the same score.
package struct Scorer: Sendable {
  package let settings: RuleSettings
  private let lexicon: Lexicon
  private let rules: [any Rule]

  package init(lexicon: Lexicon = .bundled, settings: RuleSettings = RuleSettings()) {
    self.lexicon = lexicon
    self.settings = settings
    rules = Rules.all(settings: settings)
  }

  /// Scores one output as the model gave it. Linear in its length.
  package func score(_ output: String) -> OutputScore {
    let visible = VisibleText(of: output)
    let passage = Passage(visible, lexicon: lexicon)
    let (outcome, isEnglish) = OutcomeDetector.outcome(of: passage)
    let strict = findings(passage, outcome, isEnglish)
    var loose = strict
    var looseText = visible.text
    if isEnglish,
      let text = LooseReading.visible(of: passage, itemStarts: visible.itemStarts)
    {
      loose = findings(Passage(text, lexicon: lexicon), outcome, isEnglish)
      looseText = text.text
    }
    var doubts: [OutputScore.Doubt] = []
    for (rule, finding) in zip(rules, strict) {
      guard let reason = finding.doubt else { continue }
      doubts.append(OutputScore.Doubt(rule: rule.name, verdict: finding.verdict, reason: reason))
    }
    return OutputScore(
      visible: visible.text, looseText: looseText, words: passage.words,
      sentences: outcome == .empty ? nil : passage.sentences,
      strict: verdicts(strict), loose: verdicts(loose), outcome: outcome, doubts: doubts)
  }

  private func verdicts(_ findings: [Finding]) -> [OutputScore.RuleVerdict] {
    zip(rules, findings).map { OutputScore.RuleVerdict(rule: $0.name, verdict: $1.verdict) }
  }

  /// A rule that cannot run says so: an output in another language gets no pile of reasons.
  private func findings(
    _ passage: Passage, _ outcome: Outcome, _ isEnglish: Bool
  ) -> [Finding] {
    rules.map { rule in
      if outcome == .empty, !(rule is OneSentence) { return Finding(.notScored("no text")) }
      if rule.needsEnglish, !isEnglish {
        return Finding(
          .notScored(outcome == .cannotCount ? "cannot judge this script" : "not English"))
      }
      return rule.check(passage)
    }
  }
}
