import SweepCore
import Testing
import TraceModel

struct BenchmarkTests {
  @Test func suitesHaveTheSizesTheyPromise() {
    let gates = GateChoice(cooldownSeconds: 3600, dailyBudget: 3)
    let a = BenchmarkSuite(.a, gates: gates)
    #expect(a.table.stepCount == 1152)
    #expect(a.table.unblockedStepCount == 720)
    #expect(BenchmarkSuite(.b, gates: gates).table.unblockedStepCount == 60_000)
    #expect(BenchmarkSuite(.c, gates: gates).table.stepCount == 96)
  }

  @Test func everyKernelIsTimed() {
    let suite = BenchmarkSuite(.c, isInteger: true, gates: GateChoice())
    let figures = KernelBenchmark.generic(suite, threads: 1, seconds: 0.001, repeats: 1)
    #expect(figures.map(\.name) == ["plain", "lanes", "dispatched"])
    for figure in figures { #expect(figure.candidatesPerSecond > 0) }
  }

  @Test(arguments: [GateChoice(), GateChoice(cooldownSeconds: 3600, dailyBudget: 3)])
  func latticesGiveTheSameByRowsAndOneByOne(_ gates: GateChoice) throws {
    for isInteger in [false, true] {
      let suite = BenchmarkSuite(.a, isInteger: isInteger, gates: gates)
      for thresholds in [SweepBenchmark.Thresholds.wholePoints, .all] {
        func lines(_ kernel: KernelChoice) throws -> [String] {
          try SweepBenchmark.lattice(
            suite, denominator: thresholds == .all ? 1 : 3, thresholds: thresholds,
            kernel: kernel, threads: 1
          ).aggregate.lines
        }
        let expected = try lines(.plain)
        #expect(try lines(.auto) == expected, "integer \(isInteger), \(thresholds)")
        #expect(try lines(.portable) == expected, "integer \(isInteger), \(thresholds)")
      }
    }
  }
}
