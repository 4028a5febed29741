/// A raw input of a step, as an engine declares it.
package struct SignalDefinition: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// A finite number within a closed range.
    case number(ClosedRange<Double>)
    /// A number within a range, or the text `"none"` (looked, and there is nothing).
    case numberOrNone(ClosedRange<Double>)
  }

  package let name: String
  package let kind: Kind
  package let unit: String
  /// Whether history days may carry this signal.
  package let inHistory: Bool
  /// How far a measurement may be off, in the signal's unit: an assumption, as a report says.
  ///
  /// 0 is none stated, and then none is tried.
  package let error: Double

  package init(name: String, kind: Kind, unit: String, inHistory: Bool, error: Double = 0) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.inHistory = inHistory
    self.error = error
  }
}

/// The value of one signal at one step.
package enum SignalValue: Sendable, Hashable {
  /// Absent or `null`: not measured. Never the same as zero.
  case missing
  /// The text `"none"`: measured, and there is nothing.
  case nothing
  case number(Double)

  package var number: Double? {
    guard case .number(let value) = self else { return nil }
    return value
  }

  /// The value as a CSV cell: empty when missing.
  package var cell: String {
    switch self {
    case .missing: ""
    case .nothing: "none"
    case .number(let value): NumberText.exact(value)
    }
  }
}
