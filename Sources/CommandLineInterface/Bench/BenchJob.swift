import Evidence
import PromptStudy
import SweepCore
import TextRules
import TraceModel

/// Measures everything that `bench` shows, and checks on the way that fast and plain agree.
struct BenchJob {
  /// About how long each contestant works in a round.
  let seconds: Double
  /// Whether the whole lattice is swept, not a sample.
  let isFull: Bool
  var report: BenchReport
  /// Called with what is measured next.
  let tell: (String) -> Void
  /// The most memory held so far, in bytes; nil where the system does not tell.
  let peakMemory: () -> Int?

  static let rounds = 5
  /// As in the project's speed goals.
  static let gates = GateChoice(cooldownSeconds: 3600, dailyBudget: 3)
  static let threadCounts = [1, 2]

  mutating func run() {
    checkAgreement()
    thresholds()
    kernels()
    output()
    optimum()
    traces()
    report.memory = peakMemory()
  }

  // MARK: - Agreement

  private mutating func checkAgreement() {
    tell("checking that all kernels agree")
    for size in BenchmarkSuite.Size.allCases {
      for (name, gates) in Self.gateNames {
        for isInteger in [false, true] where size != .b || !isInteger {
          let suite = BenchmarkSuite(size, isInteger: isInteger, gates: gates)
          check(
            KernelBenchmark.disagreeing(suite, count: size == .b ? 16 : 512),
            "suite \(suite.name), \(name)")
          if size != .b { checkSweeps(suite, name) }
        }
      }
    }
  }

  /// A small lattice by rows, portable and dispatched, on one thread and two.
  private mutating func checkSweeps(_ suite: BenchmarkSuite, _ gates: String) {
    for thresholds in SweepBenchmark.Thresholds.allCases {
      var expected: SweepDigest?
      var wrong: [String] = []
      for (kernel, threads) in [(KernelChoice.plain, 1), (.portable, 1), (.auto, 1), (.auto, 2)] {
        guard
          let sweep = try? SweepBenchmark(
            suite, denominator: thresholds == .all ? 1 : 3, thresholds: thresholds,
            kernel: kernel)
        else { preconditionFailure("a small lattice can be numbered") }
        let digest = SweepDigest(sweep.run(sets: 0..<sweep.setCount, threads: threads))
        if let expected, digest != expected { wrong.append(kernel.rawValue) }
        expected = expected ?? digest
      }
      check(wrong, "lattice of suite \(suite.name), \(gates), thresholds \(thresholds.rawValue)")
    }
  }

  private mutating func check(_ wrong: [String], _ place: String) {
    report.checks += 1
    for name in wrong { report.faults.append("\(name) differs from plain: \(place)") }
  }

  // MARK: - Parts

  private static let gateNames = [("open", GateChoice()), ("gated", gates)]

  private mutating func kernels() {
    for size in BenchmarkSuite.Size.allCases {
      for (name, gates) in Self.gateNames where name == "gated" || size == .a {
        tell("suite \(size.rawValue), \(name), one by one")
        let suite = BenchmarkSuite(size, gates: gates)
        var plain: Double?
        for threads in Self.threadCounts {
          let figures = KernelBenchmark.figures(
            suite, threads: threads, seconds: seconds, rounds: Self.rounds)
          plain = plain ?? figures.first?.perSecond
          for figure in figures {
            report.rows.append(
              .init(
                part: .kernels, what: figure.name, suite: size.rawValue, gates: name,
                threads: threads, figure: figure, steps: suite.table.unblockedStepCount,
                ratio: plain.map { figure.perSecond / $0 }))
          }
        }
      }
    }
  }

  private mutating func thresholds() {
    for (name, gates) in Self.gateNames {
      let suite = BenchmarkSuite(.a, gates: gates)
      for thresholds in SweepBenchmark.Thresholds.allCases {
        tell("suite a, \(name), thresholds \(Self.words(thresholds))")
        var entries: [Contest.Entry] = []
        for (kernel, threads) in [(KernelChoice.plain, 1), (.portable, 1), (.auto, 1), (.auto, 2)] {
          guard let sweep = try? SweepBenchmark(suite, thresholds: thresholds, kernel: kernel)
          else { preconditionFailure("the 1% lattice can be numbered") }
          let shown = kernel == .auto ? "rows" : kernel == .plain ? "plain" : "rows, portable"
          entries.append(sweep.entry(shown, threads: threads))
        }
        let figures = Contest.figures(entries, seconds: seconds, rounds: Self.rounds)
        for (i, figure) in figures.enumerated() {
          report.rows.append(
            .init(
              part: .thresholds, what: "\(Self.words(thresholds)), \(figure.name)", suite: "a",
              gates: name, threads: i == 3 ? 2 : 1, figure: figure,
              steps: suite.table.unblockedStepCount,
              ratio: figure.perSecond / figures[0].perSecond))
        }
      }
      if isFull { full(suite, name) }
    }
    report.sweepMemory = peakMemory()
  }

