import Foundation
import ReportWriters
import RunReport
import RunStore
import TraceModel

/// `run.json`: what was run, on what, when and where. The one file of a run that a rerun changes.
struct RunRecord {
  let result: SweepResult
  let judgement: Judgement
  let facts: RunFacts
  let choices: SweepJob.Choices
  /// Names of the suites copied into the run folder.
  let copiedInputs: [String]
  /// What the comparison of prompts says, when the run has one.
  let prompts: PromptJob.Section?
  let planText: String
  /// The command line that began the run.
  let words: [String]
  /// How often it was resumed.
  let resumed: Int
  /// With which the command ended.
  let status: Int32
  /// What it said in the terminal.
  let summary: [String]
  let started: Int
  let ended: Int
  let git: GitState

  var text: String {
    let suites = result.suites.enumerated().map { i, suite in
      // Either all suites are copied or none is known to be, so that names and suites pair up.
      let isCopied = copiedInputs.count == result.suites.count
      return JSONText.object([
        ("path", .string(suite.path)), ("name", .string(suite.name)),
        ("digest", .optional(suite.digest)),
        ("inputs", isCopied ? .string("inputs/\(copiedInputs[i])") : .null),
      ])
    }
    return JSONText.object([
      ("schema", .string("autoresearch.run/1")),
      ("verdict", VerdictJSON.value(judgement.verdict)),
      ("partial", result.partial?.json ?? .null),
      ("exit_status", .integer(Int(status))),
      ("version", .string(Interface.version)),
      ("commit", .optional(git.commit)),
      ("dirty", git.isDirty.map { .bool($0) } ?? .null),
      ("command_line", .strings(words)),
      ("resumed", .integer(resumed)),
      ("engine", .string(result.engine.name)),
      ("suites", .array(suites)),
      (
        "digests",
        .object([
          ("plan", .string(SHA256.hex(of: planText.utf8))),
          ("engine_constants", .string(result.engine.constantsDigest)),
        ])
      ),
      ("sub_scores", subScores),
      ("seed", .integer(Int(result.plan.seed))),
      (
        "counts",
        .object([
          ("planned", .integer(result.planned)), ("evaluated", .integer(result.evaluated)),
          ("meeting_requirements", .integer(result.meeting)),
          ("behaviours", .integer(result.behaviourCount)),
          ("behaviours_exact", .bool(result.behaviourCountIsExact)),
        ])
      ),
      ("search", RoundsJSON.value(result)),
      ("night", night),
      ("shipped", EvaluationJSON.summary(result.shipped)),
      ("winner", winner),
      (
        "holdout",
        judgement.holdout.map {
          JSONText.object([
            ("suites", .strings($0.suites.map(\.name))),
            ("paths", .strings($0.suites.map(\.path))),
            ("digests", .strings($0.suites.compactMap(\.digest))), ("reason", .string($0.reason)),
          ])
        } ?? .null
      ),
      ("ledger", facts.ledger?.json ?? .null),
      ("locks_replaced", .integer(facts.replacedLocks)),
      ("confinement", facts.confinementJSON),
      ("guarded", facts.guardsJSON),
      (
        "choices",
        .object([
          ("inputs", .bool(choices.keepsInputs)), ("signals", .bool(choices.includesSignals)),
        ])
      ),
      ("prompts", promptRecord),
      ("summary", .strings(summary)),
      ("threads", .integer(choices.threads)),
      ("started", .string(utcText(started))),
      ("ended", .string(utcText(ended))),
      ("time_zone_data", .string(TimeZone.timeZoneDataVersion)),
      (
        "host",
        .object([
          ("system", .string(ProcessInfo.processInfo.operatingSystemVersionString)),
          ("processors", .integer(ProcessInfo.processInfo.activeProcessorCount)),
        ])
      ),
    ]).page
  }

  /// How many rounds each stage was given after the plan; null without `--for`.
  private var night: JSONText {
    guard let night = result.night else { return .null }
    return .object([
      ("seconds", .integer(night.seconds)),
      (
        "rounds",
        .object(night.result.stages.map { ($0.stage.rawValue, .integer($0.rounds)) })
      ),
      ("dropped", .optional(night.result.dropped?.rawValue)),
    ])
  }

  /// The prompt set compared, with its copy within the run folder; null for none.
  private var promptRecord: JSONText {
    guard let prompts, case .object(let members) = prompts.record else { return .null }
    let copy = PromptJob.copyName(prompts.comparison.inputs.name)
    return .object(
      members + [("copy", choices.keepsInputs ? .string("inputs/\(copy)") : .null)])
  }

  /// The program whose sub-scores were swept; null for the engine's own.
  private var subScores: JSONText {
    guard let given = result.engine.givenSubScores else { return .null }
    return .object([
      ("command", .string(given.command)),
      ("command_digest", .string(given.commandDigest)),
      ("answers_digest", .string(given.answersDigest)),
    ])
  }

  private var winner: JSONText {
    guard let winner = result.winner else { return .null }
    return .object([
      ("candidate", .integer(winner.entry.index)),
      ("summary", EvaluationJSON.summary(winner.evaluation)),
    ])
  }
}
