import TraceModel

/// Which kernel tallies a sweep. The result is the same; only the time differs.
package enum KernelChoice: String, Sendable, Hashable, CaseIterable {
  /// One candidate after another, as plainly as can be written.
  case plain
  /// Eight steps at a time in portable Swift.
  case lanes
  /// The same with its vector work in C, for the instruction set of the machine.
  case c
  /// Whole rows of thresholds where the plan allows, `c` for the rest.
  case auto
  /// Rows as in `auto`, with portable vector work.
  case portable

  var batchKernel: any BatchKernel {
    switch self {
    case .plain: PlainKernel()
    case .lanes, .portable: LaneKernel()
    case .c, .auto: DispatchedKernel()
    }
  }

  var unit: LaneUnitChoice { self == .portable || self == .lanes ? .portable : .dispatched }

  var sweepsRows: Bool { self == .auto || self == .portable }
}
