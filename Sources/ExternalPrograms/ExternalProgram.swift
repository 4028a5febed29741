import Foundation

/// A conversation with an external program: a line in, a line out, each within a time limit.
///
/// Its standard error is kept, not shown: the end of it explains a failure. All three streams are
/// served at once, so that no full pipe stops either side.
final class ExternalProgram {
  /// A longer answer is refused before it fills the memory.
  static let answerLimit = 1 << 20
  private static let errorsLimit = 4096

  private let child: ChildProcess
  private let seconds: Double
  private let clock = SuspendingClock()
  private var received: [UInt8] = []
  private var hasAsked = false
  private var outputEnded = false
  private var errors: [UInt8] = []
  private var errorsEnded = false
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// - Parameters:
  ///   - command: What a person would type in a shell.
  ///   - directory: Where it runs.
  ///   - seconds: How long an answer may take.
  /// - Throws: `notStarted`.
  init(command: String, directory: String, seconds: Double) throws(ProgramFault) {
    self.seconds = seconds
    do throws(ChildProcess.SpawnError) {
      child = try ChildProcess(command: command, directory: directory)
    } catch {
      throw .notStarted(reason: error.reason)
    }
  }

  /// Sends lines and waits for one.
  ///
  /// - Parameter lines: One or more whole lines, line feeds included; the last asks.
  /// - Returns: The answer without its line feed.
  /// - Throws: Whatever kept the answer from being one line, in time.
  func ask(_ lines: [UInt8]) throws(ProgramFault) -> [UInt8] {
    readOutput()
    // What comes before the first question is judged as its answer: who was quicker is chance.
    guard received.isEmpty || !hasAsked else { throw .unasked(text(received)) }
    hasAsked = true
    var pending = lines[...]
    let deadline = clock.now + .seconds(seconds)
    var searched = 0
    while true {
      if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let answer = Array(received[..<end])
        if pending.isEmpty {
          received.removeFirst(end + 1)
          return answer
        }
        guard received.count <= Self.answerLimit else { throw .unasked(text(answer)) }
        searched = end
      } else {
        searched = received.count
      }
      guard received.count <= Self.answerLimit else { throw .tooLong(bytes: Self.answerLimit) }
      if outputEnded { throw ending() }
      guard clock.now < deadline else { throw .noAnswer(seconds: seconds) }
      let stillReads = exchange(&pending, until: deadline)
      if !stillReads && !outputEnded { throw stoppedReading() }
    }
  }

  /// Proves that no second answer has come by now; told after the first was read.
  func expectSilence() throws(ProgramFault) {
    readOutput()
    guard received.isEmpty else { throw .answeredTwice(text(received)) }
  }

  /// Ends the conversation: nothing more may come, and the program must end well and soon.
  func finish() throws(ProgramFault) {
    child.closeInput()
    let deadline = clock.now + .seconds(seconds)
    var nothing: ArraySlice<UInt8> = []
    while !outputEnded {
      guard received.isEmpty else { break }
      guard clock.now < deadline else { throw .didNotEnd(seconds: seconds) }
      _ = exchange(&nothing, until: deadline)
    }
    guard received.isEmpty else { throw .answeredTwice(text(received)) }
    guard waitForEnd(until: deadline) else { throw .didNotEnd(seconds: seconds) }
    readErrors()
    let status = child.end()
    guard status == 0 else { throw .endedBadly(status: status, errors: lastWords) }
  }

  // MARK: Ways to fail

  /// Why the output ended: the program's end, or a closed stream of one that lives on.
  private func ending() -> ProgramFault {
    let hasEnded = waitForEnd(until: clock.now + .seconds(min(seconds, 2)))
    readErrors()
    guard received.isEmpty else { return .cutShort(text(received)) }
    guard hasEnded else { return .closedOutput(errors: lastWords) }
    let status = child.end()
    return .ended(status: status, errors: lastWords)
  }

  private func stoppedReading() -> ProgramFault {
    let hasEnded = waitForEnd(until: clock.now + .seconds(min(seconds, 2)))
    readErrors()
    guard hasEnded else { return .stoppedReading(errors: lastWords) }
    let status = child.end()
    return .ended(status: status, errors: lastWords)
  }

  private func waitForEnd(until deadline: SuspendingClock.Instant) -> Bool {
    while !child.isOver {
      readErrors()
      guard clock.now < deadline else { return false }
      usleep(1000)
    }
    return true
  }

  /// The last line with text on standard error.
  private var lastWords: String {
    let lines = errors.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let words = lines.last { $0.contains { $0 != 0x20 && $0 != 0x09 } }
    return words.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The first line of some bytes, for a message.
  private func text(_ bytes: [UInt8]) -> String {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line.prefix(1000), as: UTF8.self)
  }

  // MARK: Bytes

  /// Waits until something can move, and moves it.
  ///
  /// - Returns: False when the program no longer reads what is pending.
  private func exchange(_ pending: inout ArraySlice<UInt8>, until deadline: SuspendingClock.Instant)
    -> Bool
  {
    // A negative descriptor is skipped by poll.
    let input = pending.isEmpty ? -1 : child.input ?? -1
    var streams = [
      pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: outputEnded ? -1 : child.output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errorsEnded ? -1 : child.errors, events: Int16(POLLIN), revents: 0),
    ]
    let left = clock.now.duration(to: deadline) / .milliseconds(1)
    let ready = poll(&streams, nfds_t(streams.count), Int32(max(1, min(left.rounded(.up), 60_000))))
    guard ready > 0 else { return true }
    if streams[2].revents != 0 { readErrors() }
    if streams[1].revents != 0 { readOutput() }
    return streams[0].revents == 0 || send(&pending)
  }

  private func send(_ pending: inout ArraySlice<UInt8>) -> Bool {
    guard let input = child.input else { return false }
    while !pending.isEmpty {
      let count = pending.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return errno == EAGAIN
      }
      pending = pending.dropFirst(count)
    }
    return true
  }

  /// Takes what standard output holds now, up to a little over the limit of an answer.
  private func readOutput() {
    while !outputEnded && received.count <= Self.answerLimit {
      let count = read(child.output)
      if count < 0 { return }
      if count == 0 { outputEnded = true }
      received += buffer[..<count]
    }
  }

  /// Takes what standard error holds now, and keeps the end of it.
  private func readErrors() {
    // A program that never stops complaining must not keep us here.
    for _ in 0..<64 where !errorsEnded {
      let count = read(child.errors)
      if count < 0 { return }
      if count == 0 { errorsEnded = true }
      errors += buffer[..<count]
      errors.removeFirst(max(0, errors.count - Self.errorsLimit))
    }
  }

  /// Bytes read into the buffer; 0 at the end, negative when there are none now.
  private func read(_ descriptor: Int32) -> Int {
    while true {
      let count = buffer.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno != EAGAIN { return 0 }
      return count
    }
  }
}
