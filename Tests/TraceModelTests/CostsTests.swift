import Testing
import TraceModel

private func metrics(
  tp: Int, fn: Int, fp: Int, interventions: Int, costs: Costs?
) -> Metrics {
  var tally = Tally()
  (tally.tp, tally.fn, tally.fp, tally.interventions) = (tp, fn, fp, interventions)
  return Metrics(tally: tally, days: 1, distanceFromShipped: 0, costs: costs)
}

struct CostsTests {
  private let costs = Costs(hit: 8, miss: -4, falseAlarm: -2, interruption: -0.5)

  @Test func eachCountWeighsAsGiven() {
    for (tp, fn, fp, interventions, expected) in [
      (1, 0, 0, 0, 8.0), (0, 1, 0, 0, -4), (0, 0, 1, 0, -2), (0, 0, 0, 1, -0.5),
      (3, 2, 1, 6, 24 - 8 - 2 - 3),
    ] {
      let found = metrics(
        tp: tp, fn: fn, fp: fp, interventions: interventions, costs: costs)
      #expect(found.value(.utility) == expected)
    }
  }

  @Test func nothingCountedIsPlainZero() {
    let value = costs.utility(of: Tally())
    #expect(value == 0 && value.sign == .plus)
  }

  @Test func withoutCostsItIsUndefinedAndFailsEveryBound() {
    let found = metrics(tp: 1, fn: 0, fp: 0, interventions: 1, costs: nil)
    #expect(found.value(.utility) == nil)
    let bound = Requirement(name: "utility", metric: .utility, comparison: .above, bound: -1e15)
    #expect(!bound.isMet(by: found))
  }
}
