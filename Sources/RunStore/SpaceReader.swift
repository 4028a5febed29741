import DecisionEngines
import TraceModel

/// Reads the `parameters` of a plan: which values of what are swept.
struct SpaceReader {
  let engine: any DecisionEngine
  let shipped: [Double]
  let method: SweepMethod
  let problems: ProblemList

  func read(_ member: JSONMember?) -> (WeightSpace?, [String: ParameterSpace]) {
    let names = engine.parameters.map(\.name)
    guard let member,
      let reader = ObjectReader(
        member.node, name: "\"parameters\"", known: ["weights"] + names, problems: problems)
    else { return (nil, [:]) }
    let weights = reader.member("weights").flatMap { readWeights($0.node) }
    var spaces: [String: ParameterSpace] = [:]
    for definition in engine.parameters {
      guard let given = reader.member(definition.name) else { continue }
      spaces[definition.name] = readSpace(given.node, definition: definition, in: reader)
    }
    if weights == nil && spaces.isEmpty && problems.problems.isEmpty {
      problems.add(
        member.line, "\"parameters\" sweeps nothing",
        fix: "name at least one: weights, \(names.joined(separator: ", "))")
    }
    return (weights, spaces)
  }

  // MARK: Weights

  private func readWeights(_ node: JSONNode) -> WeightSpace? {
    guard
      let reader = ObjectReader(
        node, name: "\"weights\"", known: ["step", "min", "values"], problems: problems)
    else { return nil }
    let names = engine.subScores.map(\.name)
    if let nodes = reader.list("values") {
      if reader.member("step") != nil || reader.member("min") != nil {
        reader.report("values", "stands beside step or min", fix: "give either a step or values")
      }
      if nodes.isEmpty {
        reader.report("values", "is an empty list", fix: "list at least one set of weights")
      }
      var sets: [[Double]] = []
      for node in nodes {
        guard
          let given = WeightReader.weights(
            node, key: "values", names: names, shipped: shipped, problems: problems)
        else { continue }
        sets.append(zip(names, shipped).map { given[$0] ?? $1 })
      }
      return sets.isEmpty ? nil : .sets(sets)
    }
    let minimum = reader.number("min", in: 0...1) ?? 0
    guard let member = reader.member("step") else {
      if method.draws { return simplex(minimum, names.count, reader) }
      reader.report("step", "is missing from \"weights\"", fix: "add a step such as 0.05")
      return nil
    }
    guard let step = reader.number(member.node, key: "step", in: 1e-6...1) else { return nil }
    let denominator = Int((1 / step).rounded())
    guard abs(step * Double(denominator) - 1) < 1e-9 else {
      return reader.refuse(
        "step", "is \(NumberText.exact(step)), which does not divide 1",
        fix: "use 1/n for a whole n, such as 0.05, 0.02 or 0.01")
    }
    // The least whole number of steps that is at least `min`, a hair's breadth forgiven.
    let least = Int((minimum * Double(denominator) - 1e-9).rounded(.up))
    guard least * names.count <= denominator else {
      return reader.refuse(
        "min", "is \(NumberText.exact(minimum)): \(names.count) such weights exceed 1",
        fix:
          "use at most \(NumberText.exact(Double(denominator / names.count) / Double(denominator)))"
      )
    }
    return .lattice(denominator: denominator, minimum: max(0, least))
  }

  private func simplex(_ minimum: Double, _ count: Int, _ reader: ObjectReader) -> WeightSpace? {
    guard minimum * Double(count) <= 1 else {
      return reader.refuse(
        "min", "is \(NumberText.exact(minimum)): \(count) such weights exceed 1",
        fix: "use at most \(NumberText.exact(1 / Double(count)))")
    }
    return .simplex(minimum: minimum)
  }

  // MARK: Other parameters

  private func readSpace(_ node: JSONNode, definition: ParameterDefinition, in outer: ObjectReader)
    -> ParameterSpace?
  {
    let name = definition.name
    if case .string(let text) = node.value {
      if text == "all" && definition.role == .notifyThreshold { return .allThresholds }
      return outer.refuse(
        name, "is the text \(quoted(text))",
        fix: definition.role == .notifyThreshold
          ? "write \"all\", {\"min\",\"max\",\"step\"} or {\"values\":[…]}"
          : "write {\"min\",\"max\",\"step\"} or {\"values\":[…]}")
    }
    guard
      let reader = ObjectReader(
        node, name: "\"\(name)\"", known: ["min", "max", "step", "values"], problems: problems)
    else { return nil }
    if let nodes = reader.list("values") {
      if ["min", "max", "step"].contains(where: { reader.member($0) != nil }) {
        reader.report("values", "stands beside a range", fix: "give either a range or values")
      }
      if nodes.isEmpty {
        reader.report("values", "is an empty list", fix: "list at least one value")
      }
      var values: [ParameterValue] = []
      for node in nodes {
        guard
          let value = ParameterReader.value(
            node, for: definition, in: reader.naming(name), key: "values")
        else { continue }
        if values.contains(value) {
          reader.report("values", "lists \(value.text) twice", fix: "list each value once")
        }
        values.append(value)
      }
      return values.isEmpty ? nil : .values(values)
    }
    return readRange(reader, definition: definition)
  }

