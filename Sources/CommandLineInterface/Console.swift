import Foundation
import TraceModel

/// Where results and messages go. Results are checked: a full disk must not look like success.
package final class Console {
  /// Receives results; returns why they could not be written, or nil.
  package typealias Sink = ([UInt8]) -> String?

  private let results: Sink
  private let messages: Sink
  private var pending: [UInt8] = []
  private var failure: String?
  /// Set when the reader of our results went away, as `head` does; nothing more is said then.
  package private(set) var isClosed = false
  /// Whether messages may use colour and rewrite their line.
  package let messagesAreTerminal: Bool
  package let usesColour: Bool

  package init(
    results: @escaping Sink, messages: @escaping Sink, messagesAreTerminal: Bool = false,
    usesColour: Bool = false
  ) {
    self.results = results
    self.messages = messages
    self.messagesAreTerminal = messagesAreTerminal
    self.usesColour = usesColour
  }

  /// The process's own standard output and error.
  package static func standard(environment: [String: String]) -> Console {
    signal(SIGPIPE, SIG_IGN)
    let colour = isatty(1) == 1 && (environment["NO_COLOR"] ?? "").isEmpty
    return Console(
      results: { writeAll($0, to: 1) }, messages: { writeAll($0, to: 2) },
      messagesAreTerminal: isatty(2) == 1, usesColour: colour)
  }

  /// Writes to standard error from any thread, for progress.
  static let writeMessage: @Sendable (String) -> Void = { _ = writeAll(Array($0.utf8), to: 2) }

  private static let closedPipe = "closed pipe"

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> String? {
    var position = 0
    while position < bytes.count {
      let count = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress?.advanced(by: position), bytes.count - position)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return errno == EPIPE ? closedPipe : String(cString: strerror(errno))
      }
      position += count
    }
    return nil
  }

  /// Adds a line to the results.
  package func line(_ text: String = "") {
    pending += Array(text.utf8)
    pending.append(UInt8(ascii: "\n"))
    if pending.count >= 1 << 16 { flush() }
  }

  /// Adds text that already ends its lines.
  package func text(_ text: String) {
    pending += Array(text.utf8)
    if pending.count >= 1 << 16 { flush() }
  }

  private func flush() {
    guard failure == nil, !isClosed, !pending.isEmpty else { return }
    if let reason = results(pending) {
      if reason == Self.closedPipe { isClosed = true } else { failure = reason }
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes what is pending.
  ///
  /// - Throws: `output` when any result was lost, but not when its reader closed the pipe.
  package func finish() throws(Failure) {
    flush()
    if let failure { throw .output(path: "standard output", message: "can't write: \(failure)") }
  }

  /// A message on standard error, at once.
  package func message(_ text: String) {
    flush()
    _ = messages(Array("\(text)\n".utf8))
  }
}
