import DecisionEngines
import TestSupport
import Testing
import TraceModel

// Expected values are those of Python's IEEE doubles for the formulas of the source documents.

private func subScores(
  _ step: Step, history: [HistoryDay] = [], _ overrides: Overrides = Overrides()
)
  -> [Double]
{
  decisions(trace([step], history: history), overrides)[0].subScores
}

struct CurveCase: Sendable, CustomTestStringConvertible {
  let value: Double?
  let subScore: Double
  var testDescription: String { value.map { "\($0)" } ?? "missing" }
}

private let sleepCases: [CurveCase] = [
  CurveCase(value: nil, subScore: 40),
  CurveCase(value: 0, subScore: 100),
  CurveCase(value: 4, subScore: 100),
  CurveCase(value: 4.0000001, subScore: 99.99999714285714),
  CurveCase(value: 4.1, subScore: 97.14285714285715),
  CurveCase(value: 5.3, subScore: 62.85714285714287),
  CurveCase(value: 6, subScore: 42.857142857142854),
  CurveCase(value: 7, subScore: 14.285714285714285),
  CurveCase(value: 7.4, subScore: 2.857142857142847),
  CurveCase(value: 7.49, subScore: 0.28571428571427965),
  CurveCase(value: 7.5, subScore: 0),
  CurveCase(value: 24, subScore: 0),
]

@Test(arguments: sleepCases)
func sleepAgainstSevenAndAHalfHours(_ c: CurveCase) {
  #expect(subScores(step("2025-04-14T08:00", sleep: c.value))[0] == c.subScore)
}

private let hrvCases: [CurveCase] = [
  CurveCase(value: nil, subScore: 40),
  CurveCase(value: 0, subScore: 100),
  CurveCase(value: 25, subScore: 100),
  CurveCase(value: 25.0001, subScore: 99.9996),
  CurveCase(value: 26, subScore: 96),
  CurveCase(value: 31, subScore: 76),
  CurveCase(value: 33.3, subScore: 66.80000000000001),
  CurveCase(value: 49.9, subScore: 0.40000000000000563),
  CurveCase(value: 50, subScore: 0),
  CurveCase(value: 500, subScore: 0),
]

@Test(arguments: hrvCases)
func hrvAgainstFiftyMilliseconds(_ c: CurveCase) {
  #expect(subScores(step("2025-04-14T08:00", hrv: c.value))[1] == c.subScore)
}

private let deadlineCases: [CurveCase] = [
  CurveCase(value: nil, subScore: 30),
  CurveCase(value: -8760, subScore: 100),
  CurveCase(value: -1, subScore: 100),
  CurveCase(value: 0, subScore: 100),
  CurveCase(value: 0.5, subScore: 100),
  CurveCase(value: 2, subScore: 100),
  CurveCase(value: 3, subScore: 97.5),
  CurveCase(value: 4.7, subScore: 93.25),
  CurveCase(value: 6, subScore: 90),
  CurveCase(value: 7.1, subScore: 87.55555555555556),
  CurveCase(value: 24, subScore: 50),
  CurveCase(value: 25, subScore: 48.958333333333336),
  CurveCase(value: 47.3, subScore: 25.72916666666667),
  CurveCase(value: 71.9, subScore: 0.10416666666665719),
  CurveCase(value: 72, subScore: 0),
  CurveCase(value: 8760, subScore: 0),
]

@Test(arguments: deadlineCases)
func deadlineByHours(_ c: CurveCase) {
  let value = c.value.map { SignalValue.number($0) } ?? .missing
  #expect(subScores(step("2025-04-14T08:00", deadline: value))[2] == c.subScore)
}

@Test func nothingDueIsNotTheSameAsNoCalendar() {
  #expect(subScores(step("2025-04-14T08:00", deadline: .nothing))[2] == 0)
  #expect(subScores(step("2025-04-14T08:00", deadline: .missing))[2] == 30)
}

private let activityCases: [CurveCase] = [
  CurveCase(value: nil, subScore: 40),
  CurveCase(value: 0, subScore: 100),
  CurveCase(value: 1, subScore: 99.9857142857143),
  CurveCase(value: 1234, subScore: 82.37142857142857),
  CurveCase(value: 3500, subScore: 50),
  CurveCase(value: 6999, subScore: 0.014285714285711126),
  CurveCase(value: 7000, subScore: 0),
  CurveCase(value: 7001, subScore: 0),
  CurveCase(value: 200_000, subScore: 0),
]

@Test(arguments: activityCases)
func activityAgainstSevenThousandSteps(_ c: CurveCase) {
  #expect(subScores(step("2025-04-14T08:00", steps: c.value))[3] == c.subScore)
}

struct ClockCase: Sendable, CustomTestStringConvertible {
  let time: String
  let subScore: Double
  var testDescription: String { time }
}

