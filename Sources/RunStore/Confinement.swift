import CSystem
import Foundation
import TraceModel

/// The right to write that a process keeps; the kernel refuses everything else, its children too.
///
/// On Linux with Landlock only, and said so where there is none. What Landlock does not cover:
/// reading, and the modes, owners and times of files that exist.
package enum Confinement {
  /// A path that stays writable. It must exist, because the kernel knows files, not names.
  package struct Place: Sendable, Hashable {
    package enum Right: Sendable, Hashable {
      /// Everything at and below a folder.
      case everything
      /// Folders below may be made, renamed, and removed while empty; no file can be touched.
      case folderNames
      /// The content of one file.
      case content
      /// What stands below may be removed.
      case removal
      /// Empty folders below may be removed.
      case emptyFolders
    }

    package let path: String
    package let right: Right

    package init(_ path: String, _ right: Right) {
      self.path = path
      self.right = right
    }
  }

  /// Which guarantee holds.
  package enum Outcome: Sendable, Hashable {
    /// The version of the kernel's interface.
    case landlock(version: Int)
    /// None, and why.
    case none(reason: String)
  }

  /// Gives up the right to write anywhere else, for good.
  ///
  /// Only threads started later inherit this, so it must come before any: with more than one
  /// running nothing is promised, and the outcome says so.
  ///
  /// - Parameters:
  ///   - places: What stays writable. `/dev/null` always does.
  ///   - disk: Where the paths are.
  /// - Returns: Which guarantee holds from here on.
  package static func giveUp(but places: [Place], disk: Disk) -> Outcome {
    let version = csystem_landlock_version()
    guard version > 0 else { return .none(reason: Self.reason(-version)) }
    if let threads = disk.list("/proc/self/task"), threads.count > 1 {
      return .none(reason: "other threads were running before it could be asked for")
    }
    let all = places + [Place("/dev/null", .content)]
    let paths = all.map { strdup(disk.absolute($0.path)) }
    defer { paths.forEach { free($0) } }
    let rules = zip(all, paths).map { place, path in
      csystem_place(path: path, rights: Self.bits(place.right))
    }
    var failed = 0
    let result = csystem_landlock_confine(rules, rules.count, 0, &failed)
    guard result == 0 else {
      let text = String(cString: strerror(-result))
      return .none(
        reason: failed < all.count
          ? "\(quoted(all[failed].path)) could not be named to the kernel: \(text)"
          : "the kernel refused: \(text)")
    }
    return .landlock(version: Int(version))
  }

  private static func bits(_ right: Place.Right) -> Int32 {
    switch right {
    case .everything: Int32(CSYSTEM_WRITE_ALL)
    case .folderNames: Int32(CSYSTEM_FOLDER_NAMES)
    case .content: Int32(CSYSTEM_WRITE_FILE)
    case .removal: Int32(CSYSTEM_REMOVE)
    case .emptyFolders: Int32(CSYSTEM_REMOVE_EMPTY)
    }
  }

  private static func reason(_ number: Int32) -> String {
    #if os(Linux)
      switch number {
      case ENOSYS: "this kernel has no Landlock"
      case EOPNOTSUPP: "Landlock is switched off in this kernel"
      default: "Landlock can't be asked for: \(String(cString: strerror(number)))"
      }
    #else
      "this system has no Landlock"
    #endif
  }
}

/// What a run could write, for its record and its report.
///
/// The sentence goes to `run.json` and from there, on a rerun, back to the report: reports then are
/// the same on systems that guarantee different things.
package struct ConfinementRecord: Sendable, Hashable {
  /// `landlock` or `none`.
  package let mechanism: String
  /// The version of the kernel's interface, when there was one.
  package let version: Int?
  package let statement: String

  package init(mechanism: String, version: Int?, statement: String) {
    self.mechanism = mechanism
    self.version = version
    self.statement = statement
  }

  /// - Parameters:
  ///   - start: What the kernel answered, before any input was read, to being asked for Reports and
  ///     what the command line names.
  ///   - outcome: What it answered, once the inputs were accepted, to being asked for the run's own
  ///     folder only.
  ///   - madeReports: Whether Reports was new, and may be cleared away by a run that fails.
  package init(
    start: Confinement.Outcome, then outcome: Confinement.Outcome, madeReports: Bool = false
  ) {
    let first =
      "Before it read any input, this program gave up for good the right to write anywhere but below Reports and in what the command line names, for itself and every program it starts."
    let limits = "Landlock does not cover modes, owners and times of files."
    switch (start, outcome) {
    case (.landlock(let version), .landlock):
      var parts = [
        first,
        "Before the sweep, and before any program was started, it gave up the rest but for this run's folder, the ledger and the index of runs in Reports, and files that the command line names.",
        "The kernel enforced that (Landlock, version \(version)).",
        "Beside the run's folder, folders could still be made, renamed, and removed while empty.",
      ]
      if madeReports { parts.append("Reports was new, and what it held could be removed.") }
      parts.append(limits)
      if version < 3 { parts.append("This kernel could not forbid that files are cut short.") }
      self.init(
        mechanism: "landlock", version: version, statement: parts.joined(separator: " "))
    case (.landlock(let version), .none(let reason)):
      self.init(
        mechanism: "landlock", version: version,
        statement:
          "\(first) The kernel enforced that (Landlock, version \(version)). It could not narrow that to the run's own folder: \(reason). \(limits)"
      )
    case (.none(let reason), _):
      self.init(
        mechanism: "none", version: nil,
        statement:
          "Nothing confined this run: \(reason). Only the program's own code kept it from writing outside the run's folder."
      )
    }
  }

  /// What the terminal says of it.
  package var short: String {
    mechanism == "landlock"
      ? "only its folder, ledger and index (Landlock)"
      : "not confined (run.json says why)"
  }
}
