/// The per-trace counts of many candidates, each distinct row stored once.
///
/// A sweep's candidates share few behaviours, so a row seen before costs one dictionary look-up and no
/// memory. Candidates are numbered in the order they are appended; the number of a row is that of its
/// first candidate.
package struct CandidateCounts: Sendable {
  /// Traces in each row, in file order.
  package let traces: Int
  /// Candidates appended so far.
  package private(set) var count = 0

  /// First candidate of each distinct row, ascending.
  private(set) var firstMember: [Int] = []
  /// How many candidates have each distinct row.
  private(set) var members: [Int] = []
  /// Counts by distinct row, then trace.
  private(set) var truePositives: [Int32] = []
  private(set) var falseNegatives: [Int32] = []
  private(set) var falsePositives: [Int32] = []
  private var rowNumbers: [[TraceCounts]: Int] = [:]

  /// Creates an empty collection of rows with `traces` entries each.
  package init(traces: Int) {
    precondition(traces >= 0)
    self.traces = traces
  }

  /// Adds the next candidate.
  ///
  /// - Parameter row: One entry per trace, in file order. No count times the number of traces may
  ///   exceed 2³¹ − 1.
  package mutating func append(_ row: [TraceCounts]) {
    precondition(row.count == traces)
    defer { count += 1 }
    if let known = rowNumbers[row] {
      members[known] += 1
      return
    }
    rowNumbers[row] = members.count
    members.append(1)
    firstMember.append(count)
    let limit = traces == 0 ? 0 : Int(Int32.max) / traces
    for counts in row {
      let largest = max(counts.truePositives, counts.falseNegatives, counts.falsePositives)
      precondition(largest <= limit)
      truePositives.append(Int32(counts.truePositives))
      falseNegatives.append(Int32(counts.falseNegatives))
      falsePositives.append(Int32(counts.falsePositives))
    }
  }

  /// Number of distinct rows.
  var distinctCount: Int { members.count }

  /// The statistic of one distinct row when each trace counts `weights[trace]` times.
  func value(of statistic: CountStatistic, row: Int, weights: [Int32]) -> Double? {
    let base = row * traces
    let tp = Self.weightedSum(truePositives, from: base, weights)
    switch statistic {
    case .recall:
      let fn = Self.weightedSum(falseNegatives, from: base, weights)
      return statistic.value(tp: Double(tp), fn: Double(fn), fp: 0)
    case .precision:
      let fp = Self.weightedSum(falsePositives, from: base, weights)
      return statistic.value(tp: Double(tp), fn: 0, fp: Double(fp))
    case .fScore:
      let fn = Self.weightedSum(falseNegatives, from: base, weights)
      let fp = Self.weightedSum(falsePositives, from: base, weights)
      return statistic.value(tp: Double(tp), fn: Double(fn), fp: Double(fp))
    }
  }

  /// Wrapping arithmetic lets the compiler use vectors; `append` has bounded the sum.
  private static func weightedSum(_ values: [Int32], from base: Int, _ weights: [Int32]) -> Int32 {
    let values = values.span
    let weights = weights.span
    var sum: Int32 = 0
    for trace in weights.indices { sum &+= values[base &+ trace] &* weights[trace] }
    return sum
  }
}
