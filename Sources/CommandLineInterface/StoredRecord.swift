import Foundation
import RunStore
import TraceModel

/// What is read back of a run's `run.json`; what an older or newer version lacks is nil.
struct StoredRecord: Decodable {
  struct Figures: Decodable {
    let tp: Int?
    let fp: Int?
    let fn: Int?
  }
  struct Winner: Decodable {
    let summary: Figures?
  }
  struct Counts: Decodable {
    let evaluated: Int?
  }
  struct Verdict: Decodable {
    let decision: String?
  }
  struct SuiteEntry: Decodable {
    let path: String
    let name: String
    let digest: String?
    /// The copy within the run folder.
    let inputs: String?
  }
  struct Choices: Decodable {
    let inputs: Bool
    let signals: Bool
  }
  struct Confinement: Decodable {
    let mechanism: String
    let version: Int?
    let statement: String
  }
  struct Guarded: Decodable {
    let path: String
    let files: Int
    let digest: String
  }
  struct Holdout: Decodable {
    let paths: [String]?
    let digests: [String]
    let reason: String
  }
  struct Prompts: Decodable {
    let inputs: String
    /// The copy within the run folder.
    let copy: String?
  }
  struct Comparison: Decodable {
    struct File: Decodable {
      let path: String
      let digest: String?
    }

    let operands: [String]
    let format: String?
    let maxWords: Int?
    let overrides: String?
    let inputs: Bool
    let unlocked: [File]

    enum CodingKeys: String, CodingKey {
      case operands, format, overrides, inputs, unlocked
      case maxWords = "max_words"
    }
  }
  struct Program: Decodable {
    let command: String
  }
  struct Partial: Decodable {
    let tallied: Int
    let of: Int
  }
  struct Digests: Decodable {
    let plan: String?
    let engineConstants: String?

    enum CodingKeys: String, CodingKey {
      case plan
      case engineConstants = "engine_constants"
    }
  }

  struct Night: Decodable {
    let seconds: Int
    let rounds: [String: Int]
    let dropped: String?
  }
  struct Search: Decodable {
    struct Round: Decodable {
      let stage: String
    }
    let rounds: [Round]
  }

  /// How far an interrupted sweep came.
  let partial: Partial?
  let exitStatus: Int32?
  /// The lines that the command printed.
  let summary: [String]?
  let version: String?
  let started: String?
  let engine: String?
  let suites: [SuiteEntry]?
  let counts: Counts?
  let shipped: Figures?
  let winner: Winner?
  let verdict: Verdict?
  let digests: Digests?
  let choices: Choices?
  let confinement: Confinement?
  let guarded: [Guarded]?
  let holdout: Holdout?
  let program: Program?
  let prompts: Prompts?
  let comparison: Comparison?
  let replacedLocks: Int?
  let ledger: LedgerFacts?
  let search: Search?
  let night: Night?

  enum CodingKeys: String, CodingKey {
    case partial, summary
    case exitStatus = "exit_status"
    case version, started, engine, suites, counts, shipped, winner, verdict, digests, choices
    case confinement, guarded, holdout, prompts, comparison, ledger, search, night
    case program = "sub_scores"
    case replacedLocks = "locks_replaced"
  }

  /// The record of a run folder; nil when it has none that can be read.
  static func read(_ folder: String, disk: Disk) -> StoredRecord? {
    guard let bytes = try? disk.read("\(folder)/\(RunFolder.recordName)") else { return nil }
    return try? JSONDecoder().decode(StoredRecord.self, from: Data(bytes))
  }

  /// What lies outside plan and suites, as it was; nil when a part of it is not on record.
  var facts: RunFacts? {
    guard let confinement, let replacedLocks, let guarded else { return nil }
    return RunFacts(
      replacedLocks: replacedLocks,
      confinement: ConfinementRecord(
        mechanism: confinement.mechanism, version: confinement.version,
        statement: confinement.statement),
      guards: guarded.map { RunFacts.Guard(path: $0.path, digest: $0.digest, files: $0.files) },
      ledger: ledger)
  }
}
