import DecisionEngines
import RunReport
import SweepCore
import TestSupport
import Testing
import TraceModel

private func result(
  _ day: Trace, _ parameters: [String: ParameterSpace],
  require: [Requirement] = [
    Requirement(name: "falseAlarms", metric: .fp, comparison: .equal, bound: 0)
  ], keep: SweepPlan.Keep = .all, runCap: Int? = nil
) throws -> SweepResult {
  let own = suite([day], parameters: ["deadlineKnots": .knots([Knot(0, 0), Knot(100, 100)])])
  let plan = SweepPlan(
    name: "p", suites: ["s"], method: .grid, weights: .sets([[0, 0, 1, 0, 0]]),
    parameters: parameters, require: require, keep: keep, runCap: runCap)
  let runner = try SweepRunner(
    plan: plan, suites: [own], engine: Vigil(),
    shipped: ShippedPoint(engine: Vigil(), suite: own))
  return SweepResult(
    engine: Vigil(), suites: [own], plan: plan, runner: runner,
    aggregate: runner.run(0..<runner.space.count, threads: 1))
}

private let day = trace([
  step("2025-04-14T08:00", deadline: .number(70), expect: .intervene),
  step("2025-04-14T12:00", deadline: .number(50), expect: .silent),
  step("2025-04-14T23:00", deadline: .number(90), expect: .intervene),
])

private let thresholds = ParameterSpace.values([.number(80), .number(60), .number(40)])

@Test func candidatesListShippedThenRankedThenOtherParetoMembers() throws {
  let swept = try result(
    day,
    [
      "notifyThreshold": thresholds,
      "quietHours": .values([.clockRange(nil), .clockRange(ClockRange(start: 1320, end: 420))]),
    ], keep: .best(1))
  #expect(
    try candidatesFile(swept) == """
      rank,candidate,parameter_sleep,parameter_hrv,parameter_deadline,parameter_activity,parameter_timeOfDay,parameter_notifyThreshold,parameter_quietHours,tp,fp,fn,tn,precision,recall,f1,f05,false_alarms_per_day,interventions_per_day,unlabelled_interventions,escalations,margin,distance_from_shipped,behaviour,pareto
      0,shipped,0.35,0.25,0.2,0.13,0.07,60,22:00-07:00,0,0,2,1,,0,0,0,0,0,0,0,15.399999999999999,0,b0000000000000000,0
      1,2,0,0,1,0,0,60,off,2,0,0,1,1,1,1,1,0,2,0,1,10,0.7999999999999999,\(swept.ranked[0].metrics.tally.behaviour.hexadecimal),1

      """)
  #expect(swept.winner?.entry.index == 2)
  #expect(swept.otherPareto.isEmpty)
  #expect(!swept.shippedIsPareto)
}

@Test func withoutAWinnerTheParetoFrontIsStillListed() throws {
  let swept = try result(
    day, ["notifyThreshold": thresholds],
    require: [Requirement(name: "tp", metric: .tp, comparison: .above, bound: 9)])
  #expect(swept.winner == nil)
  #expect(swept.ranked.isEmpty)
  #expect(swept.meeting == 0)
  #expect(swept.otherPareto.map(\.index) == [1])
  let lines = try candidatesFile(swept).split(separator: "\n")
  #expect(lines.count == 3)
  #expect(lines[2].hasPrefix(",1,"))
  #expect(lines[2].hasSuffix(",1"))
}

@Test func behavioursListRangesAndChoices() throws {
  let swept = try result(
    day,
    [
      "notifyThreshold": .values([.number(55), .number(65), .number(75)]),
      "cooldownMinutes": .values([.integer(60), .integer(120)]),
      "quietHours": .values([
        .clockRange(ClockRange(start: 1320, end: 420)),
        .clockRange(ClockRange(start: 1260, end: 300)),
      ]),
    ])
  #expect(swept.behaviours.count == 2)
  #expect(swept.behaviours.map(\.members) == [8, 4])
  #expect(
    swept.rangeNames == [
      "sleep", "hrv", "deadline", "activity", "timeOfDay", "notifyThreshold", "cooldownMinutes",
    ])
  let lines = try behavioursFile(swept).split(separator: "\n").map(String.init)
  #expect(
    lines[0].hasSuffix(
      "min_notifyThreshold,max_notifyThreshold,min_cooldownMinutes,max_cooldownMinutes,values_quietHours"
    ))
  #expect(lines[1].hasSuffix(",55,65,60,120,22:00-07:00;21:00-05:00"))
  #expect(lines[2].hasSuffix(",75,75,60,120,22:00-07:00;21:00-05:00"))
}

@Test func capIsTold() throws {
  let swept = try result(day, ["notifyThreshold": thresholds], runCap: 2)
  #expect(swept.isCapped)
  #expect(swept.evaluated == 2)
  #expect(swept.planned == 3)
}

extension UInt64 {
  fileprivate var hexadecimal: String { behaviourName(self) }
}

private func candidatesFile(_ result: SweepResult) throws -> String {
  var bytes: [UInt8] = []
  try result.writeCandidates(nil) { (piece) throws(Failure) in bytes += piece }
  return String(decoding: bytes, as: UTF8.self)
}

private func behavioursFile(_ result: SweepResult) throws -> String {
  var bytes: [UInt8] = []
  try result.writeBehaviours { (piece) throws(Failure) in bytes += piece }
  return String(decoding: bytes, as: UTF8.self)
}
