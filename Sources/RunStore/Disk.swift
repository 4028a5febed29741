import Foundation
import TraceModel

/// The one place that touches the file system.
///
/// Paths are resolved against a working directory that is passed in, so that tests and several runs
/// in one process do not share one.
package struct Disk: Sendable {
  package let workingDirectory: String

  package init(workingDirectory: String) { self.workingDirectory = workingDirectory }

  package enum Kind: Sendable, Hashable {
    case file, folder, link, other
  }

  /// The absolute path, without resolving links.
  package func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(workingDirectory)/\(path)"
  }

  /// What stands at a path; nil for nothing. Links are not followed.
  package func kind(_ path: String) -> Kind? {
    var status = stat()
    guard lstat(absolute(path), &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    case S_IFLNK: return .link
    default: return .other
    }
  }

  /// Where a symbolic link points.
  package func linkTarget(_ path: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: absolute(path))
  }

  /// Whether a folder stands there, links followed.
  package func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(absolute(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  package func exists(_ path: String) -> Bool { kind(path) != nil }

  /// The bytes of a file.
  ///
  /// - Throws: A sentence saying why it can't be read.
  package func read(_ path: String) throws(ReadError) -> [UInt8] {
    var bytes: [UInt8] = []
    try stream(path) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Feeds a file's bytes to `body` in pieces.
  package func stream(_ path: String, _ body: ([UInt8]) -> Void) throws(ReadError) {
    // Not to wait for a pipe's writer: what is no file is refused below.
    let descriptor = open(absolute(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw ReadError(path: path, reason: lastError()) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ReadError(path: path, reason: lastError()) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ReadError(path: path, reason: "it is not a regular file")
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = buffer.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress, $0.count)
      }
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw ReadError(path: path, reason: lastError())
      }
      body(Array(buffer[..<count]))
    }
  }

  /// Names in a folder, sorted by their UTF-8 bytes; nil when it can't be listed.
  package func list(_ path: String) -> [String]? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: absolute(path)) else {
      return nil
    }
    return names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }

  /// Creates a folder and those above it.
  package func makeFolder(_ path: String) throws(Failure) {
    do {
      try FileManager.default.createDirectory(
        atPath: absolute(path), withIntermediateDirectories: true)
    } catch {
      throw .output(path: path, message: "can't create this folder: \(lastError())")
    }
  }

  /// Writes a file so that a reader finds all of it or none: temporary name, sync, rename.
  package func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let target = absolute(path)
    // Two processes on two machines may share a number, and a folder.
    let temporary =
      "\(target).tmp-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0 ... .max))"
    do throws(Failure) {
      try writeDurably(bytes, to: temporary, shownAs: path, flags: O_WRONLY | O_CREAT | O_TRUNC)
      guard rename(temporary, target) == 0 else {
        throw Failure.output(path: path, message: "can't rename into place: \(lastError())")
      }
    } catch {
      unlink(temporary)
      throw error
    }
    try syncFolder(of: target, shownAs: path)
  }

  /// Makes sure that a file stands there, empty if it is new.
  package func touch(_ path: String) throws(Failure) {
    let descriptor = open(absolute(path), O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw .output(path: path, message: "can't create it: \(lastError())")
    }
    close(descriptor)
  }

  /// Writes over a file that stands, for places where the kernel lets no other name be made.
  ///
  /// The content goes in one piece before the file is cut to its length, so that what a kill
  /// leaves is the new content, if anything with the end of a longer old one behind it.
  package func overwrite(_ bytes: [UInt8], at path: String) throws(Failure) {
    let descriptor = open(absolute(path), O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .output(path: path, message: "can't open it: \(lastError())")
    }
    defer { close(descriptor) }
    try writeAll(bytes, to: descriptor, shownAs: path)
    guard ftruncate(descriptor, off_t(bytes.count)) == 0, fsync(descriptor) == 0 else {
      throw .output(path: path, message: "can't make it durable: \(lastError())")
    }
  }

  /// Appends one line, made from the last line that stands, under a lock other processes honour.
  ///
  /// - Parameters:
  ///   - path: The file; made if absent.
  ///   - make: Gets the last line without its line feed, or nil in an empty file.
  /// - Throws: `output` when it can't be written and made durable.
  package func appendLine(to path: String, _ make: ([UInt8]?) -> String) throws(Failure) {
    let descriptor = try openLocked(path)
    defer { close(descriptor) }
    var content: [UInt8] = []
    do throws(ReadError) {
      content = try read(path)
    } catch {
      throw .output(path: path, message: "can't read: \(error.reason)")
    }
    // A line torn by a crash is closed first, so that what follows stays readable.
    let tear = content.isEmpty || content.last == UInt8(ascii: "\n") ? "" : "\n"
    let last = content.split(separator: UInt8(ascii: "\n")).last.map { Array($0) }
    try writeAll(Array((tear + make(last)).utf8), to: descriptor, shownAs: path)
    guard fsync(descriptor) == 0 else {
      throw .output(path: path, message: "can't make it durable: \(lastError())")
    }
  }

  /// Opens a file to append to, made if absent, and waits until no other process appends to it.
  private func openLocked(_ path: String) throws(Failure) -> Int32 {
    while true {
      // A link could lead anywhere: into a guarded source, for one.
      guard kind(path) != .link else {
        throw .output(path: path, message: "is a link, and a log is never written through one")
      }
      let descriptor = open(
        absolute(path), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o644)
      guard descriptor >= 0 else {
        throw .output(path: path, message: "can't open: \(lastError())")
      }
      while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
      var status = stat()
      // A failed first run may have cleared away the empty file that we waited for.
      if fstat(descriptor, &status) != 0 || status.st_nlink > 0 { return descriptor }
      close(descriptor)
    }
  }

  /// Removes a file that `appendLine` writes, if nothing was ever appended.
  package func removeIfEmpty(_ path: String) {
    let descriptor = open(absolute(path), O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 && errno == EINTR {}
    var status = stat()
    if fstat(descriptor, &status) == 0 && status.st_size == 0 { unlink(absolute(path)) }
  }

  /// Removes a folder that is empty; anything else stays.
  package func removeEmptyFolder(_ path: String) { rmdir(absolute(path)) }

  /// The folders above and at a path that do not stand yet, the topmost first.
  package func missingFolders(_ path: String) -> [String] {
    var missing: [String] = []
    var path = path
    while !path.isEmpty, path != ".", path != "/", !exists(path) {
      missing.insert(path, at: 0)
      path = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
    return missing
  }

  /// Moves a folder to a name that must be free.
  package func renameFolder(_ from: String, to: String) throws(Failure) {
    guard rename(absolute(from), absolute(to)) == 0 else {
      throw .output(path: to, message: "can't rename into place: \(lastError())")
    }
    try syncFolder(of: absolute(to), shownAs: to)
  }

  package func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: absolute(path))
  }

  private func writeDurably(_ bytes: [UInt8], to target: String, shownAs path: String, flags: Int32)
    throws(Failure)
  {
    let descriptor = open(target, flags | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw .output(path: path, message: "can't create it: \(lastError())")
    }
    var failure: Failure?
    do throws(Failure) {
      try writeAll(bytes, to: descriptor, shownAs: path)
      if fsync(descriptor) != 0 {
        failure = .output(path: path, message: "can't make it durable: \(lastError())")
      }
    } catch {
      failure = error
    }
    if close(descriptor) != 0, failure == nil {
      failure = .output(path: path, message: "can't close it: \(lastError())")
    }
    if let failure { throw failure }
  }

  private func writeAll(_ bytes: [UInt8], to descriptor: Int32, shownAs path: String)
    throws(Failure)
  {
    var position = 0
    while position < bytes.count {
      let written = bytes.withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress?.advanced(by: position), bytes.count - position)
      }
      if written < 0 {
        if errno == EINTR { continue }
        throw .output(path: path, message: "can't write: \(lastError())")
      }
      position += written
    }
  }

  /// Makes a rename durable; a file system that has no such thing loses nothing that was promised.
  private func syncFolder(of target: String, shownAs path: String) throws(Failure) {
    let folder = target.lastIndex(of: "/").map { String(target[..<$0]) } ?? "."
    let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if fsync(descriptor) != 0, [EIO, ENOSPC, EDQUOT].contains(errno) {
      throw .output(path: path, message: "can't make it durable: \(lastError())")
    }
  }

  /// Removes all that stands in a folder, but for one name.
  package func clear(_ folder: String, except kept: String) {
    for name in list(folder) ?? [] where name != kept { remove("\(folder)/\(name)") }
  }
}

/// Why a file can't be read.
package struct ReadError: Error, Sendable, Hashable {
  package let path: String
  package let reason: String

  package var problem: Problem {
    Problem(
      file: path, message: "can't be read: \(reason)", fix: "check the path and its permissions")
  }
}

private func lastError() -> String { String(cString: strerror(errno)) }
