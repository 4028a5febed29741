import RunStore
import TraceModel

/// Where a run will be written, and what the kernel is asked to refuse it.
///
/// Made before any input is read: from then on only Reports and what the command line names stay
/// writable. Once the inputs are accepted and the plan has named the run, only its own folder does.
/// A run that fails before that leaves nothing behind.
final class RunPlace {
  private let force: Bool
  private let environment: Environment
  private let junit: String?
  private let reports: ReportsFolder
  private let start: Confinement.Outcome
  /// Made at once when `--out` names it.
  private var made: RunFolder?
  private var record: ConfinementRecord?
  /// How the run began, when this process goes on with it.
  private(set) var beginning: Journal.Beginning?
  private let isResumed: Bool
  /// Whether the journal is to outlive a failure.
  private var isBegun = false

  /// - Parameters:
  ///   - input: May hold `--out`, `--force` and `--junit`.
  ///   - resumed: The folder of an interrupted run to go on with.
  ///   - folder: A folder that was chosen before.
  ///   - environment: Confines this process.
  /// - Throws: `output` when the place can't be written.
  init(
    _ input: Arguments, resuming resumed: RunFolder? = nil, filling folder: RunFolder? = nil,
    in environment: Environment
  ) throws(Failure) {
    self.environment = environment
    isResumed = resumed != nil
    made = resumed ?? folder
    let disk = environment.disk
    force = input.has(.force)
    junit = try JUnitFile.prepare(input, in: environment)
    if made == nil, let out = input.value(.out) {
      try Self.refuse(insideASuite: out, disk: disk)
      made = try RunFolder(wanted: out, replace: force, disk: disk)
    }
    reports = ReportsFolder(disk: disk)
    do throws(Failure) {
      try disk.makeFolder(RunsIndex.folder)
    } catch {
      made?.abandon()
      throw error
    }
    start = environment.confine(
      [.init(RunsIndex.folder, .everything)] + reports.clearable
        + (junit.map { [.init($0, .content)] } ?? []) + (made?.writable ?? []))
  }

  /// A run within a suite would break the suite's lock the moment it appears.
  static func refuse(insideASuite out: String, disk: Disk) throws(Failure) {
    var folder = SuiteLoader.normalized(out)
    while let cut = folder.lastIndex(of: "/"), cut > folder.startIndex {
      folder = String(folder[..<cut])
      guard disk.exists("\(folder)/suite.json") || disk.exists("\(folder)/cases.jsonl") else {
        continue
      }
      throw .usage(
        message: "--out \(quoted(out)) lies within \(folder), whose lock it would break",
        fix: "choose a folder outside, such as Reports/NAME")
    }
  }

  /// Takes the name that the plan gives, unless `--out` gave one, and keeps only what the run needs.
  func settle(name: String) throws(Failure) {
    let disk = environment.disk
    let folder: RunFolder
    if let made {
      folder = made
    } else {
      folder = try RunFolder(
        wanted: "\(RunsIndex.folder)/\(name)", replace: force, disk: disk)
      made = folder
    }
    for other in folder.unfinished {
      environment.console.message(
        "note: \(other) is not finished; `autoresearch sweep --resume \(quotedForShell(other))` goes on with it. This run is \(folder.path)"
      )
    }
    // The kernel knows files, not names that are yet to come.
    try Ledger(disk: disk).prepare()
    try RunsIndex(disk: disk).prepare()
    var places = folder.writable + [Ledger.path, RunsIndex.path].map { .init($0, .content) }
    if let junit { places.append(.init(junit, .content)) }
    places += reports.clearable
    record = ConfinementRecord(start: start, then: environment.confine(places))
  }

  /// Takes over how the run began, as its journal tells.
  func take(_ beginning: Journal.Beginning, replacing: Bool) {
    self.beginning = beginning
    if replacing { made?.replaceStanding() }
  }

  /// Writes down what is run; from here on a place that can't be written costs nothing finished.
  func begin(_ beginning: Journal.Beginning) throws(Failure) {
    try made?.goOn()
    try made?.journal?.begin(beginning)
    isBegun = true
  }

  /// Takes back what was made for a run that failed, unless it can be gone on with.
  ///
  /// - Returns: The failure, with the way on where there is one.
  private func abandon(_ failure: Failure) -> Failure {
    if isBegun, let made, case .output(let path, let message) = failure {
      return .outputOfUnfinished(path: path, message: message, run: made.path)
    }
    guard !isResumed else { return failure }
    made?.abandon()
    reports.clear()
    return failure
  }

  /// The folder that holds the run's folder.
  var parent: String {
    guard let path = made?.path else { return RunsIndex.folder }
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// The folder to fill, once settled.
  var folder: RunFolder {
    get {
      guard let made else { preconditionFailure("a place is settled before it is filled") }
      return made
    }
    set { made = newValue }
  }

  /// Which guarantee holds, once settled.
  var confinement: ConfinementRecord {
    guard let record else { preconditionFailure("a place is settled before it is filled") }
    return record
  }

  /// Runs `body`, and leaves nothing behind when it fails; a file of `--junit` then says so.
  static func with<T>(
    _ input: Arguments, resuming resumed: RunFolder? = nil, filling folder: RunFolder? = nil,
    in environment: Environment, _ body: (RunPlace) throws(Failure) -> T
  ) throws(Failure) -> T {
    let place = try RunPlace(input, resuming: resumed, filling: folder, in: environment)
    do throws(Failure) {
      return try body(place)
    } catch {
      let failure = place.abandon(error)
      JUnitFile.tell(failure, input, in: environment)
      throw failure
    }
  }
}

/// `Reports` as a command finds it: where there was none, a command that fails leaves none.
struct ReportsFolder {
  let wasNew: Bool
  private let disk: Disk

  init(disk: Disk) {
    self.disk = disk
    wasNew = !disk.exists(RunsIndex.folder)
  }

  /// What must stay possible so that `clear` works.
  var clearable: [Confinement.Place] {
    guard wasNew, disk.exists(RunsIndex.folder) else { return [] }
    return [.init(RunsIndex.folder, .removal), .init(".", .emptyFolders)]
  }

  /// Takes away what was made beforehand and never used.
  func clear() {
    guard wasNew else { return }
    Ledger(disk: disk).takeBack()
    if disk.list(RunsIndex.folder) == ["index.html"] { disk.remove(RunsIndex.path) }
    disk.removeEmptyFolder(RunsIndex.folder)
  }
}
