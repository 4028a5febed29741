import TraceModel

/// Reads bounds such as `=0` (in a plan) and `recall>=0.6` (on the command line).
package enum RequirementText {
  /// The bound of a named metric; nil when the text is no comparison and number.
  static func requirement(name: String, bound text: String) -> Requirement? {
    guard let metric = Metric(name: name) else { return nil }
    // Two-character signs first, so that `>=` is not read as `>` and `=0.6`.
    for comparison in Requirement.Comparison.allCases.sorted(by: {
      $0.rawValue.count > $1.rawValue.count
    }) where text.hasPrefix(comparison.rawValue) {
      let number = text.dropFirst(comparison.rawValue.count).filter { $0 != " " }
      guard let bound = ParameterReader.plainNumber(number) else { return nil }
      return Requirement(name: name, metric: metric, comparison: comparison, bound: bound)
    }
    return nil
  }

  /// Reads `NAME<sign>VALUE`.
  ///
  /// - Throws: A `usage` failure that says which part is wrong.
  package static func parse(_ text: String) throws(Failure) -> Requirement {
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let fix = "write NAME, one of = >= <= > <, and a number, as in \"recall>=0.6\""
    guard Metric(name: String(name)) != nil else {
      let hint = Nearest.hint(for: String(name), among: Metric.names)
      throw .usage(
        message: "--require \(quoted(text)) names no metric\(hint)",
        fix: "use one of: \(Metric.names.joined(separator: ", "))")
    }
    let rest = text.dropFirst(name.count).drop { $0 == " " }
    guard let requirement = requirement(name: String(name), bound: String(rest)) else {
      throw .usage(message: "--require \(quoted(text)) is not a bound", fix: fix)
    }
    return requirement
  }
}
