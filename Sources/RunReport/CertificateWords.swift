import Certify
import DecisionEngines
import Evidence
import ReportWriters
import TraceModel

/// A certificate in sentences that a reviewer checks by hand; terminal and report share them.
package enum CertificateWords {
  /// Whether every label can be met.
  package static func separability(_ certificate: Certificate) -> String {
    let gates = certificate.isGated ? "" : " (cooldown and budget ignored)"
    switch certificate.separability {
    case .separable(let winner, let isLargest):
      let margin = NumberText.fixed(winner.tally.margin, 2)
      let most =
        isLargest ? ", and no weights keep more" : "; whether other weights keep more is open"
      return
        "One weight set meets every label\(gates): each labelled score that counts is at least \(margin) points from the threshold\(most)"
    case .contradiction(let proof):
      return "No weights and no threshold meet every label\(gates): \(proof.proof.description)"
    case .ruledOutByGates:
      return
        "No weights and no threshold meet every label\(gates): the gates alone leave \(certificate.ceiling.caught) of \(certificate.ceiling.positives) moments, whatever the scores"
    case .ruledOutBySearch:
      return
        "No weights and no threshold meet every label\(gates): every region of weights was searched (\(Wording.count(certificate.zeroFalseAlarms.nodes, "region", "regions"))), and no shorter proof over named steps was found"
    case .undecided:
      return "Whether one weight set meets every label\(gates) is open: the search ended first"
    }
  }

  /// What the best weights catch, and how far that is proven.
  package static func optimum(_ optimum: Certificate.Optimum, of positives: Int) -> String {
    let within =
      optimum.falseAlarms == 0
      ? "no false alarm"
      : "at most \(Wording.count(optimum.falseAlarms, "false alarm", "false alarms"))"
    guard optimum.winner != nil else {
      return optimum.isProven
        ? "No weights and threshold keep to \(within)"
        : "No weights that keep to \(within) were found; whether there are any is open"
    }
    let found = "\(optimum.caught) of \(positives) caught with \(within)"
    if optimum.isProven { return "\(found) is the most that any weights can do" }
    let end = optimum.ending == .nodeLimit ? "the limit of regions" : "the time limit"
    return
      "Best found: \(found). No weights catch more than \(optimum.bound); the gap of \(optimum.bound - optimum.caught) is open (\(end) was reached after \(Wording.count(optimum.nodes, "region", "regions")))"
  }

  /// What quiet hours, cooldown and budget rule out by themselves.
  package static func ceiling(_ certificate: Certificate) -> String {
    let ceiling = certificate.ceiling
    let names = certificate.isGated ? "quiet hours, cooldown and budget" : "quiet hours"
    guard ceiling.caught < ceiling.positives else {
      return "The gates alone (\(names)) rule out none of the \(ceiling.positives) moments"
    }
    let held = ceiling.blocked.map { "\($0.step.name) (\($0.gate))" }
    let always = held.isEmpty ? "" : "; always held: \(held.joined(separator: ", "))"
    let empty =
      ceiling.emptyWindows > 0
      ? "; \(Wording.count(ceiling.emptyWindows, "window holds", "windows hold")) no step that could deliver"
      : ""
    return
      "The gates alone (\(names)) leave at most \(ceiling.caught) of \(ceiling.positives) moments, were every score right\(always)\(empty)"
  }

  /// Why one moment is missed.
  package static func missed(_ missed: Certificate.Missed) -> String {
    switch missed.reason {
    case .gateAlways(let gate):
      gate.isEmpty
        ? "\(missed.place): no step in it can deliver, whatever the weights"
        : "\(missed.place): \(gate) holds it, whatever the weights"
    case .contradiction(let proof):
      "\(missed.place): not with the others caught, since \(proof.proof.description)"
    case .gateHere(let gate):
      "\(missed.place): under these weights \(gate) holds it, after an earlier delivery"
    case .search:
      "\(missed.place): only the search shows that it does not pay; no proof over a few steps was found"
    }
  }

  /// What the claims are about, for a reader who wants to refute one.
  package static func scope(_ certificate: Certificate) -> String {
    let range =
      certificate.thresholds.lowerBound == certificate.thresholds.upperBound
      ? "the threshold \(NumberText.exact(certificate.thresholds.lowerBound))"
      : "any threshold from \(NumberText.exact(certificate.thresholds.lowerBound)) to \(NumberText.exact(certificate.thresholds.upperBound))"
    let steps = certificate.silentSteps
    let silent =
      certificate.isGated
      ? " Proofs by named steps use only the \(steps.never) of \(steps.all) silent steps that no gate could hold, whatever fired before."
      : ""
    return
      "Any weights of 0 or more that sum to 1, \(range), no score less than 0.0001 points below it. What was found was replayed in the engine itself.\(silent)"
  }

  /// Sub-scores of the steps of a proof, weighted sums last: the numbers to add up by hand.
  package static func table(_ proof: NamedProof, engine: any DecisionEngine) -> [[String]] {
    var rows = [["share", "step"] + engine.subScores.map(\.name)]
    func add(_ shares: [NamedProof.Share], _ end: (share: Rational, value: Double), _ name: String)
    {
      var sums = engine.subScores.map { _ in end.share.double * end.value }
      for share in shares {
        for i in sums.indices { sums[i] += share.value.double * share.step.subScores[i] }
        rows.append(
          [share.value.description, "\(share.step.name) \(share.step.expect.rawValue)"]
            + share.step.subScores.map { NumberText.fixed($0, 2) })
      }
      if !end.share.isZero {
        rows.append(
          [end.share.description, "the threshold"]
            + sums.map { _ in NumberText.fixed(end.value, 2) })
      }
      rows.append(["", name] + sums.map { NumberText.fixed($0, 2) })
    }
    let proofs = proof.proof
    add(
      proof.silent, (proofs.lowestThresholdShare, proofs.lowestThreshold), "= must stay below")
    add(proof.firing, (proofs.highestThresholdShare, proofs.highestThreshold), "= must reach it")
    return rows
  }
}

