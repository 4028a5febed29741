import DecisionEngines
import Evidence
import ReportWriters
import TraceModel

/// Intervals of an evaluation's shares, always beside the counts they come from.
package enum Intervals {
  package static func json(_ evaluation: Evaluation) -> JSONText {
    let tally = evaluation.tally
    return .object(
      shares(tally) + [
        (
          "false_alarm_rate_compatible_with_none",
          tally.fp == 0
            ? .optional(ZeroEvents.upperRatePerDay(days: evaluation.metrics.days)) : .null
        )
      ])
  }

  /// Recall and precision.
  static func shares(_ tally: Tally) -> [(String, JSONText)] {
    [
      ("recall", wilson(tally.tp, tally.tp + tally.fn)),
      ("precision", wilson(tally.tp, tally.tp + tally.fp)),
    ]
  }

  private static func wilson(_ part: Int, _ whole: Int) -> JSONText {
    guard let interval = WilsonInterval(successes: part, of: whole) else { return .null }
    return .object([
      ("count", .integer(part)), ("of", .integer(whole)),
      ("value", .number(Double(part) / Double(whole))), ("lower", .number(interval.lower)),
      ("upper", .number(interval.upper)),
    ])
  }
}
