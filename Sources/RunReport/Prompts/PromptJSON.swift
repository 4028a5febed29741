import Evidence
import PromptStudy
import ReportWriters
import TextRules

/// The object of `compare --json`, and the part of `run.json` about prompts.
package enum PromptJSON {
  package static func object(_ comparison: PromptComparison) -> JSONText {
    let inputs = comparison.inputs
    return .object([
      ("inputs", .string(inputs.name)), ("locked", .bool(inputs.isLocked)),
      ("digest", .optional(inputs.digest)), ("cases", .integer(comparison.caseCount)),
      ("rules", .strings(inputs.rules.rules)),
      ("max_words", .integer(inputs.rules.settings.maxWords)),
      ("latency_limit_seconds", .number(inputs.rules.latencyLimitSeconds)),
      ("fallback", fallback(comparison)),
      ("without_outputs", .strings(inputs.withoutOutputs)),
      ("unmatched_titles", inputs.hasTasks ? .integer(inputs.unmatchedTitles) : .null),
      (
        "overrides",
        .object([
          ("applied", .integer(comparison.overridesApplied)),
          ("changing", .integer(comparison.overridesChanging)),
        ])
      ),
      ("unsure", .integer(comparison.openDoubts)),
      ("variants", .array(comparison.variants.map { variant($0, inputs.rules.rules) })),
      ("pairs", .array(comparison.pairs.map { pair($0, comparison) })),
      ("matrix", .array((0..<comparison.caseCount).map { row($0, comparison) })),
    ])
  }

  private static func fallback(_ comparison: PromptComparison) -> JSONText {
    let passes =
      comparison.fallback.outcome == .scored
      && comparison.inputs.rules.rules.allSatisfy {
        comparison.fallback.strictVerdict($0)?.passed == true
      }
    return .object([
      ("text", .string(comparison.inputs.rules.fallback)), ("all_rules", .bool(passes)),
    ])
  }

  private static func variant(_ variant: VariantResult, _ rules: [String]) -> JSONText {
    let total = variant.outputs.count
    let outcomes = TextRules.Outcome.allCases.map {
      ($0.rawValue, JSONText.integer(variant.count($0)))
    }
    func both(_ count: (ScoredOutput.Reading) -> Int, of total: Int) -> JSONText {
      .object([
        ("strict", rate(count(.strict), of: total)), ("loose", rate(count(.loose), of: total)),
      ])
    }
    return .object([
      ("name", .string(variant.name)), ("kind", .string(variant.kind.rawValue)),
      ("samples_per_case", .integer(variant.samplesPerCase)), ("outputs", .integer(total)),
      ("missing", .integer(variant.count(.fallbackMissing))),
      ("late", .integer(variant.count(.fallbackLate))),
      ("late_that_would_pass", .integer(variant.lateThatWouldPass)),
      ("outcomes", .object(outcomes)),
      ("all_rules", both(variant.passesAll, of: total)),
      ("cases_at_every_sample", both(variant.casesPassingEvery, of: variant.caseCount)),
      ("cases_at_any_sample", both(variant.casesPassingAny, of: variant.caseCount)),
      (
        "rules",
        .object(rules.map { rule in (rule, both({ variant.passes(rule, $0) }, of: total)) })
      ),
    ])
  }

  private static func rate(_ passed: Int, of total: Int) -> JSONText {
    let interval = WilsonInterval(successes: passed, of: total)
    return .object([
      ("passed", .integer(passed)), ("of", .integer(total)),
      ("rate", .optional(total > 0 ? Double(passed) / Double(total) : nil)),
      ("lower", .optional(interval?.lower)), ("upper", .optional(interval?.upper)),
    ])
  }

  private static func pair(_ pair: PromptComparison.Pair, _ comparison: PromptComparison)
    -> JSONText
  {
    .object([
      ("first", .string(comparison.variants[pair.first].name)),
      ("second", .string(comparison.variants[pair.second].name)),
      ("only_first", .integer(pair.onlyFirst)), ("only_second", .integer(pair.onlySecond)),
      ("p", .number(pair.p)), ("p_holm", .number(pair.adjustedP)),
      ("established", .bool(pair.isEstablished)),
    ])
  }

  /// Samples that pass all rules, strict, by variant.
  private static func row(_ index: Int, _ comparison: PromptComparison) -> JSONText {
    .object([
      ("case", .string(comparison.inputs.cases[index].id)),
      (
        "passes",
        .object(
          comparison.variants.map { ($0.name, .integer($0.passes(ofCase: index))) })
      ),
    ])
  }
}
