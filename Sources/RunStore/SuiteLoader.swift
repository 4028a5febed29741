import DecisionEngines
import TraceModel

/// Reads a suite folder: lock first, then every file, all problems at once.
package struct SuiteLoader: Sendable {
  package enum LockRule: Sendable {
    /// No evaluation without a lock that holds.
    case required
    /// A draft about to be locked: content only.
    case ignored
  }

  private let disk: Disk

  package init(disk: Disk) { self.disk = disk }

  /// - Parameters:
  ///   - path: The folder, as the user typed it; a trailing `/` is dropped.
  ///   - rule: Whether a lock must hold.
  /// - Returns: The suite, wholly read.
  /// - Throws: `lock` for a broken or missing lock, `input` for refused content, `usage` when there
  ///   is no such folder.
  package func load(_ path: String, lock rule: LockRule = .required) throws(Failure) -> Suite {
    let folder = Self.normalized(path)
    guard disk.isFolder(folder) else {
      throw .usage(
        message: "\(folder): there is no such suite folder",
        fix: "name a folder that holds a suite.json; `autoresearch new suite \(folder)` makes one")
    }
    if !disk.exists("\(folder)/suite.json"), disk.exists("\(folder)/cases.jsonl") {
      throw .usage(
        message: "\(folder) is a prompt set, not a suite of days",
        fix: "use `autoresearch compare \(folder)`")
    }
    let scan = try LockFile.scan(folder, disk: disk) { Self.isParsed($0) }
    let digest = rule == .ignored ? nil : try checkLock(folder, found: scan.lock)
    var problems: [Problem] = []
    let suite = parse(folder, scan: scan, digest: digest, problems: &problems)
    guard problems.isEmpty, let suite else { throw .input(problems) }
    if rule == .required && digest == nil { throw .lock([Self.noLock(folder)]) }
    return suite
  }

  /// The file list and hashes alone, checked against the lock; what a run does again at its end.
  package func verifyLock(_ path: String) throws(Failure) -> String {
    try verified(path) { _ in false }.digest
  }

  /// The lock's digest, and the bytes of the files asked for, as they were hashed.
  func verified(_ path: String, keep: (String) -> Bool) throws(Failure)
    -> (digest: String, bytes: [String: [UInt8]])
  {
    let folder = Self.normalized(path)
    let scan = try LockFile.scan(folder, disk: disk, keep: keep)
    guard let digest = try checkLock(folder, found: scan.lock) else {
      throw .lock([Self.noLock(folder)])
    }
    return (digest, scan.bytes)
  }

  package static func normalized(_ path: String) -> String {
    var path = path
    while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
    while path.hasPrefix("./") && path.count > 2 {
      path.removeFirst(2)
      // What follows is relative still: ".//a" is "a", never "/a".
      while path.hasPrefix("/") { path.removeFirst() }
    }
    return path
  }

  private static func isParsed(_ path: String) -> Bool {
    path == "suite.json" || path.hasSuffix(".jsonl")
  }

  private static func noLock(_ folder: String) -> Problem {
    Problem(
      file: folder, message: "this suite is not locked: it has no SHA256SUMS",
      fix: "lock it with `autoresearch lock \(folder)`")
  }

  /// The digest of a lock that holds; nil when there is none.
  private func checkLock(_ folder: String, found: LockFile) throws(Failure) -> String? {
    let file = "\(folder)/\(LockFile.name)"
    guard let kind = disk.kind(file) else { return nil }
    guard kind == .file else {
      throw .lock([
        Problem(
          file: file, message: "a link or special file can't be a lock",
          fix: "put a regular file in its place")
      ])
    }
    let bytes: [UInt8]
    do throws(ReadError) { bytes = try disk.read(file) } catch { throw .lock([error.problem]) }
    let lock = try LockFile.parse(bytes, file: file)
    let differences = lock.differences(from: found, folder: folder)
    guard differences.isEmpty else { throw .lock(differences) }
    return SHA256.hex(of: bytes)
  }

  private func parse(
    _ folder: String, scan: LockFile.Contents, digest: String?, problems: inout [Problem]
  ) -> Suite? {
    let header = ProblemList(file: "\(folder)/suite.json")
    defer { problems += header.problems }
    guard let bytes = scan.bytes["suite.json"] else {
      header.add(
        nil, "there is no suite.json in this folder",
        fix: "add one; `autoresearch new suite NAME` shows the form")
      return nil
    }
    guard let fields = SuiteHeader(bytes, problems: header) else { return nil }
    guard let engine = Engines.named(fields.engine) else { return nil }

    for path in scan.lock.entries.map(\.path) where path.hasSuffix("/suite.json") {
      problems.append(
        Problem(
          file: "\(folder)/\(path)", message: "a suite within a suite: this file would be ignored",
          fix: "move that suite beside this one, or name it alone"))
    }
    var traces: [Trace] = []
    var firstUse: [String: String] = [:]
    for path in scan.lock.entries.map(\.path) where path.hasSuffix(".jsonl") {
      let list = ProblemList(file: "\(folder)/\(path)")
      var reader = TraceReader(engine: engine, problems: list)
      for trace in reader.read(scan.bytes[path] ?? []) {
        if let other = firstUse[trace.id] {
          list.add(
            trace.line, "trace id \(quoted(trace.id)) is used twice (first in \(other))",
            fix: "give each trace of a run an id of its own")
        } else {
          firstUse[trace.id] = "\(trace.file):\(trace.line)"
        }
        traces.append(trace)
      }
      problems += list.problems
    }
    if traces.isEmpty && problems.isEmpty {
      header.add(
        nil, "the suite has no trace", fix: "add a trace file; `autoresearch new day` makes one")
    }
    return fields.suite(folder: folder, traces: traces, digest: digest)
  }
}

