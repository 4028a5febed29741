import Overnight
import RunReport
import TraceModel

/// The hours after the plan in a terminal of 80 columns.
enum NightText {
  static func lines(_ result: SweepResult) -> [String] {
    guard let night = result.night else { return [] }
    let counts = night.result.stages.filter { $0.rounds > 0 }.map {
      "\(NightRun.words($0.stage)) \($0.rounds)"
    }
    let rounds = counts.isEmpty ? "no round was ended" : counts.joined(separator: ", ")
    let end =
      night.result.isExhausted
      ? "nothing is left to try: more hours add nothing"
      : "more hours would go to \(unfinished(night).joined(separator: ", "))"
    let dropped = night.result.dropped == nil ? "" : "; the round cut short was dropped"
    var lines = SweepText.wrapped(
      "\(night.asked): \(rounds); \(end)\(dropped)", width: 68
    ).enumerated().map { i, line in i == 0 ? " NIGHT     \(line)" : "           \(line)" }
    if let last = night.result.gates.last {
      let best = last.best.map { "at best \(SweepText.figures($0.tally))" } ?? "none meets the plan"
      lines += SweepText.indented(
        "gates", "\(Wording.count(last.settings, "setting", "settings")) of other gates: \(best)")
    }
    lines += draws(night.result.constants, "assumed", "all assumed constants drawn")
    lines += draws(night.result.signals, "errors", "signals shifted by their errors")
    if !night.result.leftOut.isEmpty {
      let total = night.leftOut
      lines += SweepText.indented(
        "days",
        "each of \(Wording.count(night.result.leftOut.count, "day", "days")) left out: the plan's best decides alike \(Wording.count(total.alike, "time", "times")); on the days left out \(SweepText.figures(total.tally))"
      )
    }
    return lines
  }

  private static func unfinished(_ night: NightRun) -> [String] {
    night.result.stages.filter { $0.end == .outOfTime }.map { NightRun.words($0.stage) }
  }

  private static func draws(_ counts: DrawCounts?, _ label: String, _ what: String) -> [String] {
    guard let counts else { return [] }
    let winner = counts.winner.map { ", the winner's in \(NumberText.grouped($0.keeps))" } ?? ""
    return SweepText.indented(
      label,
      "\(what) \(Wording.count(counts.draws, "time", "times")): shipped's labels stay in \(NumberText.grouped(counts.shipped.keeps))\(winner)"
    )
  }
}