private let clockCases: [ClockCase] = [
  ClockCase(time: "00:00", subScore: 80),
  ClockCase(time: "00:01", subScore: 79.93333333333334),
  ClockCase(time: "04:59:59", subScore: 60.001111111111115),
  ClockCase(time: "05:00", subScore: 60),
  ClockCase(time: "06:07", subScore: 45.111111111111114),
  ClockCase(time: "08:00", subScore: 20),
  ClockCase(time: "09:20:30", subScore: 15.527777777777779),
  ClockCase(time: "11:00", subScore: 10),
  ClockCase(time: "12:34:56", subScore: 31.096296296296302),
  ClockCase(time: "14:00", subScore: 50),
  ClockCase(time: "15:10", subScore: 44.16666666666667),
  ClockCase(time: "16:00", subScore: 40),
  ClockCase(time: "18:01", subScore: 33.27777777777778),
  ClockCase(time: "19:00", subScore: 30),
  ClockCase(time: "20:40", subScore: 52.22222222222224),
  ClockCase(time: "22:00", subScore: 70),
  ClockCase(time: "23:59", subScore: 79.91666666666667),
  ClockCase(time: "23:59:59", subScore: 79.99861111111113),
]

@Test(arguments: clockCases)
func timeOfDayByTheLocalClock(_ c: ClockCase) {
  #expect(subScores(step("2025-04-14T\(c.time)"))[4] == c.subScore)
}

// MARK: Degenerate averages

struct AverageCase: Sendable, CustomTestStringConvertible {
  let parameter: String
  let average: Double
  let value: Double
  let subScore: Double
  var testDescription: String { "\(parameter) \(average), value \(value)" }
}

private let degenerateCases: [AverageCase] = [
  // No slope is left between the average and the floor of 4 h.
  AverageCase(parameter: "populationSleepHours", average: 4, value: 4, subScore: 0),
  AverageCase(parameter: "populationSleepHours", average: 4, value: 3.9, subScore: 100),
  AverageCase(parameter: "populationSleepHours", average: 3, value: 3.5, subScore: 0),
  AverageCase(parameter: "populationSleepHours", average: 3, value: 2.9, subScore: 100),
  AverageCase(parameter: "populationSleepHours", average: 4.5, value: 4, subScore: 100),
  AverageCase(parameter: "populationSleepHours", average: 4.5, value: 4.25, subScore: 50),
  AverageCase(parameter: "populationHRVMs", average: 0, value: 0, subScore: 0),
  AverageCase(parameter: "populationHRVMs", average: 0, value: 10, subScore: 0),
  AverageCase(parameter: "populationHRVMs", average: 80, value: 60, subScore: 50),
  AverageCase(parameter: "populationSteps", average: 0, value: 0, subScore: 0),
  AverageCase(parameter: "populationSteps", average: 0, value: 100, subScore: 0),
  AverageCase(parameter: "populationSteps", average: 1, value: 0, subScore: 100),
]

@Test(arguments: degenerateCases)
func averageWithoutSlope(_ c: AverageCase) {
  let at = "2025-04-14T08:00"
  let overrides = Overrides(values: [c.parameter: .number(c.average)])
  let found =
    switch c.parameter {
    case "populationSleepHours": subScores(step(at, sleep: c.value), overrides)[0]
    case "populationHRVMs": subScores(step(at, hrv: c.value), overrides)[1]
    default: subScores(step(at, steps: c.value), overrides)[3]
    }
  #expect(found == c.subScore)
}

struct ConstantCase: Sendable, CustomTestStringConvertible {
  let name: String
  let value: Double
  let index: Int
  let subScore: Double
  var testDescription: String { name }
}

private let constantCases: [ConstantCase] = [
  ConstantCase(name: "missingSleep", value: 11, index: 0, subScore: 11),
  ConstantCase(name: "missingHRV", value: 12, index: 1, subScore: 12),
  ConstantCase(name: "missingDeadline", value: 13, index: 2, subScore: 13),
  ConstantCase(name: "missingActivity", value: 14, index: 3, subScore: 14),
]

@Test(arguments: constantCases)
func missingSignalTakesItsOwnConstant(_ c: ConstantCase) {
  let found = subScores(
    step("2025-04-14T08:00"), Overrides(values: [c.name: .number(c.value)]))
  #expect(found[c.index] == c.subScore)
  for (i, value) in [40.0, 40, 30, 40].enumerated() where i != c.index {
    #expect(found[i] == value)
  }
}

@Test func curveConstantsAreTheOnesThatAreUsed() {
  let given = Overrides(values: [
    "sleepFloorHours": .number(5), "hrvFloorShare": .number(0.2),
    "deadlineKnots": .knots([Knot(1, 80), Knot(3, 20)]),
    "timeOfDayKnots": .knots([Knot(0, 0), Knot(24, 96)]),
  ])
  let found = subScores(
    step("2025-04-14T06:00", sleep: 6, hrv: 30, deadline: .number(2)), given)
  #expect(found[0] == 60)
  #expect(found[1] == 50)
  #expect(found[2] == 50)
  #expect(found[4] == 24)
}

// MARK: The personal baseline

