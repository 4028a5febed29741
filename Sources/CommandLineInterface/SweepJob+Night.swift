import Findings
import Overnight
import RunReport
import RunStore
import SweepCore
import TraceModel

/// What `--for` asks, or what a record says that it came to.
struct NightChoice: Sendable, Hashable {
  /// From the start of the run.
  let seconds: Int
  /// The rounds of an earlier night; nil lets the clock decide.
  let recorded: NightRounds?

  static let longest = 7 * 24 * 3600

  /// Reads `8h`, `90m` or `45s`.
  init?(_ input: Arguments) throws(Failure) {
    guard let text = input.value(.hours) else { return nil }
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
      count > 0, count <= Self.longest / unit
    else {
      throw .usage(
        message: "--for is \(quoted(text))",
        fix: "write a whole number and s, m or h, up to a week, as in --for 8h")
    }
    seconds = count * unit
    recorded = nil
  }

  /// What a run's record holds; nil for one without a night, or of other stages than these.
  init?(_ record: StoredRecord.Night?) {
    guard let record else { return nil }
    var rounds = NightRounds()
    for stage in NightStage.allCases { rounds.counts[stage] = record.rounds[stage.rawValue] ?? 0 }
    rounds.dropped = record.dropped.flatMap { NightStage(rawValue: $0) }
    seconds = record.seconds
    recorded = rounds
  }
}

extension SweepJob {
  /// Goes on after the plan as long as was asked.
  ///
  /// - Parameters:
  ///   - rounds: The plan's; better candidates join them.
  ///   - choices: Whether, and how long.
  ///   - started: When the run began, in seconds since 1970.
  ///   - environment: Its clock decides how many rounds there are.
  /// - Returns: What it found; nil when nothing was asked.
  func night(
    after rounds: inout SweepRounds, _ choices: Choices, started: Int, in environment: Environment
  ) -> NightRun? {
    guard let choice = choices.night else { return nil }
    let end = started + choice.seconds
    let now = environment.now
    let interrupts = environment.interrupts
    // A person who ends it ends the time: what is complete is kept and reported.
    let left: @Sendable () -> Double = { interrupts.isRequested() ? 0 : Double(end - now()) }
    let shown = ShownProgress()
    let isTerminal = environment.console.messagesAreTerminal
    let silent: @Sendable (String) -> Void = { _ in }
    let write = choices.quiet ? silent : Console.writeMessage
    let tell: Night.Teller = { stage, round, total in
      let unit = "\(Self.unit(stage)) (\(NightRun.words(stage)), round \(round))"
      return shown.next(
        Progress(
          total: total, unit: unit, isTerminal: isTerminal, now: now, write: write,
          until: choice.recorded == nil ? end : nil))
    }
    let subject = Subject(engine: loaded.engine, suites: loaded.suites, shipped: point)
    let limit = choice.recorded.map { NightLimit.rounds($0) } ?? .seconds(left: left)
    var night = Night(
      rounds, plan: plan, subject: subject, limit: limit, threads: choices.threads, tell: tell)
    let result = night.run()
    shown.finish()
    rounds = night.rounds
    return NightRun(result: result, seconds: choice.seconds)
  }

  private static func unit(_ stage: NightStage) -> String {
    switch stage {
    case .constants, .signals: "draws"
    case .finer, .refine, .gates, .leftOut: "candidates"
    }
  }
}

/// The progress of one round at a time.
private final class ShownProgress {
  private var current: Progress?

  func next(_ progress: Progress) -> @Sendable (Int) -> Void {
    current?.finish()
    current = progress
    return { progress.report($0) }
  }

  func finish() { current?.finish() }
}
