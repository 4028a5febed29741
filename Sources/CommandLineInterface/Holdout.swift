import RunStore
import TraceModel

extension Option {
  static let openHoldout = Option(
    "--open-holdout", value: "REASON", "look at a holdout, and have that recorded")
}

/// The rule that a holdout is opened on purpose, with a reason, and that it is remembered.
enum Holdout {
  /// Lets a tuning suite pass; a holdout passes only with a reason, which goes to the ledger.
  static func check(_ suite: Suite, _ input: Arguments, in environment: Environment) throws(Failure)
  {
    guard suite.role == .holdout else { return }
    guard let reason = input.value(.openHoldout) else {
      throw .input([
        Problem(
          file: "\(suite.path)/suite.json",
          message: "the role is holdout: each look at its results uses it up",
          fix: "open it on purpose with --open-holdout \"REASON\"; that goes to the ledger")
      ])
    }
    try Ledger(disk: environment.disk).append(
      .holdoutOpened(suite: suite.name, digest: suite.digest ?? "", reason: reason),
      at: environment.now())
  }
}