  private func readRange(_ reader: ObjectReader, definition: ParameterDefinition)
    -> ParameterSpace?
  {
    let allowed: ClosedRange<Double>
    let isInteger: Bool
    switch definition.kind {
    case .number(let range):
      allowed = range
      isInteger = false
    case .integer(let range):
      allowed = Double(range.lowerBound)...Double(range.upperBound)
      isInteger = true
    case .clockRange, .knots:
      problems.add(
        reader.line, "\"\(definition.name)\" can't be swept as a range",
        fix: "list its values: {\"values\":[…]}")
      return nil
    }
    reader.require("min", "max")
    if !method.draws { reader.require("step") }
    guard let low = reader.number("min", in: allowed), let high = reader.number("max", in: allowed)
    else { return nil }
    guard low <= high else {
      return reader.refuse(
        "max", "of \"\(definition.name)\" is below min", fix: "give a max of at least min")
    }
    guard let stepMember = reader.member("step") else {
      return method.draws && !isInteger ? .interval(low...high) : integerSteps(low, high)
    }
    guard case .number(let step, let stepText) = stepMember.node.value, step > 0 else {
      return reader.refuse("step", "is \(stepMember.node.kindName)", fix: "give a step above 0")
    }
    guard let first = Decimal10(memberText(reader, "min")),
      let last = Decimal10(memberText(reader, "max")),
      let delta = Decimal10(stepText),
      let range = Decimal10.range(first: first, last: last, step: delta)
    else {
      return reader.refuse(
        "step", "makes a range with too many digits", fix: "use numbers with fewer decimals")
    }
    if isInteger && range.scale > 0 {
      return reader.refuse(
        "step", "is not whole", fix: "\"\(definition.name)\" takes whole numbers")
    }
    return .range(range, isInteger: isInteger)
  }

  private func integerSteps(_ low: Double, _ high: Double) -> ParameterSpace? {
    guard let first = Int(exactly: low), let last = Int(exactly: high) else { return nil }
    return .range(
      DecimalRange(first: first, step: 1, scale: 0, count: last - first + 1), isInteger: true)
  }

  private func memberText(_ reader: ObjectReader, _ key: String) -> String {
    guard case .number(_, let text)? = reader.member(key)?.node.value else { return "" }
    return text
  }
}

/// A short decimal as a whole mantissa and a power of ten.
private struct Decimal10 {
  let mantissa: Int
  let scale: Int

  /// Reads JSON number text; nil when it has more digits than stay exact.
  init?(_ text: String) {
    var mantissa = 0
    var scale = 0
    var exponent = 0
    var sawPoint = false
    var rest = Substring(text)
    let negative = rest.hasPrefix("-")
    if negative { rest = rest.dropFirst() }
    while let character = rest.first, character != "e", character != "E" {
      rest = rest.dropFirst()
      if character == "." {
        sawPoint = true
        continue
      }
      guard let digit = character.wholeNumberValue, mantissa < DecimalRange.maximumMantissa / 10
      else { return nil }
      mantissa = mantissa * 10 + digit
      if sawPoint { scale += 1 }
    }
    if !rest.isEmpty {
      guard let value = Int(rest.dropFirst()), abs(value) <= 30 else { return nil }
      exponent = value
    }
    scale -= exponent
    while scale < 0 {
      guard mantissa < DecimalRange.maximumMantissa / 10 else { return nil }
      mantissa *= 10
      scale += 1
    }
    while scale > 0 && mantissa % 10 == 0 {
      mantissa /= 10
      scale -= 1
    }
    guard scale <= DecimalRange.maximumScale else { return nil }
    self.mantissa = negative ? -mantissa : mantissa
    self.scale = scale
  }

  /// All values from `first` by whole steps up to `last`.
  static func range(first: Decimal10, last: Decimal10, step: Decimal10) -> DecimalRange? {
    let scale = max(first.scale, last.scale, step.scale)
    guard let a = first.scaled(to: scale), let b = last.scaled(to: scale),
      let delta = step.scaled(to: scale), delta > 0
    else { return nil }
    return DecimalRange(first: a, step: delta, scale: scale, count: (b - a) / delta + 1)
  }

  private func scaled(to target: Int) -> Int? {
    var value = mantissa
    for _ in scale..<target {
      guard abs(value) < DecimalRange.maximumMantissa / 10 else { return nil }
      value *= 10
    }
    return value
  }
}
