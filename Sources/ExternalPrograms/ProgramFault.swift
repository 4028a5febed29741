import RunStore
import TraceModel

/// What an external program did wrong at one step.
enum ProgramFault: Error {
  case notStarted(reason: String)
  case noAnswer(seconds: Double)
  /// It ended before it answered; `status` as `waitpid` gives it.
  case ended(status: Int32, errors: String)
  case closedOutput(errors: String)
  case stoppedReading(errors: String)
  /// A line that nobody asked for.
  case unasked(String)
  case answeredTwice(String)
  case cutShort(String)
  case tooLong(bytes: Int)
  /// After the last answer.
  case endedBadly(status: Int32, errors: String)
  case didNotEnd(seconds: Double)
  /// The answer can't be used.
  case refused(message: String, fix: String)

  /// The fault told at the line of the step that it makes unusable.
  func failure(at trace: Trace, line: Int) -> Failure {
    let (message, fix) = sentence
    return .input([Problem(file: trace.file, line: line, message: message, fix: fix)])
  }

  var sentence: (message: String, fix: String) {
    switch self {
    case .notStarted(let reason):
      ("the program can't be started: \(reason)", "try the command line in a shell")
    case .noAnswer(let seconds):
      (
        "the program gave no answer within \(NumberText.exact(seconds)) s",
        "answer each step at once with one line, flushed (Python: print(…, flush=True)); --answer-seconds N allows more time"
      )
    case .ended(let status, let errors):
      (
        "the program \(Self.ending(status)) before it answered\(Self.tail(errors))",
        "correct the program; feed it this file by hand to see what it does"
      )
    case .closedOutput(let errors):
      (
        "the program closed its standard output before it answered\(Self.tail(errors))",
        "keep standard output open until standard input ends"
      )
    case .stoppedReading(let errors):
      (
        "the program stopped reading before this step\(Self.tail(errors))",
        "read standard input to its end"
      )
    case .unasked(let text):
      (
        "the program wrote \(quoted(text)) before it was asked",
        "print one answer for each step and nothing else; trace lines get none, other text belongs on standard error"
      )
    case .answeredTwice(let text):
      (
        "the program answered this step twice; the second answer is \(quoted(text))",
        "print one answer for each step and nothing else; other text belongs on standard error"
      )
    case .cutShort(let text):
      (
        "the program ended in the middle of its answer \(quoted(text))",
        "end each answer with a line feed"
      )
    case .tooLong(let bytes):
      (
        "the program's answer has more than \(NumberText.grouped(bytes)) bytes and no end",
        "answer with one short line"
      )
    case .endedBadly(let status, let errors):
      (
        "the program \(Self.ending(status)) after its last answer\(Self.tail(errors))",
        "end with status 0 when standard input ends"
      )
    case .didNotEnd(let seconds):
      (
        "the program did not end within \(NumberText.exact(seconds)) s of the last line",
        "end when standard input ends"
      )
    case .refused(let message, let fix):
      ("the program's answer \(message)", fix)
    }
  }

  /// `ended with status 3`, `was killed by signal 11`.
  private static func ending(_ status: Int32) -> String {
    let signal = status & 0x7F
    guard signal == 0 else { return "was killed by signal \(signal)" }
    let code = status >> 8 & 0xFF
    // What a shell between us and the program makes of a signal.
    let hint = (129...159).contains(code) ? ", as after signal \(code - 128)," : ""
    return "ended with status \(code)\(hint)"
  }

  private static func tail(_ errors: String) -> String {
    errors.isEmpty ? "" : "; its last words are \(quoted(errors, limit: 300))"
  }
}
