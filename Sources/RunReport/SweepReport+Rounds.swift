import DecisionEngines
import Evidence
import ReportWriters
import SweepCore
import TraceModel

extension SweepReport {
  /// How the candidates were taken, when it took more than one round.
  func addRounds(to page: inout ReportDocument) {
    let rounds = result.rounds.rounds
    guard rounds.count > 1 else { return }
    page.heading("Rounds")
    var table = ReportDocument.Table(
      caption: "Each a function of the complete rounds before; candidates are numbered through",
      header: ["round", "what", "first candidate", "candidates", "its best", "better than before"])
    for (i, round) in rounds.enumerated() {
      table.add([
        String(i + 1), Self.words(round), String(round.firstIndex),
        NumberText.grouped(round.evaluated), Self.best(round),
        i == 0 ? "" : round.improves ? "yes" : "no",
      ])
    }
    page.table(table)
    if let end = result.refineEnd { page.paragraph(.plain(Wording.sentence(Self.words(end)))) }
  }

  private static func words(_ round: SweepRounds.Round) -> String {
    switch round.stage {
    case .plan: "the plan's own values"
    case .finer: "the whole lattice of weights in steps of 1/\(round.fineness ?? 0)"
    case .refine:
      "near the best, the plan's steps halved \(Wording.count(round.fineness ?? 0, "time", "times"))"
    }
  }

  private static func best(_ round: SweepRounds.Round) -> String {
    guard let best = round.best else { return "–" }
    let tally = best.tally
    return
      "\(tally.tp) of \(tally.tp + tally.fn), \(Wording.count(tally.fp, "false alarm", "false alarms")), \(Wording.count(tally.interventions, "interruption", "interruptions")), margin \(NumberText.fixed(tally.margin, 3))"
  }

  static func words(_ end: RefineSearch.End) -> String {
    switch end {
    case .exhausted:
      "refining ended: the finest steps find nothing better, and more hours add nothing"
    case .nothingToHalve: "nothing to refine: the plan sweeps neither weights nor numbers by step"
    case .tooWide: "refining ended: the best candidates have more neighbours than can be numbered"
    case .capped: "refining ended at the plan's run_cap"
    case .nothingFound: "nothing to refine: there is no candidate"
    case .roundLimit: "refining ended after \(RefineSearch.roundLimit) rounds"
    }
  }
}

/// Rounds as `run.json` and `findings.json` hold them.
package enum RoundsJSON {
  package static func value(_ result: SweepResult) -> JSONText {
    .object([
      (
        "rounds",
        .array(
          result.rounds.rounds.map { round in
            .object([
              ("stage", .string(round.stage.rawValue)), ("first", .integer(round.firstIndex)),
              ("indices", .integer(round.indexCount)), ("evaluated", .integer(round.evaluated)),
              ("fineness", .optional(round.fineness)), ("improves", .bool(round.improves)),
              ("best", best(round)),
            ])
          })
      ),
      ("refine_end", .optional(result.refineEnd?.rawValue)),
    ])
  }

  private static func best(_ round: SweepRounds.Round) -> JSONText {
    guard let best = round.best else { return .null }
    let tally = best.tally
    return .object([
      ("candidate", .integer(best.index)), ("tp", .integer(tally.tp)), ("fp", .integer(tally.fp)),
      ("fn", .integer(tally.fn)), ("tn", .integer(tally.tn)),
      ("interventions", .integer(tally.interventions)), ("margin", .optional(tally.margin)),
    ])
  }
}
