import Testing
import TraceModel

private func tally(
  tp: Int = 0, fp: Int = 0, fn: Int = 0, tn: Int = 0, interventions: Int = 0, unlabelled: Int = 0,
  escalations: Int = 0, margin: Double? = nil
) -> Tally {
  var tally = Tally()
  (tally.tp, tally.fp, tally.fn, tally.tn) = (tp, fp, fn, tn)
  tally.interventions = interventions
  tally.unlabelled = unlabelled
  tally.escalations = escalations
  tally.margin = margin
  return tally
}

struct MetricCase: Sendable, CustomTestStringConvertible {
  let metric: Metric
  let value: Double?
  let empty: Double?
  var testDescription: String { metric.rawValue }
}

private let metricIsAFigureOrUndefinedCases: [MetricCase] = [
  MetricCase(metric: .tp, value: 4, empty: 0),
  MetricCase(metric: .fp, value: 3, empty: 0),
  MetricCase(metric: .fn, value: 2, empty: 0),
  MetricCase(metric: .tn, value: 5, empty: 0),
  MetricCase(metric: .precision, value: 4.0 / 7, empty: nil),
  MetricCase(metric: .recall, value: 4.0 / 6, empty: nil),
  MetricCase(metric: .f1, value: 8.0 / 13, empty: nil),
  // (1 + 0.25)·4 / (5 + 0.25·2 + 3)
  MetricCase(metric: .f05, value: 5.0 / 8.5, empty: nil),
  MetricCase(metric: .falseAlarmsPerDay, value: 0.75, empty: nil),
  MetricCase(metric: .interventionsPerDay, value: 2.25, empty: nil),
  MetricCase(metric: .unlabelledInterventions, value: 1, empty: 0),
  MetricCase(metric: .escalations, value: 2, empty: 0),
  MetricCase(metric: .margin, value: 1.5, empty: nil),
  MetricCase(metric: .distanceFromShipped, value: 0.25, empty: 0),
]

@Test(arguments: metricIsAFigureOrUndefinedCases)
func metricIsAFigureOrUndefined(_ c: MetricCase) {
  let metrics = Metrics(
    tally: tally(
      tp: 4, fp: 3, fn: 2, tn: 5, interventions: 9, unlabelled: 1, escalations: 2, margin: 1.5),
    days: 4, distanceFromShipped: 0.25)
  #expect(metrics.value(c.metric) == c.value)
  #expect(Metrics(tally: Tally(), days: 0, distanceFromShipped: 0).value(c.metric) == c.empty)
}

@Test func falseAlarmsIsAnotherNameForFp() {
  #expect(Metric(name: "falseAlarms") == .fp)
  #expect(Metric.names.count == Set(Metric.names).count)
}

struct RequirementCase: Sendable, CustomTestStringConvertible {
  let comparison: Requirement.Comparison
  let meets: [Bool]
  var testDescription: String { comparison.rawValue }
}

private let requirementAtBelowAndAboveItsBoundCases: [RequirementCase] = [
  RequirementCase(comparison: .atLeast, meets: [false, true, true]),
  RequirementCase(comparison: .atMost, meets: [true, true, false]),
  RequirementCase(comparison: .equal, meets: [false, true, false]),
  RequirementCase(comparison: .above, meets: [false, false, true]),
  RequirementCase(comparison: .below, meets: [true, false, false]),
]

@Test(arguments: requirementAtBelowAndAboveItsBoundCases)
func requirementAtBelowAndAboveItsBound(_ c: RequirementCase) {
  let requirement = Requirement(name: "tp", metric: .tp, comparison: c.comparison, bound: 2)
  let found = (1...3).map {
    requirement.isMet(by: Metrics(tally: tally(tp: $0), days: 1, distanceFromShipped: 0))
  }
  #expect(found == c.meets)
  #expect(requirement.text == "tp\(c.comparison.rawValue)2")
}

@Test(arguments: Requirement.Comparison.allCases)
func undefinedFigureFailsEveryRequirement(_ comparison: Requirement.Comparison) {
  let requirement = Requirement(name: "recall", metric: .recall, comparison: comparison, bound: 0)
  #expect(!requirement.isMet(by: Metrics(tally: Tally(), days: 1, distanceFromShipped: 0)))
}

@Test func talliesAddUp() {
  var a = tally(tp: 1, fp: 2, fn: 3, tn: 4, interventions: 5, unlabelled: 6, escalations: 7)
  var b = tally(
    tp: 10, fp: 20, fn: 30, tn: 40, interventions: 50, unlabelled: 60, escalations: 70, margin: 2)
  a.behaviour = .max
  b.behaviour = 3
  let sum = a + b
  #expect([sum.tp, sum.fp, sum.fn, sum.tn] == [11, 22, 33, 44])
  #expect([sum.interventions, sum.unlabelled, sum.escalations] == [55, 66, 77])
  #expect(sum.margin == 2)
  #expect(sum.behaviour == 2)
  #expect((b + tally(margin: 0.5)).margin == 0.5)
  #expect((Tally() + Tally()).margin == nil)
}

@Test func behaviourKeysDifferByStepAndAction() {
  var keys: Set<UInt64> = []
  for step in 0..<5000 {
    keys.insert(Tally.behaviourKey(step: step, action: .intervene))
    keys.insert(Tally.behaviourKey(step: step, action: .escalate))
  }
  #expect(keys.count == 10_000)
}

@Test func splitMixStreamEqualsItsPublishedOne() {
  // First outputs for seed 1234567: the reference program of S. Vigna, splitmix64.c.
  var random = SplitMix64(seed: 1_234_567)
  #expect(
    [random.next(), random.next(), random.next()] == [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
    ])
}

@Test func drawsStayBelowTheirBound() {
  var random = SplitMix64(seed: 9)
  var seen: Set<Int> = []
  for _ in 0..<1000 { seen.insert(random.below(7)) }
  #expect(seen == Set(0..<7))
  for _ in 0..<1000 { #expect((0..<1).contains(random.unit())) }
}
