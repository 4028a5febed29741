import Certify
import DecisionEngines
import Evidence
import ReportWriters
import TraceModel

/// A certificate as `certify --json` prints it and `findings.json` holds it.
package enum CertificateJSON {
  package static func value(_ certificate: Certificate) -> JSONText {
    let answer = Answer(certificate)
    var members: [(String, JSONText)] = [
      ("gated", .bool(certificate.isGated)),
      ("separable", answer.isSeparable.map { .bool($0) } ?? .null),
      ("margin", .optional(answer.winner.flatMap(\.tally.margin))),
      ("weights", answer.winner.map { weights($0.weights, certificate) } ?? .null),
      ("threshold", .optional(answer.winner?.threshold)),
      ("multipliers", .array(answer.proof.map(multipliers) ?? [])),
      ("zeroFalseAlarms", optimum(certificate.zeroFalseAlarms, certificate)),
      ("gateCeiling", ceiling(certificate.ceiling)),
    ]
    if let other = certificate.withFalseAlarms {
      members.append(("withFalseAlarms", optimum(other, certificate)))
    }
    return .object(members)
  }

  /// What `separable` and the values beside it say.
  private struct Answer {
    var isSeparable: Bool?
    var winner: Certificate.Winner?
    var proof: NamedProof?

    init(_ certificate: Certificate) {
      switch certificate.separability {
      case .separable(let winner, _):
        isSeparable = true
        self.winner = winner
      case .contradiction(let proof):
        isSeparable = false
        self.proof = proof
      case .ruledOutByGates, .ruledOutBySearch: isSeparable = false
      case .undecided: break
      }
    }
  }

  private static func weights(_ weights: [Double], _ certificate: Certificate) -> JSONText {
    .object(zip(certificate.engine.subScores, weights).map { ($0.name, .number($1)) })
  }

  /// Each side's values sum to 1; an end of the threshold's range stands without trace and step.
  private static func multipliers(_ proof: NamedProof) -> [JSONText] {
    func share(_ share: NamedProof.Share) -> JSONText {
      .object([
        ("trace", .string(share.step.trace)), ("step", .integer(share.step.step)),
        ("expect", .string(share.step.expect.rawValue)), ("value", value(share.value)),
      ])
    }
    func end(_ name: String, _ threshold: Double, _ share: Rational) -> [JSONText] {
      guard !share.isZero else { return [] }
      return [
        .object([
          ("trace", .null), ("step", .null), ("expect", .string(name)), ("value", value(share)),
          ("threshold", .number(threshold)),
        ])
      ]
    }
    return proof.firing.map(share)
      + end("highestThreshold", proof.proof.highestThreshold, proof.proof.highestThresholdShare)
      + proof.silent.map(share)
      + end("lowestThreshold", proof.proof.lowestThreshold, proof.proof.lowestThresholdShare)
  }

  /// A short decimal as a number, any other fraction as the text `n/d`: neither is rounded.
  private static func value(_ value: Rational) -> JSONText {
    let text = value.description
    return text.contains("/") ? .string(text) : Double(text).map { .number($0) } ?? .string(text)
  }

  private static func optimum(
    _ optimum: Certificate.Optimum, _ certificate: Certificate
  ) -> JSONText {
    var members: [(String, JSONText)] = [
      ("tp", .optional(optimum.winner?.tally.tp)), ("bound", .integer(optimum.bound)),
      ("proven", .bool(optimum.isProven)),
      ("weights", optimum.winner.map { weights($0.weights, certificate) } ?? .null),
      ("threshold", .optional(optimum.winner?.threshold)),
      ("conflicts", .array(optimum.missed.map(missed))),
    ]
    if optimum.falseAlarms > 0 {
      members.insert(("falseAlarms", .integer(optimum.falseAlarms)), at: 0)
    }
    return .object(members)
  }

  private static func missed(_ missed: Certificate.Missed) -> JSONText {
    var members: [(String, JSONText)] = [
      ("trace", .string(missed.trace)), ("step", .optional(missed.step)),
      ("text", .string(CertificateWords.missed(missed))),
    ]
    if case .contradiction(let proof) = missed.reason {
      members.append(("multipliers", .array(multipliers(proof))))
    }
    return .object(members)
  }

  private static func ceiling(_ ceiling: Certificate.GateCeiling) -> JSONText {
    .object([
      ("tp", .integer(ceiling.caught)), ("positives", .integer(ceiling.positives)),
      (
        "blocked",
        .array(
          ceiling.blocked.map { step, gate in
            .object([
              ("trace", .string(step.trace)), ("step", .integer(step.step)),
              ("gate", .string(gate)),
            ])
          })
      ),
      ("empty_windows", .integer(ceiling.emptyWindows)),
    ])
  }
}
