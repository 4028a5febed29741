/// The registry: every rule, in the order of every report.
package enum Rules {
  package static func all(settings: RuleSettings = RuleSettings()) -> [any Rule] {
    [
      OneSentence(),
      MaxWords(limit: settings.maxWords),
      StartsWithVerb(),
      ConcreteObject(),
      UnderTwoMinutes(),
      NoFluff(),
    ]
  }

  package static let names: [String] = all().map(\.name)

  /// The convention of one rule, or nil when there is no such rule.
  package static func explanation(
    of name: String, settings: RuleSettings = RuleSettings()
  ) -> String? {
    all(settings: settings).first { $0.name == name }?.explanation
  }
}
