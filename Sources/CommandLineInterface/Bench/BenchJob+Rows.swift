import DecisionEngines
import ReportWriters
import RunReport
import SweepCore
import TraceModel

extension BenchJob {
  /// Rows of `candidates.csv` by string interpolation, and as a whole ranking is written.
  mutating func rows() {
    tell("rows of candidates.csv")
    let suite = BenchmarkSuite(.a, gates: Self.gates)
    guard let sweep = try? SweepBenchmark(suite) else {
      preconditionFailure("the 1% lattice can be numbered")
    }
    let rows = Self.sample(sweep, suite)
    let columns = Vigil().parameter(role: .notifyThreshold).map { [$0] } ?? []
    var cells = CandidateCells(space: sweep.space, isOnlyRound: true, columns: columns) { _ in "" }
    func interpolated(_ rows: ArraySlice<Row>) -> [UInt8] {
      var text = ""
      for row in rows { text += row.text }
      return Array(text.utf8)
    }
    func buffered(_ rows: ArraySlice<Row>) -> [UInt8] {
      var buffer = CSVBuffer()
      for row in rows {
        cells.addRow(
          rank: row.rank, row.record, days: row.metrics.days, isPareto: false, to: &buffer
        ) { _, _ in [] }
      }
      return buffer.bytes
    }
    report.checks += 1
    if interpolated(rows[...]) != buffered(rows[...]) {
      report.faults.append("rows of candidates.csv differ")
    }
    let figures = Contest.figures(
      [
        ("rows by interpolation", interpolated), ("rows by a byte buffer", buffered),
      ].map { name, write in
        Contest.Entry(name) { units in
          var left = units
          while left > 0 {
            let part = rows.prefix(left)
            if write(part).isEmpty { preconditionFailure("rows have bytes") }
            left -= part.count
          }
          return units
        }
      }, seconds: seconds, rounds: Self.rounds)
    for figure in figures {
      report.rows.append(
        .init(
          part: .output, what: "csv, \(figure.name)", figure: figure,
          ratio: figure.perSecond / figures[0].perSecond))
    }
  }

  private struct Row {
    let rank: Int
    let record: RowRecord
    let weights: [Double]
    let threshold: Double
    let metrics: Metrics

    /// As anybody would write it.
    var text: String {
      let tally = metrics.tally
      let key = String(tally.behaviour, radix: 16)
      let figures = [
        metrics.value(.precision), metrics.value(.recall), metrics.value(.f1), metrics.value(.f05),
        metrics.value(.falseAlarmsPerDay), metrics.value(.interventionsPerDay),
      ].map(NumberText.cell)
      return
        "\(rank),\(record.index),\(NumberText.exact(weights[0])),\(NumberText.exact(weights[1])),\(NumberText.exact(weights[2])),\(NumberText.exact(weights[3])),\(NumberText.exact(weights[4])),\(NumberText.exact(threshold)),\(tally.tp),\(tally.fp),\(tally.fn),\(tally.tn),\(figures[0]),\(figures[1]),\(figures[2]),\(figures[3]),\(figures[4]),\(figures[5]),\(tally.unlabelled),\(tally.escalations),\(NumberText.cell(tally.margin)),\(NumberText.exact(metrics.distanceFromShipped)),b\(String(repeating: "0", count: 16 - key.count))\(key),0\n"
    }
  }

  /// Candidates from all over the lattice, by how many they catch, as a ranking has them.
  private static func sample(_ sweep: SweepBenchmark, _ suite: BenchmarkSuite) -> [Row] {
    let shipped = ShippedPoint(
      weights: Vigil().subScores.map(\.shippedWeight), notifyThreshold: 60)
    var random = SplitMix64(seed: 3)
    let picked = (0..<4096).map { _ in random.below(sweep.space.count) }
    let overrides = picked.map { sweep.space[$0].overrides }
    let candidates = overrides.map { overrides in
      KernelCandidate(
        weights: overrides.weights ?? [],
        notifyThreshold: overrides.values["notifyThreshold"]?.number)
    }
    var tallies: [Tally] = []
    DispatchedKernel().session(over: LaneTable(suite.table)).tally(candidates, into: &tallies)
    let order = picked.indices.sorted {
      (tallies[$0].tp, tallies[$1].fp, picked[$0]) > (tallies[$1].tp, tallies[$0].fp, picked[$1])
    }
    return order.enumerated().map { rank, i in
      let threshold = candidates[i].notifyThreshold ?? 0
      let distance = shipped.distance(
        weights: candidates[i].weights, notifyThreshold: threshold)
      return Row(
        rank: rank + 1,
        record: RowRecord(
          index: picked[i], notifyThreshold: nil, distance: distance, tally: tallies[i]),
        weights: candidates[i].weights, threshold: threshold,
        metrics: Metrics(
          tally: tallies[i], days: suite.table.dayCount, distanceFromShipped: distance))
    }
  }
}