/// The fields of `suite.json`.
struct SuiteHeader {
  static let keys = [
    "schema", "name", "title", "engine", "role", "description", "data", "labelledBy", "labelledOn",
    "profile", "parameters",
  ]

  let engine: String
  private let name: String
  private let role: Suite.Role
  private let title: String?
  private let description: String?
  private let data: Suite.DataKind?
  private let labelledBy: String?
  private let labelledOn: String?
  private let profile: [String: ParameterValue]
  private let parameters: [String: ParameterValue]
  private let weights: [String: Double]

  /// - Returns: Nil when nothing more can be read; every fault has been reported.
  init?(_ bytes: [UInt8], problems: ProblemList) {
    guard let node = parseJSON(withoutByteOrderMark(bytes), problems: problems),
      let reader = ObjectReader(node, name: "suite.json", known: Self.keys, problems: problems)
    else { return nil }
    reader.require("schema", "name", "engine", "role")
    if let schema = reader.text("schema"), schema != "autoresearch.suite/1" {
      reader.report(
        "schema", "is \(quoted(schema))", fix: "this version reads \"autoresearch.suite/1\"")
    }
    let name = reader.text("name")
    if let name, !isPlainID(name) { reportID(reader, "name", name) }
    title = reader.text("title", nullable: true)
    description = reader.text("description", nullable: true)
    labelledBy = reader.text("labelledBy", nullable: true)
    labelledOn = reader.text("labelledOn", nullable: true)
    if let labelledOn, ClockTime.day(labelledOn) == nil {
      reader.report(
        "labelledOn", "is \(quoted(labelledOn)), not a date", fix: "write it as 2025-04-14")
    }
    let role = reader.choice("role", of: Suite.Role.self)
    data = reader.choice("data", of: Suite.DataKind.self)
    guard let engineName = reader.text("engine") else { return nil }
    guard let engine = Engines.named(engineName) else {
      let known = Engines.all.map(\.name)
      problems.add(
        reader.member("engine")?.line,
        "unknown engine \(quoted(engineName))\(Nearest.hint(for: engineName, among: known))",
        fix: "use one of: \(known.joined(separator: ", "))")
      return nil
    }
    profile = readValues(
      reader.member("profile"), definitions: engine.parameters.filter(\.isGate), problems: problems)
    var weights: [String: Double] = [:]
    var rest = reader.member("parameters")
    if let member = rest, case .object(let members) = member.node.value {
      if let given = members.first(where: { $0.key == "weights" }) {
        weights =
          WeightReader.weights(
            given.node, key: "weights", names: engine.subScores.map(\.name),
            shipped: engine.subScores.map(\.shippedWeight), problems: problems) ?? [:]
      }
      let others = members.filter { $0.key != "weights" }
      rest = JSONMember(
        key: member.key, line: member.line,
        node: JSONNode(value: .object(others), line: member.node.line))
    }
    parameters = readValues(rest, definitions: engine.parameters, problems: problems)
    self.weights = weights
    self.engine = engineName
    guard let name, let role else { return nil }
    self.name = name
    self.role = role
  }

  func suite(folder: String, traces: [Trace], digest: String?) -> Suite {
    Suite(
      path: folder, name: name, title: title, engine: engine, role: role, description: description,
      data: data, labelledBy: labelledBy, labelledOn: labelledOn, profile: profile,
      parameters: parameters, weights: weights, traces: traces, digest: digest)
  }
}

/// Reads an object of parameter values (a profile or a set of constants).
func readValues(_ member: JSONMember?, definitions: [ParameterDefinition], problems: ProblemList)
  -> [String: ParameterValue]
{
  guard let member, !member.node.isNull,
    let reader = ObjectReader(
      member.node, name: "\"\(member.key)\"", known: definitions.map(\.name), problems: problems)
  else { return [:] }
  var values: [String: ParameterValue] = [:]
  for definition in definitions {
    guard let given = reader.member(definition.name) else { continue }
    values[definition.name] = ParameterReader.value(
      given.node, for: definition, in: reader, key: definition.name)
  }
  return values
}

/// Parses a whole file as one JSON value, reporting syntax faults and keys that stand twice.
func parseJSON(
  _ bytes: [UInt8], range: Range<Int>? = nil, firstLine: Int = 1, comments: Bool = false,
  problems: ProblemList
) -> JSONNode? {
  do throws(JSONError) {
    let (node, duplicates) = try JSONParser.parse(
      bytes, range: range, firstLine: firstLine, comments: comments)
    duplicates.forEach(problems.add)
    return node
  } catch {
    problems.add(error)
    return nil
  }
}

func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
  bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
}

/// Whether a text is an id: `[a-z0-9][a-z0-9-]*`.
package func isPlainID(_ text: String) -> Bool {
  guard let first = text.utf8.first, first != UInt8(ascii: "-"), text.utf8.count <= 100 else {
    return false
  }
  return text.utf8.allSatisfy {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
  }
}

func reportID(_ reader: ObjectReader, _ key: String, _ text: String) {
  reader.report(
    key, "is \(quoted(text)), not an id",
    fix: "use lower-case letters, digits and hyphens, not a hyphen first")
}
