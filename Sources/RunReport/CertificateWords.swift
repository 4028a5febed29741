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
    for side in [NamedProof.Side.silent, .firing] {
      let end = proof.end(of: side)
      for share in proof.shares(of: side) {
        rows.append(
          [share.value.description, "\(share.step.name) \(share.step.expect.rawValue)"]
            + share.step.subScores.map { NumberText.fixed($0, 2) })
      }
      if !end.share.isZero {
        rows.append(
          [end.share.description, "the threshold"]
            + engine.subScores.map { _ in NumberText.fixed(end.value, 2) })
      }
      rows.append(
        ["", side == .silent ? "= must stay below" : "= must reach it"]
          + proof.sums(of: side, signals: engine.subScores.count).map { NumberText.fixed($0, 2) })
    }
    return rows
  }
}

extension NamedProof {
  /// What a contradiction adds up: steps that must stay below a threshold, and those that must
  /// reach it.
  enum Side: String {
    case silent, firing
  }

  func shares(of side: Side) -> [Share] { side == .silent ? silent : firing }

  /// The share that an end of the threshold's range has in it.
  func end(of side: Side) -> (share: Rational, value: Double) {
    side == .silent
      ? (proof.lowestThresholdShare, proof.lowestThreshold)
      : (proof.highestThresholdShare, proof.highestThreshold)
  }

  /// The weighted sum of each sub-score.
  func sums(of side: Side, signals: Int) -> [Double] {
    let end = end(of: side)
    var sums = [Double](repeating: end.share.double * end.value, count: signals)
    for share in shares(of: side) {
      for i in sums.indices { sums[i] += share.value.double * share.step.subScores[i] }
    }
    return sums
  }
}
