import ReportWriters
import RunReport
import RunStore
import TraceModel

/// A finished run as `diff` reads it: its record, and its decisions checked against its checksums.
struct RunReading {
  let folder: String
  let decisions: RunDecisions
  private let record: JSONNode
  private let planText: [UInt8]?

  init(_ path: String, disk: Disk) throws(Failure) {
    let folder = SuiteLoader.normalized(path)
    self.folder = folder
    guard disk.isFolder(folder) else {
      throw .usage(
        message: "\(folder): there is no such run folder", fix: "name a folder below Reports")
    }
    func read(_ name: String) throws(Failure) -> [UInt8] {
      do throws(ReadError) {
        return try disk.read("\(folder)/\(name)")
      } catch {
        throw .input([error.problem])
      }
    }
    let bytes = try read("decisions.csv")
    let sums = try LockFile.parse(
      try read(LockFile.name), file: "\(folder)/\(LockFile.name)")
    guard sums.covers("decisions.csv", bytes) else {
      throw .lock([
        Problem(
          file: "\(folder)/decisions.csv", message: "content differs from SHA256SUMS",
          fix: "restore the run folder, or run the sweep again")
      ])
    }
    let refused = Failure.input([
      Problem(
        file: folder, message: "is not a run folder of this version",
        fix: "restore it, or run the sweep again")
    ])
    guard let decisions = RunDecisions(String(decoding: bytes, as: UTF8.self)) else {
      throw refused
    }
    self.decisions = decisions
    let recordBytes = try read(RunFolder.recordName)
    do throws(JSONError) {
      record = try JSONParser.parse(recordBytes).node
    } catch {
      throw refused
    }
    planText = try? disk.read("\(folder)/plan.json")
  }

  /// The node at a path of keys.
  private func node(_ keys: [String]) -> JSONNode? {
    keys.reduce(record) { node, key in
      guard case .object(let members)? = node?.value else { return nil }
      return members.first { $0.key == key }?.node
    }
  }

  func text(_ keys: String...) -> String? {
    guard case .string(let text)? = node(keys)?.value else { return nil }
    return text
  }

  func number(_ keys: [String]) -> Double? {
    guard case .number(let number, _)? = node(keys)?.value else { return nil }
    return number
  }

  /// `name digest`, one for each suite.
  var suites: [String] {
    guard case .array(let nodes)? = node(["suites"])?.value else { return [] }
    return nodes.map { node in
      guard case .object(let members) = node.value else { return "" }
      func text(_ key: String) -> String {
        guard case .string(let text)? = members.first(where: { $0.key == key })?.node.value else {
          return "–"
        }
        return plainLine(text)
      }
      return "\(text("name")) \(text("digest").prefix(8))"
    }
  }

  var plan: String {
    (text("digests", "plan") ?? planText.map { SHA256.hex(of: $0) }).map {
      String(plainLine($0).prefix(8))
    } ?? "–"
  }

  var constants: String {
    text("digests", "engine_constants").map { String(plainLine($0).prefix(8)) } ?? "–"
  }
}
