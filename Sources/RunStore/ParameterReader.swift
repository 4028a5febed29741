import TraceModel

/// Reads parameter values, from JSON and from the command line, by their declared kind.
package enum ParameterReader {
  /// - Returns: Nil when refused, which has then been reported.
  static func value(
    _ node: JSONNode, for definition: ParameterDefinition, in reader: ObjectReader, key: String
  ) -> ParameterValue? {
    switch definition.kind {
    case .number(let range):
      return reader.number(node, key: key, in: range, unit: definition.unit).map { .number($0) }
    case .integer(let range):
      return reader.integer(node, key: key, in: range).map { .integer($0) }
    case .clockRange:
      return clockRange(node, in: reader, key: key)
    case .knots(let range):
      return knots(node, range: range, in: reader, key: key)
    }
  }

  private static let clockFix = "write {\"start\":\"22:00\",\"end\":\"07:00\"}, or null for off"

  private static func clockRange(_ node: JSONNode, in reader: ObjectReader, key: String)
    -> ParameterValue?
  {
    if node.isNull { return .clockRange(nil) }
    guard case .object(let members) = node.value else {
      return reader.refuse(key, "is \(node.kindName), not a pair of clock times", fix: clockFix)
    }
    var minutes: [String: Int] = [:]
    for member in members {
      guard member.key == "start" || member.key == "end" else {
        return reader.refuse(key, "has the unknown key \(quoted(member.key))", fix: clockFix)
      }
      guard case .string(let text) = member.node.value, let minute = ClockTime.minute(text) else {
        return reader.refuse(
          key, "has \(member.key) \(member.node.kindName), not a clock time from 00:00 to 23:59",
          fix: clockFix)
      }
      minutes[member.key] = minute
    }
    guard let start = minutes["start"], let end = minutes["end"] else {
      return reader.refuse(key, "lacks start or end", fix: clockFix)
    }
    return .clockRange(ClockRange(start: start, end: end))
  }

  private static func knots(
    _ node: JSONNode, range: ClosedRange<Double>, in reader: ObjectReader, key: String
  ) -> ParameterValue? {
    let fix = "write at least two points [[x, y], …], x rising"
    guard case .array(let points) = node.value else {
      return reader.refuse(key, "is \(node.kindName), not a list of points", fix: fix)
    }
    guard points.count >= 2 else {
      return reader.refuse(key, "has fewer than two points", fix: fix)
    }
    var knots: [Knot] = []
    for point in points {
      guard case .array(let pair) = point.value, pair.count == 2,
        case .number(let x, _) = pair[0].value, case .number(let y, _) = pair[1].value
      else {
        return reader.refuse(key, "has a point that is not a pair of numbers", fix: fix)
      }
      knots.append(Knot(x, y))
    }
    if let fault = fault(of: knots, range: range) { return reader.refuse(key, fault, fix: fix) }
    return .knots(knots)
  }

  private static func fault(of knots: [Knot], range: ClosedRange<Double>) -> String? {
    if let outside = knots.first(where: { !range.contains($0.y) || !$0.x.isFinite }) {
      let allowed = "\(NumberText.exact(range.lowerBound))...\(NumberText.exact(range.upperBound))"
      return "has the value \(NumberText.exact(outside.y)), allowed \(allowed)"
    }
    if zip(knots, knots.dropFirst()).contains(where: { $0.x >= $1.x }) {
      return "has points whose x does not rise"
    }
    // Curve arithmetic multiplies differences: keep it finite whatever the input.
    if knots.contains(where: { abs($0.x) > 1e9 }) { return "has an x beyond 1000000000" }
    return nil
  }

  /// Reads the value of `--set NAME=V`.
  ///
  /// - Throws: A sentence on what is allowed.
  package static func value(_ text: String, for definition: ParameterDefinition)
    throws(ParameterTextError) -> ParameterValue
  {
    switch definition.kind {
    case .number(let range):
      guard let number = plainNumber(text), range.contains(number) else {
        throw ParameterTextError(
          allowed:
            "a number in \(NumberText.exact(range.lowerBound))...\(NumberText.exact(range.upperBound))"
        )
      }
      return .number(number)
    case .integer(let range):
      guard let number = plainNumber(text), let whole = Int(exactly: number), range.contains(whole)
      else {
        throw ParameterTextError(
          allowed: "a whole number in \(range.lowerBound)...\(range.upperBound)")
      }
      return .integer(whole)
    case .clockRange:
      if text == "off" || text == "null" { return .clockRange(nil) }
      let ends = text.split(separator: "-", omittingEmptySubsequences: false)
      guard ends.count == 2, let start = ClockTime.minute(String(ends[0])),
        let end = ClockTime.minute(String(ends[1]))
      else { throw ParameterTextError(allowed: "clock times as 22:00-07:00, or off") }
      return .clockRange(ClockRange(start: start, end: end))
    case .knots(let range):
      var knots: [Knot] = []
      for point in text.split(separator: ";", omittingEmptySubsequences: false) {
        let pair = point.split(separator: ":", omittingEmptySubsequences: false)
        guard pair.count == 2, let x = plainNumber(String(pair[0])),
          let y = plainNumber(String(pair[1]))
        else { throw ParameterTextError(allowed: "points as 0:100;24:50;72:0") }
        knots.append(Knot(x, y))
      }
      guard knots.count >= 2, fault(of: knots, range: range) == nil else {
        throw ParameterTextError(allowed: "at least two points as 0:100;24:50;72:0, x rising")
      }
      return .knots(knots)
    }
  }

  /// A finite decimal number; nil for words and hexadecimal that Swift's own reader would take.
  package static func plainNumber(_ text: String) -> Double? {
    guard !text.isEmpty, text.utf8.count <= 400,
      text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let value = Double(text),
      value.isFinite
    else { return nil }
    return value
  }
}

/// What a parameter's text on the command line should have been.
package struct ParameterTextError: Error, Hashable, Sendable {
  package let allowed: String
}
