import DecisionEngines
import Findings
import ReportWriters
import TraceModel

extension SweepReport {
  /// What speaks against believing the winner, and what is simply not known.
  func addDoubts(to page: inout ReportDocument) {
    guard let winner = result.winner else { return }
    page.heading(
      judgement.verdict.decision == .port
        ? "What to know before porting it" : "Why not port the winner")
    var items: [[ReportDocument.Span]] = []
    items.append(ranges)
    items.append(assumptions)
    let (mine, theirs) = (result.shipped.tally, winner.entry.metrics.tally)
    items.append([
      .strong("Interruptions."),
      .plain(
        " \(theirs.interventions) for \(mine.interventions), of which \(theirs.unlabelled) for \(mine.unlabelled) where no label speaks; \(theirs.escalations) for \(mine.escalations) at the higher level."
      ),
    ])
    if let note = stateNote(winner.entry) { items.append(note) }
    let spots = judgement.blindSpots.prefix(3)
    if !spots.isEmpty {
      let more = judgement.blindSpots.count - spots.count
      let tail = more > 0 ? " \(more) more combinations are in findings.json." : ""
      items.append([
        .strong("Blind spots."),
        .plain(" \(spots.map(\.text).joined(separator: " "))\(tail)"),
      ])
    }
    page.list(items, numbered: true)
  }

  private var ranges: [ReportDocument.Span] {
    let shipped = Dictionary(
      zip(result.engine.subScores.map(\.name), result.shippedPoint.weights),
      uniquingKeysWith: { a, _ in a })
    let texts = result.tiedRanges.map { name, range in
      let low = NumberText.exact(range.lowerBound)
      let high = NumberText.exact(range.upperBound)
      let own = shipped[name].map { " (shipped \(NumberText.exact($0)))" } ?? ""
      return "\(name) \(low == high ? low : "\(low)–\(high)")\(own)"
    }
    return [
      .strong("It is one of many."),
      .plain(
        " \(NumberText.grouped(result.tiedMembers)) candidates in \(Wording.count(result.ties.count, "behaviour", "behaviours")) catch as much with as few false alarms. Among them: \(texts.joined(separator: ", "))."
      ),
    ]
  }

  private var assumptions: [ReportDocument.Span] {
    guard let winner = judgement.winnerAssumptions else { return [] }
    let broken = winner.breaks.map { "\($0.parameter.name) (\($0.alternative.name))" }
    let shippedBroken = judgement.shippedAssumptions.breaks.count
    let tried = winner.replays.count
    let first =
      broken.isEmpty
      ? "It keeps its figures under all \(tried) other plausible values of assumed constants."
      : "It catches less or raises a false alarm under \(broken.count) of \(tried) other plausible values: \(broken.joined(separator: ", "))."
    return [
      .strong("Assumed constants."),
      .plain(
        " \(first) Shipped loses figures under \(shippedBroken) of \(judgement.shippedAssumptions.replays.count)."
      ),
    ]
  }

  /// A threshold inside another of the app's named states contradicts what the app says of them.
  private func stateNote(_ winner: SweepResult.Entry) -> [ReportDocument.Span]? {
    guard let definition = result.engine.parameter(role: .notifyThreshold),
      let threshold = winner.overrides.values[definition.name]?.number,
      threshold != result.shippedPoint.notifyThreshold
    else { return nil }
    let shipped = NumberText.exact(result.shippedPoint.notifyThreshold)
    let own = NumberText.exact(threshold)
    return [
      .strong("It contradicts the app's own words."),
      .plain(
        threshold > result.shippedPoint.notifyThreshold
          ? " It fires at \(own): scores from \(shipped) up to there carry the app's name for a likely stall, and stay silent."
          : " It fires at \(own): it interrupts below \(shipped), in a state where the app says that it does not."
      ),
    ]
  }

  /// What a person can do so that the next run decides more.
  /// The behaviours asked for the telling step, which are not always all of them.
  private var tiedReplayed: String {
    let tied = result.ties.count
    guard tied > Judgement.tieLimit else { return "the \(tied) tied behaviours" }
    return
      "the first \(Judgement.tieLimit) of \(NumberText.grouped(tied)) tied behaviours, the only ones replayed"
  }

  func addSettling(to page: inout ReportDocument) {
    page.heading("What would settle it")
    var items: [[ReportDocument.Span]] = []
    if judgement.leastReachableP > VerdictInputs.level {
      let errors = result.shipped.tally.fn + result.shipped.tally.fp
      items.append([
        .plain(
          "More labelled moments: shipped gets \(errors) wrong, and from 6 gained with none lost the exact test goes below 0.05."
        )
      ])
    }
    if let step = judgement.tellingStep {
      items.append([
        "A label for ", .code(step.place.trace),
        .plain(
          " step \(step.place.stepNumber ?? 0), \(Wording.time(step.place.at)): of \(tiedReplayed), \(step.firing) fire there and \(step.silent) do not."
        ),
      ])
    }
    if judgement.verdict.decision != .port, let spot = judgement.blindSpots.first {
      items.append([
        .plain("A labelled moment in the first blind spot: \(spot.text.lowercasedFirst)")
      ])
    }
    if judgement.holdout == nil {
      items.append([
        "A holdout that someone else labels, opened once with --open-holdout when a candidate is to be believed."
      ])
    }
    if result.engine.subScores.contains(where: { $0.curveOrigin == .assumed }) {
      items.append([
        .plain("Your own sub-scores instead of the assumed curves: "),
        .code("--sub-scores 'PROGRAM'"),
        ".",
      ])
    }
    page.list(items)
  }
}
