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
    let figures = KernelBenchmark.figures(suite, threads: 2, seconds: 0.001, rounds: 1)
    #expect(figures.map(\.name) == ["plain", "lanes", "c"])
    for figure in figures { #expect(figure.perSecond > 0 && figure.units > 1) }
  }

  @Test func theMedianRoundCounts() {
    var round = 0
    let figures = Contest.figures(
      [
        Contest.Entry("doubling") { units in
          round += 1
          return units * 2
        }
      ], seconds: 0, rounds: 3)
    #expect(figures.map(\.name) == ["doubling"])
    #expect(figures[0].units % 2 == 0)
    // One is not counted, one probe finds the number of units, three rounds are timed.
    #expect(round == 5)
  }

  @Test func kernelsAgreeOnEverySuite() {
    for size in BenchmarkSuite.Size.allCases {
      for gates in [GateChoice(), GateChoice(cooldownSeconds: 3600, dailyBudget: 3)] {
        let suite = BenchmarkSuite(size, isInteger: size == .c, gates: gates)
        #expect(KernelBenchmark.disagreeing(suite, count: size == .b ? 3 : 100) == [])
      }
    }
  }

  @Test(arguments: [GateChoice(), GateChoice(cooldownSeconds: 3600, dailyBudget: 3)])
  func latticesGiveTheSameByRowsAndOneByOne(_ gates: GateChoice) throws {
    for isInteger in [false, true] {
      let suite = BenchmarkSuite(.a, isInteger: isInteger, gates: gates)
      for thresholds in SweepBenchmark.Thresholds.allCases {
        func aggregate(_ kernel: KernelChoice, threads: Int = 1) throws -> Aggregate {
          let sweep = try SweepBenchmark(
            suite, denominator: thresholds == .all ? 1 : 3, thresholds: thresholds,
            kernel: kernel)
          return sweep.run(sets: 0..<sweep.setCount, threads: threads)
        }
        let expected = try aggregate(.plain)
        for kernel in [KernelChoice.auto, .portable] {
          let found = try aggregate(kernel, threads: 2)
          #expect(found.lines == expected.lines, "integer \(isInteger), \(thresholds)")
          #expect(SweepDigest(found) == SweepDigest(expected))
        }
      }
    }
  }

  @Test(arguments: [GateChoice(), GateChoice(cooldownSeconds: 3600, dailyBudget: 3)])
  func neighboursInTheLatticeGiveTheSame(_ gates: GateChoice) throws {
    for isInteger in [false, true] {
      let suite = BenchmarkSuite(.a, isInteger: isInteger, gates: gates)
      var expected: SweepDigest?
      for kernel in [KernelChoice.plain, .auto, .portable] {
        let sweep = try SweepBenchmark(suite, thresholds: .all, kernel: kernel)
        let digest = SweepDigest(sweep.run(sets: 700_000..<700_003, threads: 1))
        #expect(digest == expected ?? digest, "\(kernel), integer \(isInteger)")
        expected = digest
      }
    }
  }

  @Test func digestsTellSweepsApart() throws {
    let sweep = try SweepBenchmark(BenchmarkSuite(.c, gates: GateChoice()), denominator: 3)
    #expect(
      SweepDigest(sweep.run(sets: 0..<5, threads: 1))
        != SweepDigest(sweep.run(sets: 1..<6, threads: 1)))
  }
}
