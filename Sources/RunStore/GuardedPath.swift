import Foundation
import TraceModel

/// An app's own files that no run may change: hashed before and after.
package struct GuardedPath: Sendable, Hashable {
  /// As the user typed it.
  package let path: String
  /// One line a file: hash and path, in UTF-8 order; a link is its target.
  private let entries: [String: String]

  /// The SHA-256 of the list of all files and their hashes.
  package let digest: String

  package var fileCount: Int { entries.count }

  /// Hashes a file, or every file of a folder at any depth; `.git` and `.build` are left out.
  ///
  /// - Throws: `usage` when nothing stands there, `input` for what can't be read.
  package init(_ path: String, disk: Disk) throws(Failure) {
    self.path = SuiteLoader.normalized(path)
    guard disk.exists(self.path) else {
      throw .usage(
        message: "--guard \(quoted(path)): there is nothing to guard",
        fix: "name the file or folder of your engine's sources")
    }
    var entries: [String: String] = [:]
    var problems: [Problem] = []
    var pending = [self.path]
    while let place = pending.popLast() {
      switch disk.kind(place) {
      case .folder?:
        guard let names = disk.list(place) else {
          problems.append(ReadError(path: place, reason: "can't list this folder").problem)
          continue
        }
        pending += names.filter { $0 != ".git" && $0 != ".build" }.map { "\(place)/\($0)" }
      case .file?:
        do throws(ReadError) {
          var hash = SHA256()
          try disk.stream(place) { hash.update($0) }
          entries[place] = hash.finish()
        } catch {
          problems.append(error.problem)
        }
      case .link?: entries[place] = "link to \(disk.linkTarget(place) ?? "")"
      default: entries[place] = "no file"
      }
    }
    guard problems.isEmpty else { throw .input(problems) }
    self.entries = entries
    digest = SHA256.hex(
      of: entries.map { "\($0.value)  \($0.key)\n" }
        .sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }.joined().utf8)
  }

  /// Hashes again.
  ///
  /// - Throws: `lock` naming every file that has changed.
  package func check(disk: Disk) throws(Failure) {
    let now = try GuardedPath(path, disk: disk)
    let changed = Set(entries.keys).union(now.entries.keys).filter {
      entries[$0] != now.entries[$0]
    }.sorted()
    guard changed.isEmpty else {
      throw .lock(
        changed.map { file in
          let what =
            entries[file] == nil
            ? "was added" : now.entries[file] == nil ? "was removed" : "changed"
          return Problem(
            file: file, message: "this guarded file \(what) during the run",
            fix: "find out what wrote it, restore it, and run again")
        })
    }
  }
}
