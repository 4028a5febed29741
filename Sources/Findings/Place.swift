import TraceModel

/// Where in a run something stands: a step or a window of a trace.
package struct Place: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// Position of the step in its trace, from 0; people count from 1.
    case step(Int)
    /// Position of the window in its trace, from 0.
    case window(Int)
  }

  /// Position of the trace among all traces of the run, from 0.
  package let traceIndex: Int
  package let trace: String
  package let kind: Kind
  /// The step's time, or the window's start.
  package let at: Moment
  /// The window's end, which does not belong to it.
  package let until: Moment?

  package init(step: Int, of trace: Trace, traceIndex: Int) {
    self.traceIndex = traceIndex
    self.trace = trace.id
    kind = .step(step)
    at = trace.steps[step].at
    until = nil
  }

  package init(window: Int, of trace: Trace, traceIndex: Int) {
    self.traceIndex = traceIndex
    self.trace = trace.id
    kind = .window(window)
    at = trace.windows[window].from
    until = trace.windows[window].to
  }

  /// Number of the step within its trace, from 1 as `evaluate --json` prints it; nil for a window.
  package var stepNumber: Int? {
    guard case .step(let step) = kind else { return nil }
    return step + 1
  }

  /// `rested-deadline-tonight 17:00`, or `… window 12:00-13:30`.
  package var text: String {
    let start = minuteText(at.minuteOfDay)
    guard let until else { return "\(trace) \(start)" }
    return "\(trace) window \(start)-\(minuteText(until.minuteOfDay))"
  }
}
