/// What was right at a step, by its label.
package enum Expectation: String, Sendable, Hashable {
  case intervene
  /// Intervene, at the higher level.
  case escalate
  case silent

  package var isPositive: Bool { self != .silent }
}

/// Who or what made a label.
package enum LabelSource: String, Sendable, Hashable, CaseIterable {
  case hand, observed, explicit
  case passiveHigh = "passive-high"
  /// Too weak to count: acts as no label.
  case passiveSoft = "passive-soft"

  package var counts: Bool { self != .passiveSoft }
}

/// One decision point of a trace.
package struct Step: Sendable, Hashable {
  package let at: Moment
  /// In the order of the engine's signal definitions.
  package let signals: [SignalValue]
  /// Whether an intervention made here would reach the person.
  package let delivers: Bool
  /// The label that counts; nil is "don't care".
  package let expect: Expectation?
  /// Whether the line says anything about expectation, `null` included.
  ///
  /// An intervention here is this label's business, and never a window's false alarm.
  package let hasOwnExpect: Bool
  package let labelSource: LabelSource
  package let why: String?
  package let line: Int

  package init(
    at: Moment, signals: [SignalValue], delivers: Bool, expect: Expectation?, hasOwnExpect: Bool,
    labelSource: LabelSource, why: String?, line: Int
  ) {
    self.at = at
    self.signals = signals
    self.delivers = delivers
    self.expect = expect
    self.hasOwnExpect = hasOwnExpect
    self.labelSource = labelSource
    self.why = why
    self.line = line
  }
}

/// A span of time, `from` included and `to` not, in which an intervention was right or wrong.
package struct Window: Sendable, Hashable {
  package let from: Moment
  package let to: Moment
  /// `intervene` or `silent`.
  package let expect: Expectation
  package let labelSource: LabelSource
  package let why: String?
  package let line: Int

  package init(
    from: Moment, to: Moment, expect: Expectation, labelSource: LabelSource, why: String?, line: Int
  ) {
    self.from = from
    self.to = to
    self.expect = expect
    self.labelSource = labelSource
    self.why = why
    self.line = line
  }

  /// A window from too weak a source scores nothing, but what fires inside is no false alarm.
  package var counts: Bool { labelSource.counts }

  package func contains(_ instant: Int) -> Bool { instant >= from.instant && instant < to.instant }
}

/// An earlier day, for personal averages.
package struct HistoryDay: Sendable, Hashable {
  package let day: CivilDay
  /// In the order of the engine's signal definitions; those it takes no history of are missing.
  package let signals: [SignalValue]

  package init(day: CivilDay, signals: [SignalValue]) {
    self.day = day
    self.signals = signals
  }
}

/// One day (or more) of decision points of one person, read only.
package struct Trace: Sendable, Hashable {
  package let id: String
  package let title: String?
  package let timeZone: String
  /// Gate values this trace sets, by parameter name.
  package let profile: [String: ParameterValue]
  /// When an intervention was last delivered before the first step, in seconds since 1970.
  package let lastInterventionAt: Int?
  /// Interventions already delivered on the first step's local day.
  package let deliveredToday: Int
  /// In date order, dates distinct.
  package let history: [HistoryDay]
  /// In time order, at least one.
  package let steps: [Step]
  package let windows: [Window]
  package let file: String
  package let line: Int

  package init(
    id: String, title: String?, timeZone: String, profile: [String: ParameterValue],
    lastInterventionAt: Int?, deliveredToday: Int, history: [HistoryDay], steps: [Step],
    windows: [Window], file: String, line: Int
  ) {
    self.id = id
    self.title = title
    self.timeZone = timeZone
    self.profile = profile
    self.lastInterventionAt = lastInterventionAt
    self.deliveredToday = deliveredToday
    self.history = history
    self.steps = steps
    self.windows = windows
    self.file = file
    self.line = line
  }

  /// Whether an intervention outside every window is a false alarm here.
  package var hasCountingWindow: Bool { windows.contains(where: \.counts) }

  /// Distinct local dates with a step.
  package var dayCount: Int { Set(steps.map(\.at.day)).count }
}
