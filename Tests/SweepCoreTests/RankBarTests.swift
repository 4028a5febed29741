import SweepCore
import Testing
import TraceModel

struct RankBarTests {
  private let totals = LabelTotals(positive: 10, negative: 40)

  /// Words 0 and 1 of the counts: caught, alarms; then interventions.
  private func words(caught: Int, alarms: Int, interventions: Int) -> LaneCounts {
    [UInt64(caught) | UInt64(alarms) << 21, UInt64(interventions) << 21, 0, 0]
  }

  private func tally(caught: Int, alarms: Int, interventions: Int) -> Tally {
    var tally = Tally()
    tally.tp = caught
    tally.fn = 10 - caught
    tally.fp = alarms
    tally.tn = 40 - alarms
    tally.interventions = interventions
    return tally
  }

  struct Case: Sendable {
    var caught, alarms, interventions: Int
    /// Nil where it could be kept.
    var meets: Bool?
  }

  /// The last kept catches 6 of 10 with 9 interventions and at most 2 false alarms.
  static let cases: [Case] = [
    Case(caught: 6, alarms: 1, interventions: 9),
    Case(caught: 6, alarms: 0, interventions: 8),
    Case(caught: 6, alarms: 2, interventions: 10, meets: true),
    Case(caught: 7, alarms: 2, interventions: 30),
    Case(caught: 5, alarms: 0, interventions: 5, meets: true),
    Case(caught: 10, alarms: 3, interventions: 13, meets: false),
  ]

  @Test(arguments: cases)
  func verdictIsThatOfTheRanks(_ c: Case) {
    let ranking = Ranking(
      metric: .recall,
      require: [Requirement(name: "fp", metric: .fp, comparison: .atMost, bound: 2)],
      then: [.fewerInterventions, .metric(.margin)])
    let bar = RankBar(ranking)
    let words = words(caught: c.caught, alarms: c.alarms, interventions: c.interventions)
    let rank = SharedRank(
      tally(caught: c.caught, alarms: c.alarms, interventions: c.interventions), days: 1,
      by: ranking)
    let last = SharedRank(tally(caught: 6, alarms: 2, interventions: 9), days: 1, by: ranking)

    bar.set(nil, totals)
    bar.learn(words, rank)
    #expect(bar.verdicts.past(words[0], words[1], words[3]) == nil)
    bar.set(last, totals)
    #expect(bar.verdicts.past(words[0], words[1], words[3]) == nil)
    bar.learn(words, rank)
    #expect(bar.verdicts.past(words[0], words[1], words[3]) == c.meets)
    bar.set(last, LabelTotals(positive: 11))
    #expect(bar.verdicts.past(words[0], words[1], words[3]) == nil)
  }

  @Test func interventionsThatTheMetricLooksAtAreNotShared() {
    let ranking = Ranking(metric: .interventionsPerDay, require: [], then: [])
    let bar = RankBar(ranking)
    bar.set(SharedRank(tally(caught: 1, alarms: 0, interventions: 4), days: 1, by: ranking), totals)
    for interventions in 3...6 {
      let words = words(caught: 1, alarms: 0, interventions: interventions)
      #expect(bar.verdicts.past(words[0], words[1], words[3]) == nil)
      let tally = tally(caught: 1, alarms: 0, interventions: interventions)
      bar.learn(words, SharedRank(tally, days: 1, by: ranking))
      #expect(
        bar.verdicts.past(words[0], words[1], words[3]) == (interventions > 4 ? true : nil))
    }
  }
}
