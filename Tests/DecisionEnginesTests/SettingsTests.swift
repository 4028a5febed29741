import DecisionEngines
import TestSupport
import Testing
import TraceModel

@Test func precedenceRunsFromOutsideToTheEngine() {
  let vigil = Vigil()
  let name = "cooldownMinutes"
  func cooldown(
    outside: Int? = nil, trace inTrace: Int? = nil, profile: Int? = nil, parameters: Int? = nil
  ) -> Int {
    func values(_ value: Int?) -> [String: ParameterValue] {
      value.map { [name: .integer($0)] } ?? [:]
    }
    let day = trace([step("2025-04-14T08:00")], profile: values(inTrace))
    return Settings(
      engine: vigil,
      suite: suite([day], profile: values(profile), parameters: values(parameters)), trace: day,
      overrides: Overrides(values: values(outside))
    ).integer(name)
  }
  #expect(cooldown(outside: 1, trace: 2, profile: 3, parameters: 4) == 1)
  #expect(cooldown(trace: 2, profile: 3, parameters: 4) == 2)
  #expect(cooldown(profile: 3, parameters: 4) == 3)
  #expect(cooldown(parameters: 4) == 4)
  #expect(cooldown() == 120)
}

@Test func quietHoursOffInATraceWinsOverTheSuite() {
  let day = trace([step("2025-04-14T08:00")], profile: ["quietHours": .clockRange(nil)])
  let settings = Settings(
    engine: Vigil(),
    suite: suite([day], profile: ["quietHours": .clockRange(ClockRange(start: 0, end: 60))]),
    trace: day)
  #expect(settings.clockRange("quietHours") == nil)
}

@Test func suiteWeightsReplaceTheEnginesByName() {
  let day = trace([step("2025-04-14T08:00")])
  let own = suite([day], weights: ["sleep": 0.4, "hrv": 0.2])
  #expect(
    Settings(engine: Vigil(), suite: own, trace: day).weights == [0.4, 0.2, 0.2, 0.13, 0.07])
  #expect(
    Settings(
      engine: Vigil(), suite: own, trace: day, overrides: Overrides(weights: [1, 0, 0, 0, 0])
    ).weights == [1, 0, 0, 0, 0])
}

@Test func gatesForTheKernelAreInSeconds() {
  let day = trace([step("2025-04-14T08:00")])
  #expect(
    Settings(engine: Vigil(), suite: suite([day]), trace: day).gates(of: Vigil())
      == GateSettings(
        notifyThreshold: 60, escalateThreshold: 80, cooldownSeconds: 7200, dailyBudget: 3))
}
