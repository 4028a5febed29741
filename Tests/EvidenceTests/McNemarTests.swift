import Evidence
import Testing

@Test func mcNemarIsExactForSmallCounts() {
  // Whole numbers up to 2^53 leave no rounding but the last.
  for pairs in 0...50 {
    var term = 1
    var tail = 1
    for lost in 0...pairs / 2 {
      let p = min(1, Double(2 * tail) / Double(1 << pairs))
      #expect(agrees(McNemar.exactP(gained: pairs - lost, lost: lost), p))
      term = term * (pairs - lost) / (lost + 1)
      tail += term
    }
  }
}

@Test func mcNemarOfHugeCountsIsZeroNotNaN() {
  #expect(McNemar.exactP(gained: 5_000, lost: 0) == 0)
  #expect(McNemar.exactP(gained: 1_074, lost: 0) == 0x1p-1073)
  #expect(McNemar.exactP(gained: 900_000, lost: 100) == 0)
}

@Test func leastReachablePCountsShippedErrors() {
  #expect(McNemar.leastReachableP(missed: 0, falseAlarms: 0) == 1)
  #expect(McNemar.leastReachableP(missed: 2, falseAlarms: 0) == 0.5)
  #expect(McNemar.leastReachableP(missed: 3, falseAlarms: 2) == 0.0625)
  #expect(McNemar.leastReachableP(missed: 6, falseAlarms: 0) == 0.03125)
}
