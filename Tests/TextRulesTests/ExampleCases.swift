import Testing
import TextRules

/// A text and what one rule must say about it.
struct RuleCase: Sendable, CustomTestStringConvertible {
  let text: String
  let verdict: Verdict

  static func passes(_ text: String) -> RuleCase { RuleCase(text: text, verdict: .pass) }
  static func fails(_ text: String, _ reason: String) -> RuleCase {
    RuleCase(text: text, verdict: .fail(reason))
  }

  var testDescription: String { text.isEmpty ? "(empty)" : String(text.prefix(60)) }
}

let scorer = Scorer()

func strict(_ rule: String, _ text: String) -> Verdict? { scorer.score(text).strictVerdict(rule) }
func loose(_ rule: String, _ text: String) -> Verdict? { scorer.score(text).looseVerdict(rule) }
