import DecisionEngines
import SweepCore
import TraceModel

/// The values around a candidate's own for which no decision changes.
package struct UnchangedRange: Sendable, Hashable {
  package let lower: Double
  /// Whether the lower end is itself among them; the upper end always is.
  package let includesLower: Bool
  package let upper: Double

  /// In the unit of its ends.
  package var width: Double { upper - lower }

  /// The text of an interval, `(57.9, 60.2]`.
  package var text: String {
    "\(includesLower ? "[" : "(")\(NumberText.exact(lower)), \(NumberText.exact(upper))]"
  }
}

/// All that has to be true of a candidate's weights and threshold for its decisions to stay.
///
/// As long as every decision is the same, every gate is in the same state, so the same steps have
/// their scores compared: of those, the ones that fire must reach the threshold and the others not.
struct DecisionRegion: Sendable {
  private let subject: Subject
  private let table: DecisionTable
  /// The candidate's own replays, by trace.
  private let own: [TraceReplay]

  init(of candidate: Overrides, in subject: Subject) {
    self.subject = subject
    let table = subject.table(candidate)
    let kernelCandidate = KernelCandidate(weights: subject.weights(candidate))
    own = table.traces.map { TraceReplay(kernelCandidate, trace: $0, over: table) }
    self.table = table
  }

  /// Whether these weights, at each trace's own threshold or at one for all, decide the same.
  func keeps(weights: [Double], threshold: Double? = nil) -> Bool {
    let candidate = KernelCandidate(weights: weights, notifyThreshold: threshold)
    return zip(table.traces, own).allSatisfy { trace, own in
      TraceReplay(candidate, trace: trace, over: table).actions == own.actions
    }
  }

  /// The thresholds, one for all traces, with which these weights keep every decision: above every
  /// compared score that stays silent, and at most every one that fires. Nil when there is none.
  ///
  /// An escalation may still differ; `keeps` has the last word.
  func thresholds(weights: [Double]) -> (above: Double, through: Double)? {
    var above = -Double.infinity
    var through = Double.infinity
    for (trace, replay) in zip(table.traces, own) {
      for (i, step) in trace.steps.enumerated() where replay.reached[i] {
        let score = table.score(step: step, weights: weights)
        if replay.actions[i] == .silent {
          above = max(above, score)
        } else {
          through = min(through, score)
        }
      }
    }
    return above < through ? (above, through) : nil
  }

  /// The values of one weight, the others in proportion, for which no decision changes: the whole
  /// range around the current value, to the last bit on both sides. Nil for a weight of 1 and for
  /// weights that are points.
  func weightRange(_ moved: Int, weights: [Double]) -> UnchangedRange? {
    guard let shift = WeightShift(weights, moved: moved), shift.isShare else { return nil }
    var crossings: [Double] = []
    for trace in table.traces {
      let levels = [trace.gates.notifyThreshold, trace.gates.escalateThreshold].compactMap { $0 }
      for step in trace.steps where !table.isBlocked[step] {
        let subScores = table.subScores.map { $0[step] }
        crossings += levels.compactMap { shift.crossing(of: subScores, level: $0) }
      }
    }
    func changes(_ t: Double) -> Bool { shift(t).map { !keeps(weights: $0) } ?? true }
    func end(upwards: Bool) -> Double? {
      var last = shift.current
      for probe in shift.probes(crossings: crossings, upwards: upwards) {
        if changes(probe) {
          let first = Boundary.first(from: last, to: probe, where: changes)
          return upwards ? first.nextDown : first.nextUp
        }
        last = probe
      }
      return nil
    }
    return UnchangedRange(
      lower: end(upwards: false) ?? 0, includesLower: true, upper: end(upwards: true) ?? 1)
  }
}
