import DecisionEngines
import TraceModel

/// Reads `golden.json`, strictly: a harness's own, or one that an app's test target wrote.
///
/// A step needs only its number; every further value that it gives is compared, and one that it
/// leaves out is not.
package struct GoldenReader {
  private let engine: any DecisionEngine
  private let problems: ProblemList

  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - file: Its path, for messages.
  ///   - engine: The engine of the suite it is compared on.
  /// - Returns: What it says of each trace's settings and of each step.
  /// - Throws: `input` with all the file's faults.
  package static func points(_ bytes: [UInt8], file: String, engine: any DecisionEngine)
    throws(Failure) -> [ParityPoint]
  {
    let problems = ProblemList(file: file)
    let points = GoldenReader(engine: engine, problems: problems).read(bytes)
    guard problems.problems.isEmpty else { throw .input(problems.problems) }
    return points
  }

  private func read(_ bytes: [UInt8]) -> [ParityPoint] {
    guard let node = parseJSON(withoutByteOrderMark(bytes), problems: problems),
      let reader = ObjectReader(
        node, name: "the golden file",
        known: ["schema", "engine", "candidate", "suites", "traces"], problems: problems)
    else { return [] }
    reader.require("schema", "engine", "traces")
    if let schema = reader.text("schema"), schema != "autoresearch.golden/1" {
      reader.report(
        "schema", "is \(quoted(schema))", fix: "this version reads \"autoresearch.golden/1\"")
    }
    if let name = reader.text("engine"), name != engine.name {
      reader.report(
        "engine", "is \(quoted(name)), but the suite is for \(engine.name)",
        fix: "compare it on a suite of its own engine")
    }
    var points: [ParityPoint] = []
    var seen: Set<ParityPoint.Key> = []
    for node in reader.list("traces") ?? [] {
      for (point, line) in trace(node) {
        if !seen.insert(point.key).inserted {
          let step = point.key.step.map { "step \($0) of " } ?? ""
          problems.add(
            line, "\(step)trace \(quoted(point.key.trace)) stands twice", fix: "keep one of the two"
          )
        }
        points.append(point)
      }
    }
    return points
  }

  private func trace(_ node: JSONNode) -> [(point: ParityPoint, line: Int)] {
    guard
      let reader = ObjectReader(
        node, name: "a trace", known: ["trace", "time_zone", "settings", "before", "steps"],
        problems: problems)
    else { return [] }
    reader.require("trace", "steps")
    guard let id = reader.text("trace"), let steps = reader.list("steps") else { return [] }
    let head = ParityPoint(key: ParityPoint.Key(trace: id, step: nil), values: settings(reader))
    return [(head, node.line)] + steps.compactMap { step($0, trace: id) }
  }

  private func settings(_ trace: ObjectReader) -> [ParityPoint.Named] {
    guard let member = trace.member("settings"),
      let reader = ObjectReader(
        member.node, name: "\"settings\"", known: ["weights"] + engine.parameters.map(\.name),
        problems: problems)
    else { return [] }
    var values: [ParityPoint.Named] = []
    if let member = reader.member("weights"),
      let weights = ObjectReader(
        member.node, name: "\"weights\"", known: engine.subScores.map(\.name), problems: problems)
    {
      for definition in engine.subScores {
        guard let weight = weights.number(definition.name, in: -1e9...1e9) else { continue }
        values.append(.init("settings.weights.\(definition.name)", NumberText.exact(weight)))
      }
    }
    for definition in engine.parameters {
      guard let given = reader.member(definition.name),
        let value = ParameterReader.value(
          given.node, for: definition, in: reader, key: definition.name)
      else { continue }
      values.append(.init("settings.\(definition.name)", value.text))
    }
    return values
  }

  private func step(_ node: JSONNode, trace: String) -> (point: ParityPoint, line: Int)? {
    guard
      let reader = ObjectReader(
        node, name: "a step",
        known: [
          "step", "at", "delivery", "signals", "averages", "sub_scores", "score", "state", "fire",
          "decision", "blocked_by", "delivered",
        ], problems: problems)
    else { return nil }
    reader.require("step")
    guard let number = reader.integer("step", in: 1...1_000_000_000) else { return nil }
    var values: [ParityPoint.Named] = []
    if let at = reader.text("at") { values.append(.init("at", at)) }
    values += signals(reader)
    let averages = engine.signals.filter(\.inHistory).map(\.name)
    values += numbers("averages", of: averages, in: reader)
    values += numbers("sub_scores", of: engine.subScores.map(\.name), in: reader)
    if let score = self.number("score", in: reader) {
      values.append(.init("score", computed: score))
    }
    if let state = reader.text("state", nullable: true) { values.append(.init("state", state)) }
    if let decision = reader.text("decision") { values.append(.init("decision", decision)) }
    for key in ["fire", "delivered"] {
      guard let member = reader.member(key) else { continue }
      if case .bool(let value) = member.node.value {
        values.append(.init(key, value ? "true" : "false"))
      } else {
        reader.report(key, "is \(member.node.kindName)", fix: "write true or false")
      }
    }
    if let gates = reader.list("blocked_by") {
      let names = gates.compactMap { node -> String? in
        guard case .string(let name) = node.value else {
          return reader.refuse(
            "blocked_by", "holds \(node.kindName), not a text", fix: "list names of gates")
        }
        return name
      }
      values.append(.init("blocked_by", names.joined(separator: ";")))
    }
    if values.isEmpty && problems.problems.isEmpty {
      problems.add(
        node.line, "step \(number) gives nothing to compare",
        fix: "give at least its \"score\" or \"decision\", or remove it")
    }
    return (ParityPoint(key: .init(trace: trace, step: number), values: values), node.line)
  }

  /// A number of any size: it is compared, not used.
  private func number(_ key: String, in reader: ObjectReader) -> Double? {
    guard let member = reader.member(key) else { return nil }
    guard case .number(let value, _) = member.node.value else {
      return reader.refuse(
        key, "is \(member.node.kindName), not a number", fix: "write a number")
    }
    return value
  }

  private func signals(_ step: ObjectReader) -> [ParityPoint.Named] {
    guard let member = step.member("signals"),
      let reader = ObjectReader(
        member.node, name: "\"signals\"", known: engine.signals.map(\.name), problems: problems)
    else { return [] }
    return engine.signals.compactMap { signal in
      guard let member = reader.member(signal.name) else { return nil }
      let name = "signals.\(signal.name)"
      switch member.node.value {
      case .null: return .init(name, "null")
      case .string("none"): return .init(name, "none")
      default:
        return number(signal.name, in: reader).map { .init(name, NumberText.exact($0)) }
      }
    }
  }

  private func numbers(_ key: String, of names: [String], in step: ObjectReader)
    -> [ParityPoint.Named]
  {
    guard let member = step.member(key),
      let reader = ObjectReader(
        member.node, name: "\"\(key)\"", known: names, problems: problems)
    else { return [] }
    return names.compactMap { name in
      number(name, in: reader).map { .init("\(key).\(name)", computed: $0) }
    }
  }
}
