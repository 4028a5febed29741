import DecisionEngines
import Findings
import ReportWriters
import TraceModel

extension SweepReport {
  /// Shell lines and a formula with which anyone recomputes the figures.
  func addChecks(to page: inout ReportDocument) {
    page.heading("Check it without us")
    let outcomes = result.shipped.traces.flatMap { evaluated in
      evaluated.outcome.steps.map { $0?.rawValue ?? "" }
        + evaluated.outcome.windows.flatMap { window in
          Array(repeating: window.outcome?.rawValue ?? "", count: max(1, window.falseAlarms))
        }
    }
    let counts = Dictionary(grouping: outcomes) { $0 }.mapValues(\.count)
    let expected = counts.keys.sorted().map { key in
      let number = String(counts[key] ?? 0)
      return String(repeating: " ", count: max(0, 7 - number.count)) + "\(number) shipped,\(key)"
    }
    page.code(
      ([
        "sha256sum -c SHA256SUMS",
        "grep ^shipped, decisions.csv | cut -d, -f1,8 | LC_ALL=C sort | uniq -c   # expect:",
      ] + expected.map { "# \($0)" }).joined(separator: "\n"))
    let last = 13 + result.engine.subScores.count - 1
    page.paragraph(
      "In a spreadsheet, the score of a row of decisions.csv is the sum of weight × sub-score, left to right: sub-scores in columns \(Self.column(13)) to \(Self.column(last)), weights in candidates.csv. No cell of decisions.csv holds a comma, a quote or a line break. The other figures of this page stand in findings.json."
    )
  }

  /// The letters of a spreadsheet column, from 0.
  private static func column(_ index: Int) -> String {
    var text = ""
    var rest = index
    repeat {
      text = String(UnicodeScalar(UInt8(65 + rest % 26))) + text
      rest = rest / 26 - 1
    } while rest >= 0
    return text
  }

  func addBehaviours(to page: inout ReportDocument) {
    page.heading("Behaviours")
    page.paragraph(
      "\(NumberText.grouped(result.evaluated)) candidates show \(result.behaviourCountText) behaviours: candidates that decide the same at every step are one. The first of the ranking:"
    )
    var table = ReportDocument.Table(
      caption: "Behaviours, best first; more are in behaviours.csv",
      header: [
        "caught", "false alarms", "interruptions", "members", "widest margin",
        "range of each value among the members",
      ])
    for row in result.behaviours.prefix(8) {
      let tally = row.behaviour.tally
      let ranges = zip(result.rangeNames, row.behaviour.ranges).map { name, range in
        let low = NumberText.exact(range.lowerBound)
        let high = NumberText.exact(range.upperBound)
        return "\(name) \(low == high ? low : "\(low)–\(high)")"
      }
      table.add([
        "\(tally.tp) of \(tally.tp + tally.fn)", "\(tally.fp) of \(tally.fp + tally.tn)",
        "\(tally.interventions)", NumberText.grouped(row.behaviour.members),
        NumberText.fixed(row.widest.metrics.tally.margin, 2), ranges.joined(separator: ", "),
      ])
    }
    page.table(table)
  }

  /// Beyond this many the table would be unreadable; the rest stands in `decisions.csv`.
  private static let silentRows = 2000

  func addSilentSteps(to page: inout ReportDocument) {
    page.heading("Every silent moment of the shipped values, and why")
    var table = ReportDocument.Table(
      caption: "Silent steps in order", header: ["day, time", "label", "score", "why silent"])
    var left = 0
    for evaluated in result.shipped.traces {
      for (i, decision) in evaluated.decisions.enumerated() where decision.action == .silent {
        guard table.rows.count < Self.silentRows else {
          left += 1
          continue
        }
        let step = evaluated.trace.steps[i]
        table.add([
          [.code(evaluated.trace.id), .plain(" \(Wording.time(step.at))")],
          [.plain(step.expect?.rawValue ?? "–")],
          [.plain(scoreText(decision.score, against: decision.threshold))],
          [.plain(Wording.reason(decision))],
        ])
      }
    }
    page.table(table)
    if left > 0 {
      page.paragraph("\(NumberText.grouped(left)) more are in decisions.csv, column blocked_by.")
    }
  }

  /// An alternative by name; a curve's name does not tell its points, so they stand there too.
  private func replacement(_ alternative: Alternative) -> String {
    guard case .knots = alternative.value else { return alternative.name }
    return "\(alternative.name): \(alternative.value.text)"
  }

  /// Every assumed constant, and what hangs on it.
  func addAssumptions(to page: inout ReportDocument) {
    page.heading("Assumed constants, shaken")
    page.paragraph(
      "No source gives these values. Each was replaced by other plausible ones, and shipped and winner replayed: caught and false alarms under each."
    )
    var table = ReportDocument.Table(
      caption: "Other plausible values of assumed constants",
      header: ["constant", "value here", "replaced by", "shipped", "winner", "breaks"])
    for replay in judgement.shippedAssumptions.replays {
      let winner = judgement.winnerAssumptions?.replays.first {
        $0.parameter.name == replay.parameter.name
          && $0.alternative.name == replay.alternative.name
      }
      let broken =
        (replay.breaks ? ["shipped"] : []) + (winner?.breaks ?? false ? ["winner"] : [])
      table.add([
        "\(replay.parameter.name): \(replay.parameter.meaning)",
        result.valueText(replay.parameter, Overrides()), replacement(replay.alternative),
        figures(replay.tally), winner.map { figures($0.tally) } ?? "–",
        broken.isEmpty ? "–" : broken.joined(separator: ", "),
      ])
    }
    page.table(table)
    let given = judgement.shippedAssumptions.givenBySuites
    if !given.isEmpty {
      page.paragraph(
        "Given by the suite, and so not assumed here: \(given.joined(separator: ", ")).")
    }
    if let fixed = judgement.winnerAssumptions?.fixedByCandidate, !fixed.isEmpty {
      page.paragraph("The winner sets these itself: \(fixed.joined(separator: ", ")).")
    }
  }

  private func figures(_ tally: Tally) -> String {
    "\(tally.tp) of \(tally.tp + tally.fn), \(tally.fp) false"
  }

  func addProvenance(to page: inout ReportDocument) {
    page.heading("Provenance")
    var items: [[ReportDocument.Span]] = result.suites.map { suite in
      [
        .plain("suite \(suite.name), role \(suite.role.rawValue), digest "),
        .code(suite.digest ?? ""),
      ]
    }
    items.append([
      .plain(
        "plan: method \(result.plan.method.rawValue), seed \(result.plan.seed), ranked by \(result.plan.metric.rawValue); it stands in plan.json"
      )
    ])
    items.append([
      .plain(
        copiedInputs.isEmpty
          ? "the suite is not copied into this folder"
          : "a copy of the suite stands in inputs/: \(copiedInputs.joined(separator: ", "))")
    ])
    if let given = result.engine.givenSubScores {
      items.append([
        .plain("sub-scores: program "), .code(given.command), .plain(", SHA-256 of the command "),
        .code(given.commandDigest), .plain(", of its answers "), .code(given.answersDigest),
      ])
    }
    if !withSignals {
      items.append([
        "raw signals and personal averages are left out, because the data are not synthetic; sub-scores are not, and signals can be worked out from them, so treat this folder as personal"
      ])
    }
    page.list(items)
  }
}
