import DecisionEngines
import Dispatch
import Evidence
import Findings
import Synchronization
import TraceModel

/// Something about the suites drawn anew, again and again.
package protocol Draws: Sendable {
  var stage: NightStage { get }
  var hasWinner: Bool { get }

  /// What happens to shipped and winner in one draw, a function of its number alone.
  func outcome(_ draw: Int) -> DrawOutcome
}

/// How a replay compares with the candidate's own.
package struct ReplayOutcome: Sendable {
  /// No labelled outcome differs.
  let keeps: Bool
  /// Fewer caught, or more false alarms.
  let breaks: Bool

  init(own: Evaluation, drawn: Evaluation) {
    keeps = Difference(from: own, to: drawn).labels.isEmpty
    breaks = drawn.tally.tp < own.tally.tp || drawn.tally.fp > own.tally.fp
  }
}

package struct DrawOutcome: Sendable {
  let shipped: ReplayOutcome
  let winner: ReplayOutcome?
}

/// Shipped and winner on the suites as they are, for draws to be held against.
struct OwnReplays: Sendable {
  let winner: Overrides?
  private let shippedOwn: Evaluation
  private let winnerOwn: Evaluation?

  init(of winner: Overrides?, in subject: Subject) {
    self.winner = winner
    shippedOwn = subject.evaluate(Overrides())
    winnerOwn = winner.map { subject.evaluate($0) }
  }

  /// What a draw makes of both.
  ///
  /// - Parameters:
  ///   - drawn: The suites of the draw.
  ///   - values: Its constants. What the winner itself sets, it does not rest on.
  /// - Returns: How each compares with its replay on the suites as they are.
  func outcome(in drawn: Subject, with values: [String: ParameterValue] = [:]) -> DrawOutcome {
    let shipped = ReplayOutcome(
      own: shippedOwn, drawn: drawn.evaluate(Overrides(values: values)))
    guard let winner, let winnerOwn else { return DrawOutcome(shipped: shipped, winner: nil) }
    let changed = Overrides(
      weights: winner.weights, values: values.merging(winner.values) { $1 })
    return DrawOutcome(
      shipped: shipped, winner: ReplayOutcome(own: winnerOwn, drawn: drawn.evaluate(changed)))
  }
}

/// In how many draws shipped and winner keep their labelled outcomes.
package struct DrawCounts: Sendable, Hashable {
  /// Draws of one round.
  package static let perRound = 200
  /// Rounds after which more of them tell nothing new.
  package static let roundLimit = 10

  package struct Counts: Sendable, Hashable {
    /// Draws in which every labelled outcome stays.
    package var keeps = 0
    /// Draws in which fewer are caught or more false alarms raised.
    package var breaks = 0

    package init() {}

    mutating func add(_ outcome: ReplayOutcome) {
      if outcome.keeps { keeps += 1 }
      if outcome.breaks { breaks += 1 }
    }

    mutating func add(_ other: Counts) {
      keeps += other.keeps
      breaks += other.breaks
    }
  }

  package private(set) var draws = 0
  package private(set) var shipped = Counts()
  /// Nil when there is no winner.
  package private(set) var winner: Counts?

  init(hasWinner: Bool) { winner = hasWinner ? Counts() : nil }

  mutating func add(_ other: DrawCounts) {
    draws += other.draws
    shipped.add(other.shipped)
    if let counts = other.winner { winner?.add(counts) }
  }

  private mutating func add(_ outcome: DrawOutcome) {
    draws += 1
    shipped.add(outcome.shipped)
    if let replay = outcome.winner { winner?.add(replay) }
  }

  /// Counts one round; nil when it was not ended.
  package static func count(
    _ draws: some Draws, round: Int, threads: Int, pausing: @Sendable () -> Bool,
    progress: @Sendable (Int) -> Void
  ) -> DrawCounts? {
    let next = Atomic<Int>(0)
    let total = Mutex(DrawCounts(hasWinner: draws.hasWinner))
    DispatchQueue.concurrentPerform(iterations: max(1, threads)) { _ in
      var local = DrawCounts(hasWinner: draws.hasWinner)
      while !pausing() {
        let draw = next.add(1, ordering: .relaxed).oldValue
        guard draw < perRound else { break }
        local.add(draws.outcome(round * perRound + draw))
        progress(draw + 1)
      }
      total.withLock { $0.add(local) }
    }
    let counted = total.withLock { $0 }
    return counted.draws == perRound ? counted : nil
  }
}

/// A generator for one draw of one stage.
func generator(_ seed: UInt64, _ stage: UInt64, _ draw: Int) -> SplitMix64 {
  SplitMix64(
    seed: SplitMix64.mix(SplitMix64.mix(seed) ^ SplitMix64.mix(stage))
      ^ SplitMix64.mix(UInt64(draw) &+ 1))
}
