import TraceModel

/// The lock of a prompt set: `SHA256SUMS` over its cases and its rules.
///
/// Prompts and outputs stay open, because writing more of them is what a set is for.
package struct PromptSetLock {
  package static let files = ["cases.jsonl", "rules.json"]

  private let disk: Disk

  package init(disk: Disk) { self.disk = disk }

  /// Whether a folder holds a prompt set and no suite.
  package static func isPromptSet(_ folder: String, disk: Disk) -> Bool {
    disk.exists("\(folder)/cases.jsonl") && !disk.exists("\(folder)/suite.json")
  }

  /// Reads and hashes the locked files.
  ///
  /// - Throws: `input` for a file that is missing or can't be read.
  package func scan(_ folder: String) throws(Failure) -> LockFile.Contents {
    var entries: [LockFile.Entry] = []
    var kept: [String: [UInt8]] = [:]
    var problems: [Problem] = []
    for name in Self.files {
      let path = "\(folder)/\(name)"
      switch disk.kind(path) {
      case .file:
        do throws(ReadError) {
          let bytes = try disk.read(path)
          kept[name] = bytes
          entries.append(LockFile.Entry(hash: SHA256.hex(of: bytes), path: name))
        } catch {
          problems.append(error.problem)
        }
      case nil:
        problems.append(
          Problem(
            file: path, message: "a prompt set needs this file",
            fix: "add it; Prompts/first-step/\(name) shows the form"))
      default:
        problems.append(
          Problem(
            file: path, message: "a link or special file can't be locked",
            fix: "put a copy of the file in its place"))
      }
    }
    guard problems.isEmpty else { throw .input(problems) }
    return LockFile.Contents(lock: LockFile(entries: entries), bytes: kept)
  }

  /// The digest of a lock that holds; nil when there is none.
  ///
  /// - Throws: `lock` naming each file that differs.
  package func check(_ folder: String, found: LockFile) throws(Failure) -> String? {
    let file = "\(folder)/\(LockFile.name)"
    guard disk.exists(file) else { return nil }
    let bytes: [UInt8]
    do throws(ReadError) { bytes = try disk.read(file) } catch { throw .lock([error.problem]) }
    let lock = try LockFile.parse(bytes, file: file)
    let differences = lock.differences(from: found, folder: folder)
    guard differences.isEmpty else { throw .lock(differences) }
    return SHA256.hex(of: bytes)
  }

  /// The digest of a lock that must hold; what a run asks again at its end.
  package func verify(_ folder: String) throws(Failure) -> String {
    guard let digest = try check(folder, found: try scan(folder).lock) else {
      throw .lock([Self.noLock(folder)])
    }
    return digest
  }

  static func noLock(_ folder: String) -> Problem {
    Problem(
      file: folder, message: "this prompt set is not locked: it has no SHA256SUMS",
      fix: "lock it with `autoresearch lock \(folder)`")
  }
}
