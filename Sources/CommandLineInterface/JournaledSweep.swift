import Foundation
import ReportWriters
import RunStore
import SweepCore
import TraceModel

/// The sweep of one range: what is finished is made durable now and then, an earlier process's work
/// is taken over, and a person can end it early.
///
/// A run may sweep several ranges one after another; each is a round with its own file.
struct JournaledSweep {
  let runner: SweepRunner
  let range: Range<Int>
  let identity: SweepIdentity
  /// Where it is made durable; nil for a rerun, which is not.
  let journal: Journal?
  var round = 1
  let choices: SweepJob.Choices
  let environment: Environment

  /// A checkpoint may cost this part of the time between two.
  private static let costShare = 50.0
  /// A finished round that took less is as soon tallied again as read back.
  private static let worthKeeping = 2.0
  /// Bytes a second at which a checkpoint is made, at the least: encoded, hashed, written, synced.
  private static let writingRate = 60e6

  /// - Returns: The sweep: finished, or as far as it came before a person ended it.
  /// - Throws: `output` when a checkpoint can't be written, `input` for one that can't be used.
  func run() throws(Failure) -> RunningSweep {
    var sweep = RunningSweep(
      runner, range, threads: choices.threads, after: try former())
    let interrupts = environment.interrupts
    let keeps = journal != nil
    if keeps { interrupts.watch() }
    let isEnded: @Sendable () -> Bool = { keeps && interrupts.isRequested() }
    let progress = progress(from: sweep)
    defer { progress.finish() }
    let interval = Double(choices.checkpointSeconds)
    let clock = ContinuousClock()
    var last = clock.now
    var cost = 0.0
    while !sweep.isFinished && !isEnded() {
      let due = last.advanced(
        by: .seconds(interval == 0 ? 0 : max(interval, cost * Self.costShare)))
      sweep.advance {
        isEnded() || (keeps && clock.now >= due)
      } progress: {
        progress.report($0, best: $1)
      }
      guard keeps else { continue }
      let now = clock.now
      let elapsed = (now - last) / .seconds(1)
      if interval > 0 && !isEnded() {
        if sweep.isFinished && elapsed < Self.worthKeeping { break }
        let estimate = Double(sweep.total.durableSize) / Self.writingRate
        if estimate * Self.costShare > elapsed {
          cost = max(cost, estimate)
          continue
        }
      }
      try save(&sweep)
      last = clock.now
      cost = (last - now) / .seconds(1)
    }
    return sweep
  }

  private func save(_ sweep: inout RunningSweep) throws(Failure) {
    let body = sweep.durableBytes()
    try journal?.write(
      Journal.Checkpoint(round: round, range: range, next: sweep.next, body: body), of: identity)
  }

  /// What an earlier process had finished of this round.
  private func former() throws(Failure) -> (total: Aggregate, next: Int)? {
    guard let journal,
      let checkpoint = try journal.checkpoint(round: round, range: range, of: identity)
    else { return nil }
    do throws(MalformedBytes) {
      let total = try Aggregate(
        checkpoint.body, like: runner.emptyAggregate(for: range.count))
      return (total, checkpoint.next)
    } catch {
      throw journal.refusal(ofRound: round, error.reason)
    }
  }

  private func progress(from sweep: RunningSweep) -> Progress {
    let silent: @Sendable (String) -> Void = { _ in }
    return Progress(
      total: range.count, from: sweep.next - range.lowerBound, best: sweep.total.ranked.first,
      unit: "candidates",
      isTerminal: environment.console.messagesAreTerminal, now: environment.now,
      write: choices.quiet ? silent : Console.writeMessage)
  }
}
