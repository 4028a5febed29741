import SweepCore
import Testing
import TraceModel

/// What a random table should contain.
struct TableRecipe: Sendable, CustomTestStringConvertible {
  var name: String
  var traces = 12
  var steps = 1...96
  /// Whole sub-scores, so that scores tie with thresholds exactly.
  var isInteger = false
  var hasWindows = false
  var hasGates = true
  /// Traces that span days; some days come back, as when a clock is set back over midnight.
  var severalDays = false
  var signals = 5

  var testDescription: String { name }

  static let all: [TableRecipe] = [
    TableRecipe(name: "continuous"),
    TableRecipe(name: "integer", isInteger: true),
    TableRecipe(name: "no gates", isInteger: true, hasGates: false),
    TableRecipe(name: "windows", hasWindows: true),
    TableRecipe(name: "windows, no gates", isInteger: true, hasWindows: true, hasGates: false),
    TableRecipe(name: "long traces", steps: 60...300, isInteger: true, hasWindows: true),
    TableRecipe(
      name: "several days", steps: 20...200, isInteger: true, hasWindows: true, severalDays: true),
    TableRecipe(name: "one trace", traces: 1, steps: 0...70, isInteger: true, hasWindows: true),
    TableRecipe(name: "short", traces: 40, steps: 0...9, isInteger: true),
    TableRecipe(name: "one signal", isInteger: true, hasWindows: true, signals: 1),
    TableRecipe(name: "two signals", hasWindows: true, severalDays: true, signals: 2),
    TableRecipe(name: "seven signals", isInteger: true, signals: 7),
    TableRecipe(name: "seventeen signals", isInteger: true, signals: 17),
  ]
}

extension DecisionTable {
  /// A table with every oddity that a suite may have, from a seed.
  static func random(_ recipe: TableRecipe, seed: UInt64) -> DecisionTable {
    var random = SplitMix64(seed: seed)
    var columns = [[Double]](repeating: [], count: recipe.signals)
    var blocked: [Bool] = []
    var instants: [Int] = []
    var days: [Int] = []
    var delivers: [Bool] = []
    var expects: [TraceModel.Expectation?] = []
    var own: [Bool] = []
    var inWindow: [Bool] = []
    var counted: [Bool] = []
    var traces: [TableTrace] = []
    for _ in 0..<recipe.traces {
      let count =
        recipe.steps.lowerBound + random.below(recipe.steps.count)
      let first = instants.count
      var now = 1_700_000_000 + random.below(1000) * 60
      let start = now
      var day = 20_000
      var windows: [(steps: Range<Int>, isPositive: Bool, counts: Bool)] = []
      if recipe.hasWindows && random.below(4) != 0 {
        for _ in 0..<random.below(4) {
          let a = random.below(count + 1)
          let b = random.below(count + 1)
          windows.append(
            (first + min(a, b)..<first + max(a, b), random.below(2) == 0, random.below(4) != 0))
        }
      }
      for i in 0..<count {
        let step = first + i
        for signal in columns.indices {
          let value = recipe.isInteger ? Double(random.below(101)) : random.unit() * 100
          columns[signal].append(value)
        }
        blocked.append(random.below(8) < 3)
        now += (1 + random.below(30)) * 60
        instants.append(now)
        if recipe.severalDays && random.below(12) == 0 { day += random.below(3) == 0 ? -1 : 1 }
        days.append(day)
        delivers.append(random.below(6) != 0)
        let label: TraceModel.Expectation? =
          switch random.below(8) {
          case 0: .intervene
          case 1: .escalate
          case 2, 3: .silent
          default: nil
          }
        expects.append(label)
        own.append(label != nil || random.below(6) == 0)
        let around = windows.filter { $0.steps.contains(step) }
        inWindow.append(!around.isEmpty)
        counted.append(label != nil || around.contains { $0.counts })
      }
      let counting = windows.filter(\.counts)
      traces.append(
        TableTrace(
          steps: first..<instants.count,
          lastInterventionAt: random.below(2) == 0 ? start - random.below(120) * 60 : nil,
          deliveredToday: random.below(3) == 0 ? random.below(4) : 0,
          windows: counting.map { TableWindow(steps: $0.steps, isPositive: $0.isPositive) },
          hasCountingWindow: !counting.isEmpty,
          gates: GateSettings(
            notifyThreshold: Double(30 + random.below(50)),
            escalateThreshold: random.below(4) == 0 ? nil : Double(50 + random.below(40)),
            cooldownSeconds: recipe.hasGates ? random.below(5) * 1800 : 0,
            dailyBudget: recipe.hasGates && random.below(3) != 0 ? random.below(5) : nil)))
    }
    return DecisionTable(
      subScores: columns, isBlocked: blocked, instants: instants, days: days, delivers: delivers,
      expects: expects, hasOwnExpect: own, isInWindow: inWindow, isCounted: counted,
      traces: traces, dayCount: recipe.traces)
  }
}

extension KernelCandidate {
  /// A candidate whose scores often tie with its threshold on a table of whole sub-scores.
  static func random(signals: Int, isInteger: Bool, _ random: inout SplitMix64) -> KernelCandidate {
    var left = 20
    var weights: [Double] = []
    for signal in 0..<signals {
      let part = signal == signals - 1 ? left : random.below(left + 1)
      left -= part
      weights.append(isInteger ? Double(part) / 20 : Double(part) / 20 + random.unit() / 50)
    }
    func maybe<Value>(_ value: Value) -> Value? { random.below(3) == 0 ? nil : value }
    let notify = Double(random.below(101))
    let escalate = Double(random.below(101))
    let cooldown = random.below(4) * 3600
    let budget = random.below(4)
    return KernelCandidate(
      weights: weights, notifyThreshold: maybe(notify), escalateThreshold: maybe(escalate),
      cooldownSeconds: maybe(cooldown), dailyBudget: maybe(budget))
  }
}
