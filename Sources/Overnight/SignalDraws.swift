import DecisionEngines
import Findings
import TraceModel

/// Every signal shifted by an error as large as is stated for it.
///
/// One shift a signal, trace and local day, uniform within plus or minus the stated error, kept
/// within the signal's range; days of the history are shifted each on their own. What is missing
/// stays missing.
package struct SignalDraws: Draws {
  package let stage = NightStage.signals
  private let subject: Subject
  private let own: OwnReplays
  private let seed: UInt64

  /// Nil when no signal has a stated error.
  package init?(_ subject: Subject, winner: Overrides?, seed: UInt64) {
    guard subject.engine.signals.contains(where: { $0.error > 0 }) else { return nil }
    self.subject = subject
    self.seed = seed
    own = OwnReplays(of: winner, in: subject)
  }

  package var hasWinner: Bool { own.winner != nil }

  package func outcome(_ draw: Int) -> DrawOutcome {
    own.outcome(
      in: Subject(engine: subject.engine, suites: suites(draw), shipped: subject.shipped))
  }

  /// The suites of one draw.
  package func suites(_ draw: Int) -> [Suite] {
    var random = generator(seed, 2, draw)
    return subject.suites.map { suite in
      suite.with(traces: suite.traces.map { shifted($0, &random) })
    }
  }

  private func shifted(_ trace: Trace, _ random: inout SplitMix64) -> Trace {
    let history = trace.history.map { day in
      HistoryDay(day: day.day, signals: shifted(day.signals, shifts(&random)))
    }
    var today: (day: CivilDay, shifts: [Double])?
    let steps = trace.steps.map { step in
      if today?.day != step.at.day { today = (step.at.day, shifts(&random)) }
      return step.with(signals: shifted(step.signals, today?.shifts ?? []))
    }
    return trace.with(history: history, steps: steps)
  }

  private func shifts(_ random: inout SplitMix64) -> [Double] {
    subject.engine.signals.map { $0.error * (2 * random.unit() - 1) }
  }

  private func shifted(_ values: [SignalValue], _ shifts: [Double]) -> [SignalValue] {
    zip(values, zip(shifts, subject.engine.signals)).map { value, change in
      guard case .number(let number) = value else { return value }
      let (shift, definition) = change
      let range: ClosedRange<Double> =
        switch definition.kind {
        case .number(let range), .numberOrNone(let range): range
        }
      return .number(min(max(number + shift, range.lowerBound), range.upperBound))
    }
  }
}
