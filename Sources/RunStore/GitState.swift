import Foundation

/// Which commit of the project a run was made from, where that can be told.
package struct GitState: Sendable, Hashable {
  package let commit: String?
  /// Whether files under version control had been changed; nil when git can't say.
  package let isDirty: Bool?

  /// Asks git about the working directory; without git both are unknown.
  package init(disk: Disk) {
    let commit = Self.git(["rev-parse", "HEAD"], in: disk.workingDirectory)
    self.commit = commit.flatMap { $0.utf8.count >= 40 ? $0 : nil }
    isDirty =
      self.commit == nil
      ? nil
      : Self.git(["status", "--porcelain", "--untracked-files=no"], in: disk.workingDirectory)
        .map { !$0.isEmpty }
  }

  private static func git(_ words: [String], in folder: String) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git"] + words
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    // Asking must not write: git would refresh its index in passing.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["GIT_OPTIONAL_LOCKS": "0"], uniquingKeysWith: { $1 })
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
