/// The linear programme of `MarginProgram`, as columns that either simplex method can take.
///
/// Rows: one per signal, one for the margin, one for the threshold. Columns: the positives, the
/// negatives, the two ends of the threshold's range, the level rising and falling, a slack per signal.
struct MarginLayout {
  /// Whose distance to the threshold counts.
  enum Margin {
    case ofBoth
    case ofNegatives
  }

  let signals: Int
  /// Positives and negatives that have a column; the others are implied by them.
  let low: [Int]
  let high: [Int]
  /// By column, then row, in score points.
  private(set) var entries: [Double] = []
  private(set) var costs: [Double] = []
  let rightHandSide: [Double]
  /// A feasible basis.
  let start: [Int]

  var rows: Int { signals + 2 }
  /// First of the two columns for the ends of the threshold's range: upper, then lower.
  var ends: Int { low.count + high.count }
  /// Columns up to here hold score points in the rows of signals and in their cost.
  var scaledColumns: Int { ends + 2 }

  /// Lays out the programme, or gives nothing when no step counts.
  init?(
    positives: [[Double]], negatives: [[Double]], signals: Int, thresholds: ClosedRange<Double>,
    kind: Margin, low: [Int], high: [Int]
  ) {
    self.signals = signals
    self.low = low
    self.high = high
    rightHandSide = (0..<signals + 2).map { $0 == signals ? 1 : 0 }

    // One step alone, against the end of the threshold's range that answers it, is a feasible start.
    let ends = low.count + high.count
    let first: [Int]
    let values: [Double]
    if kind == .ofBoth, let step = low.first {
      first = [0, ends + 1]
      values = positives[step]
    } else if let step = high.first {
      first = [low.count, ends]
      values = negatives[step].map { -$0 }
    } else {
      return nil
    }
    guard let top = values.indices.max(by: { values[$0] < values[$1] }) else { return nil }
    let rest = (0..<signals).filter { $0 != top }.map { ends + 4 + $0 }
    start = first + [values[top] >= 0 ? ends + 2 : ends + 3] + rest

    entries.reserveCapacity((ends + 4 + signals) * (signals + 2))
    costs.reserveCapacity(ends + 4 + signals)
    for index in low {
      for value in positives[index] { entries.append(-value) }
      end(margin: kind == .ofBoth ? 1 : 0, threshold: 1)
    }
    for index in high {
      for value in negatives[index] { entries.append(value) }
      end(margin: 1, threshold: -1)
    }
    appendSame(0, threshold: 1, cost: thresholds.upperBound)
    appendSame(0, threshold: -1, cost: -thresholds.lowerBound)
    appendSame(1, threshold: 0, cost: 1)
    appendSame(-1, threshold: 0, cost: -1)
    for slack in 0..<signals {
      for signal in 0..<signals { entries.append(signal == slack ? -1 : 0) }
      end(margin: 0, threshold: 0)
    }
  }

  /// A column with the same entry for each signal.
  private mutating func appendSame(_ value: Double, threshold: Double, cost: Double) {
    for _ in 0..<signals { entries.append(value) }
    end(margin: 0, threshold: threshold, cost: cost)
  }

  /// Ends a column whose entries by signal are there.
  private mutating func end(margin: Double, threshold: Double, cost: Double = 0) {
    entries.append(margin)
    entries.append(threshold)
    costs.append(cost)
  }

  /// Indices of the vectors that no other one is `within` in every signal; the first of equal ones.
  static func frontier(_ vectors: [[Double]], within: (Double, Double) -> Bool) -> [Int] {
    var kept: [Int] = []
    for index in vectors.indices {
      let vector = vectors[index]
      func isWithin(_ a: [Double], _ b: [Double]) -> Bool {
        for signal in a.indices where !within(a[signal], b[signal]) { return false }
        return true
      }
      if kept.contains(where: { isWithin(vectors[$0], vector) }) { continue }
      kept.removeAll { isWithin(vector, vectors[$0]) }
      kept.append(index)
    }
    return kept
  }
}
