import SweepCore
import Synchronization
import TraceModel

/// Tells how far a long job is: a bar on a terminal, a line a minute elsewhere.
final class Progress: Sendable {
  private struct State {
    var lastShown: Int
    var best: ScoredCandidate?
    var isBarShown = false
  }

  private let total: Int
  private let former: Int
  private let unit: String
  private let start: Int
  private let now: @Sendable () -> Int
  private let isTerminal: Bool
  private let write: @Sendable (String) -> Void
  private let end: Int?
  private let state: Mutex<State>

  /// - Parameters:
  ///   - total: Items in all.
  ///   - former: Items done before, by a process that went before this one.
  ///   - best: The best candidate of those.
  ///   - unit: What items are called.
  ///   - isTerminal: Whether lines can be overwritten.
  ///   - now: Seconds.
  ///   - write: Takes text for standard error.
  ///   - end: When all work ends, done or not, in seconds as `now` counts them.
  init(
    total: Int, from former: Int = 0, best: ScoredCandidate? = nil, unit: String,
    isTerminal: Bool, now: @escaping @Sendable () -> Int,
    write: @escaping @Sendable (String) -> Void, until end: Int? = nil
  ) {
    self.end = end
    self.total = total
    self.former = former
    self.unit = unit
    self.isTerminal = isTerminal
    self.now = now
    self.write = write
    start = now()
    state = Mutex(State(lastShown: now(), best: best))
  }

  /// Called from any worker, often.
  ///
  /// - Parameters:
  ///   - done: Items, those done before included.
  ///   - best: A candidate better than those told of before, if one was found.
  func report(_ done: Int, best: ScoredCandidate? = nil) {
    let time = now()
    let due = isTerminal ? 1 : 60
    state.withLock { state in
      if let best, state.best.map({ best.rank < $0.rank }) ?? true { state.best = best }
      guard time - state.lastShown >= due else { return }
      state.lastShown = time
      let rate = (done - former) / max(1, time - start)
      let left = rate > 0 ? Self.duration((total - done) / rate) : "?"
      let share = total > 0 ? Int((Double(done) / Double(total) * 100).rounded(.down)) : 100
      let found = state.best.map { " · \(Self.text($0))" } ?? ""
      if isTerminal {
        let filled = share / 10
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 10 - filled)
        let text =
          "[\(bar)] \(share)% of \(NumberText.grouped(total)) · \(Self.short(rate))/s · \(left) left\(untilEnd(time))\(found)"
        write("\r\u{1B}[K\(text.prefix(79))")
        state.isBarShown = true
      } else {
        write(
          "\(NumberText.grouped(done)) of \(NumberText.grouped(total)) \(unit), \(share)%, \(NumberText.grouped(rate))/s, \(left) left\(untilEnd(time))\(found)\n"
        )
      }
    }
  }

  /// `, 7.5 h in all`.
  private func untilEnd(_ time: Int) -> String {
    end.map { ", \(Self.duration(max(0, $0 - time))) in all" } ?? ""
  }

  /// Clears the bar.
  func finish() {
    state.withLock { state in
      if state.isBarShown { write("\r\u{1B}[K") }
      state.isBarShown = false
    }
  }

  private static func text(_ best: ScoredCandidate) -> String {
    let tally = best.tally
    return "best \(tally.tp) of \(tally.tp + tally.fn), \(tally.fp) false"
  }

  /// `46.1M`, `820k`, `91`.
  private static func short(_ rate: Int) -> String {
    switch rate {
    case ..<1000: "\(rate)"
    case ..<1_000_000: "\(rate / 1000)k"
    default: "\(NumberText.fixed(Double(rate) / 1e6, 1))M"
    }
  }

  private static func duration(_ seconds: Int) -> String {
    if seconds < 90 { return "\(seconds) s" }
    if seconds < 5400 { return "\((seconds + 30) / 60) min" }
    return "\(NumberText.fixed(Double(seconds) / 3600, 1)) h"
  }
}
