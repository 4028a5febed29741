import RunStore
import TraceModel

/// A conversation with a helper program of ours: one line asks, one line answers.
package final class ProgramConversation {
  private let program: ExternalProgram
  private let command: String

  /// - Parameters:
  ///   - command: What a person would type in a shell.
  ///   - disk: Where it runs.
  ///   - seconds: How long an answer may take.
  /// - Throws: `usage`, because the command line named the program.
  package init(command: String, disk: Disk, seconds: Double) throws(Failure) {
    self.command = command
    do throws(ProgramFault) {
      program = try ExternalProgram(
        command: command, directory: disk.workingDirectory, seconds: seconds)
    } catch {
      throw Self.failure(error, command)
    }
  }

  /// - Parameter line: Without its line feed.
  /// - Returns: The answer without its line feed.
  /// - Throws: `usage` saying what the program did instead of answering.
  package func ask(_ line: String) throws(Failure) -> [UInt8] {
    do throws(ProgramFault) {
      return try program.ask(Array("\(line)\n".utf8))
    } catch {
      throw Self.failure(error, command)
    }
  }

  /// Proves that the program has nothing left to say and ends well.
  package func finish() throws(Failure) {
    do throws(ProgramFault) {
      try program.finish()
    } catch {
      throw Self.failure(error, command)
    }
  }

  private static func failure(_ fault: ProgramFault, _ command: String) -> Failure {
    .usage(message: "\(command): \(fault.sentence.message)", fix: fault.sentence.fix)
  }
}