  /// The whole 1% lattice at 101 thresholds, once for each number of threads.
  private mutating func full(_ suite: BenchmarkSuite, _ gates: String) {
    guard let sweep = try? SweepBenchmark(suite) else {
      preconditionFailure("the 1% lattice can be numbered")
    }
    for threads in Self.threadCounts {
      tell("suite a, \(gates), the whole 1% lattice, threads: \(threads)")
      var evaluated = 0
      let time = SweepCore.seconds {
        evaluated = sweep.run(sets: 0..<sweep.setCount, threads: threads).evaluated
      }
      report.rows.append(
        .init(
          part: .thresholds, what: "0…100, whole lattice", suite: "a", gates: gates,
          threads: threads,
          figure: BenchmarkFigure(name: "rows", units: evaluated, seconds: time),
          steps: suite.table.unblockedStepCount))
    }
  }

  private static func words(_ thresholds: SweepBenchmark.Thresholds) -> String {
    thresholds == .all ? "all" : "0…100"
  }

  /// What a longer suite costs a trace and candidate.
  private mutating func traces() {
    var first: Double?
    for count in [12, 100, 1000, 10_000] {
      tell("\(count) traces")
      let suite = BenchmarkSuite(days: count, gates: Self.gates)
      guard
        let figure = KernelBenchmark.figures(
          suite, kernels: ["c"], threads: 1, seconds: seconds, rounds: Self.rounds
        ).first
      else { continue }
      let each = BenchmarkFigure(
        name: figure.name, units: figure.units * count, seconds: figure.seconds)
      first = first ?? each.perSecond
      report.rows.append(
        .init(
          part: .traces, what: "c, \(NumberText.grouped(count)) traces", gates: "gated",
          figure: each, ratio: first.map { $0 / each.perSecond }))
    }
  }

  private mutating func output() {
    tell("first steps, scored on every rule")
    let scorer = Scorer()
    let texts = Self.firstSteps
    let expected = texts.map { scorer.score($0).passesAllStrict }
    var differ = false
    let figures = Contest.figures(
      Self.threadCounts.map { threads in
        Contest.Entry("first steps scored") { units in
          let rounds = max(1, units / (texts.count * threads))
          let passes = OrderedWork.map(Array(0..<threads), threads: threads) { _ in
            var passes: [Bool] = []
            for _ in 0..<rounds { passes = texts.map { scorer.score($0).passesAllStrict } }
            return passes
          }
          if passes.contains(where: { $0 != expected }) { differ = true }
          return rounds * texts.count * threads
        }
      }, seconds: seconds, rounds: Self.rounds)
    for (figure, threads) in zip(figures, Self.threadCounts) {
      report.rows.append(
        .init(
          part: .output, what: figure.name, threads: threads, figure: figure,
          ratio: figure.perSecond / figures[0].perSecond))
    }
    report.checks += 1
    if differ { report.faults.append("verdicts on first steps differ between threads") }
  }

  /// Every text of the built-in templates.
  private static let firstSteps = Templates.all.flatMap { $0.ladder + $0.alternatives }

  private mutating func optimum() {
    for size in [BenchmarkSuite.Size.c, .a] {
      tell("suite \(size.rawValue), certified optimum")
      let table = BenchmarkSuite(size, gates: GateChoice()).table
      var positives: [NamedStep] = []
      var negatives: [NamedStep] = []
      for step in 0..<table.stepCount where !table.isBlocked[step] {
        guard let expect = table.expects[step] else { continue }
        let named = NamedStep(String(step), table.subScores.map { $0[step] })
        if expect.isPositive { positives.append(named) } else { negatives.append(named) }
      }
      var nodes: Set<Int> = []
      var isProven = true
      let figures = Contest.figures(
        [
          Contest.Entry("optimum") { _ in
            let found = try? BranchAndBound(positives: positives, negatives: negatives)
            nodes.insert(found?.nodes ?? -1)
            if found?.isProven != true { isProven = false }
            return 1
          }
        ], seconds: 0, rounds: Self.rounds)
      report.checks += 1
      if !isProven || nodes.count != 1 {
        report.faults.append("the optimum of suite \(size.rawValue) is not proven every time")
      }
      for figure in figures {
        report.rows.append(
          .init(
            part: .optimum, what: "proven, \(nodes.first ?? 0) regions", suite: size.rawValue,
            gates: "open", figure: figure))
      }
    }
  }
}
