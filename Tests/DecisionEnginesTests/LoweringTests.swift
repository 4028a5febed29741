import DecisionEngines
import TestSupport
import Testing
import TraceModel

@Test func tableHoldsWhatNoCandidateChanges() {
  let day = trace(
    [
      step("2025-04-14T06:59", sleep: 6),
      step("2025-04-14T07:00", expect: .silent, delivers: false),
      step("2025-04-14T12:00", hasOwnExpect: true), step("2025-04-15T12:00"),
    ],
    windows: [
      window("2025-04-14T07:00", "2025-04-14T12:00", .intervene),
      window("2025-04-14T07:00", "2025-04-14T12:01", .silent, source: .passiveSoft),
      window("2025-04-16T07:00", "2025-04-16T12:00", .silent),
    ], lastInterventionAt: moment("2025-04-13T20:00"), deliveredToday: 2,
    profile: ["dailyBudget": .integer(5)])
  let table = DecisionTable(
    suites: [suite([day, trace([step("2025-04-14T08:00")], id: "b")])], engine: Vigil())
  #expect(table.stepCount == 5)
  #expect(table.unblockedStepCount == 4)
  #expect(table.isBlocked == [true, false, false, false, false])
  #expect(table.delivers == [true, false, true, true, true])
  #expect(table.expects == [nil, .silent, nil, nil, nil])
  #expect(table.hasOwnExpect == [false, true, true, false, false])
  #expect(table.isInWindow == [false, true, true, false, false])
  #expect(table.isCounted == [false, true, false, false, false])
  #expect(table.days == [20_192, 20_192, 20_192, 20_193, 20_192])
  #expect(table.dayCount == 3)
  #expect(table.subScores.map { $0[0] } == [42.857142857142854, 40, 30, 40, 33.55555555555556])
  #expect(table.traces.map(\.steps) == [0..<4, 4..<5])
  #expect(table.traces[0].windows.map(\.steps) == [1..<2, 4..<4])
  #expect(table.traces[0].windows.map(\.isPositive) == [true, false])
  #expect(table.traces.map(\.hasCountingWindow) == [true, false])
  #expect(table.traces[0].lastInterventionAt == moment("2025-04-13T20:00").instant)
  #expect(table.traces.map(\.deliveredToday) == [2, 0])
  #expect(table.traces.map(\.gates.dailyBudget) == [5, 3])
}

@Test func sweptConstantsReachTheTable() {
  let day = trace([step("2025-04-14T23:00")])
  let table = DecisionTable(
    suites: [suite([day])], engine: Vigil(),
    overrides: Overrides(values: [
      "missingSleep": .number(77), "quietHours": .clockRange(nil), "dailyBudget": .integer(9),
    ]))
  #expect(table.subScores[0] == [77])
  #expect(table.isBlocked == [false])
  #expect(table.traces[0].gates.dailyBudget == 9)
}
