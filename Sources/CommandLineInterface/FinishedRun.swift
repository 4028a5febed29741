import ReportWriters
import RunStore
import TraceModel

/// A run that has ended, asked for again: what it said then, and its status.
enum FinishedRun {
  /// - Parameters:
  ///   - path: The run's folder.
  ///   - input: May hold `--json`.
  ///   - environment: Where it is.
  /// - Returns: The status with which the run ended.
  /// - Throws: `usage` when there is no such run, `input` when its record can't be read.
  static func show(_ path: String, _ input: Arguments, in environment: Environment)
    throws(Failure) -> Int32
  {
    _ = environment.confine([])
    let disk = environment.disk
    guard disk.isFolder(path) else {
      throw .usage(
        message: "\(path): there is no such run, finished or not",
        fix: "name the folder where the run was to stand, such as Reports/NAME")
    }
    let recordPath = "\(path)/\(RunFolder.recordName)"
    guard let record = StoredRecord.read(path, disk: disk), record.partial == nil,
      let status = record.exitStatus, let summary = record.summary
    else {
      throw .input([
        Problem(
          file: recordPath, message: "is missing, or tells of no run that can be gone on with",
          fix: "run the plan again")
      ])
    }
    environment.console.message("\(path) is finished; nothing is left to do")
    if input.has(.json) {
      environment.console.line(try json(path, recordPath, disk).line)
    } else {
      summary.forEach { environment.console.line(plainLine($0)) }
      environment.console.line()
      SweepOutcome.end(path, environment.console)
    }
    return status
  }

  /// What the sweep printed with `--json`, taken from its record.
  private static func json(_ path: String, _ recordPath: String, _ disk: Disk) throws(Failure)
    -> JSONText
  {
    guard let bytes = try? disk.read(recordPath), let record = try? JSONParser.parse(bytes).node
    else {
      throw .input([
        Problem(file: recordPath, message: "can't be read", fix: "restore the run folder")
      ])
    }
    func part(_ keys: String...) -> JSONText {
      let node = keys.reduce(Optional(record)) { node, key in node?.member(key) }
      return node.map(JSONText.init) ?? .null
    }
    return .object([
      ("run", .string(path)), ("partial", part("partial")), ("verdict", part("verdict")),
      ("evaluated", part("counts", "evaluated")), ("behaviours", part("counts", "behaviours")),
      ("shipped", part("shipped")), ("winner", part("winner")),
    ])
  }
}

extension JSONNode {
  /// The member of an object; nil for none, and for anything but an object.
  fileprivate func member(_ key: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.node
  }
}

extension JSONText {
  fileprivate init(_ node: JSONNode) {
    switch node.value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .string(let text): self = .string(text)
    case .number(let number, _):
      self = Int(exactly: number).map { .integer($0) } ?? .number(number)
    case .array(let nodes): self = .array(nodes.map { JSONText($0) })
    case .object(let members): self = .object(members.map { ($0.key, JSONText($0.node)) })
    }
  }
}
