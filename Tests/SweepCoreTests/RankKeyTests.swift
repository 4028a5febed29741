import SweepCore
import Testing
import TraceModel

private func metrics(
  tp: Int = 0, fp: Int = 0, fn: Int = 0, interventions: Int = 0, escalations: Int = 0,
  margin: Double? = nil, distance: Double = 0
) -> Metrics {
  var tally = Tally()
  (tally.tp, tally.fp, tally.fn) = (tp, fp, fn)
  tally.interventions = interventions
  tally.escalations = escalations
  tally.margin = margin
  return Metrics(tally: tally, days: 1, distanceFromShipped: distance)
}

private func ranking(
  _ metric: Metric, require: [Requirement] = [], then: [Criterion] = []
) -> Ranking {
  Ranking(
    plan: SweepPlan(
      name: "p", suites: [], method: .grid, weights: nil, parameters: [:], metric: metric,
      require: require, then: then))
}

struct RankCase: Sendable, CustomTestStringConvertible {
  let name: String
  let ranking: Ranking
  let better: Metrics
  let worse: Metrics
  var testDescription: String { name }
}

private let noFalseAlarm = Requirement(
  name: "falseAlarms", metric: .fp, comparison: .equal, bound: 0)

private let rankCases: [RankCase] = [
  RankCase(
    name: "a requirement comes before the metric",
    ranking: ranking(.recall, require: [noFalseAlarm]), better: metrics(tp: 1, fn: 3),
    worse: metrics(tp: 4, fp: 1)),
  RankCase(
    name: "higher recall", ranking: ranking(.recall), better: metrics(tp: 3, fn: 1),
    worse: metrics(tp: 2, fn: 2)),
  RankCase(
    name: "fewer false alarms", ranking: ranking(.fp), better: metrics(fp: 0),
    worse: metrics(fp: 1)),
  RankCase(
    name: "an undefined metric ranks last", ranking: ranking(.precision),
    better: metrics(tp: 0, fp: 5), worse: metrics()),
  RankCase(
    name: "an undefined margin ranks last", ranking: ranking(.tp, then: [.metric(.margin)]),
    better: metrics(margin: 0), worse: metrics(margin: nil)),
  RankCase(
    name: "a wider margin", ranking: ranking(.tp, then: [.metric(.margin)]),
    better: metrics(margin: 2), worse: metrics(margin: 1)),
  RankCase(
    name: "fewer interventions", ranking: ranking(.tp, then: [.fewerInterventions]),
    better: metrics(interventions: 2, escalations: 2),
    worse: metrics(interventions: 3, escalations: 0)),
  RankCase(
    name: "then fewer at the higher level", ranking: ranking(.tp, then: [.fewerInterventions]),
    better: metrics(interventions: 3, escalations: 1),
    worse: metrics(interventions: 3, escalations: 2)),
  RankCase(
    name: "nearer to shipped", ranking: ranking(.tp, then: [.nearestToShipped]),
    better: metrics(distance: 0.1), worse: metrics(distance: 0.2)),
  RankCase(
    name: "criteria in their order",
    ranking: ranking(.tp, then: [.nearestToShipped, .metric(.margin)]),
    better: metrics(margin: 1, distance: 0.1), worse: metrics(margin: 9, distance: 0.2)),
  RankCase(
    name: "all five criteria are read",
    ranking: ranking(
      .tp,
      then: [
        .fewerInterventions, .metric(.margin), .metric(.fn), .metric(.precision),
        .nearestToShipped,
      ]), better: metrics(tp: 1, distance: 0.1), worse: metrics(tp: 1, distance: 0.2)),
]

@Test(arguments: rankCases)
func betterComesFirst(_ c: RankCase) {
  // The worse has the smaller index, so the index does not decide.
  let better = RankKey(c.better, index: 1, by: c.ranking)
  let worse = RankKey(c.worse, index: 0, by: c.ranking)
  #expect(better < worse)
  #expect(!(worse < better))
}

@Test func theIndexDecidesLast() {
  let a = RankKey(metrics(tp: 1), index: 3, by: ranking(.tp))
  let b = RankKey(metrics(tp: 1), index: 4, by: ranking(.tp))
  #expect(a < b)
  #expect(!(b < a))
}

@Test func requirementOnAnUndefinedFigureFails() {
  let ranked = ranking(
    .tp,
    require: [Requirement(name: "precision", metric: .precision, comparison: .atLeast, bound: 0)])
  #expect(!RankKey(metrics(), index: 0, by: ranked).meetsRequirements)
  #expect(RankKey(metrics(fp: 1), index: 0, by: ranked).meetsRequirements)
}

@Test func aCriterionGivenTwiceCountsOnce() {
  let ranked = ranking(
    .tp, then: [.fewerInterventions, .fewerInterventions, .nearestToShipped])
  #expect(ranked.then == [.fewerInterventions, .nearestToShipped])
}
