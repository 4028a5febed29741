import DecisionEngines
import RunStore
import TraceModel

extension Option {
  static let openHoldout = Option(
    "--open-holdout", value: "REASON", "look at a holdout, and have that recorded")
}

extension Option {
  static let holdout = Option(
    "--holdout", value: "SUITE", "the holdout to open; default those in Traces", isRepeatable: true)
}

/// The rule that a holdout is opened on purpose, with a reason, and that it is remembered.
enum Holdout {
  /// The ledger, when a holdout is to be opened.
  static func writable(_ input: Arguments, in environment: Environment) throws(Failure)
    -> [Confinement.Place]
  {
    guard input.has(.openHoldout) else { return [] }
    try Ledger(disk: environment.disk).prepare()
    return [.init(Ledger.path, .content)]
  }

  /// Lets a tuning suite pass; a holdout passes only with a reason, which goes to the ledger.
  static func check(_ suite: Suite, _ input: Arguments, in environment: Environment) throws(Failure)
  {
    let given = try input.reason(.openHoldout)
    guard suite.role == .holdout else { return }
    guard let reason = given else {
      throw .input([
        Problem(
          file: "\(suite.path)/suite.json",
          message: "the role is holdout: each look at its results uses it up",
          fix: "open it on purpose with --open-holdout \"REASON\"; that goes to the ledger")
      ])
    }
    LedgerCheck.warn(in: environment)
    try record([suite], reason: reason, in: environment)
  }

  /// Remembers in the ledger that these holdouts were looked at.
  static func record(_ suites: [Suite], reason: String, in environment: Environment)
    throws(Failure)
  {
    for suite in suites {
      try Ledger(disk: environment.disk).append(
        .holdoutOpened(suite: suite.name, digest: suite.digest ?? "", reason: reason),
        at: environment.now())
    }
  }

  /// The holdouts that a sweep is to open, loaded before the long work; nil when none is.
  static func suites(
    for choices: SweepJob.Choices, engine: any DecisionEngine, in environment: Environment
  ) throws(Failure) -> (suites: [Suite], reason: String)? {
    guard let reason = choices.holdoutReason else { return nil }
    let loader = SuiteLoader(disk: environment.disk)
    var suites: [Suite] = []
    let paths = choices.holdouts.isEmpty ? BundledSuites.locked(in: environment) : choices.holdouts
    for path in paths {
      let suite = try loader.load(path)
      guard suite.role == .holdout, suite.engine == engine.name else {
        if choices.holdouts.isEmpty { continue }
        throw .usage(
          message: "\(path) is not a holdout for the engine \(engine.name)",
          fix: "name a suite of the role \"holdout\" and of that engine")
      }
      suites.append(suite)
    }
    guard !suites.isEmpty else {
      throw .usage(
        message: "there is no holdout for the engine \(engine.name) in Traces",
        fix: "name one with --holdout SUITE")
    }
    return (suites, reason)
  }
}