/// A certificate beside a sweep's result in the report.
package struct CertificateReport {
  private let certificate: Certificate
  private let best: Tally?

  /// - Parameters:
  ///   - certificate: Made with a limit of regions, not of time, so that a rerun gives the same.
  ///   - best: What the sweep's winner catches, to stand beside it.
  package init(_ certificate: Certificate, sweepBest best: Tally?) {
    self.certificate = certificate
    self.best = best
  }

  package var json: JSONText { CertificateJSON.value(certificate) }

  package var blocks: [ReportDocument.Block] {
    var page = ReportDocument(title: "")
    page.heading("What any weights could do")
    let positives = certificate.ceiling.positives
    let optimum = certificate.zeroFalseAlarms
    var items: [[ReportDocument.Span]] = [
      [.plain(Wording.sentence(CertificateWords.separability(certificate)))],
      [.plain(Wording.sentence(CertificateWords.optimum(optimum, of: positives)) + beside)],
      [.plain(Wording.sentence(CertificateWords.ceiling(certificate)))],
    ]
    if let winner = optimum.winner {
      items.append([
        .plain(
          "Weights that do it: \(Wording.weights(winner.weights)) at \(NumberText.exact(winner.threshold)); \(winner.tally.interventions) interruptions, \(winner.tally.unlabelled) where no label speaks. A certificate says what is possible, not what is good."
        )
      ])
    }
    page.list(items)
    if case .contradiction(let proof) = certificate.separability { add(proof, to: &page) }
    if !optimum.missed.isEmpty {
      page.paragraph(.strong("Missed under those weights, and why."))
      page.list(optimum.missed.map { [.plain(Wording.sentence(CertificateWords.missed($0)))] })
    }
    page.paragraph(.plain(CertificateWords.scope(certificate)))
    return page.blocks
  }

  private var beside: String {
    guard let best, best.fp == 0 else { return "" }
    let gap = certificate.zeroFalseAlarms.caught - best.tp
    if gap == 0 { return " The sweep's best catches as many." }
    return gap > 0
      ? " The sweep's best catches \(best.tp): its lattice or its gates leave \(gap) out."
      : " The sweep's best catches \(best.tp), with gates of its own."
  }

  private func add(_ proof: NamedProof, to page: inout ReportDocument) {
    let rows = CertificateWords.table(proof, engine: certificate.engine)
    var table = ReportDocument.Table(
      caption:
        "In every column the first sum is at least the second, so no weights put the first below a threshold and the second at or above it",
      header: rows[0])
    for row in rows.dropFirst() { table.add(row) }
    page.table(table)
  }
}
