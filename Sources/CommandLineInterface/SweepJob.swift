import DecisionEngines
import ExternalPrograms
import Foundation
import ReportWriters
import RunReport
import RunStore
import SweepCore
import TraceModel

/// A sweep from its plan to its run folder; `sweep` and `run` share it.
struct SweepJob {
  let plan: SweepPlan
  let planText: String
  /// What messages call the plan.
  private let file: String
  let loaded: LoadedSuites
  let point: ShippedPoint

  /// Reads a plan file and the suites it names.
  static func fromPlan(
    _ path: String, program: ProgramRun?, place: RunPlace, in environment: Environment
  ) throws(Failure) -> SweepJob {
    let bytes: [UInt8]
    do throws(ReadError) {
      bytes = try environment.disk.read(path)
    } catch {
      throw .usage(
        message: "\(path): can't be read: \(error.reason)",
        fix: "name a plan file, or a suite folder to sweep with the default plan")
    }
    return try SweepJob(bytes, file: path, program: program, in: environment) {
      (name) throws(Failure) in try place.settle(name: name)
    }
  }

  /// Takes the default plan for a suite: a coarse lattice and every whole threshold from 40 to 80.
  static func defaultPlan(
    suite path: String, name: String?, program: ProgramRun?, place: RunPlace,
    in environment: Environment
  ) throws(Failure) -> SweepJob {
    let folder = SuiteLoader.normalized(path)
    let suite = try SuiteLoader(disk: environment.disk).load(folder)
    let text = """
      {"schema": "autoresearch.plan/1",
       "name": \(jsonString(name ?? suite.name)),
       "suite": \(jsonString(folder)),
       "method": "lattice",
       "parameters": {"weights": {"step": 0.05, "min": 0},
                      "notifyThreshold": {"min": 40, "max": 80, "step": 1}},
       "metric": "recall",
       "require": {"falseAlarms": "=0"},
       "then": ["fewerInterventions", "margin", "nearestToShipped"],
       "seed": 1,
       "keep": 100,
       "run_cap": null}

      """
    return try SweepJob(
      Array(text.utf8), file: "the default plan of \(folder)", program: program, in: environment
    ) { (name) throws(Failure) in try place.settle(name: name) }
  }

  /// - Parameters:
  ///   - bytes: The plan.
  ///   - file: Its path, for messages.
  ///   - program: Gives the sub-scores, if not the engine.
  ///   - copies: Where the plan's suites are read instead of where it says.
  ///   - environment: Where all that is.
  ///   - named: Gets the run's name once it is known, before any program is started.
  /// - Throws: `input` and `lock` for what is refused, and what `named` throws.
  init(
    _ bytes: [UInt8], file: String, program: ProgramRun?, copies: [String]? = nil,
    in environment: Environment, named: (String) throws(Failure) -> Void
  ) throws(Failure) {
    self.file = file
    let reader = try PlanReader(bytes, file: file)
    if let copies, copies.count != reader.suites.count {
      throw .input([
        Problem(
          file: file, message: "names \(reader.suites.count) suites, the record \(copies.count)",
          fix: "restore the run folder")
      ])
    }
    let loaded = try LoadedSuites.named(by: reader, copies: copies, in: environment)
      .expecting(program)
    let points = loaded.suites.map { ShippedPoint(engine: loaded.engine, suite: $0) }
    point = points[0]
    plan = try reader.plan(engine: loaded.engine, shipped: point.weights)
    for (i, other) in points.enumerated() where other != point {
      throw reader.suiteProblem(
        i, "\(plan.suites[i]) ships other weights or another threshold than \(plan.suites[0])",
        fix: "sweep them apart: a candidate has one distance from shipped")
    }
    for (i, suite) in loaded.suites.enumerated() {
      if suite.role == .holdout {
        throw reader.suiteProblem(
          i, "\(suite.path) is a holdout, and a holdout is never swept",
          fix: "sweep a suite of the role \"tuning\"")
      }
    }
    guard loaded.suites.contains(where: { $0.labelCount > 0 }) else {
      throw reader.suiteProblem(
        0, "no step and no window of this plan's suites is labelled, so nothing can be ranked",
        fix: "label moments with \"expect\"; `evaluate` works without labels")
    }
    planText = String(decoding: bytes, as: UTF8.self)
    try named(plan.name)
    self.loaded = try loaded.asking(program)
  }

