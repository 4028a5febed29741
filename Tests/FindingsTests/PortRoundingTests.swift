import DecisionEngines
import Findings
import TestSupport
import Testing
import TraceModel

@Suite struct PortRoundingTests {
  @Test(arguments: 1...25)
  func everyDecisionStaysAndWeightsSumToOne(seed: Int) throws {
    let subject = subject(RandomSuites.suite(seed: UInt64(seed)))
    let own = RandomSuites.candidate(seed: UInt64(seed), isLong: true)
    let rounding = PortRounding(of: own, in: subject)
    #expect(actions(subject.evaluate(rounding.overrides)) == actions(subject.evaluate(own)))
    let weights = try #require(rounding.overrides.weights)
    #expect(weights.allSatisfy { (0...1).contains($0) } && abs(weights.reduce(0, +) - 1) <= 1e-9)
    #expect(rounding.weightTexts.map { Double($0) } == weights, "texts read back")
    if !rounding.isExact {
      // As decimals the sum is exactly one.
      let units = rounding.weightTexts.map { Int($0.filter { $0 != "." }) ?? -1 }
      let one = (0..<(rounding.weightDecimals ?? 0)).reduce(1) { power, _ in power * 10 }
      #expect(units.reduce(0, +) == one, "seed \(seed): \(rounding.weightTexts)")
    }
    let text = try #require(rounding.thresholdText)
    #expect(rounding.overrides.values["notifyThreshold"] == Double(text).map { .number($0) })
  }

  /// The printed ranges are exact: their ends keep every decision, the next Double does not.
  @Test(arguments: 1...25)
  func rangesEndWhereADecisionChanges(seed: Int) throws {
    let subject = subject(RandomSuites.suite(seed: UInt64(seed), traces: 3))
    let own = RandomSuites.candidate(seed: UInt64(seed), isLong: true)
    let rounding = PortRounding(of: own, in: subject)
    let decided = actions(subject.evaluate(own))
    if let range = rounding.thresholdRange {
      func keeps(_ threshold: Double) -> Bool {
        var changed = rounding.overrides
        changed.values["notifyThreshold"] = .number(threshold)
        return actions(subject.evaluate(changed)).map { $0 != .silent }
          == decided.map { $0 != .silent }
      }
      #expect(keeps(range.upper) && (range.upper == 100 || !keeps(range.upper.nextUp)))
      #expect(keeps(range.includesLower ? range.lower : range.lower.nextUp))
      if !range.includesLower { #expect(!keeps(range.lower)) }
    }
    let weights = try #require(own.weights)
    for (k, range) in rounding.weightRanges.enumerated() {
      let range = try #require(range)
      func keeps(_ value: Double) -> Bool {
        var changed = own
        changed.weights = weights.enumerated().map { i, weight in
          i == k ? value : weight * ((1 - value) / (1 - weights[k]))
        }
        return actions(subject.evaluate(changed)) == decided
      }
      #expect(range.lower <= weights[k] && weights[k] <= range.upper)
      for end in [range.lower, range.upper] { #expect(keeps(end), "seed \(seed) weight \(k)") }
      if range.lower > 0 { #expect(!keeps(range.lower.nextDown)) }
      if range.upper < 1 { #expect(!keeps(range.upper.nextUp)) }
      for part in [0.1, 0.35, 0.6, 0.85] {
        #expect(keeps(range.lower + (range.upper - range.lower) * part))
      }
    }
  }

  @Test func aSoundCandidateGetsShort() throws {
    let subject = subject(JudgedSuites.trulyBetter(seed: 1, days: 20))
    let third = 1.0 / 3
    let own = candidate([0.02, 0.01, third + 0.15, 1 - third - 0.18, 0], at: 71.234_567)
    let rounding = PortRounding(of: own, in: subject)
    #expect(!rounding.isExact)
    #expect(rounding.weightTexts == ["0.02", "0.01", "0.48", "0.49", "0.00"])
    #expect(rounding.thresholdText == "71")
  }

  @Test func whatIsShortStays() throws {
    let subject = try twelveDays()
    let rounding = PortRounding(
      of: Overrides(weights: [0.35, 0.25, 0.20, 0.13, 0.07]), in: subject)
    #expect(rounding.thresholdText == nil && rounding.thresholdRange == nil)
    #expect(rounding.weightTexts == ["0.35", "0.25", "0.20", "0.13", "0.07"])
    #expect(rounding.overrides.values.isEmpty)
  }
}
