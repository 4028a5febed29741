/// Where a constant comes from. Reports list every assumed one that a run used.
package enum Origin: String, Sendable, Hashable {
  /// Stated in the source document of the app.
  case stated
  /// Taken as a fact from the same project's public source.
  case projectSource = "project source"
  /// Assumed here, because no source gives it.
  case assumed
  /// Answered by the author's own program, in place of a curve of ours.
  case external = "external program"
}

/// What a parameter acts on, and so how a sweep can vary it.
package enum ParameterRole: Sendable, Hashable {
  /// Compared with the score when a candidate is tallied.
  case notifyThreshold, escalateThreshold
  /// A gate whose state depends on what fired before.
  case cooldown, dailyBudget
  /// Fixed before any candidate is tallied: a curve, a default, or a gate of clock time alone.
  case lowering
}

/// The shape of a parameter's value, with its range where there is one.
package enum ParameterKind: Sendable, Hashable {
  case number(ClosedRange<Double>)
  case integer(ClosedRange<Int>)
  /// Local clock times `{"start","end"}`, or `null` for off.
  case clockRange
  /// Points `[[x, y], …]` of a piecewise linear curve, x rising strictly; y within the range.
  case knots(ClosedRange<Double>)
}

package struct Knot: Sendable, Hashable {
  package let x: Double
  package let y: Double

  package init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

extension [Knot] {
  /// The height at `x`: piecewise linear through the knots, flat outside them; 0 without any.
  package func height(at x: Double) -> Double {
    guard let first, let last else { return 0 }
    if x <= first.x { return first.y }
    if x >= last.x { return last.y }
    var i = 0
    while x >= self[i + 1].x { i += 1 }
    let a = self[i]
    let b = self[i + 1]
    return a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)
  }
}

package enum ParameterValue: Sendable, Hashable {
  case number(Double)
  case integer(Int)
  case clockRange(ClockRange?)
  case knots([Knot])

  package var number: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    case .clockRange, .knots: nil
    }
  }

  /// The value without comma, quote or line break, for a CSV cell or a sentence.
  package var text: String {
    switch self {
    case .number(let value): NumberText.exact(value)
    case .integer(let value): String(value)
    case .clockRange(let range): range?.text ?? "off"
    case .knots(let knots):
      knots.map { "\(NumberText.exact($0.x)):\(NumberText.exact($0.y))" }.joined(separator: ";")
    }
  }
}

/// Another plausible value of an assumed constant, by name.
package struct Alternative: Sendable, Hashable {
  package let name: String
  package let value: ParameterValue

  package init(_ name: String, _ value: ParameterValue) {
    self.name = name
    self.value = value
  }
}

/// A named constant of an engine: everything a plan, a suite or a report needs to know of it.
package struct ParameterDefinition: Sendable, Hashable {
  package let name: String
  package let meaning: String
  package let unit: String
  package let kind: ParameterKind
  package let defaultValue: ParameterValue
  package let origin: Origin
  package let role: ParameterRole
  /// Whether a trace's or suite's `profile` may set it.
  package let isGate: Bool
  /// At least two for every assumed constant.
  package let alternatives: [Alternative]

  package init(
    name: String, meaning: String, unit: String, kind: ParameterKind,
    defaultValue: ParameterValue, origin: Origin, role: ParameterRole = .lowering,
    isGate: Bool = false, alternatives: [Alternative] = []
  ) {
    self.name = name
    self.meaning = meaning
    self.unit = unit
    self.kind = kind
    self.defaultValue = defaultValue
    self.origin = origin
    self.role = role
    self.isGate = isGate
    self.alternatives = alternatives
  }
}

/// One weighted term of a score.
package struct SubScoreDefinition: Sendable, Hashable {
  package let name: String
  /// How a person is told that this term dominates, "Poor sleep".
  package let words: String
  package let shippedWeight: Double
  package let weightOrigin: Origin
  package let curveOrigin: Origin
  /// What a step with a low sub-score has, "good sleep"; with an article where one is needed.
  package let lowWords: String?
  /// What a step with a high sub-score has, "short sleep".
  package let highWords: String?

  package init(
    name: String, words: String, shippedWeight: Double, weightOrigin: Origin, curveOrigin: Origin,
    lowWords: String? = nil, highWords: String? = nil
  ) {
    self.name = name
    self.words = words
    self.shippedWeight = shippedWeight
    self.weightOrigin = weightOrigin
    self.curveOrigin = curveOrigin
    self.lowWords = lowWords
    self.highWords = highWords
  }
}