  /// What a person asked for besides the plan.
  struct Choices {
    let threads: Int
    let quiet: Bool
    let keepsInputs: Bool
    let includesSignals: Bool
    /// The prompt set to compare beside the sweep, and the copy it is read from when not itself.
    var prompts: (set: String, copy: String?)?
    /// Why the holdout is opened, when it is.
    let holdoutReason: String?
    /// Holdout suites named; without any, those in Traces of the same engine.
    let holdouts: [String]
    /// Whether the plan must make a claim.
    let requiresClaim: Bool
    /// Rounds that an earlier run of the plan took; nil runs them to their end.
    let planRounds: Int?
    /// What is done after the plan; nil ends there.
    let night: NightChoice?

    static let options: [Option] = [
      .out, .force, .threads, .quiet, .noInputs, .includeSignals, .openHoldout, .holdout,
      .subScores, .answerSeconds, .guarded, .junit, .hours,
    ]

    /// The choices of an earlier run, which opens nothing.
    init(
      threads: Int, quiet: Bool, keepsInputs: Bool, includesSignals: Bool,
      prompts: (set: String, copy: String?)?, planRounds: Int?, night: NightChoice?
    ) {
      self.night = night
      self.prompts = prompts
      self.planRounds = planRounds
      self.threads = threads
      self.quiet = quiet
      self.keepsInputs = keepsInputs
      self.includesSignals = includesSignals
      holdoutReason = nil
      holdouts = []
      requiresClaim = false
    }

