import TraceModel

/// A run folder in the making: files gather under a hidden name and appear in one rename.
///
/// Whoever finds `Reports/NAME` finds all of it. `Reports/.NAME.unfinished` keeps the name for this
/// run from the start, with the journal from which a run that was interrupted goes on. One process
/// at a time works in it.
package struct RunFolder {
  /// Where the run will stand.
  package private(set) var path: String
  /// Runs of the name asked for that were interrupted, and so were passed over.
  package private(set) var unfinished: [String] = []
  private let disk: Disk
  private var place: Place
  /// Folders above it that were made for it, the topmost first.
  private var made: [String] = []

  private enum Place {
    case working(Working)
    /// Nowhere: the files are kept to be compared.
    case memory([String: [UInt8]])
  }

  private struct Working {
    /// Where the files gather.
    let staging: String
    let parent: String
    /// Where the folder is now: there, or still where an interrupted run left its report.
    var home: String
    var replaces: Bool
    /// Held as long as this process works here.
    let lock: FileLock
  }

  /// Chooses the folder and proves that it can be written, before any long work.
  ///
  /// - Parameters:
  ///   - wanted: The folder asked for; with `replace` false the next free `-2`, `-3` … is taken.
  ///   - replace: Whether an existing run, or an interrupted one, may be replaced.
  ///   - disk: Where.
  /// - Throws: `output` when the place can't be written, holds something else than a run, or is
  ///   being written by another process.
  package init(wanted: String, replace: Bool, disk: Disk) throws(Failure) {
    let base = SuiteLoader.normalized(wanted)
    self.disk = disk
    path = base
    if replace && disk.exists(base) && !disk.exists("\(base)/\(Self.recordName)") {
      throw .output(path: base, message: "it holds no run, so --force does not replace it")
    }
    let (parent, name) = Self.split(base)
    made = disk.missingFolders(parent)
    place = .memory([:])
    var suffix = 1
    while true {
      let number = suffix == 1 ? "" : "-\(suffix)"
      path = base + number
      let staging = "\(parent)/.\(name)\(number).unfinished"
      Self.recover(path, staging, disk)
      if replace || !disk.exists(path) {
        if let lock = try Self.take(staging, of: path, replace: replace, made, disk) {
          place = .working(
            Working(
              staging: staging, parent: parent, home: staging,
              replaces: replace && disk.exists(path), lock: lock))
          return
        }
      }
      if Journal(in: staging, disk: disk).isBegun || Journal(in: path, disk: disk).isBegun {
        unfinished.append(path)
      }
      suffix += 1
    }
  }

  /// Makes the folder in the making, or takes over what a killed run left of it.
  ///
  /// - Returns: Nil when the name is taken: by a process at work, or by a run to be resumed.
  private static func take(
    _ staging: String, of path: String, replace: Bool, _ made: [String], _ disk: Disk
  ) throws(Failure) -> FileLock? {
    let journal = Journal(in: staging, disk: disk)
    let held: FileLock?
    do throws(Failure) {
      try disk.makeFolder(journal.folder)
      held = try FileLock.take(journal.lockPath, disk: disk)
    } catch {
      disk.removeEmptyFolder(staging)
      made.reversed().forEach(disk.removeEmptyFolder)
      guard case .output(_, let message) = error else { throw error }
      throw .output(path: path, message: message)
    }
    guard let lock = held else {
      guard replace else { return nil }
      throw .output(path: path, message: "another process is working on this run")
    }
    if journal.isBegun && !replace { return nil }
    disk.clear(staging, except: Journal.folderName)
    journal.clear()
    return lock
  }

  /// Opens the folder of a run that was interrupted.
  ///
  /// Nothing is changed before `goOn`. Nil when there is nothing to go on from.
  ///
  /// - Parameters:
  ///   - path: Where the run will stand.
  ///   - disk: Where.
  /// - Throws: `output` when another process works on it.
  package init?(resuming path: String, disk: Disk) throws(Failure) {
    self.path = SuiteLoader.normalized(path)
    self.disk = disk
    let (parent, name) = Self.split(self.path)
    let staging = "\(parent)/.\(name).unfinished"
    let homes = [staging, self.path].filter { Journal(in: $0, disk: disk).isBegun }
    guard let home = homes.first else { return nil }
    guard let lock = try FileLock.take(Journal(in: home, disk: disk).lockPath, disk: disk) else {
      throw .output(path: self.path, message: "another process is working on this run")
    }
    place = .working(
      Working(
        staging: staging, parent: parent, home: home,
        replaces: false, lock: lock))
  }

  /// The folder of a run that is made of the shards in it, and takes their place; nil when no shards
  /// are waiting there.
  ///
  /// - Parameters:
  ///   - path: The folder that the shards share.
  ///   - disk: Where.
  /// - Throws: `output` when the place can't be written, or another process works on it.
  package init?(mergingShardsIn path: String, disk: Disk) throws(Failure) {
    self.path = SuiteLoader.normalized(path)
    self.disk = disk
    let (parent, name) = Self.split(self.path)
    let staging = "\(parent)/.\(name).unfinished"
    Self.recover(self.path, staging, disk)
    guard disk.exists("\(self.path)/plan.json"),
      !disk.exists("\(self.path)/\(Self.recordName)")
    else { return nil }
    guard let lock = try Self.take(staging, of: self.path, replace: false, [], disk) else {
      throw .output(
        path: self.path,
        message: "another process is working on this run, or one of its name is not finished")
    }
    place = .working(
      Working(staging: staging, parent: parent, home: staging, replaces: true, lock: lock))
  }

  /// Puts back what was moved aside by a process that was killed before it put anything else there.
  private static func recover(_ path: String, _ staging: String, _ disk: Disk) {
    let old = "\(staging).old"
    guard !disk.exists(path), disk.exists(old) else { return }
    try? disk.renameFolder(old, to: path)
  }

  /// Takes back the report of an interrupted run, which is about to be made anew.
  package mutating func goOn() throws(Failure) {
    guard case .working(var working) = place else { return }
    if working.home != working.staging {
      try disk.renameFolder(working.home, to: working.staging)
      working.home = working.staging
      place = .working(working)
    }
    disk.clear(working.staging, except: Journal.folderName)
  }

  /// The run that stands in its place goes once this one is finished, as `--force` asked.
  package mutating func replaceStanding() {
    guard case .working(var working) = place, working.home == working.staging,
      disk.exists("\(path)/\(Self.recordName)")
    else { return }
    working.replaces = true
    place = .working(working)
  }

  /// The journal of the run; nil for one kept in memory.
  package var journal: Journal? {
    guard case .working(let working) = place else { return nil }
    return Journal(in: working.home, disk: disk)
  }

  private static func split(_ path: String) -> (parent: String, name: String) {
    guard let cut = path.lastIndex(of: "/") else { return (".", path) }
    let parent = cut == path.startIndex ? "/" : String(path[..<cut])
    return (parent, String(path[path.index(after: cut)...]))
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
    guard case .working(let working) = place else { return [] }
    var places = [
      Confinement.Place(working.home, .everything),
      Confinement.Place(working.parent, .folderNames),
    ]
    if working.replaces { places.append(Confinement.Place(path, .removal)) }
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
    case .working(let working):
      do throws(Failure) {
        if let cut = name.lastIndex(of: "/") {
          try disk.makeFolder("\(working.home)/\(name[..<cut])")
        }
        try disk.write(bytes, to: "\(working.home)/\(name)")
      } catch {
        guard case .output(_, let message) = error else { throw error }
        throw .output(path: "\(path)/\(name)", message: message)
      }
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

  /// Writes the checksums and moves the folder into place; the journal has done its service then.
  package mutating func finish() throws(Failure) {
    try moveIntoPlace()
    guard let journal else { return }
    disk.remove(journal.folder)
  }

  /// Writes the checksums and moves the folder into place with its journal, for a later `resuming`.
  package mutating func finishPartial() throws(Failure) { try moveIntoPlace() }

  private mutating func moveIntoPlace() throws(Failure) {
    guard case .working(var working) = place else { return }
    let staging = working.staging
    let scan = try LockFile.scan(staging, disk: disk)
    try disk.write(Array(Self.sums(scan.lock.entries)), to: "\(staging)/\(LockFile.name)")
    if working.replaces {
      let old = "\(staging).old"
      disk.remove(old)
      try disk.renameFolder(path, to: old)
      try disk.renameFolder(staging, to: path)
      disk.remove(old)
    } else {
      try moveToFreeName(staging)
    }
    working.home = path
    place = .working(working)
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
    guard case .working(let working) = place, working.home == working.staging else { return }
    disk.remove(working.staging)
    made.reversed().forEach(disk.removeEmptyFolder)
  }
}
