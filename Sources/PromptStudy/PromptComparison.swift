import Evidence
import TextRules

/// Every variant scored on the same cases, and which differences between them hold.
package struct PromptComparison: Sendable {
  /// Two variants on the same cases; a case passes when all rules hold at every sample.
  package struct Pair: Sendable, Hashable {
    package let first: Int
    package let second: Int
    /// Cases that only the first passes, and only the second.
    package let onlyFirst: Int
    package let onlySecond: Int
    /// Exact McNemar, two-sided.
    package let p: Double
    /// After Holm over all pairs of the comparison.
    package let adjustedP: Double

    /// At the level of 0.05, over all pairs together.
    package var isEstablished: Bool { adjustedP <= 0.05 }
  }

  package let inputs: PromptInputs
  /// In the order given; the templates, if any, last.
  package let variants: [VariantResult]
  package let pairs: [Pair]
  /// The score of what the app shows when no output came in time.
  package let fallback: OutputScore

  /// Scores every output and compares.
  ///
  /// - Parameters:
  ///   - inputs: Cases, outputs and rules, already checked.
  ///   - threads: Workers; the result is the same for any number.
  package init(_ inputs: PromptInputs, threads: Int) {
    self.inputs = inputs
    let scorer = Scorer(settings: inputs.rules.settings)
    fallback = scorer.score(inputs.rules.fallback)
    let all = inputs.variants + (inputs.templates.map { [$0] } ?? [])
    variants = all.map { Self.result($0, inputs, scorer, threads: threads) }
    pairs = Self.pairs(variants)
  }

  private static func result(
    _ variant: VariantOutputs, _ inputs: PromptInputs, _ scorer: Scorer, threads: Int
  ) -> VariantResult {
    let samples = variant.samplesPerCase
    let scores = OrderedWork.map(variant.outputs, threads: threads) { scorer.score($0.output) }
    var found: [Place: Int] = [:]
    for (i, output) in variant.outputs.enumerated() {
      found[Place(caseID: output.caseID, sample: output.sample)] = i
    }
    var overrides: [Place: [String: VerdictOverride]] = [:]
    for override in inputs.overrides where override.variant == variant.name {
      let place = Place(caseID: override.caseID, sample: override.sample)
      overrides[place, default: [:]][override.rule] = override
    }
    var outputs: [ScoredOutput] = []
    outputs.reserveCapacity(inputs.cases.count * samples)
    for item in inputs.cases {
      for sample in 0..<samples {
        let place = Place(caseID: item.id, sample: sample)
        let index = found[place]
        outputs.append(
          ScoredOutput(
            caseID: item.id, sample: sample, recorded: index.map { variant.outputs[$0] },
            score: index.map { scores[$0] },
            latencyLimitSeconds: inputs.rules.latencyLimitSeconds,
            overrides: overrides[place] ?? [:]))
      }
    }
    return VariantResult(
      name: variant.name, kind: variant.kind, samplesPerCase: samples, outputs: outputs,
      rules: inputs.rules.rules)
  }

  private struct Place: Hashable {
    let caseID: String
    let sample: Int
  }

  private static func pairs(_ variants: [VariantResult]) -> [Pair] {
    let passed = variants.map { variant in
      (0..<variant.caseCount).map { variant.passesEverySample($0) }
    }
    var counts: [(first: Int, second: Int, onlyFirst: Int, onlySecond: Int)] = []
    for first in variants.indices {
      for second in variants.indices.dropFirst(first + 1) {
        let both = zip(passed[first], passed[second])
        counts.append((first, second, both.count { $0 && !$1 }, both.count { !$0 && $1 }))
      }
    }
    let values = counts.map { McNemar.exactP(gained: $0.onlySecond, lost: $0.onlyFirst) }
    return zip(counts, zip(values, Holm.adjusted(values))).map { count, p in
      Pair(
        first: count.first, second: count.second, onlyFirst: count.onlyFirst,
        onlySecond: count.onlySecond, p: p.0, adjustedP: p.1)
    }
  }

  package var caseCount: Int { inputs.cases.count }
  package var samplesDiffer: Bool { Set(variants.map(\.samplesPerCase)).count > 1 }
  package var hasSeveralSamples: Bool { variants.contains { $0.samplesPerCase > 1 } }
  package var openDoubts: Int { variants.reduce(0) { $0 + $1.openDoubts } }
  package var overridesApplied: Int { variants.reduce(0) { $0 + $1.overridesApplied } }
  package var overridesChanging: Int { variants.reduce(0) { $0 + $1.overridesChanging } }

  /// The variants by cases passing at every sample, most first; ties stay in order.
  package var ranked: [Int] {
    let passing = variants.map { $0.casesPassingEvery() }
    return variants.indices.sorted { (-passing[$0], $0) < (-passing[$1], $1) }
  }
}
