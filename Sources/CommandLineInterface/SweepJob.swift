import DecisionEngines
import ExternalPrograms
import Foundation
import ReportWriters
import RunReport
import RunStore
import SweepCore
import TraceModel

/// A sweep from its plan to its run folder; `sweep` and `run` share it.
struct SweepJob {
  let plan: SweepPlan
  let planText: String
  /// What messages call the plan.
  private let file: String
  let loaded: LoadedSuites
  let point: ShippedPoint

  /// Takes a plan file, or the default plan of a suite folder.
  ///
  /// - Parameters:
  ///   - operand: The path of either.
  ///   - program: Gives the sub-scores, if not the engine.
  ///   - suiteName: What the default plan is called; nil for the suite's own name.
  ///   - environment: Where the path is.
  ///   - named: Gets the run's name once it is known, before any program is started.
  /// - Returns: The job, its inputs accepted.
  /// - Throws: `usage` when nothing can be read there, what `init` throws, what `named` throws.
  static func from(
    _ operand: String, program: ProgramRun?, calling suiteName: String? = nil,
    in environment: Environment, named: (String) throws(Failure) -> Void
  ) throws(Failure) -> SweepJob {
    if environment.disk.isFolder(operand) {
      return try defaultPlan(
        suite: operand, name: suiteName, program: program, in: environment, named: named)
    }
    let bytes: [UInt8]
    do throws(ReadError) {
      bytes = try environment.disk.read(operand)
    } catch {
      throw .usage(
        message: "\(operand): can't be read: \(error.reason)",
        fix: "name a plan file, or a suite folder to sweep with the default plan")
    }
    return try SweepJob(bytes, file: operand, program: program, in: environment, named: named)
  }

  /// A coarse lattice and every whole threshold from 40 to 80.
  private static func defaultPlan(
    suite path: String, name: String?, program: ProgramRun?, in environment: Environment,
    named: (String) throws(Failure) -> Void
  ) throws(Failure) -> SweepJob {
    let folder = SuiteLoader.normalized(path)
    let suite = try SuiteLoader(disk: environment.disk).load(folder)
    let text = """
      {"schema": "autoresearch.plan/1",
       "name": \(jsonString(name ?? suite.name)),
       "suite": \(jsonString(folder)),
       "method": "lattice",
       "parameters": {"weights": {"step": 0.05, "min": 0},
                      "notifyThreshold": {"min": 40, "max": 80, "step": 1}},
       "metric": "recall",
       "require": {"falseAlarms": "=0"},
       "then": ["fewerInterventions", "margin", "nearestToShipped"],
       "seed": 1,
       "keep": 100,
       "run_cap": null}

      """
    return try SweepJob(
      Array(text.utf8), file: "the default plan of \(folder)", program: program, in: environment,
      named: named)
  }

  /// - Parameters:
  ///   - bytes: The plan.
  ///   - file: Its path, for messages.
  ///   - program: Gives the sub-scores, if not the engine.
  ///   - copies: Where the plan's suites are read instead of where it says.
  ///   - environment: Where all that is.
  ///   - named: Gets the run's name once it is known, before any program is started.
  /// - Throws: `input` and `lock` for what is refused, and what `named` throws.
  init(
    _ bytes: [UInt8], file: String, program: ProgramRun?, copies: [String]? = nil,
    in environment: Environment, named: (String) throws(Failure) -> Void
  ) throws(Failure) {
    self.file = file
    let reader = try PlanReader(bytes, file: file)
    if let copies, copies.count != reader.suites.count {
      throw .input([
        Problem(
          file: file, message: "names \(reader.suites.count) suites, the record \(copies.count)",
          fix: "restore the run folder")
      ])
    }
    let loaded = try LoadedSuites.named(by: reader, copies: copies, in: environment)
      .expecting(program)
    let points = loaded.suites.map { ShippedPoint(engine: loaded.engine, suite: $0) }
    point = points[0]
    plan = try reader.plan(engine: loaded.engine, shipped: point.weights)
    for (i, other) in points.enumerated() where other != point {
      throw reader.suiteProblem(
        i, "\(plan.suites[i]) ships other weights or another threshold than \(plan.suites[0])",
        fix: "sweep them apart: a candidate has one distance from shipped")
    }
    for (i, suite) in loaded.suites.enumerated() {
      if suite.role == .holdout {
        throw reader.suiteProblem(
          i, "\(suite.path) is a holdout, and a holdout is never swept",
          fix: "sweep a suite of the role \"tuning\"")
      }
    }
    guard loaded.suites.contains(where: { $0.labelCount > 0 }) else {
      throw reader.suiteProblem(
        0, "no step and no window of this plan's suites is labelled, so nothing can be ranked",
        fix: "label moments with \"expect\"; `evaluate` works without labels")
    }
    planText = String(decoding: bytes, as: UTF8.self)
    try named(plan.name)
    self.loaded = try loaded.asking(program)
  }

  var runner: SweepRunner {
    get throws(Failure) {
      do throws(CandidateSpace.CountOverflow) {
        return try SweepRunner(
          plan: plan, suites: loaded.suites, engine: loaded.engine, shipped: point)
      } catch {
        throw .input([
          Problem(
            file: file, message: "the plan spans more candidates than can be numbered",
            fix: "use larger steps or fewer values")
        ])
      }
    }
  }

  /// What parts of this sweep, made earlier or elsewhere, must have in common with it.
  var identity: SweepIdentity {
    SweepIdentity(
      version: Interface.version, plan: SHA256.hex(of: planText.utf8),
      suites: loaded.suites.compactMap(\.digest), constants: loaded.engine.constantsDigest,
      answers: loaded.engine.givenSubScores?.answersDigest)
  }
}
