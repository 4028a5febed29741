import DecisionEngines
import Evidence
import ReportWriters
import SweepCore
import TraceModel

/// The report of a sweep: what was asked, of what, what came out, and how to check it by hand.
///
/// Holds nothing that a rerun changes: times and host stand in `run.json`.
package struct SweepReport {
  private let result: SweepResult
  private let copiedInputs: [String]
  private let replacedLocks: Int
  private let withSignals: Bool

  /// - Parameters:
  ///   - result: The finished sweep.
  ///   - copiedInputs: Names of the suites copied into the run folder.
  ///   - replacedLocks: How often the suites' locks were replaced.
  ///   - withSignals: Whether raw signals are in `decisions.csv`.
  package init(
    result: SweepResult, copiedInputs: [String], replacedLocks: Int, withSignals: Bool
  ) {
    self.result = result
    self.copiedInputs = copiedInputs
    self.replacedLocks = replacedLocks
    self.withSignals = withSignals
  }

  package var document: ReportDocument {
    var page = ReportDocument(title: "Which weights should interrupt? \(result.plan.name)")
    addOpening(to: &page)
    addNumbers(to: &page)
    addMisses(to: &page)
    addBehaviours(to: &page)
    SweepCharts(result).add(to: &page)
    addChecks(to: &page)
    addSilentSteps(to: &page)
    addAssumptions(to: &page)
    addProvenance(to: &page)
    return page
  }

  // MARK: First page

  private func addOpening(to page: inout ReportDocument) {
    let bounds = result.plan.require.map(\.text).joined(separator: ", ")
    let labels = LabelCounts(result.suites)
    var table = ReportDocument.Table(caption: "", header: ["Read this first", ""])
    table.add([
      "Question",
      "Which of \(NumberText.grouped(result.evaluated)) candidates has the best \(result.plan.metric.rawValue)\(bounds.isEmpty ? "" : " with \(bounds)")?",
    ])
    table.add(["Data", data])
    table.add(["Labels", "\(labels.text). \(labelling)"])
    table.add([
      "Engine",
      "\(result.engine.name), a mirror of a published description, not the app. \(assumedSummary)",
    ])
    table.add([
      "Holdout", "Not opened. Nothing here says how a candidate does on days it was not chosen on.",
    ])
    table.add([
      "Can show",
      "How these rules behave on these days. It cannot show that anyone is helped, or that a real stall is detected.",
    ])
    page.table(table)
    if result.isCapped {
      page.paragraph(
        .strong("Not the whole plan."),
        " The cap of \(NumberText.grouped(result.evaluated)) left \(NumberText.grouped(result.planned - result.evaluated)) of \(NumberText.grouped(result.planned)) candidates unseen."
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
      let described = suite.description.map { ": \($0)" } ?? ""
      return
        "\(suite.name): \(Wording.count(days, "day", "days")) in \(Wording.count(suite.traces.count, "trace", "traces")), \(kind)\(described)"
    }.joined(separator: " ")
  }

  private var labelling: String {
    let by = result.suites.map { suite in
      "\(suite.name) labelled by \(suite.labelledBy ?? "not stated") on \(suite.labelledOn ?? "not stated")"
    }.joined(separator: "; ")
    return "\(by). Locks replaced \(Wording.count(replacedLocks, "time", "times"))."
  }

  private var assumed: [ParameterDefinition] {
    result.engine.parameters.filter { $0.origin == .assumed }
  }

  private var assumedSummary: String {
    let curves = result.engine.subScores.count { $0.curveOrigin == .assumed }
    return
      "Assumed, not published: \(curves) of \(result.engine.subScores.count) sub-score curves and \(Wording.count(assumed.count, "constant", "constants")), listed below."
  }

  // MARK: Numbers

  private func addNumbers(to page: inout ReportDocument) {
    page.heading("The numbers")
    var table = ReportDocument.Table(
      caption: "Counts with Wilson 95% intervals",
      header: [
        "candidate", "caught (recall)", "of those fired, right (precision)", "false alarms",
        "interruptions: labelled + unlabelled", "at the higher level", "margin",
      ])
    table.add(row("shipped", Overrides(), result.shipped.tally))
    if let winner = result.winner {
      table.add(
        row(
          "sweep winner, candidate \(winner.entry.name)", winner.entry.overrides,
          winner.entry.metrics.tally))
    }
    page.table(table)
    page.paragraph(
      "Weights stand in the order \(result.engine.subScores.map(\.name).joined(separator: ", ")).")
    let tally = result.shipped.tally
    if tally.fp == 0, let rate = ZeroEvents.upperRatePerDay(days: result.shipped.metrics.days) {
      page.paragraph(
        "Shipped: no false alarm in \(Wording.count(result.shipped.metrics.days, "day", "days")) is compatible with up to \(NumberText.fixed(rate, 2)) false alarms a day (95%)."
      )
    }
    if result.winner == nil {
      page.paragraph(
        .strong("No candidate meets \(result.plan.require.map(\.text).joined(separator: ", "))."),
        " The shipped values are kept.")
    }
    let levels = result.shipped.levelsRight
    if levels.of > 0 {
      page.paragraph(
        "Shipped chose the level that the label asks for at \(levels.right) of \(levels.of) labelled steps that rightly fired."
      )
    }
    addStateNote(to: &page)
  }

  private func row(_ name: String, _ overrides: Overrides, _ tally: Tally)
    -> [[ReportDocument.Span]]
  {
    let weights = Wording.weights(overrides.weights ?? result.shippedPoint.weights)
    let threshold =
      result.engine.parameter(role: .notifyThreshold).map {
        " · at \(result.valueText($0, overrides))"
      } ?? ""
    let others = result.otherSwept.map { " · \($0.name) \(result.valueText($0, overrides))" }
      .joined()
    return [
      [.strong(name), .plain(" · \(weights)\(threshold)\(others)")],
      [.plain(Wording.share(tally.tp, of: tally.tp + tally.fn))],
      [.plain(Wording.share(tally.tp, of: tally.tp + tally.fp))],
      [.plain("\(tally.fp) of \(tally.fp + tally.tn)")],
      [.plain("\(tally.interventions - tally.unlabelled) + \(tally.unlabelled)")],
      [.plain(String(tally.escalations))],
      [.plain(NumberText.fixed(tally.margin, 2))],
    ]
  }

  /// A threshold inside another of the app's named states contradicts what the app says of them.
  private func addStateNote(to page: inout ReportDocument) {
    guard let winner = result.winner,
      let definition = result.engine.parameter(role: .notifyThreshold),
      let threshold = winner.entry.overrides.values[definition.name]?.number,
      threshold != result.shippedPoint.notifyThreshold
    else { return }
    let shipped = NumberText.exact(result.shippedPoint.notifyThreshold)
    page.paragraph(
      threshold > result.shippedPoint.notifyThreshold
        ? "The winner fires at \(NumberText.exact(threshold)): scores from \(shipped) up to there carry the app's name for \"likely to stall\" and stay silent."
        : "The winner fires at \(NumberText.exact(threshold)): it interrupts at scores below \(shipped), in a state where the app says it does not interrupt."
    )
  }

  // MARK: Misses and silence

  private func addMisses(to page: inout ReportDocument) {
    page.heading("Misses and false alarms of the shipped values")
    var items: [[ReportDocument.Span]] = []
    for evaluated in result.shipped.traces {
      for (i, decision) in evaluated.decisions.enumerated() {
        let outcome = evaluated.outcome.steps[i]
        guard outcome == .fn || outcome == .fp else { continue }
        let step = evaluated.trace.steps[i]
        var text =
          " step \(i + 1), \(Wording.time(step.at)): \(Wording.reason(decision)). Points: \(Wording.parts(decision, weights: evaluated.settings.weights, engine: result.engine))."
        if let why = step.why { text += " Label: \(why)" }
        items.append([
          .strong(outcome == .fn ? "missed" : "false alarm"), " ", .code(evaluated.trace.id),
          .plain(text),
        ])
      }
      for (window, outcome) in zip(evaluated.trace.windows, evaluated.outcome.windows)
      where outcome.outcome == .fn || outcome.outcome == .fp {
        let span = "\(Wording.time(window.from)) to \(Wording.time(window.to))"
        items.append([
          .strong(outcome.outcome == .fn ? "missed window" : "false alarm in window"), " ",
          .code(evaluated.trace.id),
          .plain(
            outcome.outcome == .fn
              ? " \(span): nothing was delivered inside."
              : " \(span): \(Wording.count(outcome.falseAlarms, "intervention", "interventions")) inside."
          ),
        ])
      }
    }
    if items.isEmpty { page.paragraph("None: every label is met.") }
    page.list(items)
    let gates = result.shipped.missesByGate
    if !gates.isEmpty {
      page.paragraph(
        "Missed steps by the gate that held them back: \(gates.map { "\($0.gate) \($0.count)" }.joined(separator: ", "))."
      )
    }
  }

  /// Beyond this many the table would be unreadable; the rest stands in `decisions.csv`.
  private static let silentRows = 2000

  private func addSilentSteps(to page: inout ReportDocument) {
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

  // MARK: Behaviours

  private func addBehaviours(to page: inout ReportDocument) {
    page.heading("Behaviours")
    page.paragraph(
      "\(NumberText.grouped(result.evaluated)) candidates show \(result.behaviourCountText) behaviours: candidates that decide the same at every step are one. The first of the ranking:"
    )
    var table = ReportDocument.Table(
      caption: "Behaviours, best first; all are in behaviours.csv",
      header: [
        "caught", "false alarms", "interruptions", "members", "widest margin",
        "range of each value among the members",
      ])
    for row in result.behaviours.prefix(8) {
      let tally = row.behaviour.tally
      let ranges = zip(result.rangeNames, row.behaviour.ranges).map { name, range in
        range.lowerBound == range.upperBound
          ? "\(name) \(NumberText.exact(range.lowerBound))"
          : "\(name) \(NumberText.exact(range.lowerBound))–\(NumberText.exact(range.upperBound))"
      }
      table.add([
        "\(tally.tp) of \(tally.tp + tally.fn)", "\(tally.fp) of \(tally.fp + tally.tn)",
        "\(tally.interventions)", NumberText.grouped(row.behaviour.members),
        NumberText.fixed(row.widest.metrics.tally.margin, 2), ranges.joined(separator: ", "),
      ])
    }
    page.table(table)
  }

  // MARK: Check, assumptions, provenance

  private func addChecks(to page: inout ReportDocument) {
    page.heading("Check it without us")
    let confusion = result.shipped.traces.flatMap { evaluated in
      evaluated.outcome.steps.map { $0?.rawValue ?? "" }
        + evaluated.outcome.windows.flatMap { window in
          Array(repeating: window.outcome?.rawValue ?? "", count: max(1, window.falseAlarms))
        }
    }
    let counts = Dictionary(grouping: confusion) { $0 }.mapValues(\.count)
    let expected = counts.keys.sorted().map { key in
      let number = String(counts[key] ?? 0)
      return String(repeating: " ", count: max(0, 7 - number.count)) + "\(number) shipped,\(key)"
    }
    page.code(
      ([
        "sha256sum -c SHA256SUMS",
        "grep ^shipped, decisions.csv | cut -d, -f1,8 | LC_ALL=C sort | uniq -c",
      ] + expected.map { "# \($0)" }).joined(separator: "\n"))
    let first = 13
    let last = first + result.engine.subScores.count - 1
    page.paragraph(
      "In a spreadsheet, the score of a row of decisions.csv is the sum of weight × sub-score, left to right: sub-scores in columns \(column(first)) to \(column(last)), weights in candidates.csv. No cell of decisions.csv holds a comma, a quote or a line break."
    )
  }

  /// The letters of a spreadsheet column, from 0.
  private func column(_ index: Int) -> String {
    var text = ""
    var rest = index
    repeat {
      text = String(UnicodeScalar(UInt8(65 + rest % 26))) + text
      rest = rest / 26 - 1
    } while rest >= 0
    return text
  }

  private func addAssumptions(to page: inout ReportDocument) {
    page.heading("Assumed constants")
    page.paragraph(
      "No source gives these. What is published is marked \"stated\" in the engine's list (`autoresearch explain` shows each step's use)."
    )
    var table = ReportDocument.Table(
      caption: "Constants assumed here",
      header: ["constant", "meaning", "value", "plausible others"])
    for definition in assumed {
      table.add([
        definition.name, definition.meaning, result.valueText(definition, Overrides()),
        definition.alternatives.map { "\($0.name)" }.joined(separator: "; "),
      ])
    }
    page.table(table)
  }

  private func addProvenance(to page: inout ReportDocument) {
    page.heading("Provenance")
    var items: [[ReportDocument.Span]] = result.suites.map { suite in
      [
        .plain("suite \(suite.name), role \(suite.role.rawValue), digest "),
        .code(suite.digest ?? ""),
      ]
    }
    items.append([
      "plan: method \(result.plan.method.rawValue), seed \(String(result.plan.seed)), ranked by \(result.plan.metric.rawValue); the plan is in plan.json"
    ])
    items.append([
      .plain(
        copiedInputs.isEmpty
          ? "the suite is not copied into this folder"
          : "a copy of the suite stands in inputs/: \(copiedInputs.joined(separator: ", "))")
    ])
    if !withSignals {
      items.append([
        "raw signals and personal averages are left out, because the data are not synthetic"
      ])
    }
    page.list(items)
  }
}
