import RunStore
import TraceModel

extension Option {
  static let guarded = Option(
    "--guard", value: "PATH", "hash your engine's sources before and after; a change is status 3",
    isRepeatable: true)
}

/// The sources that `--guard` names, as they were before the run.
struct Guards {
  private let paths: [GuardedPath]
  private let disk: Disk

  /// - Throws: `usage` for a path that is missing or that the run itself writes below.
  init(_ input: Arguments, at place: RunPlace, in environment: Environment) throws(Failure) {
    disk = environment.disk
    let run = SuiteLoader.normalized(disk.absolute(SuiteLoader.normalized(place.parent)))
    var paths: [GuardedPath] = []
    for path in input.all(.guarded) {
      let place = SuiteLoader.normalized(disk.absolute(SuiteLoader.normalized(path)))
      let holds = place.hasSuffix("/.") ? String(place.dropLast(2)) : place
      guard !"\(run)/".hasPrefix("\(holds)/") else {
        throw .usage(
          message: "--guard \(quoted(path)) holds the place where the run is written",
          fix: "name the folder of the engine's sources, or write the run elsewhere with --out")
      }
      paths.append(try GuardedPath(path, disk: disk))
    }
    self.paths = paths
  }

  var facts: [RunFacts.Guard] {
    paths.map { RunFacts.Guard(path: $0.path, digest: $0.digest, files: $0.fileCount) }
  }

  /// - Throws: `lock` naming what has changed since.
  func check() throws(Failure) {
    for path in paths { try path.check(disk: disk) }
  }
}
