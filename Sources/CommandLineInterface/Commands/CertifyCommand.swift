import Certify
import DecisionEngines
import RunReport
import RunStore
import SweepCore
import TraceModel

/// `certify`: what the best weights could do on a suite, with a proof or a bound.
struct CertifyCommand: Command {
  private static let ungated = Option(
    "--ungated", "ignore cooldown and budget; quiet hours still hold")
  private static let seconds = Option(
    "--seconds", value: "N", "end the search after N seconds with a bound; default 60")
  private static let alarms = Option(
    "--false-alarms", value: "F", "also the most caught with at most F false alarms")

  let name = "certify"
  let summary = "prove what any weights can do on a suite, or bound it"
  let operands = "SUITE"
  let operandCount = 1...1
  let options: [Option] = [
    Self.ungated, Self.seconds, Self.alarms, .set, .json, .openHoldout, .subScores, .answerSeconds,
  ]
  let example = "autoresearch certify Traces/vigil-twelve-days"
  let details = """
    For the suite's gates, or those of --set: weights that meet every label, or why none
    do, in words and numbers to add up by hand; the most that can be caught without a
    false alarm, proven or with a bound; and what the gates alone rule out. The threshold
    is free in 0...100 unless --set notifyThreshold=V fixes it. A time limit can end the
    search at another bound on another machine; a proof is a proof everywhere.
    """

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    let limit = try input.integer(Self.seconds, in: 1...604_800) ?? 60
    let alarms = try input.integer(Self.alarms, in: 0...1000)
    let program = try input.subScoreProgram(in: environment)
    var loaded = try LoadedSuites(input.operands[0], in: environment).expecting(program)
    let suite = loaded.suites[0]
    try Holdout.check(suite, input, in: environment)
    let point = ShippedPoint(engine: loaded.engine, suite: suite)
    let overrides = try input.overrides(engine: loaded.engine, shipped: point.weights)
    loaded = try loaded.asking(program)
    let started = ContinuousClock.now
    let certificate: Certificate
    do throws(CertifyError) {
      certificate = try Certificate(
        CertifyQuestion(
          engine: loaded.engine, suites: loaded.suites, overrides: overrides,
          isGated: !input.has(Self.ungated), falseAlarms: alarms, time: .seconds(limit)))
    } catch {
      throw .input([Self.problem(error, suite)])
    }
    let console = environment.console
    // Times stay out of results, which must not depend on the machine.
    func text(_ time: Duration) -> String { NumberText.fixed(time / .seconds(1), 4) }
    let search = certificate.zeroFalseAlarms
    console.message(
      "searched \(Wording.count(search.nodes, "region", "regions")) in \(text(search.searchTime)) s, certified in \(text(ContinuousClock.now - started)) s"
    )
    if input.has(.json) {
      console.line(CertificateJSON.value(certificate).line)
    } else {
      CertificateText.lines(certificate, suite: suite).forEach { console.line($0) }
    }
    return ExitStatus.done
  }

  private static func problem(_ error: CertifyError, _ suite: Suite) -> Problem {
    switch error {
    case .noPositives:
      Problem(
        file: suite.path,
        message: "no step and no window should fire, so there is nothing to catch",
        fix: "label moments with \"expect\":\"intervene\"")
    case .noWeights:
      Problem(
        file: suite.path, message: "the engine \(suite.engine) compares no weighted sum",
        fix: "certify suites of an engine with weights and a threshold")
    case .tooIntricate(let trace):
      Problem(
        file: suite.path,
        message: "trace \(trace) has more windows or days at once than can be kept apart",
        fix: "split the trace")
    case .steps(let fault):
      Problem(
        file: suite.path, message: "certify failed its own check: \(fault.text)",
        fix: "report this as a defect")
    }
  }
}
