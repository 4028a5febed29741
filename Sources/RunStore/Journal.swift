import Foundation
import TraceModel

/// What a run has finished so far, durable beside the run's files in the making.
///
/// One file tells what is being run, one file a round holds everything that round has tallied. Each
/// is written under another name, synced and renamed over the one before, so that a kill at any
/// moment leaves the last whole one; their number and size do not grow with the sweep.
package struct Journal: Sendable {
  /// Hidden, so that no checksum of the run covers it.
  package static let folderName = ".journal"

  package let folder: String
  private let disk: Disk

  /// - Parameters:
  ///   - home: The folder that holds the journal's own.
  ///   - disk: Where.
  package init(in home: String, disk: Disk) {
    folder = "\(home)/\(Self.folderName)"
    self.disk = disk
  }

  /// Locked by the process that works on the run.
  var lockPath: String { "\(folder)/lock" }

  /// Forgets everything but who works here.
  func clear() { disk.clear(folder, except: "lock") }

  // MARK: The beginning

  /// What is being run, and how it was asked for.
  package struct Beginning: Sendable {
    package let identity: SweepIdentity
    /// The command line, without the program's name.
    package let words: [String]
    /// In seconds since 1970.
    package let started: Int
    /// Path and digest of each guarded source.
    package let guards: [String]
    package let plan: [UInt8]
    /// How often it was resumed so far.
    package var resumed: Int

    package init(
      identity: SweepIdentity, words: [String], started: Int, guards: [String], plan: [UInt8],
      resumed: Int = 0
    ) {
      self.identity = identity
      self.words = words
      self.started = started
      self.guards = guards
      self.plan = plan
      self.resumed = resumed
    }
  }

  private static let beginningSchema = "autoresearch.journal/1"
  private var beginningPath: String { "\(folder)/beginning" }

  /// Whether there is something to go on from.
  package var isBegun: Bool { disk.exists(beginningPath) }

  package func begin(_ beginning: Beginning) throws(Failure) {
    let file = SealedFile(
      schema: Self.beginningSchema,
      fields: beginning.identity.fields + [
        ("words", Self.json(beginning.words)), ("started", String(beginning.started)),
        ("guards", Self.json(beginning.guards)), ("resumed", String(beginning.resumed)),
      ], body: beginning.plan)
    try disk.makeFolder(folder)
    try disk.write(file.bytes, to: beginningPath)
  }

  /// - Throws: `input` naming the file when it is damaged.
  package func beginning() throws(Failure) -> Beginning {
    let fix = "run the plan again; what this run had finished is lost"
    let file = try SealedFile(
      try read(beginningPath), schema: Self.beginningSchema, file: beginningPath, fix: fix)
    guard let identity = SweepIdentity(file), let words = file.value("words").flatMap(Self.list),
      let started = file.integer("started"), let guards = file.value("guards").flatMap(Self.list),
      let resumed = file.integer("resumed"), !words.isEmpty
    else {
      throw .input([Problem(file: beginningPath, message: "is malformed", fix: fix)])
    }
    return Beginning(
      identity: identity, words: words, started: started, guards: guards, plan: file.body,
      resumed: resumed)
  }

  // MARK: Rounds

  /// What a round had tallied when it was last made durable.
  package struct Checkpoint: Sendable {
    /// From 1. A run may sweep several ranges, one after another.
    package let round: Int
    /// All indices of the round.
    package let range: Range<Int>
    /// The first index of the range that `body` does not hold.
    package let next: Int
    package let body: [UInt8]

    package init(round: Int, range: Range<Int>, next: Int, body: [UInt8]) {
      self.round = round
      self.range = range
      self.next = next
      self.body = body
    }
  }

  private static let checkpointSchema = "autoresearch.checkpoint/1"

  private func path(ofRound round: Int) -> String { "\(folder)/round-\(round)" }

  /// Replaces what the round's file held, durably.
  ///
  /// - Throws: `output`; the round's last checkpoint then still stands.
  package func write(_ checkpoint: Checkpoint, of identity: SweepIdentity) throws(Failure) {
    let file = SealedFile(
      schema: Self.checkpointSchema,
      fields: [
        ("identity", identity.digest), ("round", String(checkpoint.round)),
        ("lower", String(checkpoint.range.lowerBound)),
        ("upper", String(checkpoint.range.upperBound)), ("next", String(checkpoint.next)),
      ], body: checkpoint.body)
    try disk.write(file.bytes, to: path(ofRound: checkpoint.round))
  }

  /// The last checkpoint of a round; nil when there is none.
  ///
  /// - Parameters:
  ///   - round: From 1.
  ///   - range: The indices that the round is to tally.
  ///   - identity: What it must belong to.
  /// - Returns: The checkpoint, or nil.
  /// - Throws: `input` naming the file when it is damaged or of another sweep.
  package func checkpoint(round: Int, range: Range<Int>, of identity: SweepIdentity)
    throws(Failure) -> Checkpoint?
  {
    let path = path(ofRound: round)
    guard disk.exists(path) else { return nil }
    let fix = "remove it to begin this part anew"
    let file = try SealedFile(
      try read(path), schema: Self.checkpointSchema, file: path, fix: fix)
    guard file.value("identity") == identity.digest, file.integer("round") == round,
      file.integer("lower") == range.lowerBound, file.integer("upper") == range.upperBound,
      let next = file.integer("next"), next >= range.lowerBound, next <= range.upperBound
    else {
      throw .input([Problem(file: path, message: "belongs to another sweep", fix: fix)])
    }
    return Checkpoint(round: round, range: range, next: next, body: file.body)
  }

  /// A file of this round can't be used: it is whole, but its body is not understood.
  package func refusal(ofRound round: Int, _ reason: String) -> Failure {
    .input([
      Problem(
        file: path(ofRound: round), message: "can't be gone on from: \(reason)",
        fix: "remove it to begin this part anew")
    ])
  }

  // MARK: Parts

  private func read(_ path: String) throws(Failure) -> [UInt8] {
    do throws(ReadError) {
      return try disk.read(path)
    } catch {
      throw .input([error.problem])
    }
  }

  private static func json(_ list: [String]) -> String {
    "[\(list.map { jsonString($0) }.joined(separator: ","))]"
  }

  private static func list(_ text: String) -> [String]? {
    try? JSONDecoder().decode([String].self, from: Data(text.utf8))
  }
}