struct BaselineCase: Sendable, CustomTestStringConvertible {
  let name: String
  let history: [HistoryDay]
  /// Value, days, population.
  let sleep: (Double, Int, Bool)
  var testDescription: String { name }
}

private let baselineCases: [BaselineCase] = [
  BaselineCase(name: "no history", history: [], sleep: (7.5, 0, true)),
  BaselineCase(
    name: "two days are too few",
    history: [historyDay("2025-04-12", sleep: 5), historyDay("2025-04-13", sleep: 6)],
    sleep: (7.5, 2, true)),
  BaselineCase(
    name: "three days are enough",
    history: [
      historyDay("2025-04-11", sleep: 5), historyDay("2025-04-12", sleep: 6),
      historyDay("2025-04-13", sleep: 8.5),
    ], sleep: (6.5, 3, false)),
  BaselineCase(
    name: "the seventh day back counts, the eighth does not",
    history: [
      historyDay("2025-04-06", sleep: 24), historyDay("2025-04-07", sleep: 5),
      historyDay("2025-04-08", sleep: 6), historyDay("2025-04-09", sleep: 7),
    ], sleep: (6, 3, false)),
  BaselineCase(
    name: "today and later days are left out",
    history: [
      historyDay("2025-04-11", sleep: 5), historyDay("2025-04-12", sleep: 6),
      historyDay("2025-04-14", sleep: 1), historyDay("2025-04-15", sleep: 1),
    ], sleep: (7.5, 2, true)),
  BaselineCase(
    name: "only days that carry the signal count",
    history: [
      historyDay("2025-04-10", sleep: 5), historyDay("2025-04-11", hrv: 50),
      historyDay("2025-04-12", sleep: 6), historyDay("2025-04-13", hrv: 40),
    ], sleep: (7.5, 2, true)),
  BaselineCase(
    name: "a day with zero hours is a day",
    history: [
      historyDay("2025-04-11", sleep: 0), historyDay("2025-04-12", sleep: 6),
      historyDay("2025-04-13", sleep: 6),
    ], sleep: (4, 3, false)),
  // Any other order of these four gives 6.924999999999999 or 6.925.
  BaselineCase(
    name: "summed in date order, to the last bit",
    history: [
      historyDay("2025-04-09", sleep: 7.4), historyDay("2025-04-10", sleep: 7.4),
      historyDay("2025-04-11", sleep: 7.3), historyDay("2025-04-12", sleep: 5.6),
    ], sleep: (6.925000000000001, 4, false)),
]

@Test(arguments: baselineCases)
func baselineOfSleep(_ c: BaselineCase) throws {
  let made = decisions(trace([step("2025-04-14T08:00", sleep: 6)], history: c.history))
  let average = try #require(made[0].averages.first)
  #expect(average.signal == "sleepHours")
  #expect(average.value == c.sleep.0)
  #expect(average.days == c.sleep.1)
  #expect(average.isPopulation == c.sleep.2)
}

@Test func eachSignalHasABaselineOfItsOwn() {
  let history = [
    historyDay("2025-04-10", sleep: 6, hrv: 40, steps: 5000),
    historyDay("2025-04-11", hrv: 42, steps: 6000), historyDay("2025-04-12", sleep: 7, hrv: 44),
    historyDay("2025-04-13", sleep: 8, steps: 7600),
  ]
  let averages = decisions(trace([step("2025-04-14T08:00")], history: history))[0].averages
  #expect(averages.map(\.signal) == ["sleepHours", "hrvMs", "steps"])
  #expect(averages.map(\.value) == [7, 42, 6200])
  #expect(averages.map(\.days) == [3, 3, 3])
  #expect(averages.allSatisfy { !$0.isPopulation })
}

@Test func baselineMovesOnWithTheStepsOwnLocalDay() {
  let history = (7...13).map { day in
    historyDay("2025-04-\(day < 10 ? "0" : "")\(day)", sleep: Double(day - 3))
  }
  let steps = [
    step("2025-04-14T23:59", sleep: 5), step("2025-04-15T00:00", sleep: 5),
    step("2025-04-18T08:00", sleep: 5), step("2025-04-19T08:00", sleep: 5),
  ]
  let averages = decisions(trace(steps, history: history)).map(\.averages[0])
  #expect(averages.map(\.value) == [7, 7.5, 9, 7.5])
  #expect(averages.map(\.days) == [7, 6, 3, 2])
}

@Test func baselineSpanAndLeastDaysAreParameters() {
  let history = (8...13).map { day in
    historyDay("2025-04-\(day < 10 ? "0" : "")\(day)", sleep: Double(day))
  }
  func average(_ days: Int, _ least: Int) -> Double {
    decisions(
      trace([step("2025-04-14T08:00")], history: history),
      Overrides(values: [
        "baselineDays": .integer(days), "baselineMinimumDays": .integer(least),
      ]))[0].averages[0].value
  }
  #expect(average(2, 1) == 12.5)
  #expect(average(2, 2) == 12.5)
  #expect(average(2, 3) == 7.5)
  #expect(average(365, 6) == 10.5)
  #expect(average(365, 7) == 7.5)
}
