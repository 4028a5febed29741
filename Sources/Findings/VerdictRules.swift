import SweepCore
import TraceModel

/// A rule that forbids porting the winner, with what to do instead.
///
/// All rules are asked. One that says keep wins over any that says not enough data; only when none
/// speaks is the verdict to port.
struct VerdictRule: Sendable {
  let code: VerdictReason.Code
  let decision: VerdictDecision
  /// The sentence, without its full stop, when the rule speaks.
  let applies: @Sendable (VerdictInputs) -> String?

  static let all = [
    VerdictRule(code: .partialSweep, decision: .notEnoughData, applies: partialSweep),
    VerdictRule(code: .oneSignalAlone, decision: .keep, applies: oneSignalAlone),
    VerdictRule(code: .requirementsNotMet, decision: .keep, applies: requirementsNotMet),
    VerdictRule(code: .noBetterCandidate, decision: .keep, applies: noBetterCandidate),
    VerdictRule(code: .assumptionBreaks, decision: .keep, applies: assumptionBreaks),
    VerdictRule(code: .holdoutFails, decision: .keep, applies: holdoutFails),
    VerdictRule(code: .leastReachableP, decision: .notEnoughData, applies: leastReachableP),
    VerdictRule(code: .notEstablished, decision: .notEnoughData, applies: notEstablished),
    VerdictRule(code: .bestOfMany, decision: .notEnoughData, applies: bestOfMany),
  ]

  // MARK: Keep

  /// Some signal alone catches as many with no more false alarms.
  private static func oneSignalAlone(_ inputs: VerdictInputs) -> String? {
    guard inputs.winner != nil, let first = inputs.oneSignalAlone.first else { return nil }
    let names = inputs.oneSignalAlone.map(\.name).joined(separator: " and ")
    let verb = inputs.oneSignalAlone.count == 1 ? "does" : "each do"
    let tally = first.tally
    return "\(names) \(verb) as well as the best candidate "
      + "(caught \(tally.tp) of \(tally.tp + tally.fn), false alarms \(tally.fp)), "
      + "so this suite cannot tell the candidate from a rule that looks at one signal"
  }

  /// No candidate, or a winner that is none.
  private static func requirementsNotMet(_ inputs: VerdictInputs) -> String? {
    if let winner = inputs.winner, inputs.ranking.meetsRequirements(winner) { return nil }
    let requirements = inputs.ranking.require.map(\.text).joined(separator: ", ")
    return requirements.isEmpty
      ? "there is no candidate" : "no candidate meets the requirements (\(requirements))"
  }

  /// Shipped meets the requirements and is at least as good by the plan's metric; ties stay home.
  private static func noBetterCandidate(_ inputs: VerdictInputs) -> String? {
    guard let winner = inputs.winner, inputs.ranking.meetsRequirements(inputs.shipped),
      !isBetter(winner, than: inputs.shipped, by: inputs.ranking.metric)
    else { return nil }
    return "no candidate is better than what is shipped by \(inputs.ranking.metric.rawValue)"
  }

  /// Another plausible value of an assumed constant costs a catch or brings a false alarm.
  private static func assumptionBreaks(_ inputs: VerdictInputs) -> String? {
    guard inputs.winner != nil, !inputs.assumptionBreaks.isEmpty else { return nil }
    var names: [String] = []
    for replay in inputs.assumptionBreaks where names.last != replay.parameter.name {
      names.append(replay.parameter.name)
    }
    return "the best candidate rests on assumed constants: \(inputs.assumptionBreaks.count) of "
      + "\(inputs.assumptionsTried) other plausible values break it (\(names.joined(separator: ", ")))"
  }

  /// On the holdout the winner must meet the requirements and be better than shipped.
  private static func holdoutFails(_ inputs: VerdictInputs) -> String? {
    guard let holdout = inputs.holdout, !confirms(holdout, inputs.ranking) else { return nil }
    let (winner, shipped) = (holdout.winner.tally, holdout.shipped.tally)
    return "the holdout does not confirm it: the candidate catches \(winner.tp) of "
      + "\(winner.tp + winner.fn) with \(winner.fp) false alarms, shipped \(shipped.tp) of "
      + "\(shipped.tp + shipped.fn) with \(shipped.fp)"
  }

