/// What the lines of a prompt set hold, once read. Reading and refusing files is not done here.

/// A task title that prompts are tried on: a line of `cases.jsonl`.
package struct PromptCase: Sendable, Hashable {
  package let id: String
  package let task: String
  package let tags: [String]

  package init(id: String, task: String, tags: [String] = []) {
    self.id = id
    self.task = task
    self.tags = tags
  }
}

/// One wording of the prompt: a file of `variants/`.
package struct PromptVariant: Sendable, Hashable {
  /// What stands for the task title; a prompt holds it exactly once.
  package static let placeholder = "{{task}}"

  package let name: String
  package let prompt: String

  /// Keeps the prompt after counting the placeholder.
  ///
  /// - Throws: `VariantError.placeholderCount` unless the placeholder stands in it exactly once.
  package init(name: String, prompt: String) throws(VariantError) {
    let count =
      prompt.split(separator: Self.placeholder, omittingEmptySubsequences: false).count - 1
    guard count == 1 else { throw .placeholderCount(variant: name, count: count) }
    self.name = name
    self.prompt = prompt
  }

  /// The prompt for a case. The title is put in as it is: what it says is data, not part of the prompt.
  package func filled(with task: String) -> String {
    let parts = prompt.split(separator: Self.placeholder, omittingEmptySubsequences: false)
    return parts.joined(separator: task)
  }
}

/// Why a variant's prompt is refused.
package enum VariantError: Error, Hashable, CustomStringConvertible {
  case placeholderCount(variant: String, count: Int)

  package var description: String {
    switch self {
    case .placeholderCount(let variant, let count):
      "variant \"\(variant)\" has {{task}} \(count) times, needed once"
    }
  }
}

/// The checked values of `rules.json`.
package struct PromptRules: Sendable, Hashable {
  package let settings: RuleSettings
  /// An answer later than this counts as the fallback.
  package let latencyLimitSeconds: Double
  /// What the app shows when no answer came in time; scored apart.
  package let fallback: String

  package init(
    settings: RuleSettings = RuleSettings(), latencyLimitSeconds: Double = 8,
    fallback: String = "Open the assignment and read the first paragraph."
  ) {
    self.settings = settings
    self.latencyLimitSeconds = latencyLimitSeconds
    self.fallback = fallback
  }
}

/// What a model, or a person, gave for a case under a variant: a line of `outputs/NAME.jsonl`.
package struct PromptOutput: Sendable, Hashable {
  /// Where an output came from.
  package enum Source: String, Sendable, Hashable, CaseIterable {
    case recorded, written, command, http
  }

  package let caseID: String
  package let sample: Int
  package let output: String
  /// Seconds until the answer was complete; nil when it was not measured.
  package let latencySeconds: Double?
  package let source: Source
  package let model: String?

  package init(
    caseID: String, sample: Int = 0, output: String, latencySeconds: Double? = nil,
    source: Source, model: String? = nil
  ) {
    self.caseID = caseID
    self.sample = sample
    self.output = output
    self.latencySeconds = latencySeconds
    self.source = source
    self.model = model
  }

  /// Whether the app would have stopped waiting and shown its fallback instead.
  package func isLate(limitSeconds: Double = 8) -> Bool {
    latencySeconds.map { $0 > limitSeconds } == true
  }
}

/// A person's verdict on one output that replaces a rule's: a line of `overrides.jsonl`.
package struct VerdictOverride: Sendable, Hashable {
  package let variant: String
  package let caseID: String
  package let sample: Int
  package let rule: String
  package let passes: Bool
  package let why: String

  package init(
    variant: String, caseID: String, sample: Int, rule: String, passes: Bool, why: String
  ) {
    self.variant = variant
    self.caseID = caseID
    self.sample = sample
    self.rule = rule
    self.passes = passes
    self.why = why
  }
}
