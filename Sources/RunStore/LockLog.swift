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

  /// How often the locks of these suites were replaced, by what the logs beside them say.
  package func replacements(of folders: [String]) -> Int {
    folders.reduce(0) { count, folder in
      guard let bytes = try? disk.read(Self.path(for: folder)) else { return count }
      let name = Self.suiteName(folder)
      return count
        + bytes.split(separator: UInt8(ascii: "\n")).count { line in
          guard let parsed = try? JSONParser.parse(Array(line)),
            case .object(let members) = parsed.node.value
          else { return false }
          func text(_ key: String) -> String? {
            guard case .string(let text)? = members.first(where: { $0.key == key })?.node.value
            else { return nil }
            return text
          }
          return text("suite") == name && text("old") != nil
        }
    }
  }
}
