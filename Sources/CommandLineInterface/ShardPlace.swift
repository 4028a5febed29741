import RunStore
import TraceModel

extension Option {
  static let shard = Option(
    "--shard", value: "K/N", "tally one part of N of the candidates, for `merge`")
}

/// The folder that the shards of one sweep share, and what the kernel is asked to refuse a shard.
///
/// Unlike a run it stands under its own name from the start, and any number of processes write to it,
/// each its own file, in one rename.
final class ShardPlace {
  private let environment: Environment
  private let out: String?
  private let reports: ReportsFolder
  private var made: [String] = []
  private(set) var path = ""

  /// - Throws: `output` when the place can't be written.
  init(_ input: Arguments, in environment: Environment) throws(Failure) {
    self.environment = environment
    let disk = environment.disk
    out = input.value(.out).map { SuiteLoader.normalized($0) }
    if let out { try RunPlace.refuse(insideASuite: out, disk: disk) }
    reports = ReportsFolder(disk: disk)
    try make(out ?? RunsIndex.folder)
    _ = environment.confine(
      [.init(out ?? RunsIndex.folder, .everything)] + reports.clearable)
  }

  private func make(_ path: String) throws(Failure) {
    let missing = environment.disk.missingFolders(path)
    try environment.disk.makeFolder(path)
    made += missing
  }

  /// Takes the name that the plan gives, unless `--out` gave one, and keeps nothing else writable.
  func settle(name: String) throws(Failure) {
    path = out ?? "\(RunsIndex.folder)/\(name)"
    try make(path)
    _ = environment.confine([.init(path, .everything)] + reports.clearable)
  }

  /// Runs `body`, and takes back empty folders when it fails.
  static func with<T>(
    _ input: Arguments, in environment: Environment, _ body: (ShardPlace) throws(Failure) -> T
  ) throws(Failure) -> T {
    let place = try ShardPlace(input, in: environment)
    do throws(Failure) {
      return try body(place)
    } catch {
      place.made.reversed().forEach(environment.disk.removeEmptyFolder)
      throw error
    }
  }

  /// Puts the plan where every shard finds it, and refuses a folder that holds something else.
  ///
  /// - Returns: False when the sweep is merged already: nothing is left to do.
  /// - Throws: `input` naming what stands in the way.
  func hold(_ job: SweepJob) throws(Failure) -> Bool {
    let disk = environment.disk
    let fix = "name another folder with --out"
    if disk.exists("\(path)/\(RunFolder.recordName)") {
      let record = StoredRecord.read(path, disk: disk)
      let identity = job.identity
      guard record?.partial == nil, record?.digests?.plan == identity.plan,
        record?.suites?.compactMap(\.digest) == identity.suites
      else {
        throw .input([Problem(file: path, message: "holds a run of another plan", fix: fix)])
      }
      environment.console.message("\(path) is finished; nothing is left to do")
      return false
    }
    let plan = "\(path)/plan.json"
    if disk.exists(plan) {
      guard (try? disk.read(plan)) == Array(job.planText.utf8) else {
        throw .input([Problem(file: plan, message: "is another plan than this one", fix: fix)])
      }
    } else {
      try disk.write(Array(job.planText.utf8), to: plan)
    }
    return true
  }
}
