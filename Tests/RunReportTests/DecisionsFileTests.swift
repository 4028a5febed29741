import DecisionEngines
import Foundation
import RunReport
import TestSupport
import Testing
import TraceModel

/// The file's rows as columns by name.
private func rows(_ text: String) -> [[String: String]] {
  let lines = text.split(separator: "\n").map {
    $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
  return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
}

@Test(arguments: Seeds.list(20, environment: ProcessInfo.processInfo.environment))
func rowsRecomputeScoresAndCountTheConfusionTable(_ seed: UInt64) throws {
  var days = RandomDays(seed: seed)
  let suite = days.suite()
  let evaluation = Evaluation(
    engine: Vigil(), suites: [suite], overrides: days.overrides(for: suite))
  var file = DecisionsFile(engine: Vigil(), withSignals: true)
  file.add(evaluation, candidate: "shipped")
  let rows = rows(file.text)
  #expect(!file.text.contains("\""), "seed \(seed)")
  for (name, count) in [
    ("tp", evaluation.tally.tp), ("fp", evaluation.tally.fp), ("fn", evaluation.tally.fn),
    ("tn", evaluation.tally.tn),
  ] {
    #expect(rows.count { $0["outcome"] == name } == count, "seed \(seed): \(name)")
  }
  #expect(rows.count { $0["delivered"] == "1" } == evaluation.tally.interventions)
  let weights = evaluation.traces[0].settings.weights
  for row in rows where row["kind"] == "step" {
    var sum = 0.0
    for (weight, definition) in zip(weights, Vigil().subScores) {
      sum += weight * (Double(row[definition.name] ?? "") ?? .nan)
    }
    #expect(Double(row["score"] ?? "") == sum, "seed \(seed)")
  }
}

@Test func signalsAndAveragesAreLeftOutWhenTheyMayNotBeShown() {
  var file = DecisionsFile(engine: Vigil(), withSignals: false)
  let day = trace([step("2025-04-14T08:00", sleep: 6.125, hrv: 51.5, steps: 4321)])
  file.add(Evaluation(engine: Vigil(), suites: [suite([day])]), candidate: "shipped")
  #expect(
    file.text == """
      candidate,trace,step,kind,at,expect,decision,outcome,delivered,score,state,blocked_by,dominant_factor,sleep,hrv,deadline,activity,timeOfDay
      shipped,a-day,1,step,2025-04-14T08:00:00-07:00,,silent,,0,26.125285714285713,Sharp,belowThreshold,Poor sleep,39.285714285714285,0,30,38.271428571428565,20

      """)
}
