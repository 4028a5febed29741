import ReportWriters
import SweepCore

/// What `bench --json` prints: one object a figure, then one on the machine and the checks.
enum BenchJSON {
  static func lines(_ report: BenchReport) -> [String] {
    report.rows.map { row($0).line } + [summary(report).line]
  }

  private static func row(_ row: BenchReport.Row) -> JSONText {
    let steps: JSONText =
      row.steps > 0 ? .number(row.figure.perSecond * Double(row.steps)) : .null
    return .object([
      ("part", .string(row.part.rawValue)), ("what", .string(row.what)),
      ("suite", row.suite.isEmpty ? .null : .string(row.suite)),
      ("gates", row.gates.isEmpty ? .null : .string(row.gates)),
      ("threads", .integer(row.threads)), ("units", .integer(row.figure.units)),
      ("seconds", .number(row.figure.seconds)), ("per_second", .number(row.figure.perSecond)),
      ("steps_per_second", steps), ("ratio", .optional(row.ratio)),
    ])
  }

  private static func summary(_ report: BenchReport) -> JSONText {
    .object([
      (
        "machine",
        .object([
          ("processor", .string(report.machine.processor)),
          ("processors", .integer(report.machine.processorCount)),
          ("instruction_set", .string(report.machine.instructionSet)),
          ("swift", .string(report.machine.swift)),
        ])
      ),
      ("rounds", .integer(BenchJob.rounds)),
      (
        "absent",
        .array(
          report.absent.map {
            .object([("peer", .string($0.name)), ("reason", .string($0.reason))])
          })
      ),
      ("checks", .integer(report.checks)), ("faults", .strings(report.faults)),
      ("peak_bytes_after_sweeps", .optional(report.sweepMemory)),
      ("peak_bytes", .optional(report.memory)),
    ])
  }
}
