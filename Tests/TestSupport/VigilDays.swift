import DecisionEngines
import TraceModel

/// Building blocks of generated Vigil suites: steps made from the sub-scores they should have.
///
/// Every trace has a full week of history with averages of 8 h, 50 ms and 7000 steps, so that a
/// wanted sub-score is turned into a signal by inverting its curve.
package enum VigilDays {
  /// A day in UTC; day 0 is 2025-04-01.
  package static func moment(day: Int, minute: Int) -> Moment {
    Moment(instant: (20_179 + day) * 86_400 + minute * 60, offsetSeconds: 0)
  }

  package static func history(before day: Int) -> [HistoryDay] {
    (1...7).reversed().map {
      HistoryDay(
        day: CivilDay(number: 20_179 + day - $0),
        signals: [.number(8), .number(50), .missing, .number(7000)])
    }
  }

  /// Signals from wanted sub-scores of sleep, HRV and activity (0...100) and hours to the deadline.
  package static func signals(
    sleep: Double, hrv: Double, deadline: SignalValue, activity: Double
  ) -> [SignalValue] {
    [
      .number(8 - sleep / 100 * 4), .number(50 - hrv / 100 * 25), deadline,
      .number(7000 * (1 - activity / 100)),
    ]
  }

  package static func step(
    at: Moment, signals: [SignalValue], expect: Expectation?, delivers: Bool = true,
    hasOwnExpect: Bool? = nil
  ) -> Step {
    Step(
      at: at, signals: signals, delivers: delivers, expect: expect,
      hasOwnExpect: hasOwnExpect ?? (expect != nil), labelSource: .hand, why: nil, line: 0)
  }

  package static func trace(
    _ id: String, day: Int, steps: [Step], windows: [Window] = [],
    profile: [String: ParameterValue] = [:], lastInterventionAt: Int? = nil,
    deliveredToday: Int = 0
  ) -> Trace {
    Trace(
      id: id, title: nil, timeZone: "UTC", profile: profile,
      lastInterventionAt: lastInterventionAt, deliveredToday: deliveredToday,
      history: history(before: day), steps: steps, windows: windows, file: "\(id).jsonl", line: 1)
  }

  package static func suite(
    _ name: String, traces: [Trace], profile: [String: ParameterValue] = [:],
    parameters: [String: ParameterValue] = [:], role: Suite.Role = .tuning
  ) -> Suite {
    Suite(
      path: "Traces/\(name)", name: name, title: nil, engine: "vigil", role: role,
      description: nil, data: .synthetic, labelledBy: nil, labelledOn: nil, profile: profile,
      parameters: parameters, weights: [:], traces: traces, digest: nil)
  }
}
