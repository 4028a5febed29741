import TraceModel

/// Mirror of Vigil's rules engine: five weighted sub-scores against a personal baseline, four gates.
///
/// Restated from the app's project report; it is not the app. Constants are marked stated or
/// assumed in `parameters`, and every report lists the assumed ones.
package struct Vigil: DecisionEngine {
  package init() {}

  package let name = "vigil"
  package let summary = "weighted risk score against a personal baseline, four gates"
  package let actionNames = ["silent", "notification", "both"]

  package let signals = [
    SignalDefinition(
      name: "sleepHours", kind: .number(0...24), unit: "h", inHistory: true, error: 0.5),
    SignalDefinition(name: "hrvMs", kind: .number(0...500), unit: "ms", inHistory: true, error: 5),
    SignalDefinition(
      name: "hoursToDeadline", kind: .numberOrNone(-8760...8760), unit: "h", inHistory: false,
      error: 1),
    SignalDefinition(
      name: "steps", kind: .number(0...200_000), unit: "steps", inHistory: true, error: 500),
  ]

  package let subScores = [
    SubScoreDefinition(
      name: "sleep", words: "Poor sleep", shippedWeight: 0.35, weightOrigin: .stated,
      curveOrigin: .stated, lowWords: "good sleep",
      highWords: "short sleep"),
    SubScoreDefinition(
      name: "hrv", words: "Low HRV", shippedWeight: 0.25, weightOrigin: .stated,
      curveOrigin: .assumed, lowWords: "a normal HRV",
      highWords: "a low HRV"),
    SubScoreDefinition(
      name: "deadline", words: "Deadline close", shippedWeight: 0.20, weightOrigin: .stated,
      curveOrigin: .assumed, lowWords: "no close deadline",
      highWords: "a close deadline"),
    SubScoreDefinition(
      name: "activity", words: "Low activity", shippedWeight: 0.13, weightOrigin: .stated,
      curveOrigin: .assumed, lowWords: "enough steps",
      highWords: "few steps"),
    SubScoreDefinition(
      name: "timeOfDay", words: "Time of day", shippedWeight: 0.07, weightOrigin: .stated,
      curveOrigin: .assumed, lowWords: "an easy hour",
      highWords: "a hard hour"),
  ]

  package let parameters = Vigil.parameterDefinitions

  /// The app's name for a score: Sharp below 30, Drifting below 60, At Risk below 80, Spiraling.
  package static func state(of score: Double) -> String {
    if score < 30 { return "Sharp" }
    if score < 60 { return "Drifting" }
    return score < 80 ? "At Risk" : "Spiraling"
  }

  package func evaluate(_ trace: Trace, settings: Settings) -> [StepDecision] {
    let curves = VigilCurves(settings: settings)
    return VigilPolicy(settings: settings, factors: subScores).decide(
      trace, curves.subScores(of: trace))
  }

  package func lower(_ trace: Trace, settings: Settings) -> LoweredTrace {
    let curves = VigilCurves(settings: settings)
    return LoweredTrace(
      subScores: curves.subScores(of: trace).map(\.values),
      isBlocked: VigilPolicy(settings: settings, factors: subScores).quietSteps(of: trace))
  }

  package func taking(_ given: GivenSubScores, for suites: [Suite]) -> (any DecisionEngine)? {
    VigilOverGiven(given, suites: suites)
  }
}
