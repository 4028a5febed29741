import DecisionEngines
import Findings
import Foundation
import RunStore
import SweepCore
import Testing
import TraceModel

/// The ranking of a plan that names nothing: no false alarm, then recall.
let defaultRanking = Ranking(
  plan: SweepPlan(name: "", suites: [], method: .grid, weights: nil, parameters: [:]))

func subject(_ suites: Suite...) -> Subject {
  let engine = Vigil()
  return Subject(
    engine: engine, suites: suites, shipped: ShippedPoint(engine: engine, suite: suites[0]))
}

/// The bundled twelve days.
func twelveDays() throws -> Subject {
  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let disk = Disk(workingDirectory: root.path(percentEncoded: false))
  return subject(try SuiteLoader(disk: disk).load("Traces/vigil-twelve-days"))
}

/// Weights and threshold as values given from outside.
func candidate(_ weights: [Double], at threshold: Double) -> Overrides {
  Overrides(weights: weights, values: ["notifyThreshold": .number(threshold)])
}

/// Two-sided exact McNemar, an oracle of its own: whole numbers while they fit a Double.
func mcNemar(_ gained: Int, _ lost: Int) -> Double {
  let n = gained + lost
  guard n > 0 else { return 1 }
  var term = pow(0.5, Double(n))
  var sum = term
  for k in 0..<min(gained, lost) {
    term *= Double(n - k) / Double(k + 1)
    sum += term
  }
  return min(1, 2 * sum)
}

/// Every step's action, all traces one after another.
func actions(_ evaluation: Evaluation) -> [Action] {
  evaluation.traces.flatMap { $0.decisions.map(\.action) }
}
