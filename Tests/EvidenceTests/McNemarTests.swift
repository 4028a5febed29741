import Evidence
import Testing

struct McNemarCase: Sendable, CustomTestStringConvertible {
  let gained: Int
  let lost: Int
  let p: Double
  var testDescription: String { "gained \(gained), lost \(lost)" }
}

// Reference values: Tests/Reference/statistics_reference.py mcnemar
let mcNemarCases = [
  McNemarCase(gained: 0, lost: 0, p: 1.0),
  McNemarCase(gained: 1, lost: 0, p: 1.0),
  McNemarCase(gained: 0, lost: 1, p: 1.0),
  McNemarCase(gained: 1, lost: 1, p: 1.0),
  McNemarCase(gained: 2, lost: 0, p: 0.5),
  McNemarCase(gained: 5, lost: 0, p: 0.0625),
  McNemarCase(gained: 6, lost: 0, p: 0.03125),
  McNemarCase(gained: 0, lost: 6, p: 0.03125),
  McNemarCase(gained: 3, lost: 1, p: 0.625),
  McNemarCase(gained: 3, lost: 2, p: 1.0),
  McNemarCase(gained: 4, lost: 4, p: 1.0),
  McNemarCase(gained: 10, lost: 2, p: 0.03857421875),
  McNemarCase(gained: 25, lost: 11, p: 0.028816719655878842),
  McNemarCase(gained: 100, lost: 60, p: 0.001953728034064342),
  McNemarCase(gained: 1000, lost: 900, p: 0.02310884510890107),
  McNemarCase(gained: 5000, lost: 5300, p: 0.003215819673645239),
  McNemarCase(gained: 100000, lost: 101000, p: 0.02586239243973448),
  McNemarCase(gained: 400, lost: 100, p: 1.6596294752173932e-43),
]

@Test(arguments: mcNemarCases)
func mcNemarEqualsReference(_ c: McNemarCase) {
  let p = McNemar.exactP(gained: c.gained, lost: c.lost)
  #expect(agrees(p, c.p))
  #expect(p == McNemar.exactP(gained: c.lost, lost: c.gained))
}

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
