import DecisionEngines
import Evidence
import Findings
import ReportWriters
import SweepCore
import TraceModel

/// The report of a sweep, for a tired person first and a sceptical one after.
///
/// The first page decides: port or keep, why, and what would settle it. What follows lets anyone
/// check it by hand. Holds nothing that a rerun changes: times and host stand in `run.json`.
package struct SweepReport {
  let result: SweepResult
  let judgement: Judgement
  let copiedInputs: [String]
  let replacedLocks: Int
  let withSignals: Bool

  /// - Parameters:
  ///   - result: The finished sweep.
  ///   - judgement: What was asked of it.
  ///   - copiedInputs: Names of the suites copied into the run folder.
  ///   - replacedLocks: How often the suites' locks were replaced.
  ///   - withSignals: Whether raw signals are in `decisions.csv`.
  package init(
    result: SweepResult, judgement: Judgement, copiedInputs: [String], replacedLocks: Int,
    withSignals: Bool
  ) {
    self.result = result
    self.judgement = judgement
    self.copiedInputs = copiedInputs
    self.replacedLocks = replacedLocks
    self.withSignals = withSignals
  }

  package var document: ReportDocument {
    var page = ReportDocument(title: "Which weights should interrupt? \(result.plan.name)")
    addPartial(to: &page)
    addClaim(to: &page)
    addVerdict(to: &page)
    addOpening(to: &page)
    addNumbers(to: &page)
    judgement.certificate.add(to: &page)
    SelectionBias.add(judgement.selection, result, to: &page)
    addFaults(to: &page)
    addDoubts(to: &page)
    addStability(to: &page)
    addSettling(to: &page)
    addChecks(to: &page)
    addNight(to: &page)
    addRounds(to: &page)
    addBehaviours(to: &page)
    SweepCharts(result, judgement).add(to: &page)
    addSilentSteps(to: &page)
    addAssumptions(to: &page)
    addProvenance(to: &page)
    return page
  }

  /// A candidate's weights, threshold and other swept values, in one phrase.
  func values(_ overrides: Overrides) -> String {
    let weights = Wording.weights(overrides.weights ?? result.shippedPoint.weights)
    let threshold =
      result.engine.parameter(role: .notifyThreshold).map {
        " · at \(result.valueText($0, overrides))"
      } ?? ""
    let others = result.otherSwept.map { " · \($0.name) \(result.valueText($0, overrides))" }
    return weights + threshold + others.joined()
  }

  var requirementsText: String { result.plan.require.map(\.text).joined(separator: ", ") }
}
