import DecisionEngines
import ReportWriters
import RunReport
import TraceModel

/// A comparison as a person reads it: how much is equal, and the first difference explained.
struct ParityText {
  let parity: Parity
  let suite: Suite
  /// What the mirror was compared with, ready to be printed.
  let against: String
  let isProgram: Bool
  let tolerance: Double

  private var other: String { isProgram ? "program" : "golden" }

  var lines: [String] {
    var lines = [
      "\(suite.name)   mirror against \(against), tolerance \(NumberText.exact(tolerance))",
      "equal    \(NumberText.grouped(parity.equalSteps)) of \(Wording.count(parity.steps, "step", "steps")), \(Wording.count(parity.values, "value", "values")) compared",
    ]
    guard !parity.isEqual else { return lines }
    let counts = parity.counts.map { "\($0.name) \(NumberText.grouped($0.count))" }
    lines.append("differ   \(counts.joined(separator: ", "))")
    // Other settings explain other decisions; the first step at which they show is told too.
    let settings = parity.differences.first { $0.key.step == nil }
    let step = parity.differences.first { $0.key.step != nil }
    for difference in [settings, step].compactMap({ $0 }) { lines += explanation(difference) }
    return lines
  }

  private func explanation(_ first: Parity.Difference) -> [String] {
    var lines = ["first    \(place(first.key))"]
    for mismatch in first.mismatches { lines.append("  \(sentence(mismatch))") }
    for reason in first.mirrorReasons { lines.append("  mirror says   \(plainLine(reason))") }
    for reason in first.otherReasons {
      lines.append("  \(other) says".padded(to: 16) + plainLine(reason))
    }
    let decides = ["fire", "decision", "blocked_by", "delivered"]
    if parity.differences.count > 1, first.mismatches.contains(where: { decides.contains($0.name) })
    {
      lines.append(
        "  Later differences in this trace may follow from this one: cooldown and budget count on.")
    }
    return lines
  }

  private func place(_ key: ParityPoint.Key) -> String {
    guard let trace = suite.traces.first(where: { $0.id == key.trace }) else {
      return "\(plainLine(key.trace)), a trace that the suite has not"
    }
    guard let number = key.step else { return "settings of \(key.trace)" }
    guard trace.steps.indices.contains(number - 1) else {
      return "\(key.trace) step \(number), which the suite has not"
    }
    let step = trace.steps[number - 1]
    return
      "\(key.trace) step \(number), \(Wording.time(step.at)) \(trace.timeZone), \(trace.file):\(step.line)"
  }

  private func sentence(_ mismatch: Parity.Mismatch) -> String {
    let name = mismatch.name.padded(to: 20)
    guard let mirror = mismatch.mirror else { return "\(name) only in the \(other) file" }
    guard let theirs = mismatch.other else { return "\(name) missing in the \(other) file" }
    var text = "\(name) mirror \(shown(mirror))   \(other) \(shown(theirs))"
    if case .computed(let a) = mirror, case .computed(let b) = theirs {
      text += "   difference \(NumberText.exact(b - a))"
    }
    return text
  }

  private func shown(_ value: ParityPoint.Value) -> String {
    value.text.isEmpty ? "none" : plainLine(value.text)
  }

  var json: JSONText {
    .object([
      ("suite", .string(suite.name)),
      ("steps", .integer(parity.steps)),
      ("equal_steps", .integer(parity.equalSteps)),
      ("values", .integer(parity.values)),
      ("tolerance", .number(tolerance)),
      ("equal", .bool(parity.isEqual)),
      ("differ", .object(parity.counts.map { ($0.name, .integer($0.count)) })),
      ("first", parity.differences.first.map(json) ?? .null),
    ])
  }

  private func json(_ difference: Parity.Difference) -> JSONText {
    .object([
      ("trace", .string(difference.key.trace)),
      ("step", .optional(difference.key.step)),
      (
        "values",
        .array(
          difference.mismatches.map {
            .object([
              ("name", .string($0.name)), ("mirror", json($0.mirror)), ("other", json($0.other)),
            ])
          })
      ),
      ("mirror_reasons", .strings(difference.mirrorReasons)),
      ("other_reasons", .strings(difference.otherReasons)),
    ])
  }

  private func json(_ value: ParityPoint.Value?) -> JSONText {
    switch value {
    case .computed(let number): .number(number)
    case .plain(let text): .string(text)
    case nil: .null
    }
  }
}
