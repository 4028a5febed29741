/// What a plan promises of its winner before anything is computed.
package struct Claim: Sendable, Hashable {
  /// The data that the promise is about.
  package enum Subject: String, Sendable, Hashable, CaseIterable {
    /// The suites that are swept: the winner was chosen on them.
    case suite
    /// The holdout that the run opens.
    case holdout
  }

  package let requirement: Requirement
  package let on: Subject

  package init(requirement: Requirement, on: Subject) {
    self.requirement = requirement
    self.on = on
  }

  /// `recall >= 0.8 on the holdout`.
  package var text: String {
    "\(requirement.name) \(requirement.comparison.rawValue) \(NumberText.exact(requirement.bound)) on the \(on.rawValue)"
  }
}
