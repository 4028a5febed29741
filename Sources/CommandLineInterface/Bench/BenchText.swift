import RunReport
import SweepCore
import TraceModel

/// The table of `bench` for a terminal, at most 80 columns wide.
enum BenchText {
  static func lines(_ report: BenchReport) -> [String] {
    var lines = [" MACHINE    \(machine(report.machine))"]
    lines += [
      " SUITES     a: 12 days of 96 steps, 720 of them open; b: 1,000 such days; c: 12",
      "            days of 8; from a seed. gated: 60 minutes of cooldown, 3 a day;",
      "            open: neither. steps/s: open steps times candidates",
    ]
    for part in BenchReport.Part.allCases {
      let rows = report.rows(part)
      guard !rows.isEmpty else { continue }
      lines.append("")
      lines.append(title(part))
      lines += rows.map { line($0) }
    }
    lines.append("")
    for (name, reason) in report.absent {
      lines += TextColumns.wrap("\(name): \(reason)", first: " ABSENT     ", rest: "            ")
    }
    if let memory = report.memory {
      let sweeps = report.sweepMemory.map { ", after the sweeps \(megabytes($0)) MB" } ?? ""
      lines.append(" MEMORY     peak \(megabytes(memory)) MB\(sweeps)")
    }
    lines.append(
      " AGREE      \(report.checks) checks against the plain kernel, \(report.faults.count) failed")
    return lines
  }

  private static func machine(_ machine: BenchMachine) -> String {
    let processors = machine.processorCount == 1 ? "1 core" : "\(machine.processorCount) cores"
    let name = String(machine.processor.prefix(30))
    return "\(name), \(processors), \(machine.instructionSet); Swift \(machine.swift)"
  }

  private static func megabytes(_ bytes: Int) -> Int { (bytes + 524_288) / 1_048_576 }

  private static func title(_ part: BenchReport.Part) -> String {
    let columns = part.columns
    let hasSteps = [.kernels, .thresholds, .peers].contains(part)
    let text =
      " \(part.title)".padded(to: 35) + "threads" + columns.unit.padded(left: 14)
      + (hasSteps ? "steps/s" : "").padded(left: 12) + columns.ratio.padded(left: 11)
    return text.trimmedRight
  }

  private static func line(_ row: BenchReport.Row) -> String {
    let steps = row.steps > 0 ? rate(row.figure.perSecond * Double(row.steps)) : ""
    let ratio = row.ratio.map { NumberText.fixed($0, $0 < 100 ? 2 : 0) } ?? ""
    let text =
      "   \(row.suite.padded(to: 2))\(row.gates.padded(to: 6))\(row.what)".padded(to: 35)
      + String(row.threads).padded(left: 7) + value(row).padded(left: 14)
      + steps.padded(left: 12) + ratio.padded(left: 11)
    return text.trimmedRight
  }

  private static func value(_ row: BenchReport.Row) -> String {
    switch row.part {
    case .traces: NumberText.fixed(1e9 / row.figure.perSecond, 2)
    case .optimum: NumberText.fixed(1e3 / row.figure.perSecond, 2)
    default: rate(row.figure.perSecond)
    }
  }

  /// `75.3 k`, `1.83 M`: three digits.
  static func rate(_ value: Double) -> String {
    let units: [(Double, String)] = [(1e9, " G"), (1e6, " M"), (1e3, " k"), (1, "")]
    let (scale, unit) = units.first { value >= $0.0 } ?? (1, "")
    let scaled = value / scale
    return NumberText.fixed(scaled, scaled < 10 ? 2 : scaled < 100 ? 1 : 0) + unit
  }
}

extension String {
  fileprivate var trimmedRight: String {
    var rest = self[...]
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
