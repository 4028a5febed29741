import DecisionEngines
import TraceModel

// Days built from plain values, so that a test of the core needs no file and no zone database.

/// What was right at a step; the testing library has an `Expectation` of its own.
package typealias Label = TraceModel.Expectation

/// `2025-04-14T08:00` or with seconds, at a fixed offset; Vancouver in summer unless told otherwise.
package func moment(_ text: String, offset: Int = -7 * 3600) -> Moment {
  let parts = text.split(whereSeparator: { "-T:".contains($0) }).map { Int($0) ?? -1 }
  guard parts.count >= 5, let day = CivilDay(year: parts[0], month: parts[1], day: parts[2]) else {
    preconditionFailure("\(text) is no time")
  }
  let second = parts[3] * 3600 + parts[4] * 60 + (parts.count > 5 ? parts[5] : 0)
  return Moment(instant: day.number * 86_400 + second - offset, offsetSeconds: offset)
}

package func civilDay(_ text: String) -> CivilDay { moment("\(text)T00:00").day }

/// A step whose signals stand in the order of the Vigil engine.
package func step(
  _ at: String, sleep: Double? = nil, hrv: Double? = nil, deadline: SignalValue = .missing,
  steps: Double? = nil, expect: Expectation? = nil, hasOwnExpect: Bool? = nil,
  delivers: Bool = true, offset: Int = -7 * 3600
) -> Step {
  Step(
    at: moment(at, offset: offset),
    signals: [signal(sleep), signal(hrv), deadline, signal(steps)], delivers: delivers,
    expect: expect, hasOwnExpect: hasOwnExpect ?? (expect != nil), labelSource: .hand, why: nil,
    line: 1)
}

package func historyDay(
  _ date: String, sleep: Double? = nil, hrv: Double? = nil, steps: Double? = nil
) -> HistoryDay {
  HistoryDay(
    day: civilDay(date), signals: [signal(sleep), signal(hrv), .missing, signal(steps)])
}

package func window(
  _ from: String, _ to: String, _ expect: Expectation, source: LabelSource = .hand,
  offset: Int = -7 * 3600
) -> Window {
  Window(
    from: moment(from, offset: offset), to: moment(to, offset: offset), expect: expect,
    labelSource: source, why: nil, line: 1)
}

package func trace(
  _ steps: [Step], id: String = "a-day", windows: [Window] = [], history: [HistoryDay] = [],
  lastInterventionAt: Moment? = nil, deliveredToday: Int = 0,
  profile: [String: ParameterValue] = [:]
) -> Trace {
  Trace(
    id: id, title: nil, timeZone: "America/Vancouver", profile: profile,
    lastInterventionAt: lastInterventionAt?.instant, deliveredToday: deliveredToday,
    history: history, steps: steps, windows: windows, file: "plain.jsonl", line: 1)
}

package func suite(
  _ traces: [Trace], name: String = "plain", profile: [String: ParameterValue] = [:],
  parameters: [String: ParameterValue] = [:], weights: [String: Double] = [:]
) -> Suite {
  Suite(
    path: "Traces/\(name)", name: name, title: nil, engine: "vigil", role: .tuning,
    description: nil, data: .synthetic, labelledBy: nil, labelledOn: nil, profile: profile,
    parameters: parameters, weights: weights, traces: traces, digest: nil)
}

private func signal(_ value: Double?) -> SignalValue { value.map { .number($0) } ?? .missing }

/// Overrides under which a step's score is exactly its `hoursToDeadline`, for tests of the gates.
package func scoreIsDeadline(_ values: [String: ParameterValue] = [:]) -> Overrides {
  var values = values
  values["deadlineKnots"] = .knots([Knot(0, 0), Knot(100, 100)])
  return Overrides(weights: [0, 0, 1, 0, 0], values: values)
}

/// What Vigil decides at each step of a trace that stands alone in a suite.
package func decisions(_ trace: Trace, _ overrides: Overrides = Overrides()) -> [StepDecision] {
  let vigil = Vigil()
  return vigil.evaluate(
    trace,
    settings: Settings(engine: vigil, suite: suite([trace]), trace: trace, overrides: overrides))
}
