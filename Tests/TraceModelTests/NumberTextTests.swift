import Foundation
import TestSupport
import Testing
import TraceModel

struct FixedCase: Sendable, CustomTestStringConvertible {
  let value: Double?
  let decimals: Int
  let text: String
  var testDescription: String { "\(value.map { "\($0)" } ?? "nil") to \(decimals)" }
}

private let fixedRoundsTheExactValueCases: [FixedCase] = [
  // Below the half in binary, so down; exactly the half, so away from zero.
  FixedCase(value: 2.675, decimals: 2, text: "2.67"),
  FixedCase(value: 2.665, decimals: 2, text: "2.67"),
  FixedCase(value: 0.5, decimals: 0, text: "1"),
  FixedCase(value: 1.5, decimals: 0, text: "2"),
  FixedCase(value: 2.5, decimals: 0, text: "3"),
  FixedCase(value: -0.5, decimals: 0, text: "-1"),
  FixedCase(value: -2.5, decimals: 0, text: "-3"),
  FixedCase(value: 0.125, decimals: 2, text: "0.13"),
  FixedCase(value: 0.49999999999999994, decimals: 0, text: "0"),
  FixedCase(value: 59.95, decimals: 1, text: "60.0"),
  FixedCase(value: 59.949999, decimals: 1, text: "59.9"),
  FixedCase(value: 9.999, decimals: 2, text: "10.00"),
  FixedCase(value: 0, decimals: 0, text: "0"),
  FixedCase(value: 0, decimals: 2, text: "0.00"),
  FixedCase(value: -0.0, decimals: 1, text: "0.0"),
  FixedCase(value: -0.04, decimals: 1, text: "0.0"),
  FixedCase(value: 0.04, decimals: 1, text: "0.0"),
  FixedCase(value: 0.05, decimals: 1, text: "0.1"),
  FixedCase(value: 1e21, decimals: 0, text: "1000000000000000000000"),
  FixedCase(value: 1e21, decimals: 2, text: "1000000000000000000000.00"),
  FixedCase(value: 0x1p64, decimals: 0, text: "18446744073709551616"),
  FixedCase(value: Double.leastNonzeroMagnitude, decimals: 3, text: "0.000"),
  FixedCase(value: 0x1p-1040, decimals: 1, text: "0.0"),
  FixedCase(value: 0.1, decimals: 20, text: "0.10000000000000000555"),
  FixedCase(value: 1.0 / 3, decimals: 6, text: "0.333333"),
  FixedCase(value: nil, decimals: 2, text: "–"),
  FixedCase(value: .infinity, decimals: 2, text: "–"),
  FixedCase(value: .nan, decimals: 2, text: "–"),
]

@Test(arguments: fixedRoundsTheExactValueCases)
func fixedRoundsTheExactValue(_ c: FixedCase) {
  #expect(NumberText.fixed(c.value, c.decimals) == c.text)
}

@Test(arguments: Seeds.list(3, environment: ProcessInfo.processInfo.environment))
func fixedAgreesWithTheSystemAwayFromHalves(_ seed: UInt64) {
  var random = SplitMix64(seed: seed)
  for _ in 0..<300 {
    let value = (random.unit() - 0.5) * pow(10, Double(random.below(12)))
    let decimals = random.below(8)
    let text = NumberText.fixed(value, decimals)
    let system = String(format: "%.\(decimals)f", value)
    let isZero = system.allSatisfy { "-0.".contains($0) }
    #expect(text == (isZero ? system.replacing("-", with: "") : system), "seed \(seed): \(value)")
  }
}

@Test(arguments: Seeds.list(5, environment: ProcessInfo.processInfo.environment))
func exactReadsBackToTheSameBits(_ seed: UInt64) {
  var random = SplitMix64(seed: seed)
  for _ in 0..<2000 {
    let value = Double(bitPattern: random.next())
    guard value.isFinite else { continue }
    #expect(Double(NumberText.exact(value))?.bitPattern == value.bitPattern, "seed \(seed)")
  }
}

@Test(arguments: [
  (0.0, "0"), (1.0, "1"), (-3.0, "-3"), (0.1, "0.1"), (60.5, "60.5"), (1e16, "1e+16"),
  (1e21, "1e+21"), (Double.leastNonzeroMagnitude, "5e-324"),
  (42.857142857142854, "42.857142857142854"),
])
func exactDropsAnEmptyFraction(_ c: (value: Double, text: String)) {
  #expect(NumberText.exact(c.value) == c.text)
}

@Test func cellOfNothingIsEmpty() {
  #expect(NumberText.cell(nil) == "")
  #expect(NumberText.cell(0.25) == "0.25")
}

@Test(arguments: [
  (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (435_666, "435,666"),
  (1_000_000, "1,000,000"), (-999, "-999"), (-1234, "-1,234"),
  (Int.max, "9,223,372,036,854,775,807"), (Int.min, "-9,223,372,036,854,775,808"),
])
func groupedCounts(_ c: (value: Int, text: String)) {
  #expect(NumberText.grouped(c.value) == c.text)
}

@Test(arguments: [
  (60.0, 60.0, "60.0"), (59.96, 60.0, "59.96"), (59.9999999, 60.0, "59.9999999"),
  (60.04, 60.0, "60.04"), (31.2, 60.0, "31.2"),
])
func scoreTextNeverLooksLikeTheThresholdItMisses(
  _ c: (score: Double, threshold: Double, text: String)
) {
  #expect(scoreText(c.score, against: c.threshold) == c.text)
}
