/// A hard check on one reading of a text.
///
/// A rule is a value without state: the same passage gives the same finding on any thread.
package protocol Rule: Sendable {
  /// The rule's name in JSON, CSV and reports, such as `oneSentence`.
  var name: String { get }

  /// The convention in a few plain sentences, for `score --explain RULE`.
  var explanation: String { get }

  /// Whether the rule only makes sense for English text.
  ///
  /// Such a rule is `notScored` when the text is in another language or script.
  var needsEnglish: Bool { get }

  func check(_ passage: Passage) -> Finding
}

/// What a rule set may change about the rules.
package struct RuleSettings: Sendable, Hashable {
  /// The most words `maxWords` allows, at least 1.
  package var maxWords: Int

  package init(maxWords: Int = 15) { self.maxWords = maxWords }
}
