import TraceModel

extension Vigil {
  /// Thresholds, gates, then constants: the order in which a sweep counts them.
  ///
  /// "Stated" is the app's project report. Everything else has no published value: it is marked as
  /// assumed and carries alternatives that the assumption check replays.
  static let parameterDefinitions: [ParameterDefinition] =
    thresholds + gates + missing + baseline + curves

  private static let score = ParameterKind.number(0...100)

  private static let thresholds = [
    ParameterDefinition(
      name: "notifyThreshold", meaning: "the score from which it interrupts", unit: "points",
      kind: score, defaultValue: .number(60), origin: .stated, role: .notifyThreshold),
    ParameterDefinition(
      name: "escalateThreshold", meaning: "the score from which a Live Activity joins",
      unit: "points", kind: score, defaultValue: .number(80), origin: .stated,
      role: .escalateThreshold),
  ]

  private static let gates = [
    ParameterDefinition(
      name: "cooldownMinutes", meaning: "minutes that must pass after a delivered intervention",
      unit: "min", kind: .integer(0...10_080), defaultValue: .integer(120), origin: .assumed,
      role: .cooldown, isGate: true,
      alternatives: [
        Alternative("one hour", .integer(60)), Alternative("three hours", .integer(180)),
      ]),
    ParameterDefinition(
      name: "dailyBudget", meaning: "interventions delivered a local day at most", unit: "a day",
      kind: .integer(0...1000), defaultValue: .integer(3), origin: .assumed, role: .dailyBudget,
      isGate: true,
      alternatives: [Alternative("two a day", .integer(2)), Alternative("five a day", .integer(5))]),
    ParameterDefinition(
      name: "quietHours", meaning: "local clock times in which it never interrupts", unit: "clock",
      kind: .clockRange, defaultValue: .clockRange(ClockRange(start: 22 * 60, end: 7 * 60)),
      origin: .assumed, isGate: true,
      alternatives: [
        Alternative("23:00 to 08:00", .clockRange(ClockRange(start: 23 * 60, end: 8 * 60))),
        Alternative("21:00 to 06:00", .clockRange(ClockRange(start: 21 * 60, end: 6 * 60))),
      ]),
  ]

  private static let missing = [
    ParameterDefinition(
      name: "missingSleep", meaning: "sleep sub-score when sleep is missing", unit: "points",
      kind: score, defaultValue: .number(40), origin: .stated),
    ParameterDefinition(
      name: "missingHRV", meaning: "HRV sub-score when HRV is missing", unit: "points",
      kind: score, defaultValue: .number(40), origin: .assumed,
      alternatives: [Alternative("lower, 20", .number(20)), Alternative("even, 50", .number(50))]),
    ParameterDefinition(
      name: "missingDeadline", meaning: "deadline sub-score when there is no calendar",
      unit: "points", kind: score, defaultValue: .number(30), origin: .assumed,
      alternatives: [Alternative("none, 0", .number(0)), Alternative("as sleep, 40", .number(40))]),
    ParameterDefinition(
      name: "missingActivity", meaning: "activity sub-score when steps are missing",
      unit: "points", kind: score, defaultValue: .number(40), origin: .assumed,
      alternatives: [Alternative("lower, 20", .number(20)), Alternative("even, 50", .number(50))]),
  ]

  private static let baseline = [
    ParameterDefinition(
      name: "populationSleepHours", meaning: "sleep average when history is too short", unit: "h",
      kind: .number(0...24), defaultValue: .number(7.5), origin: .stated),
    ParameterDefinition(
      name: "populationHRVMs", meaning: "HRV average when history is too short", unit: "ms",
      kind: .number(0...500), defaultValue: .number(50), origin: .stated),
    ParameterDefinition(
      name: "populationSteps", meaning: "steps average when history is too short", unit: "steps",
      kind: .number(0...200_000), defaultValue: .number(7000), origin: .assumed,
      alternatives: [
        Alternative("5,000 steps", .number(5000)), Alternative("10,000 steps", .number(10_000)),
      ]),
    ParameterDefinition(
      name: "baselineDays", meaning: "local days before today that the average looks back",
      unit: "days", kind: .integer(1...365), defaultValue: .integer(7), origin: .stated),
    ParameterDefinition(
      name: "baselineMinimumDays", meaning: "days that must carry a signal for its average",
      unit: "days", kind: .integer(1...365), defaultValue: .integer(3), origin: .stated),
  ]

  private static let curves = [
    ParameterDefinition(
      name: "sleepFloorHours", meaning: "sleep at or below which the sub-score is 100", unit: "h",
      kind: .number(0...24), defaultValue: .number(4), origin: .stated),
    ParameterDefinition(
      name: "hrvFloorShare", meaning: "share of the HRV average at or below which it is 100",
      unit: "share", kind: .number(0...1), defaultValue: .number(0.5), origin: .assumed,
      alternatives: [
        Alternative("steeper, 0.65", .number(0.65)), Alternative("gentler, 0.35", .number(0.35)),
      ]),
    ParameterDefinition(
      name: "deadlineKnots", meaning: "deadline sub-score by hours to the nearest due item",
      unit: "h:points", kind: .knots(0...100),
      defaultValue: .knots([Knot(0, 100), Knot(2, 100), Knot(6, 90), Knot(24, 50), Knot(72, 0)]),
      origin: .assumed,
      alternatives: [
        Alternative(
          "steeper", .knots([Knot(0, 100), Knot(2, 90), Knot(6, 60), Knot(24, 20), Knot(48, 0)])),
        Alternative(
          "gentler", .knots([Knot(0, 100), Knot(6, 100), Knot(24, 80), Knot(72, 40), Knot(168, 0)])),
        Alternative("straight over 72 h", .knots([Knot(0, 100), Knot(72, 0)])),
        Alternative(
          "only the last 12 hours", .knots([Knot(0, 100), Knot(3, 100), Knot(12, 0)])),
      ]),
    ParameterDefinition(
      name: "timeOfDayKnots", meaning: "time-of-day sub-score by local hour", unit: "h:points",
      kind: .knots(0...100),
      defaultValue: .knots([
        Knot(0, 80), Knot(5, 60), Knot(8, 20), Knot(11, 10), Knot(14, 50), Knot(16, 40),
        Knot(19, 30), Knot(22, 70), Knot(24, 80),
      ]),
      origin: .assumed,
      alternatives: [
        Alternative("flat, 40", .knots([Knot(0, 40), Knot(24, 40)])),
        Alternative(
          "evening heavy",
          .knots([Knot(0, 90), Knot(6, 50), Knot(12, 10), Knot(18, 50), Knot(24, 90)])),
        Alternative(
          "morning heavy",
          .knots([Knot(0, 60), Knot(7, 80), Knot(11, 30), Knot(15, 20), Knot(24, 60)])),
      ]),
  ]
}
