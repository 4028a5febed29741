import DecisionEngines
import SweepCore
import TestSupport
import Testing
import TraceModel

@Test func distanceIsHalfTheWeightsAndAHundredthOfTheThreshold() {
  let point = ShippedPoint(weights: [0.5, 0.25, 0.25], notifyThreshold: 60)
  #expect(point.distance(weights: [0.5, 0.25, 0.25], notifyThreshold: 60) == 0)
  #expect(point.distance(weights: [0.25, 0.5, 0.25], notifyThreshold: 60) == 0.25)
  #expect(point.distance(weights: [0.5, 0.25, 0.25], notifyThreshold: 35) == 0.25)
  #expect(point.distance(weights: [0, 0, 1], notifyThreshold: 85) == 1)
}

@Test func shippedComesFromTheSuiteWhereItSaysSo() {
  let own = suite(
    [trace([step("2025-04-14T08:00")])], parameters: ["notifyThreshold": .number(55)],
    weights: ["sleep": 0.25, "hrv": 0.35])
  let point = ShippedPoint(engine: Vigil(), suite: own)
  #expect(point.weights == [0.25, 0.35, 0.2, 0.13, 0.07])
  #expect(point.notifyThreshold == 55)
  #expect(
    point.distance(Overrides(values: ["notifyThreshold": .number(60)]), engine: Vigil()) == 0.05)
  #expect(point.distance(Overrides(), engine: Vigil()) == 0)
}
