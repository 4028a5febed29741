import SweepCore
import Testing
import TraceModel

/// Every set of whole steps that sums to `total`, in ascending lexicographic order, the plain way.
private func sets(_ count: Int, total: Int, minimum: Int) -> [[Int]] {
  if count == 1 { return total >= minimum ? [[total]] : [] }
  return (minimum...max(minimum, total)).flatMap { first in
    sets(count - 1, total: total - first, minimum: minimum).map { [first] + $0 }
  }
}

struct LatticeCase: Sendable, CustomTestStringConvertible {
  let denominator: Int
  let minimum: Int
  let weights: Int
  let count: Int
  var testDescription: String { "\(weights) weights of 1/\(denominator), least \(minimum)" }
}

private let latticeCases: [LatticeCase] = [
  LatticeCase(denominator: 20, minimum: 0, weights: 5, count: 10_626),
  LatticeCase(denominator: 20, minimum: 1, weights: 5, count: 3876),
  LatticeCase(denominator: 4, minimum: 0, weights: 3, count: 15),
  LatticeCase(denominator: 10, minimum: 2, weights: 5, count: 1),
  LatticeCase(denominator: 1, minimum: 0, weights: 5, count: 5),
  LatticeCase(denominator: 7, minimum: 0, weights: 1, count: 1),
]

@Test(arguments: latticeCases)
func latticeListsEverySetInOrder(_ c: LatticeCase) throws {
  let lattice = try #require(
    WeightLattice(denominator: c.denominator, minimum: c.minimum, weightCount: c.weights))
  #expect(lattice.count == c.count)
  let expected = sets(c.weights, total: c.denominator, minimum: c.minimum)
  #expect((0..<lattice.count).map { lattice.steps(at: $0) } == expected)
}

@Test func weightIsTheDoubleNearestToItsFraction() throws {
  let lattice = try #require(WeightLattice(denominator: 20, minimum: 0, weightCount: 5))
  for i in 0..<lattice.count {
    #expect(lattice.weights(at: i) == lattice.steps(at: i).map { Double($0) / 20 })
  }
}

@Test(arguments: latticeCases)
func cursorGoesWhereTheLatticeIs(_ c: LatticeCase) throws {
  let lattice = try #require(
    WeightLattice(denominator: c.denominator, minimum: c.minimum, weightCount: c.weights))
  var cursor = LatticeCursor(lattice)
  for index in 0..<lattice.count {
    cursor.move(to: index)
    #expect(cursor.weights == lattice.weights(at: index))
    let steps = lattice.steps(at: index)
    #expect(cursor.isOnDoubleSteps == steps.allSatisfy { $0.isMultiple(of: 2) })
  }
  var random = SplitMix64(seed: 11)
  for _ in 0..<200 {
    let index = random.below(lattice.count)
    cursor.move(to: index)
    #expect(cursor.weights == lattice.weights(at: index), "set \(index), seed 11")
  }
}

@Test func latticeBeyondCountingIsNone() {
  #expect(WeightLattice(denominator: 1_000_000, minimum: 0, weightCount: 5) == nil)
}
