import Certify
import DecisionEngines
import ReportWriters
import RunReport
import TraceModel

/// A certificate in a terminal of 80 columns.
enum CertificateText {
  static func lines(_ certificate: Certificate, suite: Suite) -> [String] {
    let positives = certificate.ceiling.positives
    var lines = [" \(suite.name)   \(LabelCounts([suite]).text)", ""]
    lines += part("LABELS", CertificateWords.separability(certificate))
    switch certificate.separability {
    case .separable(let winner, _): lines += values(winner, certificate)
    case .contradiction(let proof): lines += table(proof, certificate)
    default: break
    }
    lines += [""] + optimum(certificate.zeroFalseAlarms, "BEST", positives, certificate)
    if let other = certificate.withFalseAlarms {
      lines += [""] + optimum(other, "ALARMS", positives, certificate)
    }
    lines += [""] + part("GATES", CertificateWords.ceiling(certificate))
    return lines + [""] + part("SCOPE", CertificateWords.scope(certificate))
  }

  private static func optimum(
    _ optimum: Certificate.Optimum, _ label: String, _ positives: Int, _ certificate: Certificate
  ) -> [String] {
    var lines = part(label, CertificateWords.optimum(optimum, of: positives))
    guard let winner = optimum.winner else { return lines }
    lines += values(winner, certificate)
    for missed in optimum.missed {
      lines += SweepText.indented("missed", CertificateWords.missed(missed))
      if case .contradiction(let proof) = missed.reason { lines += table(proof, certificate) }
    }
    return lines
  }

  private static func values(
    _ winner: Certificate.Winner, _ certificate: Certificate
  ) -> [String] {
    let weights = zip(certificate.engine.subScores, winner.weights).map {
      "\($0.name) \(NumberText.exact($1))"
    }
    return SweepText.indented(
      "weights",
      (weights + ["fires at \(NumberText.exact(winner.threshold))"]).joined(separator: "  "))
      + SweepText.indented("replay", SweepText.figures(winner.tally))
  }

  private static func part(_ label: String, _ text: String) -> [String] {
    SweepText.wrapped(Wording.sentence(text), width: 68).enumerated().map { i, line in
      " \((i == 0 ? label : "").padded(to: 9)) \(line)"
    }
  }

  /// The columns to add up by hand, the numbers of a step below its name.
  private static func table(_ proof: NamedProof, _ certificate: Certificate) -> [String] {
    let rows = CertificateWords.table(proof, engine: certificate.engine)
    let shares = rows.map(\.[0].count).max() ?? 0
    let margin = String(repeating: " ", count: 11)
    return rows.enumerated().flatMap { i, row in
      let numbers = row.dropFirst(2).map { $0.padded(left: 9) }.joined(separator: " ")
      guard i > 0 else { return ["\(margin)\(row[0].padded(left: shares))  \(numbers)"] }
      return [
        "\(margin)\(row[0].padded(left: shares))  \(row[1])",
        "\(margin)\(String(repeating: " ", count: shares))  \(numbers)",
      ]
    }
  }
}
