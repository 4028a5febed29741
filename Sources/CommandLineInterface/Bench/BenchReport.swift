import ReportWriters
import SweepCore
import TraceModel

/// What `bench` measured, ready to be shown.
struct BenchReport {
  struct Row {
    /// Which part of the table: `kernels`, `thresholds`, `output`, `traces`, `optimum`, `peers`.
    let part: Part
    let what: String
    /// `a`, `b`, `c`; empty where no suite is meant.
    var suite = ""
    /// `open` (neither cooldown nor budget) or `gated`; empty where it does not matter.
    var gates = ""
    var threads = 1
    let figure: BenchmarkFigure
    /// Steps that a unit is scored at; 0 where a unit is no candidate.
    var steps = 0
    /// How many times as fast as the row it is held against.
    var ratio: Double?
  }

  enum Part: String, CaseIterable {
    case kernels, thresholds, traces, output, optimum, peers

    var title: String {
      switch self {
      case .kernels: "ONE BY ONE"
      case .thresholds: "THRESHOLDS"
      case .traces: "TRACES"
      case .output: "OUTPUT"
      case .optimum: "OPTIMUM"
      case .peers: "PEERS"
      }
    }

    /// What is counted, and what ratios are to.
    var columns: (unit: String, ratio: String) {
      switch self {
      case .kernels: ("candidates/s", "x plain")
      case .thresholds: ("candidates/s", "x plain")
      case .traces: ("ns/trace", "x of 12")
      case .output: ("per second", "x first")
      case .optimum: ("ms", "")
      case .peers: ("candidates/s", "c is")
      }
    }
  }

  var rows: [Row] = []
  /// Checks that ran, and what they found wrong.
  var checks = 0
  var faults: [String] = []
  /// Peers that could not run, and why.
  var absent: [(name: String, reason: String)] = []
  var notes: [String] = []
  let machine: BenchMachine
  /// Bytes, after the sweeps and in all.
  var sweepMemory: Int?
  var memory: Int?

  func rows(_ part: Part) -> [Row] { rows.filter { $0.part == part } }
}
