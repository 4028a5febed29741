import SweepCore
import Testing
import TraceModel

/// A plan that exercises one shape of sweep.
struct PlanCase: Sendable, CustomTestStringConvertible {
  var name: String
  var weights: WeightSpace? = .lattice(denominator: 3, minimum: 0)
  var parameters: [String: ParameterSpace] = [:]
  var method = SweepMethod.lattice
  var metric = Metric.recall
  var require: [Requirement]?
  var then: [Criterion]?
  var keep = SweepPlan.Keep.best(20)
  var cap: Int?
  var limits: (exact: Int, records: Int)?
  var costs: Costs?

  var testDescription: String { name }

  var plan: SweepPlan {
    var plan = SweepPlan(
      name: "p", suites: ["s"], method: method, weights: weights, parameters: parameters,
      metric: metric, keep: keep, runCap: cap)
    if let require { plan.require = require }
    if let then { plan.then = then }
    plan.costs = costs
    return plan
  }

  private static let whole = ParameterSpace.range(
    DecimalRange(first: 30, step: 1, scale: 0, count: 41), isInteger: false)
  private static let tenths = ParameterSpace.range(
    DecimalRange(first: -55, step: 37, scale: 1, count: 30), isInteger: false)
  private static let cooldowns = ParameterSpace.values([.integer(0), .integer(45), .integer(120)])
  private static let budgets = ParameterSpace.range(
    DecimalRange(first: 0, step: 2, scale: 0, count: 3), isInteger: true)
  private static let open: [String: ParameterSpace] = [
    "cooldownMinutes": .values([.integer(0)]), "dailyBudget": .values([.integer(1000)]),
  ]

