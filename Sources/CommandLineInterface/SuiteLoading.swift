import DecisionEngines
import RunStore
import TraceModel

/// Suites of one engine, ready to be evaluated together.
package struct LoadedSuites {
  package let suites: [Suite]
  package let engine: any DecisionEngine

  /// Loads one suite that the command line names.
  package init(_ path: String, in environment: Environment) throws(Failure) {
    let suite = try SuiteLoader(disk: environment.disk).load(path)
    guard let engine = Engines.named(suite.engine) else {
      preconditionFailure("the loader accepts known engines only")
    }
    suites = [suite]
    self.engine = engine
  }

  init(suites: [Suite], engine: any DecisionEngine) {
    self.suites = suites
    self.engine = engine
  }

  /// Loads the suites that a plan names, and checks that they can be swept together.
  ///
  /// - Parameters:
  ///   - plan: Names the suites.
  ///   - copies: Where they are read instead, one for each; nil to read them where the plan says.
  ///   - environment: Where the paths are.
  /// - Returns: The suites, in the plan's order.
  /// - Throws: `input` naming the plan's line at fault, `lock` for a broken lock.
  package static func named(
    by plan: PlanReader, copies: [String]? = nil, in environment: Environment
  ) throws(Failure) -> LoadedSuites {
    let loader = SuiteLoader(disk: environment.disk)
    var suites: [Suite] = []
    var lineOfID: [String: String] = [:]
    for (i, entry) in plan.suites.enumerated() {
      let path = SuiteLoader.normalized(copies.map { $0[i] } ?? entry.path)
      guard environment.disk.isFolder(path) else {
        throw plan.suiteProblem(
          i, "there is no suite folder \(quoted(entry.path))",
          fix: "give its path relative to the working directory")
      }
      let suite = try loader.load(path)
      if let first = suites.first, first.engine != suite.engine {
        throw plan.suiteProblem(
          i, "\(path) is for the engine \(suite.engine), \(first.path) for \(first.engine)",
          fix: "sweep suites of one engine together")
      }
      for trace in suite.traces {
        if let other = lineOfID[trace.id] {
          throw plan.suiteProblem(
            i, "trace id \(quoted(trace.id)) of \(path) is also used in \(other)",
            fix: "give each trace of a run an id of its own; name each suite once")
        }
        lineOfID[trace.id] = path
      }
      suites.append(suite)
    }
    guard let engine = suites.first.flatMap({ Engines.named($0.engine) }) else {
      preconditionFailure("a plan reader refuses an empty list of suites")
    }
    return LoadedSuites(suites: suites, engine: engine)
  }
}
