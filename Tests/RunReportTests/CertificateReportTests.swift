import DecisionEngines
import ReportWriters
import RunReport
import SweepCore
import TestSupport
import Testing
import TraceModel

private func result(
  _ suite: Suite, weights: WeightSpace, thresholds: [Double], alarms: Double = 0
) throws -> SweepResult {
  let plan = SweepPlan(
    name: "p", suites: ["s"], method: .grid, weights: weights,
    parameters: ["notifyThreshold": .values(thresholds.map { .number($0) })],
    require: [Requirement(name: "fp", metric: .fp, comparison: .atMost, bound: alarms)])
  let runner = try SweepRunner(
    plan: plan, suites: [suite], engine: Vigil(),
    shipped: ShippedPoint(engine: Vigil(), suite: suite))
  return SweepResult(
    engine: Vigil(), suites: [suite], plan: plan, runner: runner,
    aggregate: runner.run(0..<runner.space.count, threads: 1))
}

/// Two signals are needed to tell its moments; a sweep of one of them cannot.
private let suite = JudgedSuites.trulyBetter(seed: 3, days: 12)

private func section(_ report: CertificateReport) -> String {
  var page = ReportDocument(title: "t")
  report.add(to: &page)
  return MarkdownWriter.text(page)
}

@Suite struct CertificateReportTests {
  @Test func aSweepThatReachesTheBoundIsToldSo() throws {
    let swept = try result(
      suite, weights: .lattice(denominator: 10, minimum: 0),
      thresholds: (20...80).map(Double.init))
    let report = CertificateReport(swept)
    let best = try #require(swept.winner?.entry.metrics.tally)
    #expect(report.certificate?.zeroFalseAlarms.bound == best.tp)
    #expect(report.short?.text == "no weights or threshold at these gates can catch more")
    #expect(
      section(report).contains(
        "**At these gates no weights and no threshold catch more than the sweep's winner without a false alarm.**"
      ))
  }

  @Test func aSweepThatMissesTheBestIsToldWhatItMissed() throws {
    let swept = try result(suite, weights: .sets([[1, 0, 0, 0, 0]]), thresholds: [0, 95, 100])
    let report = CertificateReport(swept)
    let best = try #require(swept.winner?.entry.metrics.tally)
    let optimum = try #require(report.certificate?.zeroFalseAlarms)
    #expect(optimum.isProven && optimum.caught > best.tp)
    #expect(report.short?.label == "proof")
    #expect(
      section(report).contains(
        "**The sweep's winner catches \(best.tp); weights or a threshold between those it tried catch \(optimum.caught) without a false alarm, and none catch more.**"
      ))
  }

  @Test func asManyFalseAlarmsAsTheWinnerMakesAreAllowed() throws {
    let swept = try result(
      suite, weights: .sets([[0, 0, 1, 0, 0]]), thresholds: [30], alarms: 1000)
    let best = try #require(swept.winner?.entry.metrics.tally)
    #expect(best.fp > 0)
    let report = CertificateReport(swept)
    #expect(report.certificate?.withFalseAlarms?.falseAlarms == best.fp)
    #expect(section(report).contains(" with as few false alarms"))
  }

  @Test(arguments: 1...12)
  func anUnfinishedSearchSaysWhatIsOpen(seed: Int) throws {
    let random = RandomSuites.suite(seed: UInt64(seed), traces: 12, steps: 14)
    let swept = try result(
      random, weights: .lattice(denominator: 4, minimum: 0),
      thresholds: [20, 30, 40, 50, 60, 70, 80, 90, 100])
    let report = CertificateReport(swept, regions: 1)
    guard let best = swept.winner?.entry.metrics.tally, let found = report.certificate else {
      return
    }
    let optimum = found.zeroFalseAlarms
    #expect(optimum.caught >= best.tp && optimum.bound >= optimum.caught)
    let full = CertificateReport(swept).certificate?.zeroFalseAlarms
    #expect((full?.bound ?? 0) <= optimum.bound && (full?.caught ?? 0) <= optimum.bound)
    guard !optimum.isProven else { return }
    #expect(report.short?.label == "bound")
    #expect(
      section(report).contains(
        "**Not proven: the sweep's winner catches \(best.tp), the best found here \(optimum.caught), and no weights and no threshold catch more than \(optimum.bound) without a false alarm.**"
      ))
  }

  @Test func withoutAMomentToCatchThereIsNoCertificate() throws {
    let calm = VigilDays.suite(
      "calm",
      traces: [
        VigilDays.trace(
          "a", day: 0,
          steps: [
            VigilDays.step(
              at: VigilDays.moment(day: 0, minute: 600),
              signals: VigilDays.signals(sleep: 50, hrv: 0, deadline: .nothing, activity: 50),
              expect: .silent)
          ], windows: [], profile: [:])
      ])
    let report = CertificateReport(
      try result(calm, weights: .sets([[1, 0, 0, 0, 0]]), thresholds: [99]))
    #expect(report.certificate == nil && report.short == nil)
    #expect(section(report).contains("there is nothing to catch"))
  }
}
