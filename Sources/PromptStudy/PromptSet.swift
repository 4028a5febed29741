import TextRules

/// What `rules.json` of a prompt set says, or what stands in its place for plain files.
package struct RuleSet: Sendable, Hashable {
  /// What the app shows when no answer came in time.
  package static let appFallback = "Open the assignment and read the first paragraph."
  /// Seconds after which the app stops waiting.
  package static let appLatencyLimitSeconds = 8.0

  package var title: String?
  /// The rules that "all rules" means, in registry order; never empty.
  package var rules: [String]
  package var settings: RuleSettings
  /// An answer that took longer counts as the fallback; exactly this long is in time.
  package var latencyLimitSeconds: Double
  package var fallback: String

  package init(
    title: String? = nil, rules: [String] = Rules.names, settings: RuleSettings = RuleSettings(),
    latencyLimitSeconds: Double = Self.appLatencyLimitSeconds, fallback: String = Self.appFallback
  ) {
    self.title = title
    self.rules = rules
    self.settings = settings
    self.latencyLimitSeconds = latencyLimitSeconds
    self.fallback = fallback
  }
}

/// The outputs of one variant, before anything is scored.
package struct VariantOutputs: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable {
    /// A wording of a prompt set.
    case prompt
    /// A plain file of outputs.
    case file
    /// The built-in templates.
    case templates
  }

  package let name: String
  package let kind: Kind
  package let outputs: [PromptOutput]

  package init(name: String, kind: Kind, outputs: [PromptOutput]) {
    self.name = name
    self.kind = kind
    self.outputs = outputs
  }

  /// Samples a case should have: one more than the highest sample number of the variant.
  package var samplesPerCase: Int { (outputs.map(\.sample).max() ?? 0) + 1 }
}

/// Everything that a comparison is made of, whichever files it came from.
package struct PromptInputs: Sendable, Hashable {
  /// The set's folder, or the plain files joined, for messages and headings.
  package var name: String
  /// In the order of the report. Plain files have no task titles: `task` is then empty.
  package let cases: [PromptCase]
  package let variants: [VariantOutputs]
  package let rules: RuleSet
  package let overrides: [VerdictOverride]
  /// The digest of the lock that held; nil for plain files, which have none.
  package let digest: String?
  /// Whether the cases have task titles, which the templates need.
  package let hasTasks: Bool
  /// Variants of a set that have no outputs yet, and are left out.
  package let withoutOutputs: [String]

  package init(
    name: String, cases: [PromptCase], variants: [VariantOutputs], rules: RuleSet = RuleSet(),
    overrides: [VerdictOverride] = [], digest: String? = nil, hasTasks: Bool = false,
    withoutOutputs: [String] = []
  ) {
    self.name = name
    self.cases = cases
    self.variants = variants
    self.rules = rules
    self.overrides = overrides
    self.digest = digest
    self.hasTasks = hasTasks
    self.withoutOutputs = withoutOutputs
  }

  package var isLocked: Bool { digest != nil }

  /// The variant that a prompt must beat: the first rung of each title's template.
  ///
  /// Nil without task titles.
  package var templates: VariantOutputs? {
    guard hasTasks else { return nil }
    return VariantOutputs(
      name: Self.templatesName, kind: .templates,
      outputs: cases.map { item in
        PromptOutput(
          caseID: item.id, output: Templates.match(item.task).template.ladder[0],
          source: .written)
      })
  }

  package static let templatesName = "templates"

  /// Titles that no template's keyword matches, and that get the generic ladder.
  package var unmatchedTitles: Int {
    hasTasks ? cases.count { Templates.match($0.task).isGeneric } : 0
  }
}
