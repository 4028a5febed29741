import DecisionEngines
import Foundation
import SweepCore
import TestSupport
import Testing
import TraceModel

private func table(_ scores: [Double]) -> DecisionTable {
  let steps = scores.enumerated().map {
    step("2025-04-14T\(10 + $0.offset):00", deadline: .number($0.element))
  }
  return DecisionTable(
    suites: [suite([trace(steps + [step("2025-04-14T23:00", deadline: .number(99))])])],
    engine: Vigil(), overrides: scoreIsDeadline())
}

struct ThresholdCase: Sendable, CustomTestStringConvertible {
  let scores: [Double]
  let thresholds: [Double]
  var testDescription: String { "\(scores)" }
}

private let thresholdCases: [ThresholdCase] = [
  ThresholdCase(scores: [60], thresholds: [30]),
  ThresholdCase(scores: [60, 20, 40], thresholds: [10, 30, 50]),
  ThresholdCase(scores: [60, 60, 20, 60], thresholds: [10, 40]),
  ThresholdCase(scores: [0, 10], thresholds: [0, 5]),
  ThresholdCase(scores: [60, 60.0.nextUp], thresholds: [30, 60.0.nextUp]),
  ThresholdCase(scores: [100], thresholds: [50]),
]

@Test(arguments: thresholdCases)
func oneThresholdForEachDistinctScore(_ c: ThresholdCase) {
  #expect(Thresholds.all(weights: [0, 0, 1, 0, 0], over: table(c.scores)) == c.thresholds)
}

@Test(arguments: Seeds.list(30, environment: ProcessInfo.processInfo.environment))
func thresholdsSeparateEveryPairOfScores(_ seed: UInt64) {
  var days = RandomDays(seed: seed)
  let table = DecisionTable(suites: [days.suite()], engine: Vigil())
  let weights = days.weights()
  let scores = Set(
    (0..<table.stepCount).filter { !table.isBlocked[$0] }.map {
      table.score(step: $0, weights: weights)
    }
  ).sorted()
  let thresholds = Thresholds.all(weights: weights, over: table)
  #expect(thresholds.count == scores.count, "seed \(seed)")
  for (i, threshold) in thresholds.enumerated() {
    #expect(scores.filter { $0 >= threshold }.count == scores.count - i, "seed \(seed)")
  }
}
