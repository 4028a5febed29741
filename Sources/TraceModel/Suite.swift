/// A named, locked set of traces.
package struct Suite: Sendable, Hashable {
  package enum Role: String, Sendable, Hashable, CaseIterable {
    case tuning, holdout
  }

  package enum DataKind: String, Sendable, Hashable, CaseIterable {
    case synthetic
    case ownPerson = "self"
    case participants
  }

  /// As the user typed it, for messages.
  package let path: String
  package let name: String
  package let title: String?
  package let engine: String
  package let role: Role
  package let description: String?
  package let data: DataKind?
  package let labelledBy: String?
  package let labelledOn: String?
  /// Default gates of its traces, by parameter name.
  package let profile: [String: ParameterValue]
  /// Engine constants, by parameter name.
  package let parameters: [String: ParameterValue]
  /// Weights the suite's app ships, by sub-score; unnamed ones are the engine's.
  package let weights: [String: Double]
  package let traces: [Trace]
  /// SHA-256 of the lock file, in hexadecimal; nil when there is no lock.
  package let digest: String?

  package init(
    path: String, name: String, title: String?, engine: String, role: Role, description: String?,
    data: DataKind?, labelledBy: String?, labelledOn: String?, profile: [String: ParameterValue],
    parameters: [String: ParameterValue], weights: [String: Double], traces: [Trace],
    digest: String?
  ) {
    self.path = path
    self.name = name
    self.title = title
    self.engine = engine
    self.role = role
    self.description = description
    self.data = data
    self.labelledBy = labelledBy
    self.labelledOn = labelledOn
    self.profile = profile
    self.parameters = parameters
    self.weights = weights
    self.traces = traces
    self.digest = digest
  }

  /// Whether signals may be shown without being asked for by name.
  package var isSynthetic: Bool { data == .synthetic }

  /// Labels that count: steps and windows together.
  package var labelCount: Int {
    traces.reduce(0) { count, trace in
      count + trace.steps.count { $0.expect != nil } + trace.windows.count { $0.counts }
    }
  }
}
