import Foundation
import RunStore
import TraceModel

/// Where a run will be written, and what the kernel is asked to refuse it.
///
/// Made before any input is read. When the command line names the run, its folder is made at once
/// and nothing else stays writable. When the plan will name it, Reports stays writable until then.
final class RunPlace {
  private let wanted: String?
  private let force: Bool
  private let environment: Environment
  private let junit: String?
  private var start = ConfinementRecord.Start.ownFolder
  private var made: (folder: RunFolder, confinement: ConfinementRecord)?

  /// - Parameters:
  ///   - input: May hold `--out`, `--force` and `--junit`.
  ///   - name: The run's name, where it is known already.
  ///   - environment: Confines this process.
  /// - Throws: `output` when the place can't be written.
  init(_ input: Arguments, name: String?, in environment: Environment) throws(Failure) {
    wanted = input.value(.out) ?? name.map { "Reports/\($0)" }
    force = input.has(.force)
    junit = try JUnitFile.prepare(input, in: environment)
    self.environment = environment
    try Ledger(disk: environment.disk).prepare()
    try RunsIndex(disk: environment.disk).prepare()
    if let wanted {
      try make(wanted)
    } else {
      start = .reports(environment.confine([.init("Reports", .everything)] + named))
    }
  }

  /// Files that are written in place, because the kernel knows no names that are yet to come.
  private var named: [Confinement.Place] {
    [Ledger.path, RunsIndex.path].map { .init($0, .content) }
      + (junit.map { [.init($0, .content)] } ?? [])
  }

  private func make(_ wanted: String) throws(Failure) {
    let folder = try RunFolder(
      wanted: wanted, replace: force, disk: environment.disk,
      process: Int(ProcessInfo.processInfo.processIdentifier))
    let outcome = environment.confine(folder.writable + named)
    made = (folder, ConfinementRecord(outcome, start: start))
  }

  /// The folder that holds the run's folder.
  var parent: String {
    guard let path = made?.folder.path else { return RunsIndex.folder }
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// Takes the name that the plan gives, unless the command line gave one.
  func settle(name: String) throws(Failure) {
    if made == nil { try make("Reports/\(name)") }
  }

  /// The folder to fill.
  var folder: RunFolder {
    get { settled.folder }
    set { made?.folder = newValue }
  }
  var confinement: ConfinementRecord { settled.confinement }

  private var settled: (folder: RunFolder, confinement: ConfinementRecord) {
    guard let made else { preconditionFailure("a plan settles the place before it is filled") }
    return made
  }

  /// Runs `body`, and leaves nothing behind when it fails.
  static func with<T>(
    _ input: Arguments, name: String?, in environment: Environment,
    _ body: (RunPlace) throws(Failure) -> T
  ) throws(Failure) -> T {
    let place = try RunPlace(input, name: name, in: environment)
    do throws(Failure) {
      return try body(place)
    } catch {
      place.made?.folder.abandon()
      throw error
    }
  }
}
