import Certify
import DecisionEngines
import Evidence
import ReportWriters
import SweepCore
import TraceModel

/// What any weights and threshold could do at the gates of a sweep's winner, beside what it found.
package struct CertificateReport: Sendable {
  /// Nil where none could be made, with `missing` saying why.
  package let certificate: Certificate?
  private let missing: String?
  /// The sweep's winner, if it has one.
  private let best: Tally?

  /// Regions of weights that are examined at most, fewer on longer suites, where each takes longer.
  /// No clock ends the search, so that a rerun gives the same bytes.
  static func regions(steps: Int) -> Int { min(2000, max(100, 500_000 / max(1, steps))) }
  /// Misses that are told in full.
  private static let mostMissed = 12
  /// Steps above which a certificate takes longer than a report should.
  static let mostSteps = 5000

  /// Certifies the suites of a sweep under its winner's gates and constants, or those shipped.
  ///
  /// The winner's weights are tried first, so what is found is never less than the sweep found.
  ///
  /// - Parameters:
  ///   - result: The finished sweep.
  ///   - regions: Where the search ends if it is not done before; nil for as many as a report has
  ///     time for.
  package init(_ result: SweepResult, regions: Int? = nil) {
    let winner = result.winner?.entry
    best = winner?.metrics.tally
    let steps = result.suites.flatMap(\.traces).reduce(0) { $0 + $1.steps.count }
    guard steps <= Self.mostSteps else {
      certificate = nil
      missing =
        "These suites are too long for a certificate in every report; `autoresearch certify` makes one."
      return
    }
    var overrides = Overrides(values: winner?.overrides.values ?? [:])
    if let threshold = result.engine.parameter(role: .notifyThreshold) {
      overrides.values[threshold.name] = nil
    }
    let alarms = best?.fp ?? 0
    do throws(CertifyError) {
      certificate = try Certificate(
        CertifyQuestion(
          engine: result.engine, suites: result.suites, overrides: overrides,
          falseAlarms: alarms > 0 ? alarms : nil,
          starts: winner?.overrides.weights.map { [$0] } ?? [],
          nodes: regions ?? Self.regions(steps: steps)))
      missing = nil
    } catch {
      certificate = nil
      missing = Self.text(error)
    }
  }

  private static func text(_ error: CertifyError) -> String {
    switch error {
    case .noWeights: "This engine compares no weighted sum with a threshold: nothing to certify."
    case .noPositives: "No label asks for an intervention, so there is nothing to catch."
    case .tooIntricate(let trace):
      "Trace \(trace) has more windows or days at once than can be kept apart: no certificate."
    case .steps(let fault):
      "The certificate failed its own check and is left out: \(fault.text)."
    }
  }

  /// The most within as few false alarms as the sweep's winner makes.
  private func optimum(_ certificate: Certificate) -> Certificate.Optimum {
    (best?.fp ?? 0) > 0
      ? certificate.withFalseAlarms ?? certificate.zeroFalseAlarms : certificate.zeroFalseAlarms
  }

  /// The winner held against the bound, for the terminal; nil without a winner or a certificate.
  package var short: (label: String, text: String)? {
    guard let certificate, let best else { return nil }
    let optimum = optimum(certificate)
    if best.tp >= optimum.bound {
      return ("proof", "no weights or threshold at these gates can catch more")
    }
    let positives = certificate.ceiling.positives
    if optimum.isProven {
      return (
        "proof",
        "other weights catch \(optimum.caught) of \(positives), the most at these gates"
      )
    }
    return (
      "bound",
      "at most \(optimum.bound) of \(positives) at these gates; found \(optimum.caught), rest open"
    )
  }

  // MARK: - findings.json

  package var json: JSONText {
    guard let certificate else { return .object([("missing", .optional(missing))]) }
    var members: [(String, JSONText)] = [
      ("certificate", CertificateJSON.value(certificate)),
      ("decision_margin", .number(BranchAndBound.decisionMargin)),
      ("silent_steps", .integer(certificate.silentSteps.all)),
      ("silent_steps_never_held", .integer(certificate.silentSteps.never)),
      (
        "thresholds",
        .array([
          .number(certificate.thresholds.lowerBound), .number(certificate.thresholds.upperBound),
        ])
      ),
      ("sweep_best", .optional(best?.tp)),
      ("zero_false_alarms", search(certificate.zeroFalseAlarms)),
    ]
    if let other = certificate.withFalseAlarms {
      members.append(("with_false_alarms", search(other)))
    }
    if case .contradiction(let proof) = certificate.separability {
      let signals = certificate.engine.subScores.count
      for side in [NamedProof.Side.silent, .firing] {
        members.append(
          (
            "\(side.rawValue)_sums",
            .array(proof.sums(of: side, signals: signals).map { .number($0) })
          ))
      }
    }
    return .object(members)
  }

  private func search(_ optimum: Certificate.Optimum) -> JSONText {
    .object([
      ("regions", .integer(optimum.nodes)), ("gap", .integer(optimum.bound - optimum.caught)),
      ("interventions", .optional(optimum.winner?.tally.interventions)),
      ("unlabelled_interventions", .optional(optimum.winner?.tally.unlabelled)),
      (
        "sweep_gap",
        .optional(best.map { optimum.caught - $0.tp })
      ),
    ])
  }

  // MARK: - The report's section

  package func add(to page: inout ReportDocument) {
    page.heading("What any weights could do")
    guard let certificate else {
      page.paragraph(.plain(missing ?? ""))
      return
    }
    let positives = certificate.ceiling.positives
    let optimum = optimum(certificate)
    if let beside = beside(certificate, optimum) { page.paragraph(.strong(beside)) }
    var items: [[ReportDocument.Span]] = [
      [.plain(Wording.sentence(CertificateWords.separability(certificate)))],
      [.plain(Wording.sentence(CertificateWords.optimum(optimum, of: positives)))],
      [.plain(Wording.sentence(CertificateWords.ceiling(certificate)))],
    ]
    if let winner = optimum.winner {
      items.append([
        .plain(
          "Weights that do it: \(Wording.weights(winner.weights)) at \(NumberText.exact(winner.threshold)); \(Wording.count(winner.tally.interventions, "interruption", "interruptions")), \(winner.tally.unlabelled) where no label speaks. A certificate says what is possible, not what is good."
        )
      ])
    }
    page.list(items)
    if case .contradiction(let proof) = certificate.separability {
      add(proof, certificate, to: &page)
    }
    addMissed(optimum.missed, to: &page)
    page.paragraph(
      .plain(
        "Gates and constants are those of \(best == nil ? "the shipped values" : "the sweep's winner"). \(CertificateWords.scope(certificate))"
      ))
  }

  /// Why each moment is missed that the best weights miss.
  private func addMissed(_ missed: [Certificate.Missed], to page: inout ReportDocument) {
    guard !missed.isEmpty else { return }
    page.paragraph(.strong("Missed under those weights, and why."))
    // Not as sentences: each begins with the name of a trace, which keeps its small letters.
    page.list(
      missed.prefix(Self.mostMissed).map { [.plain("\(CertificateWords.missed($0)).")] })
    guard missed.count > Self.mostMissed else { return }
    page.paragraph(
      .plain(
        "The first \(Self.mostMissed) of \(missed.count); `findings.json` has them all, under `conflicts`."
      ))
  }

  /// The sweep's winner against the bound.
  private func beside(_ certificate: Certificate, _ optimum: Certificate.Optimum) -> String? {
    guard let best else { return nil }
    let within =
      best.fp == 0
      ? "without a false alarm"
      : "with as few false alarms"
    if best.tp >= optimum.bound {
      return
        "At these gates no weights and no threshold catch more than the sweep's winner \(within)."
    }
    if optimum.isProven {
      return
        "The sweep's winner catches \(best.tp); weights or a threshold between those it tried catch \(optimum.caught) \(within), and none catch more."
    }
    return
      "Not proven: the sweep's winner catches \(best.tp), the best found here \(optimum.caught), and no weights and no threshold catch more than \(optimum.bound) \(within)."
  }

  private func add(
    _ proof: NamedProof, _ certificate: Certificate, to page: inout ReportDocument
  ) {
    let rows = CertificateWords.table(proof, engine: certificate.engine)
    var table = ReportDocument.Table(
      caption:
        "In every column the first sum is at least the second, so no weights put the first below a threshold and the second at or above it",
      header: rows[0])
    for row in rows.dropFirst() { table.add(row) }
    page.table(table)
  }
}
