import DecisionEngines
import TestSupport
import Testing
import TraceModel

@Test func scoreIsSummedLeftToRightToTheLastBit() {
  // Of the 120 orders of these five products, 118 give 27.004761904761907 or another neighbour.
  let made = decisions(
    trace([step("2025-04-14T19:45", sleep: 7, hrv: 46, deadline: .number(32), steps: 3300)]))
  #expect(
    made[0].subScores == [
      14.285714285714285, 16, 41.666666666666664, 52.85714285714286, 40,
    ])
  #expect(made[0].score == 27.00476190476191)
  #expect(made[0].score != 27.004761904761907)
}

@Test func shippedWeightsSumToOneAndAreTheStatedOnes() {
  let vigil = Vigil()
  #expect(vigil.subScores.map(\.name) == ["sleep", "hrv", "deadline", "activity", "timeOfDay"])
  #expect(vigil.subScores.map(\.shippedWeight) == [0.35, 0.25, 0.20, 0.13, 0.07])
  #expect(vigil.subScores.map(\.shippedWeight).reduce(0, +) == 1)
}

@Test func deadlineAloneCanNeverFire() {
  // Everything but sleep and HRV at its worst.
  let made = decisions(
    trace([
      step("2025-04-14T00:00", sleep: 9, hrv: 90, deadline: .number(0), steps: 0)
    ]), Overrides(values: ["quietHours": .clockRange(nil)]))
  #expect(made[0].score <= 40)
  #expect(made[0].action == .silent)
}

struct StateCase: Sendable, CustomTestStringConvertible {
  let score: Double
  let state: String
  var testDescription: String { "\(score)" }
}

private let stateCases: [StateCase] = [
  StateCase(score: 0, state: "Sharp"), StateCase(score: 30.0.nextDown, state: "Sharp"),
  StateCase(score: 30, state: "Drifting"), StateCase(score: 60.0.nextDown, state: "Drifting"),
  StateCase(score: 60, state: "At Risk"), StateCase(score: 80.0.nextDown, state: "At Risk"),
  StateCase(score: 80, state: "Spiraling"), StateCase(score: 100, state: "Spiraling"),
]

@Test(arguments: stateCases)
func stateByScore(_ c: StateCase) {
  #expect(Vigil.state(of: c.score) == c.state)
}

struct FactorCase: Sendable, CustomTestStringConvertible {
  let weights: [Double]
  let factor: String
  var testDescription: String { "\(weights) is \(factor)" }
}

// Sub-scores: sleep 100, hrv 100, deadline 50, activity 50, timeOfDay 20.
private let factorCases: [FactorCase] = [
  FactorCase(weights: [0.5, 0.5, 0, 0, 0], factor: "Poor sleep"),
  FactorCase(weights: [0.2, 0.3, 0.5, 0, 0], factor: "Low HRV"),
  FactorCase(weights: [0.25, 0.25, 0.5, 0, 0], factor: "Poor sleep"),
  FactorCase(weights: [0, 0.25, 0.5, 0.25, 0], factor: "Low HRV"),
  FactorCase(weights: [0, 0, 0.5, 0.5, 0], factor: "Deadline close"),
  FactorCase(weights: [0, 0, 0.25, 0.75, 0], factor: "Low activity"),
  FactorCase(weights: [0, 0, 0, 0, 1], factor: "Time of day"),
]

@Test(arguments: factorCases)
func dominantFactorIsTheLargestProductTiesToTheEarlier(_ c: FactorCase) {
  let made = decisions(
    trace([step("2025-04-14T08:00", sleep: 3, hrv: 20, deadline: .number(24), steps: 3500)]),
    Overrides(weights: c.weights))
  #expect(made[0].subScores == [100, 100, 50, 50, 20])
  #expect(made[0].dominantFactor == c.factor)
}

// MARK: What the engine declares

struct DefaultCase: Sendable, CustomTestStringConvertible {
  let name: String
  let value: String
  let origin: Origin
  var testDescription: String { name }
}

private let defaultCases: [DefaultCase] = [
  DefaultCase(name: "notifyThreshold", value: "60", origin: .stated),
  DefaultCase(name: "escalateThreshold", value: "80", origin: .stated),
  DefaultCase(name: "cooldownMinutes", value: "120", origin: .assumed),
  DefaultCase(name: "dailyBudget", value: "3", origin: .assumed),
  DefaultCase(name: "quietHours", value: "22:00-07:00", origin: .assumed),
  DefaultCase(name: "missingSleep", value: "40", origin: .stated),
  DefaultCase(name: "missingHRV", value: "40", origin: .assumed),
  DefaultCase(name: "missingDeadline", value: "30", origin: .assumed),
  DefaultCase(name: "missingActivity", value: "40", origin: .assumed),
  DefaultCase(name: "populationSleepHours", value: "7.5", origin: .stated),
  DefaultCase(name: "populationHRVMs", value: "50", origin: .stated),
  DefaultCase(name: "populationSteps", value: "7000", origin: .assumed),
  DefaultCase(name: "baselineDays", value: "7", origin: .stated),
  DefaultCase(name: "baselineMinimumDays", value: "3", origin: .stated),
  DefaultCase(name: "sleepFloorHours", value: "4", origin: .stated),
  DefaultCase(name: "hrvFloorShare", value: "0.5", origin: .assumed),
  DefaultCase(name: "deadlineKnots", value: "0:100;2:100;6:90;24:50;72:0", origin: .assumed),
  DefaultCase(
    name: "timeOfDayKnots", value: "0:80;5:60;8:20;11:10;14:50;16:40;19:30;22:70;24:80",
    origin: .assumed),
]

@Test(arguments: defaultCases)
func constantHasItsDefaultAndOrigin(_ c: DefaultCase) throws {
  let definition = try #require(Vigil().parameters.first { $0.name == c.name })
  #expect(definition.defaultValue.text == c.value)
  #expect(definition.origin == c.origin)
}

@Test func constantsStandInTheDeclaredOrder() {
  #expect(Vigil().parameters.map(\.name) == defaultCases.map(\.name))
}

@Test(arguments: Engines.all.map(\.name))
func assumedConstantsHaveTwoNamedAlternatives(_ name: String) throws {
  let engine = try #require(Engines.named(name))
  for definition in engine.parameters where definition.origin == .assumed {
    #expect(definition.alternatives.count >= 2, "\(definition.name)")
    #expect(Set(definition.alternatives.map(\.name)).count == definition.alternatives.count)
    for alternative in definition.alternatives {
      #expect(alternative.value != definition.defaultValue, "\(definition.name)")
    }
  }
  #expect(Set(engine.parameters.map(\.name)).count == engine.parameters.count)
  #expect(engine.actionNames.count == 3)
}

@Test func unknownEngineIsNone() { #expect(Engines.named("vigl") == nil) }
