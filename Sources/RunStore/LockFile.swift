import TraceModel

/// The `SHA256SUMS` file of a folder: what it covers, and whether it still holds.
///
/// The coreutils text format, so that `sha256sum -c` agrees. It covers every other regular file at
/// any depth, in the order of the paths' UTF-8 bytes; names that begin with a dot are left out.
package struct LockFile: Sendable, Hashable {
  package static let name = "SHA256SUMS"

  package struct Entry: Sendable, Hashable {
    package let hash: String
    package let path: String
  }

  package let entries: [Entry]

  init(entries: [Entry]) { self.entries = entries }

  /// Whether a file is covered, with just this content.
  package func covers(_ path: String, _ bytes: [UInt8]) -> Bool {
    entries.contains(Entry(hash: SHA256.hex(of: bytes), path: path))
  }

  package var text: String { entries.map { "\($0.hash)  \($0.path)\n" }.joined() }

  /// Every file of a folder with its hash and, where asked for, its bytes.
  package struct Contents: Sendable {
    package let lock: LockFile
    /// Bytes of the files that `keep` named, exactly those that were hashed.
    package let bytes: [String: [UInt8]]
  }

  /// Reads and hashes a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder, as the user typed it.
  ///   - disk: Where it lies.
  ///   - keep: Which files' bytes to keep for parsing.
  /// - Returns: Hashes of all files, and the bytes asked for.
  /// - Throws: `input` for what can't be read, listed or locked.
  package static func scan(
    _ folder: String, disk: Disk, keep: (String) -> Bool = { _ in false }
  ) throws(Failure) -> Contents {
    var entries: [Entry] = []
    var kept: [String: [UInt8]] = [:]
    var problems: [Problem] = []
    for path in try files(in: folder, disk: disk) {
      let full = "\(folder)/\(path)"
      do throws(ReadError) {
        var hash = SHA256()
        if keep(path) {
          let bytes = try disk.read(full)
          hash.update(bytes)
          kept[path] = bytes
        } else {
          try disk.stream(full) { hash.update($0) }
        }
        entries.append(Entry(hash: hash.finish(), path: path))
      } catch {
        problems.append(error.problem)
      }
    }
    guard problems.isEmpty else { throw .input(problems) }
    return Contents(lock: LockFile(entries: entries), bytes: kept)
  }

  /// Relative paths of the files a lock covers, in its order.
  package static func files(in folder: String, disk: Disk) throws(Failure) -> [String] {
    var found: [String] = []
    var problems: [Problem] = []
    var pending = [""]
    while let prefix = pending.popLast() {
      let place = prefix.isEmpty ? folder : "\(folder)/\(prefix)"
      guard let names = disk.list(place) else {
        problems.append(ReadError(path: place, reason: "can't list this folder").problem)
        continue
      }
      for name in names where !name.hasPrefix(".") {
        let path = prefix.isEmpty ? name : "\(prefix)/\(name)"
        if path == Self.name { continue }
        switch disk.kind("\(folder)/\(path)") {
        case .folder: pending.append(path)
        case .file where name.utf8.contains { $0 < 0x20 || $0 == UInt8(ascii: "\\") || $0 == 0x7F }:
          problems.append(
            Problem(
              file: "\(folder)/\(quoted(path))",
              message: "its name holds a backslash or a control character",
              fix: "rename it; a checksum file can't name it plainly"))
        case .file: found.append(path)
        default:
          problems.append(
            Problem(
              file: "\(folder)/\(path)", message: "a link or special file can't be locked",
              fix: "put a copy of the file in its place"))
        }
      }
    }
    guard problems.isEmpty else { throw .input(problems) }
    return found.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }

  /// Reads a checksum file; accepts ` *` before the name and CRLF, as coreutils writes them.
  ///
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - file: Its path, for messages.
  /// - Returns: The entries in the file's order.
  /// - Throws: `lock` naming each line that is no checksum.
  package static func parse(_ bytes: [UInt8], file: String) throws(Failure) -> LockFile {
    var entries: [Entry] = []
    var problems: [Problem] = []
    for (i, raw) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      var line = raw
      if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      if line.isEmpty { continue }
      let text = String(decoding: line, as: UTF8.self)
      let hash = text.prefix(64)
      let rest = text.dropFirst(64)
      guard hash.utf8.count == 64, hash.allSatisfy({ $0.isHexDigit && $0.isASCII }),
        rest.hasPrefix("  ") || rest.hasPrefix(" *"), rest.count > 2
      else {
        problems.append(
          Problem(
            file: file, line: i + 1, message: "not a checksum line: \(quoted(text))",
            fix: "restore the file, or lock the folder again with `autoresearch lock`"))
        continue
      }
      entries.append(Entry(hash: hash.lowercased(), path: String(rest.dropFirst(2))))
    }
    guard problems.isEmpty else { throw .lock(problems) }
    return LockFile(entries: entries)
  }

  /// What differs between this lock and what was found, one problem a file.
  package func differences(from found: LockFile, folder: String) -> [Problem] {
    let accept = "restore the file, or accept it with `autoresearch lock \(folder) --reason \"…\"`"
    // By bytes: Swift takes two spellings of "é" for one text, the disk does not.
    let locked = Dictionary(entries.map { (Array($0.path.utf8), [$0.hash]) }, uniquingKeysWith: +)
    let present = Dictionary(
      found.entries.map { (Array($0.path.utf8), $0.hash) }, uniquingKeysWith: { a, _ in a })
    var problems: [Problem] = []
    for path in Set(locked.keys).union(present.keys).sorted(by: { $0.lexicographicallyPrecedes($1) }
    ) {
      let file = "\(folder)/\(String(decoding: path, as: UTF8.self))"
      switch (locked[path], present[path]) {
      case (let hashes?, let b?):
        guard let a = hashes.first(where: { $0 != b }) else { continue }
        problems.append(
          Problem(
            file: file,
            message:
              "content differs from SHA256SUMS (locked \(a.prefix(8))…, found \(b.prefix(8))…)",
            fix: accept))
      case (_?, nil):
        problems.append(
          Problem(file: file, message: "locked in SHA256SUMS, but missing", fix: accept))
      case (nil, _?):
        problems.append(
          Problem(
            file: file, message: "not covered by SHA256SUMS",
            fix: "accept it with `autoresearch lock \(folder) --reason \"…\"`, or remove the file"))
      default: break
      }
    }
    return problems
  }
}