  static let all: [PlanCase] = [
    PlanCase(name: "range", parameters: ["notifyThreshold": whole]),
    PlanCase(name: "range, all kept", parameters: ["notifyThreshold": tenths], keep: .all),
    PlanCase(
      name: "no cooldown", parameters: open.merging(["notifyThreshold": whole]) { $1 },
      keep: .all),
    PlanCase(name: "every threshold", parameters: ["notifyThreshold": .allThresholds], keep: .all),
    PlanCase(
      name: "every threshold, gates",
      parameters: [
        "notifyThreshold": .allThresholds, "cooldownMinutes": cooldowns, "dailyBudget": budgets,
      ]),
    PlanCase(
      name: "gates and levels", weights: .lattice(denominator: 4, minimum: 1),
      parameters: [
        "notifyThreshold": tenths, "escalateThreshold": .values([.number(50), .number(75)]),
        "cooldownMinutes": cooldowns, "dailyBudget": budgets,
      ], keep: .all),
    PlanCase(
      name: "curves and quiet hours",
      parameters: [
        "notifyThreshold": whole, "bump": .values([.number(0), .number(0.5)]),
        "quietHours": .values([
          .clockRange(nil), .clockRange(ClockRange(start: 600, end: 900)),
        ]),
      ]),
    PlanCase(
      name: "every threshold, curves",
      parameters: [
        "notifyThreshold": .allThresholds,
        "quietHours": .values([
          .clockRange(nil), .clockRange(ClockRange(start: 600, end: 900)),
        ]),
      ], keep: .all),
    PlanCase(
      name: "listed thresholds out of order", weights: nil,
      parameters: [
        "notifyThreshold": .values([.number(60), .number(12.5), .number(60), .number(200)])
      ], keep: .all),
    PlanCase(
      name: "one threshold", parameters: ["notifyThreshold": .values([.number(50)])]),
    PlanCase(name: "no threshold", parameters: ["cooldownMinutes": cooldowns]),
    PlanCase(
      name: "margin first", parameters: ["notifyThreshold": whole], metric: .margin,
      then: [.nearestToShipped, .fewerInterventions]),
    PlanCase(
      name: "margin required", parameters: ["notifyThreshold": whole],
      require: [
        Requirement(name: "margin", metric: .margin, comparison: .atLeast, bound: 0.5),
        Requirement(
          name: "falseAlarms", metric: .fp, comparison: .atMost, bound: 6),
      ]),
    PlanCase(
      name: "precision, margin between", parameters: ["notifyThreshold": tenths],
      metric: .precision,
      require: [],
      then: [.metric(.margin), .fewerInterventions, .metric(.f1), .nearestToShipped]),
    PlanCase(
      name: "few behaviours kept", weights: .lattice(denominator: 7, minimum: 0),
      parameters: ["notifyThreshold": whole], limits: (exact: 100, records: 10)),
    PlanCase(
      name: "few kept, every threshold", weights: .lattice(denominator: 6, minimum: 0),
      parameters: ["notifyThreshold": .allThresholds], limits: (exact: 50, records: 7)),
    PlanCase(
      name: "few kept, few alarms allowed", weights: .lattice(denominator: 7, minimum: 0),
      parameters: ["notifyThreshold": whole], metric: .tp,
      require: [Requirement(name: "fp", metric: .fp, comparison: .atMost, bound: 3)],
      keep: .best(5), limits: (exact: 100, records: 10)),
    PlanCase(
      name: "few kept, fewer alarms than", weights: .lattice(denominator: 7, minimum: 0),
      parameters: ["notifyThreshold": whole],
      require: [Requirement(name: "fp", metric: .fp, comparison: .below, bound: 3)],
      keep: .best(5), limits: (exact: 100, records: 10)),
    PlanCase(
      name: "few kept, nothing required", weights: .lattice(denominator: 7, minimum: 0),
      parameters: ["notifyThreshold": whole], require: [], keep: .best(5),
      limits: (exact: 100, records: 10)),
    PlanCase(
      name: "few kept, gates and curves", weights: .lattice(denominator: 5, minimum: 0),
      parameters: [
        "notifyThreshold": whole, "cooldownMinutes": cooldowns,
        "bump": .values([.number(0), .number(0.5)]),
      ], metric: .f05,
      require: [Requirement(name: "recall", metric: .recall, comparison: .atLeast, bound: 0.2)],
      keep: .best(3), limits: (exact: 100, records: 10)),
    PlanCase(
      name: "few kept, precision, then margin", weights: .lattice(denominator: 7, minimum: 0),
      parameters: ["notifyThreshold": tenths], metric: .precision,
      then: [.metric(.margin), .fewerInterventions], keep: .best(5),
      limits: (exact: 100, records: 10)),
    PlanCase(
      name: "few kept, margin first", weights: .lattice(denominator: 7, minimum: 0),
      parameters: ["notifyThreshold": whole], metric: .margin, keep: .best(5),
      limits: (exact: 100, records: 10)),
    PlanCase(
      name: "few kept, utility", weights: .lattice(denominator: 7, minimum: 0),
      parameters: ["notifyThreshold": whole, "cooldownMinutes": cooldowns], metric: .utility,
      require: [], then: [.fewerInterventions], keep: .best(5), limits: (exact: 100, records: 10),
      costs: Costs(hit: 1, miss: -0.7, falseAlarm: -2, interruption: -0.1)),
    PlanCase(
      name: "few kept, interruptions bounded", weights: .lattice(denominator: 7, minimum: 0),
      parameters: ["notifyThreshold": .allThresholds],
      require: [
        Requirement(
          name: "interventions_per_day", metric: .interventionsPerDay, comparison: .atMost,
          bound: 4),
        Requirement(name: "tn", metric: .tn, comparison: .atLeast, bound: 2),
      ], keep: .best(5), limits: (exact: 100, records: 10)),
    PlanCase(
      name: "utility first", parameters: ["notifyThreshold": whole], metric: .utility,
      require: [], costs: Costs(hit: 1, miss: -0.7, falseAlarm: -2, interruption: -0.1)),
    PlanCase(
      name: "utility required, then a tie-break",
      parameters: ["notifyThreshold": .allThresholds, "cooldownMinutes": cooldowns],
      require: [Requirement(name: "utility", metric: .utility, comparison: .above, bound: -3.5)],
      then: [.metric(.utility), .nearestToShipped],
      costs: Costs(hit: 0.3, miss: 0, falseAlarm: -0.9, interruption: 0.01)),
    PlanCase(name: "capped", parameters: ["notifyThreshold": whole], cap: 222),
    PlanCase(
      name: "points beyond sums of one", weights: .sets([[1, 2, 3], [-1, 0.5, 0], [0, 0, 0]]),
      parameters: ["notifyThreshold": tenths], method: .grid, keep: .all),
    PlanCase(
      name: "random", weights: .simplex(minimum: 0.05),
      parameters: ["notifyThreshold": .interval(20...80), "cooldownMinutes": cooldowns],
      method: .random, cap: 500),
    PlanCase(
      name: "sobol", weights: .lattice(denominator: 20, minimum: 1),
      parameters: ["notifyThreshold": tenths, "cooldownMinutes": cooldowns], method: .sobol,
      cap: 500),
    PlanCase(
      name: "sobol, every threshold", weights: .simplex(minimum: 0),
      parameters: ["notifyThreshold": .allThresholds], method: .sobol, cap: 300),
  ]
}

struct RowSweepTests {
  private func aggregate(
    _ test: PlanCase, _ suites: [Suite], kernel: KernelChoice, threads: Int
  ) throws -> [String] {
    let engine = TestEngine()
    var runner = try SweepRunner(
      plan: test.plan, suites: suites, engine: engine,
      shipped: ShippedPoint(engine: engine, suite: suites[0]), kernel: kernel)
    if let limits = test.limits { runner.behaviourLimits = limits }
    return runner.run(0..<runner.space.count, threads: threads).lines
  }

  @Test(arguments: PlanCase.all)
  func everyKernelAndThreadCountGivesTheSame(_ test: PlanCase) throws {
    for (seed, traces, steps) in [(UInt64(3), 2, 30), (4, 1, 120)] {
      let suites = [
        TestEngine.suite(traces: traces, steps: steps, seed: seed),
        TestEngine.suite(traces: 1, steps: 9, seed: seed &+ 100),
      ]
      let expected = try aggregate(test, suites, kernel: .plain, threads: 1)
      for kernel in KernelChoice.allCases {
        for threads in [1, 2] {
          let found = try aggregate(test, suites, kernel: kernel, threads: threads)
          let pair = zip(expected, found).first { $0 != $1 }
          #expect(
            found.count == expected.count && pair == nil,
            "\(seed), \(kernel), \(threads) threads, \(expected.count) lines, \(found.count): \(pair as Any)"
          )
        }
      }
    }
  }
}
