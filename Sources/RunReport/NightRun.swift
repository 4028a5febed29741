import DecisionEngines
import Evidence
import Overnight
import ReportWriters
import SweepCore
import TraceModel

/// A night with what was asked of it.
package struct NightRun: Sendable {
  package let result: NightResult
  /// Time allowed after the start, in seconds; the record keeps it, a rerun does not measure it.
  package let seconds: Int

  package init(result: NightResult, seconds: Int) {
    self.result = result
    self.seconds = seconds
  }

  /// `8h`, `90m`, `45s`: the largest unit that is whole.
  package var asked: String {
    if seconds % 3600 == 0 { return "\(seconds / 3600)h" }
    return seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
  }

  /// All days left out, taken together.
  package var leftOut: (alike: Int, tally: Tally, shipped: Tally) {
    var tally = Tally()
    var shipped = Tally()
    for day in result.leftOut {
      tally = tally + day.tally
      shipped = shipped + day.shipped
    }
    return (result.leftOut.count(where: \.decidesAlike), tally, shipped)
  }

  package static func words(_ stage: NightStage) -> String {
    switch stage {
    case .finer: "finer lattices"
    case .refine: "near the best"
    case .gates: "other gates"
    case .constants: "assumed constants drawn"
    case .signals: "signal errors drawn"
    case .leftOut: "days left out"
    }
  }

  // MARK: findings.json

  /// - Parameter result: Whose night it was.
  /// - Returns: The member `night` of `findings.json`.
  package func json(_ result: SweepResult) -> JSONText {
    let night = self.result
    return .object([
      ("seconds", .integer(seconds)), ("exhausted", .bool(night.isExhausted)),
      ("dropped", .optional(night.dropped?.rawValue)),
      ("stages", .array(night.stages.map { stage($0, result) })),
      ("gates", .array(night.gates.map { Self.gates($0, result) })),
      ("constants", night.constants.map(Self.draws) ?? .null),
      ("signals", night.signals.map(Self.draws) ?? .null),
      (
        "signal_errors",
        .object(
          result.engine.signals.filter { $0.error > 0 }.map { ($0.name, .number($0.error)) })
      ),
      ("left_out", leftOutJSON(result)),
    ])
  }

  /// The rounds that a stage added to the sweep; none of a stage that tries no weights.
  func rounds(of stage: NightStage, _ result: SweepResult) -> [SweepRounds.Round] {
    switch stage {
    case .finer: result.rounds.rounds.filter { $0.stage == .finer }
    case .refine: result.rounds.rounds.filter { $0.stage == .refine }
    case .gates, .constants, .signals, .leftOut: []
    }
  }

  private func stage(_ stage: NightResult.Stage, _ result: SweepResult) -> JSONText {
    let own = rounds(of: stage.stage, result)
    var reason: String?
    let end: String
    switch stage.end {
    case .exhausted: end = "exhausted"
    case .outOfTime: end = "out_of_time"
    case .notApplicable(let text): (end, reason) = ("not_applicable", text)
    }
    return .object([
      ("stage", .string(stage.stage.rawValue)), ("rounds", .integer(stage.rounds)),
      ("candidates", own.isEmpty ? .null : .integer(own.reduce(0) { $0 + $1.evaluated })),
      ("end", .string(end)), ("reason", .optional(reason)),
    ])
  }

  private static func counts(_ tally: Tally) -> JSONText {
    .object([
      ("tp", .integer(tally.tp)), ("fp", .integer(tally.fp)), ("fn", .integer(tally.fn)),
      ("tn", .integer(tally.tn)), ("interventions", .integer(tally.interventions)),
      ("unlabelled_interventions", .integer(tally.unlabelled)),
    ])
  }

  private static func gates(_ round: GateRound, _ result: SweepResult) -> JSONText {
    .object([
      ("settings", .integer(round.settings)), ("evaluated", .integer(round.evaluated)),
      ("behaviours", .integer(round.behaviours)),
      ("behaviours_exact", .bool(round.behavioursAreExact)), ("better", .bool(round.isBetter)),
      (
        "best",
        round.best.map {
          .object([
            ("values", .string(values($0.overrides, result))), ("figures", counts($0.tally)),
          ])
        } ?? .null
      ),
    ])
  }

  private static func draws(_ counts: DrawCounts) -> JSONText {
    func share(_ count: Int) -> JSONText {
      guard let interval = WilsonInterval(successes: count, of: counts.draws) else { return .null }
      return .object([
        ("count", .integer(count)), ("of", .integer(counts.draws)),
        ("value", .number(Double(count) / Double(counts.draws))),
        ("lower", .number(interval.lower)), ("upper", .number(interval.upper)),
      ])
    }
    func both(_ of: DrawCounts.Counts) -> JSONText {
      .object([("labels_stay", share(of.keeps)), ("breaks", share(of.breaks))])
    }
    return .object([
      ("draws", .integer(counts.draws)), ("shipped", both(counts.shipped)),
      ("winner", counts.winner.map(both) ?? .null),
    ])
  }

  private func leftOutJSON(_ result: SweepResult) -> JSONText {
    guard !self.result.leftOut.isEmpty else { return .null }
    let total = leftOut
    return .object([
      ("days", .integer(self.result.leftOut.count)), ("decide_alike", .integer(total.alike)),
      ("chosen", Self.counts(total.tally)), ("shipped", Self.counts(total.shipped)),
      (
        "each",
        .array(
          self.result.leftOut.map { day in
            .object([
              ("trace", .string(day.trace)),
              ("chosen", day.chosen.map { .string(Self.values($0, result)) } ?? .null),
              ("decides_alike", .bool(day.decidesAlike)), ("figures", Self.counts(day.tally)),
              ("shipped", Self.counts(day.shipped)),
            ])
          })
      ),
    ])
  }

  /// `weights 0.2 0.2 0.2 0.2 0.2; notifyThreshold 52; cooldownMinutes 60`.
  static func values(_ overrides: Overrides, _ result: SweepResult) -> String {
    var parts = overrides.weights.map { ["weights \(Wording.weights($0))"] } ?? []
    for definition in result.engine.parameters {
      if let value = overrides.values[definition.name] {
        parts.append("\(definition.name) \(value.text)")
      }
    }
    return parts.joined(separator: "; ")
  }
}
