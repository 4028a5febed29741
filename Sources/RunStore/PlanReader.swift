import DecisionEngines
import TraceModel

/// Reads a sweep plan: strict JSON with comments.
///
/// A plan names parameters of an engine, and the engine stands in its suites: the caller reads the
/// suite list first (`suites`), loads them, then reads the rest.
package struct PlanReader {
  private static let keys = [
    "schema", "name", "suite", "method", "parameters", "metric", "require", "then", "seed", "keep",
    "run_cap", "claim", "costs",
  ]

  let problems: ProblemList
  let reader: ObjectReader
  /// Suite folders as written, with the line each stands on.
  package let suites: [(path: String, line: Int)]

  /// - Throws: `input` with every fault of the plan that needs no engine to be seen.
  package init(_ bytes: [UInt8], file: String) throws(Failure) {
    problems = ProblemList(file: file)
    guard
      let node = parseJSON(withoutByteOrderMark(bytes), comments: true, problems: problems),
      let reader = ObjectReader(node, name: "the plan", known: Self.keys, problems: problems)
    else { throw .input(problems.problems) }
    self.reader = reader
    reader.require("schema", "name", "suite", "method", "parameters")
    if let schema = reader.text("schema"), schema != "autoresearch.plan/1" {
      reader.report(
        "schema", "is \(quoted(schema))", fix: "this version reads \"autoresearch.plan/1\"")
    }
    var suites: [(path: String, line: Int)] = []
    if let member = reader.member("suite") {
      switch member.node.value {
      case .string(let path): suites = [(path, member.line)]
      case .array(let nodes):
        for node in nodes {
          guard case .string(let path) = node.value else {
            reader.report(
              "suite", "holds \(node.kindName), not a path", fix: "list paths of suite folders")
            continue
          }
          suites.append((path, node.line))
        }
      default:
        reader.report("suite", "is \(member.node.kindName), not a path", fix: "write a path")
      }
      if suites.isEmpty && problems.problems.isEmpty {
        reader.report("suite", "names no suite", fix: "name at least one suite folder")
      }
    }
    self.suites = suites
    guard !suites.isEmpty else { throw .input(problems.problems) }
  }

  /// A failure to use a suite, told at the line that names it.
  package func suiteProblem(_ index: Int, _ message: String, fix: String) -> Failure {
    problems.add(suites[index].line, message, fix: fix)
    return .input(problems.problems)
  }

  /// Reads everything else against the engine's names and ranges.
  ///
  /// - Parameters:
  ///   - engine: The engine of the plan's suites.
  ///   - shipped: The weights that unnamed ones keep.
  /// - Returns: The plan, with the documented defaults where it is silent.
  /// - Throws: `input` with all the plan's faults.
  package func plan(engine: any DecisionEngine, shipped: [Double]) throws(Failure) -> SweepPlan {
    let name = reader.text("name")
    if let name, !isPlainID(name) { reportID(reader, "name", name) }
    let method = reader.choice("method", of: SweepMethod.self)
    let spaces = SpaceReader(
      engine: engine, shipped: shipped, method: method ?? .lattice, problems: problems)
    let (weights, parameters) = spaces.read(reader.member("parameters"))
    if method == .lattice && problems.problems.isEmpty {
      if case .lattice? = weights {
      } else {
        reader.report(
          "method", "is \"lattice\", but no weights are swept by step",
          fix: "add \"weights\":{\"step\":0.05}, or use the method \"grid\"")
      }
    }
    let runCap = nullableInteger("run_cap", in: 1...Int(1e15))
    if let method, method.draws {
      checkDraws(method, runCap, weights, parameters, weightCount: engine.subScores.count)
    }
    var plan = SweepPlan(
      name: name ?? "", suites: suites.map(\.path), method: method ?? .lattice, weights: weights,
      parameters: parameters, seed: readSeed(), keep: readKeep(), runCap: runCap)
    if let metric = readMetric() { plan.metric = metric }
    if let require = readRequire() { plan.require = require }
    if let then = readThen() { plan.then = then }
    plan.claim = readClaim()
    plan.costs = readCosts()
    refuseUtilityWithoutCosts()
    guard problems.problems.isEmpty else { throw .input(problems.problems) }
    return plan
  }

  /// Draws need a number, and a Sobol sequence is as long and wide as its table.
  private func checkDraws(
    _ method: SweepMethod, _ runCap: Int?, _ weights: WeightSpace?,
    _ parameters: [String: ParameterSpace], weightCount: Int
  ) {
    guard let runCap else {
      reader.report(
        reader.member("run_cap") == nil ? "method" : "run_cap",
        "is \(quoted(method.rawValue)) without a number of draws",
        fix: "set \"run_cap\", as in \"run_cap\": 100000")
      return
    }
    guard method == .sobol else { return }
    if runCap > SobolLimits.points {
      reader.report(
        "run_cap", "is more than the \(SobolLimits.points) points of a Sobol sequence",
        fix: "use at most \(SobolLimits.points), or the method \"random\"")
    }
    let dimensions = SobolLimits.dimensions(
      weights: weights, weightCount: weightCount, parameters: parameters.count)
    if dimensions > SobolLimits.dimensions {
      reader.report(
        "method", "is \"sobol\" over \(dimensions) dimensions",
        fix: "sweep parameters that make at most \(SobolLimits.dimensions), or use \"random\"")
    }
  }

  private func nullableInteger(_ key: String, in range: ClosedRange<Int>) -> Int? {
    guard let member = reader.member(key), !member.node.isNull else { return nil }
    return reader.integer(key, in: range)
  }

  private func readSeed() -> UInt64 {
    UInt64(nullableInteger("seed", in: 0...Int(1e15)) ?? 1)
  }

  private func readKeep() -> SweepPlan.Keep {
    if let member = reader.member("keep"), case .string(let text) = member.node.value {
      if text == "all" { return .all }
      reader.report("keep", "is \(quoted(text))", fix: "write a whole number, or \"all\"")
      return .best(100)
    }
    return .best(nullableInteger("keep", in: 1...10_000_000) ?? 100)
  }

  private func readMetric() -> Metric? {
    guard let text = reader.text("metric") else { return nil }
    return Metric(name: text)
      ?? reader.refuse(
        "metric", "is \(quoted(text))\(Nearest.hint(for: text, among: Metric.names))",
        fix: "use one of: \(Metric.names.joined(separator: ", "))")
  }

  private func readRequire() -> [Requirement]? {
    guard let member = reader.member("require") else { return nil }
    if member.node.isNull { return [] }
    guard
      let bounds = ObjectReader(
        member.node, name: "\"require\"", known: Metric.names, problems: problems)
    else { return nil }
    var requirements: [Requirement] = []
    for name in Metric.names {
      guard let text = bounds.text(name) else { continue }
      guard let requirement = RequirementText.requirement(name: name, bound: text) else {
        bounds.report(
          name, "is \(quoted(text)), not a bound",
          fix: "write one of = >= <= > < and a number, as in \"=0\" or \">=0.6\"")
        continue
      }
      requirements.append(requirement)
    }
    return requirements
  }

  /// Reads `{"metric":"recall","comparator":">=","value":0.8,"on":"holdout"}`.
  private func readClaim() -> Claim? {
    guard let member = reader.member("claim"), !member.node.isNull,
      let claim = ObjectReader(
        member.node, name: "\"claim\"", known: ["metric", "comparator", "value", "on"],
        problems: problems)
    else { return nil }
    claim.require("metric", "comparator", "value", "on")
    let comparison = claim.choice("comparator", of: Requirement.Comparison.self)
    let on = claim.choice("on", of: Claim.Subject.self)
    let bound = claim.number("value", in: -1e15...1e15)
    guard let name = claim.text("metric") else { return nil }
    guard let metric = Metric(name: name) else {
      return claim.refuse(
        "metric", "is \(quoted(name))\(Nearest.hint(for: name, among: Metric.names))",
        fix: "use one of: \(Metric.names.joined(separator: ", "))")
    }
    guard let comparison, let on, let bound else { return nil }
    return Claim(
      requirement: Requirement(name: name, metric: metric, comparison: comparison, bound: bound),
      on: on)
  }

  private func readThen() -> [Criterion]? {
    guard let nodes = reader.list("then") else { return nil }
    var criteria: [Criterion] = []
    for node in nodes {
      guard case .string(let text) = node.value, let criterion = Criterion(name: text) else {
        var hint = ""
        if case .string(let text) = node.value {
          hint = Nearest.hint(for: text, among: Criterion.names + Metric.names)
        }
        reader.report(
          "then", "holds \(node.kindName)\(hint)",
          fix: "use any of: \((Criterion.names + Metric.names).joined(separator: ", "))")
        continue
      }
      criteria.append(criterion)
    }
    if criteria.count > 5 {
      reader.report("then", "holds \(criteria.count) criteria", fix: "keep at most five")
    }
    return criteria
  }
}
