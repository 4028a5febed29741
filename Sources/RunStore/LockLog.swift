import TraceModel

/// `LOCKS.jsonl` beside the suites: when, why and from what to what each lock was replaced.
package struct LockLog {
  package static let name = "LOCKS.jsonl"

  private let disk: Disk

  package init(disk: Disk) { self.disk = disk }

  /// The log that stands beside a suite folder.
  package static func path(for folder: String) -> String {
    guard let cut = folder.lastIndex(of: "/") else { return name }
    return "\(folder[..<cut])/\(name)"
  }

  private static func suiteName(_ folder: String) -> String {
    folder.split(separator: "/").last.map(String.init) ?? folder
  }

  /// Records a lock: the first has no reason and no old digest.
  package func append(
    folder: String, reason: String?, old: String?, new: String, at time: Int
  ) throws(Failure) {
    let fields: [(String, String?)] = [
      ("suite", Self.suiteName(folder)), ("time", utcText(time)), ("reason", reason), ("old", old),
      ("new", new),
    ]
    let text = fields.map { "\(jsonString($0)):\($1.map(jsonString) ?? "null")" }
    try disk.appendLine(to: Self.path(for: folder)) { _ in "{\(text.joined(separator: ","))}\n" }
  }

  /// The digest that a suite was last locked with, by the log beside it.
  package func lastDigest(of folder: String) -> String? {
    let name = Self.suiteName(folder)
    return entries(beside: folder).last { $0["suite"] == name }?["new"]
  }

  /// The texts of each line of the log beside a folder; lines that can't be read are left out.
  private func entries(beside folder: String) -> [[String: String]] {
    guard let bytes = try? disk.read(Self.path(for: folder)) else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard let parsed = try? JSONParser.parse(Array(line)),
        case .object(let members) = parsed.node.value
      else { return nil }
      var texts: [String: String] = [:]
      for member in members {
        if case .string(let text) = member.node.value { texts[member.key] = text }
      }
      return texts
    }
  }

  /// How often the locks of these suites were replaced, by what the logs beside them say.
  package func replacements(of folders: [String]) -> Int {
    folders.reduce(0) { count, folder in
      let name = Self.suiteName(folder)
      return count + entries(beside: folder).count { $0["suite"] == name && $0["old"] != nil }
    }
  }
}
