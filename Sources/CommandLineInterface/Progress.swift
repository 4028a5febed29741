import Synchronization
import TraceModel

/// Tells how far a long job is: a bar on a terminal, a line a minute elsewhere.
final class Progress: Sendable {
  private struct State {
    var lastShown: Int
    var isBarShown = false
  }

  private let total: Int
  private let unit: String
  private let start: Int
  private let now: @Sendable () -> Int
  private let isTerminal: Bool
  private let write: @Sendable (String) -> Void
  private let end: Int?
  private let state: Mutex<State>

  /// - Parameters:
  ///   - total: Items in all.
  ///   - unit: What they are called.
  ///   - isTerminal: Whether lines can be overwritten.
  ///   - now: Seconds.
  ///   - write: Takes text for standard error.
  ///   - end: When all work ends, ended or not, in seconds as `now` counts them.
  init(
    total: Int, unit: String, isTerminal: Bool, now: @escaping @Sendable () -> Int,
    write: @escaping @Sendable (String) -> Void, until end: Int? = nil
  ) {
    self.end = end
    self.total = total
    self.unit = unit
    self.isTerminal = isTerminal
    self.now = now
    self.write = write
    start = now()
    state = Mutex(State(lastShown: now()))
  }

  /// Called from any worker, often.
  func report(_ done: Int) {
    let time = now()
    let due = isTerminal ? 1 : 60
    state.withLock { state in
      guard time - state.lastShown >= due else { return }
      state.lastShown = time
      let elapsed = max(1, time - start)
      let rate = done / elapsed
      let left = rate > 0 ? (total - done) / rate : 0
      let share = total > 0 ? done * 100 / total : 100
      let text =
        "\(NumberText.grouped(done)) of \(NumberText.grouped(total)) \(unit), \(share)%, \(NumberText.grouped(rate))/s, \(Self.duration(left)) left\(untilEnd(time))"
      if isTerminal {
        let filled = share / 5
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
        write("\r\u{1B}[K[\(bar)] \(text)")
        state.isBarShown = true
      } else {
        write("\(text)\n")
      }
    }
  }

  /// `; 7.5 h to go in all`.
  private func untilEnd(_ time: Int) -> String {
    end.map { "; \(Self.duration(max(0, $0 - time))) to go in all" } ?? ""
  }

  /// Clears the bar.
  func finish() {
    state.withLock { state in
      if state.isBarShown { write("\r\u{1B}[K") }
      state.isBarShown = false
    }
  }

  private static func duration(_ seconds: Int) -> String {
    if seconds < 90 { return "\(seconds) s" }
    if seconds < 5400 { return "\((seconds + 30) / 60) min" }
    return "\(NumberText.fixed(Double(seconds) / 3600, 1)) h"
  }
}