  // MARK: Not enough data

  /// What was not tallied may hold a better candidate, or one that shows the winner to be luck.
  private static func partialSweep(_ inputs: VerdictInputs) -> String? {
    inputs.partial.map { "the sweep was interrupted after \($0.text)" }
  }

  /// Even a candidate right on every label could not be told from luck.
  private static func leastReachableP(_ inputs: VerdictInputs) -> String? {
    guard let least = inputs.leastReachableP else { return "no label compares the two" }
    guard least > VerdictInputs.level else { return nil }
    return "even a candidate right on every label could reach no better than "
      + "\(NumberText.p(least)) on this suite, and no computing can change that"
  }

  /// The labels gained over shipped are too few against those lost.
  private static func notEstablished(_ inputs: VerdictInputs) -> String? {
    let counts = "\(inputs.gained) labels gained, \(inputs.lost) lost"
    guard let p = inputs.pairedP else { return "\(counts), and no paired test was made" }
    guard p > VerdictInputs.level || inputs.gained <= inputs.lost else { return nil }
    return "\(counts) against shipped is not established (exact McNemar \(NumberText.p(p)))"
  }

  /// The best of so many candidates reads this well by luck alone.
  private static func bestOfMany(_ inputs: VerdictInputs) -> String? {
    guard let p = inputs.bestOfManyP, p > VerdictInputs.level else { return nil }
    return
      "the best of so many candidates reads this well by luck (max-statistic \(NumberText.p(p)))"
  }

  // MARK: Beside the verdict

  /// What a verdict to port rests on.
  static func established(_ inputs: VerdictInputs) -> VerdictReason {
    let p = inputs.pairedP.map { ", exact McNemar \(NumberText.p($0))" } ?? ""
    let survived =
      inputs.assumptionsTried == 0
      ? "" : ", and none of \(inputs.assumptionsTried) other plausible constants breaks it"
    return VerdictReason(
      code: .established,
      text: "\(inputs.gained) labels gained, \(inputs.lost) lost against shipped\(p); no single "
        + "signal does as well\(survived)")
  }

  static func notes(_ inputs: VerdictInputs) -> [VerdictReason] {
    var notes: [VerdictReason] = []
    if let holdout = inputs.holdout {
      if confirms(holdout, inputs.ranking) {
        notes.append(
          VerdictReason(
            code: .holdoutConfirms,
            text: "the holdout confirms it: \(holdout.winner.tally.tp) caught against "
              + "\(holdout.shipped.tally.tp), with \(holdout.winner.tally.fp) false alarms"))
      }
    } else {
      notes.append(
        VerdictReason(
          code: .noHoldout,
          text: "no holdout was opened: nothing says how a candidate does on days it was not "
            + "chosen on"))
    }
    if inputs.isSynthetic {
      notes.append(
        VerdictReason(
          code: .syntheticData,
          text: "the data are synthetic: \(inputs.labels) labels on invented days are no evidence "
            + "about any app or person"))
    }
    return notes
  }

  // MARK: Shared parts

  private static func confirms(_ holdout: VerdictInputs.Holdout, _ ranking: Ranking) -> Bool {
    ranking.meetsRequirements(holdout.winner)
      && isBetter(holdout.winner, than: holdout.shipped, by: ranking)
  }

  /// By the plan's metric; over a shipped candidate that fails the requirements, as good is better.
  private static func isBetter(_ a: Metrics, than b: Metrics, by ranking: Ranking) -> Bool {
    isBetter(a, than: b, by: ranking.metric)
      || (!ranking.meetsRequirements(b) && !isBetter(b, than: a, by: ranking.metric))
  }

  /// An undefined figure is worse than any other.
  private static func isBetter(_ a: Metrics, than b: Metrics, by metric: Metric) -> Bool {
    guard let x = a.value(metric) else { return false }
    guard let y = b.value(metric) else { return true }
    return metric.higherIsBetter ? x > y : x < y
  }
}
