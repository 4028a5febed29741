import TraceModel

/// A run folder in the making: files gather under a hidden name and appear in one rename.
///
/// Whoever finds `Reports/NAME` finds all of it. A run that is killed leaves only a hidden folder
/// that the next one of the same name removes.
package struct RunFolder {
  /// Where the run will stand.
  package let path: String
  private let staging: String
  private let disk: Disk
  private let replaces: Bool

  /// Chooses the folder and proves that it can be written, before any long work.
  ///
  /// - Parameters:
  ///   - wanted: The folder asked for; with `replace` false the next free `-2`, `-3` … is taken.
  ///   - replace: Whether an existing run may be replaced.
  ///   - disk: Where.
  ///   - process: Tells two runs of one name apart.
  /// - Throws: `output` when the place can't be written, or holds something else than a run.
  package init(wanted: String, replace: Bool, disk: Disk, process: Int) throws(Failure) {
    var path = SuiteLoader.normalized(wanted)
    if !replace {
      var suffix = 2
      let base = path
      while disk.exists(path) {
        path = "\(base)-\(suffix)"
        suffix += 1
      }
    }
    if replace && disk.exists(path) && !disk.exists("\(path)/run.json") {
      throw .output(path: path, message: "it holds no run, so --force does not replace it")
    }
    let cut = path.lastIndex(of: "/")
    let parent = cut.map { String(path[..<$0]) } ?? "."
    let name = cut.map { String(path[path.index(after: $0)...]) } ?? path
    self.path = path
    self.disk = disk
    replaces = replace && disk.exists(path)
    staging = "\(parent)/.\(name).unfinished-\(process)"
    disk.remove(staging)
    do throws(Failure) {
      try disk.makeFolder(staging)
    } catch {
      guard case .output(_, let message) = error else { throw error }
      throw .output(path: path, message: message)
    }
  }

  package mutating func write(_ text: String, to name: String) throws(Failure) {
    try write(Array(text.utf8), to: name)
  }

  package mutating func write(_ bytes: [UInt8], to name: String) throws(Failure) {
    if let cut = name.lastIndex(of: "/") { try disk.makeFolder("\(staging)/\(name[..<cut])") }
    do throws(Failure) {
      try disk.write(bytes, to: "\(staging)/\(name)")
    } catch {
      guard case .output(_, let message) = error else { throw error }
      throw .output(path: "\(path)/\(name)", message: message)
    }
  }

  /// Copies the files that a suite's lock covers, and the lock itself.
  ///
  /// - Returns: The bytes' digest, to be compared with what was evaluated.
  package mutating func copySuite(_ folder: String, as name: String) throws(Failure) -> String {
    let paths = try LockFile.files(in: folder, disk: disk) + [LockFile.name]
    var digest = ""
    for path in paths {
      let bytes: [UInt8]
      do throws(ReadError) {
        bytes = try disk.read("\(folder)/\(path)")
      } catch {
        throw .input([error.problem])
      }
      if path == LockFile.name { digest = SHA256.hex(of: bytes) }
      try write(bytes, to: "inputs/\(name)/\(path)")
    }
    return digest
  }

  /// Writes the checksums and moves the folder into place.
  package func finish() throws(Failure) {
    let scan = try LockFile.scan(staging, disk: disk)
    // run.json holds times and host, which no rerun repeats.
    let sums = LockFile(entries: scan.lock.entries.filter { $0.path != "run.json" })
    try disk.write(Array(sums.text.utf8), to: "\(staging)/\(LockFile.name)")
    if replaces {
      let old = "\(staging).old"
      disk.remove(old)
      try disk.renameFolder(path, to: old)
      try disk.renameFolder(staging, to: path)
      disk.remove(old)
    } else {
      try disk.renameFolder(staging, to: path)
    }
  }

  /// Leaves nothing behind.
  package func abandon() { disk.remove(staging) }
}
