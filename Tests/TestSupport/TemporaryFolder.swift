import Foundation
import RunStore

/// A folder of its own for one test, removed when the test lets go of it.
package final class TemporaryFolder {
  /// Absolute, links resolved.
  package let path: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("autoresearch-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package var disk: Disk { Disk(workingDirectory: path) }

  package func write(_ text: String, to name: String) throws {
    try write(Array(text.utf8), to: name)
  }

  package func write(_ bytes: [UInt8], to name: String) throws {
    let full = "\(path)/\(name)"
    let parent = (full as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: full))
  }

  package func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")), as: UTF8.self)
  }

  package func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }

  package func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(name)", withDestinationPath: target)
  }

  /// Writes the checksum file of a folder, as `lock` does.
  package func lock(_ folder: String) throws {
    let found = try LockFile.scan(folder, disk: disk).lock
    try write(found.text, to: "\(folder)/\(LockFile.name)")
  }

  /// Every file with its content, hidden ones included: what a command must leave as it was.
  package func snapshot() throws -> [String: String] {
    var files: [String: String] = [:]
    for case let name as String in FileManager.default.enumerator(atPath: path) ?? .init() {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder)
      files[name] = isFolder.boolValue ? "folder" : SHA256.hex(of: try read(name).utf8)
    }
    return files
  }
}

/// The folder of the package, for tests on what is bundled.
package func packageFolder(_ file: String = #filePath) -> String {
  var path = file as NSString
  for _ in 0..<3 { path = path.deletingLastPathComponent as NSString }
  return path as String
}

/// Runs a program of the system and gives its status and what it printed.
package func runProgram(_ words: [String], in folder: String) throws -> (Int32, String) {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = words
  process.currentDirectoryURL = URL(fileURLWithPath: folder)
  let output = Pipe()
  process.standardOutput = output
  process.standardError = output
  try process.run()
  let data = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: data, as: UTF8.self))
}
