import DecisionEngines
import Findings
import ReportWriters
import RunReport
import RunStore
import SweepCore
import TraceModel

extension SweepJob {
  /// A sweep whose run folder stands.
  struct Finished {
    let result: SweepResult
    let judgement: Judgement
    /// What the comparison of prompts says, when the run has one.
    let prompts: PromptJob.Section?
    let path: String
    let confinement: ConfinementRecord
    /// How many paths `--guard` named.
    let guarded: Int
    let status: SweepStatus
    /// The command that goes on with it, when it was interrupted.
    let resume: String?
  }

  /// Sweeps, writes the run folder, and checks locks and guards once more before it appears.
  ///
  /// Interrupted, it writes the report of what was tallied, and keeps the journal.
  ///
  /// - Returns: The result, what was made of it, and the path of its folder.
  /// - Throws: Whatever keeps the folder from being written whole.
  func run(_ choices: Choices, at place: RunPlace, guards: Guards, in environment: Environment)
    throws(Failure) -> Finished
  {
    LedgerCheck.warn(in: environment)
    let holdout = try Holdout.suites(for: choices, engine: loaded.engine, in: environment)
    let runner = try runner
    let begun = try begin(choices, at: place, guards: guards, in: environment)
    let result = try sweep(runner, choices, journal: place.folder.journal, in: environment)
    return try conclude(
      result, choices, at: place, begun, holdout: holdout, guards: guards, in: environment)
  }

  /// Judges what was tallied, enters it in the ledger, and writes the run folder.
  func conclude(
    _ result: SweepResult, _ choices: Choices, at place: RunPlace, _ begun: Journal.Beginning,
    holdout: (suites: [Suite], reason: String)?, guards: Guards, in environment: Environment
  ) throws(Failure) -> Finished {
    try register(result, in: environment)
    // A holdout is looked at once, when the winner stands.
    let judgement = Judgement(result, holdout: result.partial == nil ? holdout : nil)
    if let opened = judgement.holdout {
      try Holdout.record(opened.suites, reason: opened.reason, in: environment)
    }
    let digests = loaded.suites.compactMap(\.digest)
    let facts = RunFacts(
      replacedLocks: LockLog(disk: environment.disk).replacements(of: loaded.suites.map(\.path)),
      confinement: place.confinement, guards: guards.facts,
      ledger: try Ledger(disk: environment.disk).read().map { LedgerFacts($0, digests: digests) })
    let written = try write(
      result, judgement, facts, to: &place.folder, choices, in: environment)
    let status = SweepStatus(result, judgement, choices)
    let record = RunRecord(
      result: result, judgement: judgement, facts: facts, choices: choices,
      copiedInputs: written.copied, prompts: written.prompts,
      planText: planText, words: begun.words, resumed: begun.resumed, status: status.code,
      summary: SweepText.lines(result, judgement, written.prompts), started: begun.started,
      ended: environment.now(), git: GitState(disk: environment.disk))
    try place.folder.write(record.text, to: RunFolder.recordName)
    try checkLocksAgain(in: environment)
    try guards.check()
    if result.partial == nil {
      try place.folder.finish()
    } else {
      try place.folder.finishPartial()
    }
    try RunsIndex(disk: environment.disk).update()
    return Finished(
      result: result, judgement: judgement, prompts: written.prompts, path: place.folder.path,
      confinement: place.confinement, guarded: guards.facts.count, status: status,
      resume: result.partial.map { _ in Self.resumeCommand(place.folder.path, loaded.engine) })
  }

  /// Writes down what is run before it runs, so that it can be gone on with.
  private func begin(
    _ choices: Choices, at place: RunPlace, guards: Guards, in environment: Environment
  ) throws(Failure) -> Journal.Beginning {
    try checkClaim(choices)
    if var former = place.beginning {
      former.resumed += 1
      try place.begin(former)
      return former
    }
    let beginning = beginning(guards, in: environment)
    try place.begin(beginning)
    try registerClaim(in: environment)
    return beginning
  }

  func beginning(_ guards: Guards, in environment: Environment) -> Journal.Beginning {
    Journal.Beginning(
      identity: identity, words: environment.words, started: environment.now(),
      guards: guards.facts.map { "\($0.path) \($0.digest)" }, plan: Array(planText.utf8))
  }

