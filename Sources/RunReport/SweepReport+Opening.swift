import DecisionEngines
import Findings
import ReportWriters
import TraceModel

extension SweepReport {
  /// The decision, each reason, and what to know beside it.
  func addVerdict(to page: inout ReportDocument) {
    let verdict = judgement.verdict
    let decision: String =
      switch verdict.decision {
      case .keep: "Verdict: keep the shipped values."
      case .port: "Verdict: port \(verdict.candidate ?? "the winner")."
      case .notEnoughData: "Verdict: not enough data to change anything."
      }
    let first = verdict.reasons.first.map { " \(Wording.sentence($0.text))" } ?? ""
    page.paragraph(.strong(decision), .plain(first))
    page.list(
      verdict.reasons.dropFirst().map { [.plain(Wording.sentence($0.text))] }
        + verdict.notes.map { [.plain(Wording.sentence($0.text))] })
  }

  /// That most of the plan may be missing stands before everything that was found.
  func addPartial(to page: inout ReportDocument) {
    guard let partial = result.partial else { return }
    page.paragraph(
      .strong("Partial: \(partial.text)."),
      .plain(
        " The sweep was interrupted. The figures below are of those candidates alone, and no verdict to port can come of them; "
      ), .code("autoresearch sweep --resume"),
      .plain(" with this folder goes on from there and replaces this report."))
  }

  /// A claim that the plan made before the run stands before everything else.
  func addClaim(to page: inout ReportDocument) {
    guard let claim = judgement.claim else { return }
    page.paragraph(
      .strong("Claim \(claim.status.rawValue)."),
      .plain(
        " Registered in plan.json before the run, its SHA-256 in run.json and in the ledger: \(claim.claim.text). \(Wording.sentence(claim.reason))"
      ))
  }

  /// What was asked, of whose data, and what that can show.
  func addOpening(to page: inout ReportDocument) {
    var table = ReportDocument.Table(caption: "", header: ["Read this first", ""])
    let bounds = requirementsText.isEmpty ? "" : " with \(requirementsText)"
    table.add([
      "Question",
      "Which of \(NumberText.grouped(result.evaluated)) candidates has the best \(result.plan.metric.rawValue)\(bounds), and is it better than what is shipped?",
    ])
    table.add(["Data", data])
    table.add(["Labels", "\(LabelCounts(result.suites).text). \(labelling)"])
    table.add(["Engine", engine])
    table.add(["Holdout", holdout])
    table.add([
      "Can show",
      "How these rules behave on these days. It cannot show that anyone is helped, or that a real stall is detected.",
    ])
    page.table(table)
    if result.isCapped {
      page.paragraph(
        .strong("Not the whole plan."),
        " The cap of \(NumberText.grouped(result.evaluated)) left the rest of \(NumberText.grouped(result.planned)) candidates unseen."
      )
    }
  }

  private var data: String {
    result.suites.map { suite in
      let kind =
        switch suite.data {
        case .synthetic: "hand-built, no person's data"
        case .ownPerson: "the author's own"
        case .participants: "participants'"
        case nil: "origin not stated"
        }
      let days = suite.traces.reduce(0) { $0 + $1.dayCount }
      let described = suite.description.map { ". In its author's words: “\($0)”" } ?? "."
      return
        "\(suite.name): \(Wording.count(days, "day", "days")) in \(Wording.count(suite.traces.count, "trace", "traces")), \(kind)\(described)"
    }.joined(separator: " ")
  }

  private var labelling: String {
    let by = result.suites.map { suite in
      "\(suite.name) labelled by \(suite.labelledBy ?? "someone not named") on \(suite.labelledOn ?? "a day not stated")"
    }.joined(separator: "; ")
    return "\(by). Locks replaced \(Wording.count(replacedLocks, "time", "times"))."
  }

  private var engine: String {
    let curves = result.engine.subScores.count { $0.curveOrigin == .assumed }
    let constants = result.engine.parameters.count { $0.origin == .assumed }
    if let given = result.engine.givenSubScores {
      return
        "Sub-scores from the external program “\(given.command)”; weights, thresholds and gates of \(result.engine.name). No sub-score curve of ours is used; \(Wording.count(constants, "gate constant is", "gate constants are")) assumed (listed below)."
    }
    guard curves + constants > 0 else { return "\(result.engine.name), a mirror, not the app." }
    let names = result.engine.subScores.filter { $0.curveOrigin == .assumed }.map(\.name)
    return
      "\(result.engine.name), a mirror of a published description, not the app. Assumed, not published: \(curves) of \(result.engine.subScores.count) sub-score curves (\(names.joined(separator: ", "))) and \(Wording.count(constants, "constant", "constants")) (listed below)."
  }

  private var holdout: String {
    guard let holdout = judgement.holdout else {
      return "Not opened. Nothing here says how a candidate does on days it was not chosen on."
    }
    let names = holdout.suites.map(\.name).joined(separator: ", ")
    return
      "\(names), opened for this run: “\(holdout.reason)”. Shipped catches \(caught(holdout.shipped.tally)); the winner \(caught(holdout.winner.tally))."
  }

  private func caught(_ tally: Tally) -> String {
    "\(tally.tp) of \(tally.tp + tally.fn) with \(Wording.count(tally.fp, "false alarm", "false alarms"))"
  }
}