    init(_ input: Arguments, in environment: Environment) throws(Failure) {
      threads = try input.integer(.threads, in: 1...1024) ?? environment.processorCount
      quiet = input.has(.quiet)
      keepsInputs = !input.has(.noInputs)
      includesSignals = input.has(.includeSignals)
      holdoutReason = try input.reason(.openHoldout)
      holdouts = input.all(.holdout)
      requiresClaim = input.requiresClaim
      prompts = nil
      planRounds = nil
      night = try NightChoice(input)
      if !holdouts.isEmpty && holdoutReason == nil {
        throw .usage(
          message: "--holdout opens a holdout, which needs a reason",
          fix: "add --open-holdout \"REASON\"; it goes to the ledger")
      }
    }
  }

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
  }

  /// Sweeps, writes the run folder, and checks locks and guards once more before it appears.
  ///
  /// - Returns: The result, what was made of it, and the path of its folder.
  /// - Throws: Whatever keeps the folder from being written whole.
  func run(_ choices: Choices, at place: RunPlace, guards: Guards, in environment: Environment)
    throws(Failure) -> Finished
  {
    let started = environment.now()
    LedgerCheck.warn(in: environment)
    let holdout = try Holdout.suites(for: choices, engine: loaded.engine, in: environment)
    let runner = try runner
    if choices.requiresClaim && plan.claim == nil {
      throw .usage(
        message: "--require claim: the plan makes no claim",
        fix:
          "add \"claim\":{\"metric\":\"recall\",\"comparator\":\">=\",\"value\":0.8,\"on\":\"holdout\"} to the plan"
      )
    }
    if let claim = plan.claim {
      let digest = SHA256.hex(of: planText.utf8)
      try Ledger(disk: environment.disk).append(
        .claim(plan: digest, text: claim.text), at: environment.now())
      environment.console.message("claim registered: \(claim.text); plan SHA-256 \(digest)")
    }
    let result = sweep(runner, choices, started: started, in: environment)
    // What was scored is on record whatever becomes of the run's folder.
    let ledger = Ledger(disk: environment.disk)
    let digests = loaded.suites.compactMap(\.digest)
    try ledger.append(
      .sweep(
        digests: digests, plan: SHA256.hex(of: planText.utf8), candidates: result.tried,
        behaviours: result.triedBehaviours),
      at: environment.now())
    let judgement = Judgement(result, holdout: holdout)
    if let opened = judgement.holdout {
      try Holdout.record(opened.suites, reason: opened.reason, in: environment)
    }
    let facts = RunFacts(
      replacedLocks: LockLog(disk: environment.disk).replacements(of: loaded.suites.map(\.path)),
      confinement: place.confinement, guards: guards.facts,
      ledger: try ledger.read().map { LedgerFacts($0, digests: digests) })
    let written = try write(
      result, judgement, facts, to: &place.folder, choices, in: environment)
    let record = RunRecord(
      result: result, judgement: judgement, facts: facts, choices: choices,
      copiedInputs: written.copied, prompts: written.prompts,
      planText: planText, words: environment.words, started: started, ended: environment.now(),
      git: GitState(disk: environment.disk))
    try place.folder.write(record.text, to: RunFolder.recordName)
    try checkLocksAgain(in: environment)
    try guards.check()
    try place.folder.finish()
    try RunsIndex(disk: environment.disk).update()
    return Finished(
      result: result, judgement: judgement, prompts: written.prompts, path: place.folder.path,
      confinement: place.confinement, guarded: guards.facts.count)
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
    let result = sweep(try runner, choices, started: environment.now(), in: environment)
    var folder = RunFolder(inMemory: plan.name, disk: environment.disk)
    _ = try write(
      result, Judgement(result, holdout: holdout), facts, to: &folder, choices, in: environment)
    return folder.filesInMemory
  }

  private var runner: SweepRunner {
    get throws(Failure) {
      do throws(CandidateSpace.CountOverflow) {
        return try SweepRunner(
          plan: plan, suites: loaded.suites, engine: loaded.engine, shipped: point)
      } catch {
        throw .input([
          Problem(
            file: file, message: "the plan spans more candidates than can be numbered",
            fix: "use larger steps or fewer values")
        ])
      }
    }
  }

  private func sweep(
    _ runner: SweepRunner, _ choices: Choices, started: Int, in environment: Environment
  ) -> SweepResult {
    let console = environment.console
    let silent: @Sendable (String) -> Void = { _ in }
    var shown: Progress?
    var (rounds, end) = PlanSweep.run(
      runner, plan: plan, threads: choices.threads, most: choices.planRounds
    ) { _, total in
      shown?.finish()
      let progress = Progress(
        total: total, unit: "candidates", isTerminal: console.messagesAreTerminal,
        now: environment.now, write: choices.quiet ? silent : Console.writeMessage)
      shown = progress
      return { progress.report($0) }
    }
    shown?.finish()
    let night = night(after: &rounds, choices, started: started, in: environment)
    return SweepResult(
      engine: loaded.engine, suites: loaded.suites, plan: plan, rounds: rounds, refineEnd: end,
      night: night)
  }

  /// - Returns: Names of the suites copied into the folder, and what the prompts' comparison says.
  private func write(
    _ result: SweepResult, _ judgement: Judgement, _ facts: RunFacts, to folder: inout RunFolder,
    _ choices: Choices, in environment: Environment
  ) throws(Failure) -> (copied: [String], prompts: PromptJob.Section?) {
    try folder.write(planText, to: "plan.json")
    try folder.write(result.candidatesFile, to: "candidates.csv")
    try folder.write(result.behavioursFile, to: "behaviours.csv")
    let withSignals = choices.includesSignals || loaded.suites.allSatisfy(\.isSynthetic)
    var decisions = DecisionsFile(engine: loaded.engine, withSignals: withSignals)
    decisions.add(result.shipped, candidate: "shipped")
    if let winner = result.winner { decisions.add(winner.evaluation, candidate: winner.entry.name) }
    try folder.write(decisions.text, to: "decisions.csv")
    let golden = GoldenFile(engine: loaded.engine, withSignals: withSignals)
    try folder.write(
      golden.text(result.shipped, candidate: "shipped", suites: loaded.suites), to: "golden.json")
    var copied: [String] = []
    for suite in loaded.suites where choices.keepsInputs {
      guard suite.isSynthetic || choices.includesSignals else { continue }
      let name = copied.contains(suite.name) ? "\(suite.name)-\(copied.count + 1)" : suite.name
      let digest = try folder.copySuite(suite.path, as: name)
      guard digest == suite.digest else { throw Self.changed(suite) }
      copied.append(name)
    }
    try folder.write(
      FindingsFile(result: result, judgement: judgement).text, to: "findings.json")
    var document = SweepReport(
      result: result, judgement: judgement, copiedInputs: copied,
      replacedLocks: facts.replacedLocks, withSignals: withSignals
    ).document
    var prompts: PromptJob.Section?
    if let (set, copy) = choices.prompts {
      let section = try PromptJob.section(
        set: set, copy: copy, into: &folder, keepsInputs: choices.keepsInputs,
        threads: choices.threads, in: environment)
      document.blocks += section.blocks
      prompts = section
    }
    facts.add(to: &document)
    try folder.write(StoredReport.text(document), to: "report.json")
    for (name, text) in RenderedReport.files(document) { try folder.write(text, to: name) }
    if let page = PortPage(result: result, judgement: judgement)?.document {
      try folder.write(MarkdownWriter.text(page), to: "port.md")
    }
    return (copied, prompts)
  }

  private func checkLocksAgain(in environment: Environment) throws(Failure) {
    for suite in loaded.suites {
      guard try SuiteLoader(disk: environment.disk).verifyLock(suite.path) == suite.digest else {
        throw Self.changed(suite)
      }
    }
  }

  private static func changed(_ suite: Suite) -> Failure {
    .lock([
      Problem(
        file: suite.path, message: "the suite was locked anew while this run was reading it",
        fix: "run again")
    ])
  }
}
