import DecisionEngines
import RunStore
import TraceModel

/// One run of an external program over suites: every step asked once, in file order.
///
/// The program gets each trace's header line, unanswered, then each of its step lines. Lines are
/// those of the suite, byte for byte, without byte order mark and carriage returns. Window lines are
/// not sent. Step lines hold their labels: a program that looks at them measures nothing.
package struct ProgramRun: Sendable {
  package let command: String
  /// How long one answer may take.
  package let answerSeconds: Double
  private let disk: Disk

  package init(command: String, answerSeconds: Double, disk: Disk) {
    self.command = command
    self.answerSeconds = answerSeconds
    self.disk = disk
  }

  /// The program's sub-scores for every step.
  ///
  /// - Parameters:
  ///   - suites: Locked suites of one engine, trace ids distinct.
  ///   - engine: Their engine, whose sub-score names the program must use.
  /// - Returns: The values, with digests of the command and of all answers.
  /// - Throws: `input` naming the step at which the program failed.
  package func subScores(of suites: [Suite], engine: any DecisionEngine) throws(Failure)
    -> GivenSubScores
  {
    let names = engine.subScores.map(\.name)
    var values: [String: [[Double]]] = [:]
    var digest = SHA256()
    try converse(suites) { trace, step, answer throws(ProgramFault) in
      let scores = try Answer.subScores(answer, names: names)
      values[trace.id, default: []].append(scores)
      let cells = scores.map(NumberText.exact).joined(separator: ",")
      digest.update(Array("\(trace.id),\(step.at.text),\(cells)\n".utf8))
    }
    return GivenSubScores(
      command: command, commandDigest: SHA256.hex(of: command.utf8),
      answersDigest: digest.finish(), values: values)
  }

  /// What a program that decides by itself does at every step.
  ///
  /// - Parameter suites: Locked suites.
  /// - Returns: Its decisions, held against the labels.
  /// - Throws: `input` naming the step at which the program failed.
  package func decisions(on suites: [Suite]) throws(Failure) -> ProgramEvaluation {
    var decisions: [[ProgramDecision]] = []
    var current = ""
    try converse(suites) { trace, step, answer throws(ProgramFault) in
      if trace.id != current {
        current = trace.id
        decisions.append([])
      }
      let decision = try Answer.decision(answer, delivers: step.delivers)
      decisions[decisions.count - 1].append(decision)
    }
    return ProgramEvaluation(command: command, suites: suites, decisions: decisions)
  }

  private func converse(
    _ suites: [Suite], _ take: (Trace, Step, [UInt8]) throws(ProgramFault) -> Void
  ) throws(Failure) {
    var texts: [SuiteText] = []
    for suite in suites { texts.append(try SuiteText(suite, disk: disk)) }
    guard var trace = suites.first?.traces.first, var line = trace.steps.first?.line else { return }
    do throws(ProgramFault) {
      let program = try ExternalProgram(
        command: command, directory: disk.workingDirectory, seconds: answerSeconds)
      for (suite, text) in zip(suites, texts) {
        for each in suite.traces {
          trace = each
          var pending = text.line(trace.line, of: trace.file)
          for step in trace.steps {
            line = step.line
            pending += text.line(step.line, of: trace.file)
            try take(trace, step, try program.ask(pending))
            try program.expectSilence()
            pending.removeAll()
          }
        }
      }
      try program.finish()
    } catch {
      throw error.failure(at: trace, line: line)
    }
  }
}
