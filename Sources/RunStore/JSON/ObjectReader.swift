import TraceModel

/// Gathers the problems of one file, so that its author can mend them all in one go.
package final class ProblemList {
  package let file: String
  package private(set) var problems: [Problem] = []

  package init(file: String) { self.file = file }

  package func add(_ line: Int?, _ message: String, fix: String) {
    problems.append(Problem(file: file, line: line, message: message, fix: fix))
  }

  package func add(_ error: JSONError) { add(error.line, error.message, fix: error.fix) }
}

/// One JSON object being read: known keys, types and ranges, with every fault reported.
///
/// A getter returns nil both for an absent key and for a refused value; the latter has then been
/// reported, and the caller's result is discarded because problems exist.
package struct ObjectReader {
  package let line: Int
  private let members: [String: JSONMember]
  private let problems: ProblemList
  private let name: String
  /// What refusals call the value instead of its key.
  private var shown: String?

  /// Opens an object and reports the keys that its format does not know.
  ///
  /// - Parameters:
  ///   - node: The value that should be an object.
  ///   - name: What messages call the object, such as `"profile"`.
  ///   - known: Every key its format knows.
  ///   - problems: Where faults go.
  ///
  /// Nil when the value is no object, which has then been reported.
  package init?(_ node: JSONNode, name: String, known: [String], problems: ProblemList) {
    guard case .object(let list) = node.value else {
      problems.add(
        node.line, "\(name) is \(node.kindName), not an object", fix: "write it as {\"key\": value}"
      )
      return nil
    }
    self.line = node.line
    self.problems = problems
    self.name = name
    self.members = Dictionary(list.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    for member in list where !known.contains(member.key) {
      let hint = Nearest.hint(for: member.key, among: known)
      problems.add(
        member.line, "unknown key \(quoted(member.key)) in \(name)\(hint)",
        fix: "use one of: \(known.joined(separator: ", "))")
    }
  }

  package func member(_ key: String) -> JSONMember? { members[key] }

  /// Reports a refused value; always nil, so that a getter can end with it.
  package func refuse<T>(_ key: String, _ what: String, fix: String) -> T? {
    report(key, what, fix: fix)
    return nil
  }

  /// Reports a refused value, on the line of its key.
  package func report(_ key: String, _ what: String, fix: String) {
    problems.add(members[key]?.line ?? line, "\(quoted(shown ?? key)) \(what)", fix: fix)
  }

  /// The same object, whose refusals name `shown`: the thing a list of values is for.
  func naming(_ shown: String) -> ObjectReader {
    var copy = self
    copy.shown = shown
    return copy
  }

  /// Reports an absent key that the format requires.
  package func require(_ keys: String...) {
    for key in keys where members[key] == nil {
      problems.add(line, "\(name) lacks \(quoted(key))", fix: "add the key \(quoted(key))")
    }
  }

  /// A text; `null` counts as absent unless refused by `nullable: false`.
  package func text(_ key: String, nullable: Bool = false) -> String? {
    guard let member = members[key] else { return nil }
    if nullable && member.node.isNull { return nil }
    guard case .string(let text) = member.node.value else {
      return refuse(key, "is \(member.node.kindName), not a text", fix: "put it in double quotes")
    }
    return text
  }

  /// One of a closed list of words.
  package func choice<T: RawRepresentable & CaseIterable>(_ key: String, of type: T.Type) -> T?
  where T.RawValue == String {
    guard let text = text(key) else { return nil }
    if let value = T(rawValue: text) { return value }
    let known = T.allCases.map(\.rawValue)
    return refuse(
      key, "is \(quoted(text))\(Nearest.hint(for: text, among: known))",
      fix: "use one of: \(known.joined(separator: ", "))")
  }

  package func number(_ key: String, in range: ClosedRange<Double>, unit: String = "") -> Double? {
    guard let member = members[key] else { return nil }
    return number(member.node, key: key, in: range, unit: unit)
  }

  package func number(
    _ node: JSONNode, key: String, in range: ClosedRange<Double>, unit: String = ""
  ) -> Double? {
    let allowed = "\(NumberText.exact(range.lowerBound))...\(NumberText.exact(range.upperBound))"
    guard case .number(let value, let text) = node.value else {
      // Where null is allowed it never comes here: a null that does is itself at fault.
      return refuse(
        key, "is \(node.kindName), not a number",
        fix: "write a number in \(allowed)\(node.isNull ? "" : ", or null")")
    }
    guard range.contains(value) else {
      let tail = unit.isEmpty ? "" : " \(unit)"
      return refuse(
        key, "is \(text.prefix(40)), allowed \(allowed)\(tail)", fix: "write a value in \(allowed)")
    }
    return value
  }

  package func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
    guard let member = members[key] else { return nil }
    return integer(member.node, key: key, in: range)
  }

  package func integer(_ node: JSONNode, key: String, in range: ClosedRange<Int>) -> Int? {
    guard case .number(let value, let text) = node.value else {
      return refuse(key, "is \(node.kindName), not a number", fix: "write a whole number")
    }
    guard let whole = Int(exactly: value) else {
      return refuse(key, "is \(text.prefix(40)), not a whole number", fix: "write a whole number")
    }
    guard range.contains(whole) else {
      return refuse(
        key, "is \(whole), allowed \(range.lowerBound)...\(range.upperBound)",
        fix: "write a whole number in \(range.lowerBound)...\(range.upperBound)")
    }
    return whole
  }

  package func list(_ key: String) -> [JSONNode]? {
    guard let member = members[key] else { return nil }
    guard case .array(let nodes) = member.node.value else {
      return refuse(key, "is \(member.node.kindName), not a list", fix: "write it as [ … ]")
    }
    return nodes
  }
}
