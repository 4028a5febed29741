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
}
