/// Sub-scores that an external program answered, in place of an engine's curves.
package struct GivenSubScores: Sendable, Hashable {
  /// The command line that gave them, as typed.
  package let command: String
  /// SHA-256 of the command line, in hexadecimal.
  package let commandDigest: String
  /// SHA-256 of all answers in order, in hexadecimal: a rerun that gives the same gave the same.
  package let answersDigest: String
  /// By trace id, then by step, then in the order of the engine's sub-scores.
  private let values: [String: [[Double]]]

  package init(
    command: String, commandDigest: String, answersDigest: String, values: [String: [[Double]]]
  ) {
    self.command = command
    self.commandDigest = commandDigest
    self.answersDigest = answersDigest
    self.values = values
  }

  /// The values of a trace that the program was asked about.
  package func values(of trace: String) -> [[Double]] {
    guard let values = values[trace] else {
      preconditionFailure("the program was not asked about \(trace)")
    }
    return values
  }
}
