import SweepCore
import TraceModel

extension BenchJob {
  /// Times Python and our kernels on the same suite and candidates, in turns.
  mutating func run(_ peers: BenchPeers) throws(Failure) {
    report.absent = peers.absent
    let table = LaneTable(peers.suite.table)
    var expected: [Tally] = []
    PlainKernel().session(over: table).tally(
      Array(peers.candidates.prefix(BenchPeers.compared)), into: &expected)
    for (name, _) in peers.present {
      tell("\(name): comparing tallies")
      report.checks += 1
      if let difference = try peers.difference(name, from: expected) {
        report.faults.append("\(name) differs from plain: \(difference)")
      }
    }
    tell("suite a, gated, Python and ours in turns")
    var failure: Failure?
    var entries = KernelBenchmark.entries(
      table, peers.candidates, kernels: KernelBenchmark.kernels.map(\.name), threads: 1)
    let ours = entries.count
    entries += peers.present.map { name, _ in
      Contest.Entry(name) { units in
        do throws(Failure) {
          return try peers.work(name, units)
        } catch {
          failure = error
          return units
        }
      }
    }
    let figures = Contest.figures(entries, seconds: seconds, rounds: Self.rounds)
    if let failure { throw failure }
    try peers.finish()
    let fastest = figures[ours - 1].perSecond
    for (i, figure) in figures.enumerated() {
      let version = i < ours ? nil : peers.present[i - ours].version ?? peers.python
      report.rows.append(
        .init(
          part: .peers, what: [figure.name, version].compactMap(\.self).joined(separator: " "),
          suite: "a", gates: "gated", figure: figure,
          steps: peers.suite.table.unblockedStepCount, ratio: fastest / figure.perSecond))
    }
  }
}
