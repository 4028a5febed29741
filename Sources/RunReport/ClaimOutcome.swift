import DecisionEngines
import Evidence
import Findings
import ReportWriters
import TraceModel

/// A registered claim held against what was found.
package struct ClaimOutcome: Sendable {
  package enum Status: String, Sendable {
    case passed = "PASSED"
    case failed = "FAILED"
    case notEnoughData = "NOT ENOUGH DATA"
  }

  package let claim: Claim
  package let status: Status
  /// The figure and why the status is what it is.
  package let reason: String
  package let value: Double?

  /// Fewer positive labels than this decide no claim, as for the other statistics.
  package static let leastPositives = SelectionBias.leastPositives

  /// A claim on the holdout needs one that was opened. A figure that misses the bound fails, however few
  /// the labels; one that meets it passes only on enough of them.
  init(_ claim: Claim, result: SweepResult, holdout: Judgement.Holdout?) {
    self.claim = claim
    let evaluation: Evaluation?
    let suites: [Suite]
    switch claim.on {
    case .suite:
      evaluation = result.winner?.evaluation
      suites = result.suites
    case .holdout:
      evaluation = holdout?.winner
      suites = holdout?.suites ?? []
    }
    if let partial = result.partial {
      value = nil
      status = .notEnoughData
      reason = "the sweep was interrupted after \(partial.text)"
      return
    }
    guard let evaluation else {
      value = nil
      // Without a winner there is nothing that the claim could be true of.
      status = result.winner == nil ? .failed : .notEnoughData
      reason =
        result.winner == nil
        ? "no candidate meets the plan's requirements" : "no holdout was opened"
      return
    }
    let figure = evaluation.metrics.value(claim.requirement.metric)
    let positives = LabelCounts(suites).positives
    let shown = figure.map(NumberText.exact) ?? "undefined"
    let counts = Self.counts(claim.requirement.metric, evaluation.tally)
    let found = "the winner's \(claim.requirement.name) is \(shown)\(counts)"
    value = figure
    if figure == nil {
      status = .notEnoughData
      reason = found
    } else if !claim.requirement.isMet(by: evaluation.metrics) {
      status = .failed
      reason = found
    } else if positives < Self.leastPositives {
      status = .notEnoughData
      reason =
        "\(found), on \(Wording.count(positives, "positive label", "positive labels")); a claim needs \(Self.leastPositives)"
    } else {
      status = .passed
      reason = found
    }
  }

  private static func counts(_ metric: Metric, _ tally: Tally) -> String {
    switch metric {
    case .recall: ", \(Wording.share(tally.tp, of: tally.tp + tally.fn))"
    case .precision: ", \(Wording.share(tally.tp, of: tally.tp + tally.fp))"
    default: ""
    }
  }

  /// One line for terminal and report, without the plan's hash.
  package var text: String { "\(status.rawValue): \(claim.text); \(reason)" }

  package var json: JSONText {
    .object([
      ("metric", .string(claim.requirement.name)),
      ("comparator", .string(claim.requirement.comparison.rawValue)),
      ("bound", .number(claim.requirement.bound)), ("on", .string(claim.on.rawValue)),
      ("value", .optional(value)), ("status", .string(status.rawValue)),
    ])
  }
}