  func checkClaim(_ choices: Choices) throws(Failure) {
    guard choices.requiresClaim && plan.claim == nil else { return }
    throw .usage(
      message: "--require claim: the plan makes no claim",
      fix:
        "add \"claim\":{\"metric\":\"recall\",\"comparator\":\">=\",\"value\":0.8,\"on\":\"holdout\"} to the plan"
    )
  }

  /// A promise is on record before anything is found.
  func registerClaim(in environment: Environment) throws(Failure) {
    guard let claim = plan.claim else { return }
    try Ledger(disk: environment.disk).append(
      .claim(plan: identity.plan, text: claim.text), at: environment.now())
    environment.console.message(
      "claim registered: \(claim.text); plan SHA-256 \(identity.plan)")
  }

  /// What was scored is on record whatever becomes of the run's folder.
  func register(_ result: SweepResult, in environment: Environment) throws(Failure) {
    try Ledger(disk: environment.disk).append(
      .sweep(
        digests: loaded.suites.compactMap(\.digest), plan: identity.plan,
        candidates: result.tried, behaviours: result.triedBehaviours),
      at: environment.now())
  }

  static func resumeCommand(_ run: String, _ engine: any DecisionEngine) -> String {
    let program = engine.givenSubScores.map { " --sub-scores \(quotedForShell($0.command))" } ?? ""
    return "autoresearch sweep --resume \(quotedForShell(run))\(program)"
  }

  /// All rounds of the plan, each with its own part of the journal.
  private func sweep(
    _ runner: SweepRunner, _ choices: Choices, journal: Journal?, in environment: Environment
  ) throws(Failure) -> SweepResult {
    let started = environment.now()
    var (rounds, end, stopped) = try PlanSweep.run(
      runner, plan: plan, most: choices.planRounds
    ) { (number, next) throws(Failure) in
      try JournaledSweep(
        runner: next, range: 0..<next.space.count, identity: identity, journal: journal,
        round: number, choices: choices, environment: environment
      ).run()
    }
    let total = rounds.rounds.reduce(0) { $0 + $1.indexCount }
    let night =
      stopped == nil ? night(after: &rounds, choices, started: started, in: environment) : nil
    return SweepResult(
      engine: loaded.engine, suites: loaded.suites, plan: plan, rounds: rounds, refineEnd: end,
      partial: stopped.map {
        SweepPart(tallied: total - $0.range.upperBound + $0.next, total: total)
      }, night: night)
  }

  /// Sweeps again what a record tells of; nothing is written, no trial is counted.
  ///
  /// - Parameters:
  ///   - choices: As they were.
  ///   - facts: From the record.
  ///   - holdout: Opened then, loaded again; nil when none was.
  ///   - environment: Where the suites are.
  /// - Returns: Every file of the run but its record.
  /// - Throws: `input` for a plan that spans too much.
  func filesAgain(
    _ choices: Choices, facts: RunFacts, holdout: (suites: [Suite], reason: String)?,
    in environment: Environment
  ) throws(Failure) -> [String: [UInt8]] {
    let result = try sweep(try runner, choices, journal: nil, in: environment)
    var folder = RunFolder(inMemory: plan.name, disk: environment.disk)
    _ = try write(
      result, Judgement(result, holdout: holdout), facts, to: &folder, choices, in: environment)
    return folder.filesInMemory
  }
}

/// With what a sweep ends, and what is said of it on standard error.
struct SweepStatus {
  let code: Int32
  let messages: [String]

  init(_ result: SweepResult, _ judgement: Judgement, _ choices: SweepJob.Choices) {
    var messages: [String] = []
    if choices.requiresClaim, let claim = judgement.claim, claim.status != .passed {
      messages.append("claim \(claim.text)")
    }
    if let winner = result.winner {
      messages += Requirements.failures(choices.requirements, winner.entry.metrics)
    } else {
      messages.append("no candidate meets the plan's requirements; shipped is kept")
    }
    guard result.partial == nil else {
      code = ExitStatus.interrupted
      self.messages = []
      return
    }
    code = messages.isEmpty ? ExitStatus.done : ExitStatus.requirementFailed
    self.messages = messages
  }
}

/// A word as a shell takes it literally.
func quotedForShell(_ word: String) -> String {
  let plain = word.utf8.allSatisfy { byte in
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || "-_./=:,+@%".utf8.contains(byte)
  }
  return plain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
}
