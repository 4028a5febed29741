import Evidence
import TraceModel

/// Scores of steps at the corners of a region, and what they decide about each other.
///
/// A score is linear in the weights, so one that is above another at every corner is so in the whole
/// region.
struct RegionScores {
  /// Sub-scores by step of the table, then signal.
  private let vectors: [Double]
  let signals: Int
  /// A silent step is at least this far below the threshold; rounding is already taken off.
  private let gap: Double

  init(_ table: DecisionTable, gap: Double) {
    signals = table.subScores.count
    var vectors: [Double] = []
    vectors.reserveCapacity(signals * table.stepCount)
    for step in 0..<table.stepCount {
      for signal in 0..<signals { vectors.append(table.subScores[signal][step]) }
    }
    self.vectors = vectors
    self.gap = gap
  }

  /// By step, then corner.
  func corners(_ steps: [Int], _ simplex: WeightSimplex) -> [Double] {
    let flat = Array(simplex.corners.joined())
    let vectors = vectors.span
    let corners = flat.span
    var scores = [Double](repeating: 0, count: steps.count * signals)
    var place = 0
    for step in steps {
      let base = step &* signals
      var at = 0
      for _ in 0..<signals {
        var score = 0.0
        for signal in 0..<signals { score += corners[at &+ signal] * vectors[base &+ signal] }
        scores[place] = score
        place &+= 1
        at &+= signals
      }
    }
    return scores
  }

  /// Whether a firing step at `b` makes the one at `a` fire: `a` is never a gap or more below it.
  @inline(__always)
  func fires(_ a: Int, in x: [Double], with b: Int, in y: [Double]) -> Bool {
    var corner = 0
    while corner < signals, x[a &+ corner] > y[b &+ corner] - gap { corner &+= 1 }
    return corner == signals
  }

  /// Whether a silent step at `b` keeps the one at `a` silent: `a` is never a gap or more above it.
  @inline(__always)
  func isSilent(_ a: Int, in x: [Double], with b: Int, in y: [Double]) -> Bool {
    var corner = 0
    while corner < signals, x[a &+ corner] < y[b &+ corner] + gap { corner &+= 1 }
    return corner == signals
  }

  /// Keeps those that no other one implies.
  func frontier(_ steps: [Int], _ scores: [Double], ofFiring: Bool) -> (
    steps: [Int], scores: [Double]
  ) {
    var kept: [Int] = []
    func implies(_ a: Int, _ b: Int) -> Bool {
      for corner in 0..<signals {
        let (x, y) = (scores[a * signals + corner], scores[b * signals + corner])
        if ofFiring ? x > y : x < y { return false }
      }
      return true
    }
    for i in steps.indices {
      if kept.contains(where: { implies($0, i) }) { continue }
      kept.removeAll { implies(i, $0) }
      kept.append(i)
    }
    return (
      kept.map { steps[$0] },
      kept.flatMap { Array(scores[$0 * signals..<($0 + 1) * signals]) }
    )
  }

  func rows(_ scores: [Double]) -> [[Double]] {
    stride(from: 0, to: scores.count, by: signals).map { Array(scores[$0..<$0 + signals]) }
  }
}
