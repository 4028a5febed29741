/// Every weight set whose weights are whole multiples of `1/denominator` and sum to 1.
///
/// Sets are counted in ascending lexicographic order of their whole steps. Set `i` is computed from
/// its index; nothing is stored.
package struct WeightLattice: Sendable, Hashable {
  package let denominator: Int
  package let minimum: Int
  package let weightCount: Int
  /// Whole steps left to distribute above the minimum.
  private let free: Int
  /// Ways to distribute r steps over k weights, by k, then r.
  private let counts: [Int]

  /// - Parameters:
  ///   - denominator: Steps that make 1.
  ///   - minimum: Least steps of each weight; `minimum * weightCount <= denominator`.
  ///   - weightCount: Weights in a set, at least 1.
  ///
  /// Nil when there are more sets than can be counted.
  package init?(denominator: Int, minimum: Int, weightCount: Int) {
    precondition(minimum >= 0 && minimum * weightCount <= denominator && weightCount >= 1)
    self.denominator = denominator
    self.minimum = minimum
    self.weightCount = weightCount
    self.free = denominator - minimum * weightCount
    // Pascal's rule on running sums: C(r+k-1, k-1).
    var counts = [Int](repeating: 0, count: free + 1)
    counts[0] = 1
    for k in 1...weightCount {
      var sum = 0
      for r in 0...free {
        let (next, overflow) = sum.addingReportingOverflow(counts[(k - 1) * (free + 1) + r])
        if overflow { return nil }
        sum = next
        counts.append(sum)
      }
    }
    self.counts = counts
  }

  package var count: Int { ways(weightCount, free) }

  @inline(__always)
  private func ways(_ weights: Int, _ steps: Int) -> Int { counts[weights * (free + 1) + steps] }

  /// The whole steps of set `index`.
  package func steps(at index: Int) -> [Int] {
    var steps: [Int] = []
    fill(steps: &steps, at: index)
    return steps
  }

  /// The set that uniform numbers lead to, each set equally often.
  ///
  /// One number for each weight but the last, in units of 2^−32: it picks that weight's steps by
  /// their share among the sets that agree in the weights before (Rosenblatt's transformation).
  package func steps(_ uniform: (_ place: Int) -> UInt32) -> [Int] {
    var left = free
    var steps: [Int] = []
    steps.reserveCapacity(weightCount)
    for k in stride(from: weightCount - 1, through: 1, by: -1) {
      let all = UInt64(ways(k + 1, left))
      let number = UInt64(uniform(weightCount - 1 - k))
      var rest = Int(all.multipliedFullWidth(by: number << 32).high)
      var step = 0
      while rest >= ways(k, left - step) {
        rest -= ways(k, left - step)
        step += 1
      }
      steps.append(step + minimum)
      left -= step
    }
    steps.append(left + minimum)
    return steps
  }

  package func weights(_ uniform: (_ place: Int) -> UInt32) -> [Double] {
    steps(uniform).map(weight)
  }

  /// Whether set `index` is one of the lattice with steps twice as large.
  func isOnDoubleSteps(_ index: Int) -> Bool {
    steps(at: index).allSatisfy { $0 % 2 == 0 }
  }

  /// The Double nearest to k/n.
  package func weight(_ steps: Int) -> Double { Double(steps) / Double(denominator) }

  /// The weights of set `index`, each the Double nearest to k/n.
  package func weights(at index: Int) -> [Double] { steps(at: index).map(weight) }

  /// The whole steps of set `index` into a list that is kept.
  package func fill(steps: inout [Int], at index: Int) {
    steps.removeAll(keepingCapacity: true)
    precondition(index >= 0 && index < count)
    var rest = index
    var left = free
    for k in stride(from: weightCount - 1, through: 1, by: -1) {
      var step = 0
      while rest >= ways(k, left - step) {
        rest -= ways(k, left - step)
        step += 1
      }
      steps.append(step + minimum)
      left -= step
    }
    steps.append(left + minimum)
  }
}
