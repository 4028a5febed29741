import Foundation

/// Texts that stand in `Golden/` beside the test that compares with them.
package enum Golden {
  /// What differs from the stored text; nil when nothing does.
  ///
  /// `RECORD_GOLDEN=1` rewrites the stored text and still gives a difference, so that a recording
  /// never passes by itself.
  package static func difference(
    _ text: String, _ name: String, beside file: String = #filePath
  ) throws -> String? {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
      .appendingPathComponent("Golden")
    let stored = folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: stored)
      return "recorded \(name); run again without RECORD_GOLDEN"
    }
    guard let data = try? Data(contentsOf: stored) else {
      return "there is no Golden/\(name); record it with RECORD_GOLDEN=1"
    }
    let expected = String(decoding: data, as: UTF8.self)
    if Array(expected.utf8) == Array(text.utf8) { return nil }
    let saved = FileManager.default.temporaryDirectory.appendingPathComponent("new-\(name)")
    try Data(text.utf8).write(to: saved)
    return "\(firstDifference(expected, text))\nthe new text is in \(saved.path)"
  }

  private static func firstDifference(_ old: String, _ new: String) -> String {
    let a = old.split(separator: "\n", omittingEmptySubsequences: false)
    let b = new.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(a, b).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    guard let line else { return "one has \(a.count) lines, the other \(b.count)" }
    return "line \(line + 1)\n  stored: \(a[line])\n  new:    \(b[line])"
  }
}
