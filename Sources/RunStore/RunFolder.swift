import TraceModel

/// A run folder in the making: files gather under a hidden name and appear in one rename.
///
/// Whoever finds `Reports/NAME` finds all of it. A run that is killed leaves only a hidden folder
/// that the next one of the same name removes.
package struct RunFolder {
  /// Where the run will stand.
  package private(set) var path: String
  private let disk: Disk
  private var place: Place
  /// Folders above it that were made for it, the topmost first.
  private var made: [String] = []

  private enum Place {
    case staging(String, parent: String, replaces: Bool)
    /// Nowhere: the files are kept to be compared.
    case memory([String: [UInt8]])
  }

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
    let parent = cut.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    let name = cut.map { String(path[path.index(after: $0)...]) } ?? path
    self.path = path
    self.disk = disk
    let staging = "\(parent)/.\(name).unfinished-\(process)"
    place = .staging(staging, parent: parent, replaces: replace && disk.exists(path))
    disk.remove(staging)
    made = disk.missingFolders(parent)
    do throws(Failure) {
      try disk.makeFolder(staging)
    } catch {
      made.reversed().forEach(disk.removeEmptyFolder)
      guard case .output(_, let message) = error else { throw error }
      throw .output(path: path, message: message)
    }
  }

  /// A folder that is never written: its files are kept in memory.
  ///
  /// - Parameters:
  ///   - path: What it is called in messages.
  ///   - disk: Where suites to copy are read.
  package init(inMemory path: String, disk: Disk) {
    self.path = path
    self.disk = disk
    place = .memory([:])
  }

  /// What the kernel must leave writable so that this folder can be filled and moved into place.
  package var writable: [Confinement.Place] {
    guard case .staging(let staging, let parent, let replaces) = place else { return [] }
    var places = [Confinement.Place(staging, .everything), Confinement.Place(parent, .folderNames)]
    if replaces { places.append(Confinement.Place(path, .removal)) }
    if let top = made.first {
      let above = top.lastIndex(of: "/").map { $0 == top.startIndex ? "/" : String(top[..<$0]) }
      places.append(Confinement.Place(above ?? ".", .emptyFolders))
    }
    return places
  }

  package mutating func write(_ text: String, to name: String) throws(Failure) {
    try write(Array(text.utf8), to: name)
  }

  package mutating func write(_ bytes: [UInt8], to name: String) throws(Failure) {
    switch place {
    case .memory(var files):
      files[name] = bytes
      place = .memory(files)
    case .staging(let staging, _, _):
      if let cut = name.lastIndex(of: "/") { try disk.makeFolder("\(staging)/\(name[..<cut])") }
      do throws(Failure) {
        try disk.write(bytes, to: "\(staging)/\(name)")
      } catch {
        guard case .output(_, let message) = error else { throw error }
        throw .output(path: "\(path)/\(name)", message: message)
      }
    }
  }

  /// Writes a file piece by piece.
  ///
  /// - Parameters:
  ///   - name: Within the folder.
  ///   - fill: Gets a function that takes the next piece.
  /// - Throws: `output`, and what `fill` throws.
  package mutating func write(
    to name: String,
    _ fill: (_ write: ([UInt8]) throws(Failure) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    switch place {
    case .memory(var files):
      var bytes: [UInt8] = []
      try fill { (piece) throws(Failure) in bytes += piece }
      files[name] = bytes
      place = .memory(files)
    case .staging(let staging, _, _):
      do throws(Failure) {
        try disk.write(to: "\(staging)/\(name)", fill)
      } catch {
        guard case .output(let told, let message) = error, told.hasPrefix(staging) else {
          throw error
        }
        throw .output(path: "\(path)/\(name)", message: message)
      }
    }
  }

  /// Room for bytes that are needed only until the folder is written.
  package func scratch() throws(Failure) -> ScratchBytes {
    guard case .staging(let staging, _, _) = place else { return ScratchBytes() }
    return try ScratchBytes(in: staging, disk: disk)
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
  package mutating func finish() throws(Failure) {
    guard case .staging(let staging, _, let replaces) = place else { return }
    let scan = try LockFile.scan(staging, disk: disk)
    try disk.write(Array(Self.sums(scan.lock.entries)), to: "\(staging)/\(LockFile.name)")
    if replaces {
      let old = "\(staging).old"
      disk.remove(old)
      try disk.renameFolder(path, to: old)
      try disk.renameFolder(staging, to: path)
      disk.remove(old)
    } else {
      try moveToFreeName(staging)
    }
  }

  /// Takes the next free name when another run, begun at the same time, stands in the chosen one.
  private mutating func moveToFreeName(_ staging: String) throws(Failure) {
    let base = path
    var suffix = 2
    while true {
      do throws(Failure) {
        return try disk.renameFolder(staging, to: path)
      } catch {
        guard disk.exists(path), suffix < 10_000 else { throw error }
        path = "\(base)-\(suffix)"
        suffix += 1
      }
    }
  }

  /// Every file of a folder kept in memory, the checksums among them.
  package var filesInMemory: [String: [UInt8]] {
    guard case .memory(var files) = place else { return [:] }
    let entries = files.map { LockFile.Entry(hash: SHA256.hex(of: $0.value), path: $0.key) }
      .sorted { Array($0.path.utf8).lexicographicallyPrecedes(Array($1.path.utf8)) }
    files[LockFile.name] = Self.sums(entries)
    return files
  }

  /// The file that only this run has: it holds times and host, which no rerun repeats.
  package static let recordName = "run.json"

  private static func sums(_ entries: [LockFile.Entry]) -> [UInt8] {
    Array(LockFile(entries: entries.filter { $0.path != recordName }).text.utf8)
  }

  /// Leaves nothing behind; a finished folder stays.
  package func abandon() {
    guard case .staging(let staging, _, _) = place else { return }
    disk.remove(staging)
    made.reversed().forEach(disk.removeEmptyFolder)
  }
}
