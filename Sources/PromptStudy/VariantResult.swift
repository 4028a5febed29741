import TextRules

/// What the rules say about one variant, over every case.
package struct VariantResult: Sendable {
  package let name: String
  package let kind: VariantOutputs.Kind
  package let samplesPerCase: Int
  /// Case by case in the order of the cases, sample by sample: cases × samples of them.
  package let outputs: [ScoredOutput]
  /// What "all rules" means.
  package let rules: [String]

  package init(
    name: String, kind: VariantOutputs.Kind, samplesPerCase: Int, outputs: [ScoredOutput],
    rules: [String]
  ) {
    precondition(samplesPerCase > 0 && outputs.count % samplesPerCase == 0)
    self.name = name
    self.kind = kind
    self.samplesPerCase = samplesPerCase
    self.outputs = outputs
    self.rules = rules
  }

  package var caseCount: Int { outputs.count / samplesPerCase }

  package func samples(ofCase index: Int) -> ArraySlice<ScoredOutput> {
    outputs[(index * samplesPerCase)..<((index + 1) * samplesPerCase)]
  }

  /// Outputs that pass a rule; the fallback never does.
  package func passes(_ rule: String, _ reading: ScoredOutput.Reading) -> Int {
    outputs.count { $0.passes(rule, reading) }
  }

  /// Outputs that pass all rules.
  package func passesAll(_ reading: ScoredOutput.Reading) -> Int {
    outputs.count { $0.passesAll(rules, reading) }
  }

  /// How many of a case's samples pass all rules.
  package func passes(ofCase index: Int, _ reading: ScoredOutput.Reading = .strict) -> Int {
    samples(ofCase: index).count { $0.passesAll(rules, reading) }
  }

  package func passesEverySample(_ index: Int, _ reading: ScoredOutput.Reading = .strict) -> Bool {
    passes(ofCase: index, reading) == samplesPerCase
  }

  package func casesPassingEvery(_ reading: ScoredOutput.Reading = .strict) -> Int {
    (0..<caseCount).count { passesEverySample($0, reading) }
  }

  package func casesPassingAny(_ reading: ScoredOutput.Reading = .strict) -> Int {
    (0..<caseCount).count { passes(ofCase: $0, reading) > 0 }
  }

  package func count(_ shown: ScoredOutput.Shown) -> Int { outputs.count { $0.shown == shown } }

  package var fallbacks: Int { count(.fallbackMissing) + count(.fallbackLate) }

  /// Late outputs that would have passed all rules in time.
  package var lateThatWouldPass: Int {
    outputs.count { $0.shown == .fallbackLate && $0.wouldPassAll(rules, .strict) }
  }

  /// Outputs that were shown, by what they are.
  package func count(_ outcome: TextRules.Outcome) -> Int {
    outputs.count { $0.shown == .output && $0.score?.outcome == outcome }
  }

  package var overridesApplied: Int { outputs.reduce(0) { $0 + $1.overrides.count } }
  package var overridesChanging: Int { outputs.reduce(0) { $0 + $1.changedByHand } }
  package var openDoubts: Int { outputs.reduce(0) { $0 + $1.openDoubts.count } }
}
