import Foundation
import Testing
import TraceModel

/// `--sub-scores`: the author's own numbers under the engine's weights, thresholds and gates.
@Suite struct SubScoreTests {
  private static let plan = """
    {"schema":"autoresearch.plan/1","name":"plan","suite":"Traces/vigil-twelve-days",
     "method":"lattice","parameters":{"weights":{"step":0.25},
     "notifyThreshold":{"min":40,"max":80,"step":10},"cooldownMinutes":{"values":[60,120]},
     "quietHours":{"values":[null,{"start":"22:00","end":"07:00"}]}}}
    """

  @Test func aPythonMirrorGivesTheSameBytes() throws {
    try expectSameBytes(Repository.pythonMirror())
  }

  @Test func aSwiftMirrorGivesTheSameBytes() throws {
    try expectSameBytes(Repository.swiftMirror())
  }

  private func expectSameBytes(_ command: String) throws {
    let workshop = try Workshop()
    _ = try workshop.copyBundledDays()
    try workshop.write(Self.plan, to: "plan.json")
    let mirror = workshop.run("sweep", "plan.json", "--out", "mirror", "--quiet")
    let program = workshop.run(
      "sweep", "plan.json", "--out", "program", "--quiet", "--sub-scores", command)
    #expect(program.status == mirror.status && mirror.status < 2, "\(program.messages)")
    for name in ["decisions.csv", "candidates.csv", "behaviours.csv"] {
      #expect(
        try workshop.read("program/\(name)") == workshop.read("mirror/\(name)"), "\(name) differs")
    }
    #expect(try workshop.read("mirror/decisions.csv").contains("average_sleepHours"))
  }

  @Test func reportAndRecordSayWhoseNumbersTheyAre() throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    let command = Repository.misbehaving("well")
    let run = workshop.run(
      "sweep", try workshop.writePlan(for: suite), "--out", "out", "--quiet", "--sub-scores",
      command)
    #expect(run.status == 0 || run.status == 1, "\(run.messages)")
    let report = try workshop.read("out/report.md")
    #expect(report.contains("Sub-scores from the external program “exec sh"))
    #expect(report.contains("of its answers `"))
    #expect(report.contains("No sub-score curve of ours is used"))
    #expect(!report.contains("deadlineKnots"))
    #expect(!report.contains("populationSteps"))
    #expect(report.contains("cooldownMinutes"))
    let record = try workshop.read("out/run.json")
    #expect(record.contains("\"command_digest\": \""))
    #expect(record.contains("\"answers_digest\": \""))
  }

  @Test func itsNumbersReachTheDecisions() throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    let run = workshop.run(
      "evaluate", suite, "--json", "--sub-scores", Repository.misbehaving("well"), "--set",
      "notifyThreshold=20")
    #expect(run.status == 0, "\(run.messages)")
    // 0.35·10 + 0.25·20 + 0.2·30 + 0.13·40 + 0.07·50
    #expect(
      run.lines[0]
        == #"{"kind":"step","trace":"monday","step":1,"at":"2025-04-14T08:00:00+02:00","score":23.2,"threshold":20,"sub_scores":{"sleep":10,"hrv":20,"deadline":30,"activity":40,"timeOfDay":50},"state":"Sharp","decision":"notification","blocked_by":[],"reasons":["score 23.2 reaches 20"],"dominant_factor":"Deadline close","expect":"intervene","outcome":"tp","delivered":true}"#
    )
  }

  @Test func aCurveIsNoParameterAnyMore() throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    let run = workshop.run(
      "evaluate", suite, "--sub-scores", "touch started", "--set", "missingHRV=20")
    #expect(run.status == 64)
    #expect(
      run.messages == """
        error: --set names no parameter of vigil: "missingHRV"
          fix: use one of: notifyThreshold, escalateThreshold, cooldownMinutes, dailyBudget, quietHours

        """)
    // What is wrong with the command line is told before any program is started.
    #expect(!workshop.names(in: ".").contains("started"))
  }

  @Test func explainShowsTheProgramsNumbers() throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    let run = workshop.run("explain", suite, "--sub-scores", Repository.misbehaving("well"))
    #expect(run.status == 0)
    #expect(run.results.contains("    activity     40.0 × 0.13   =   5.2 of 13.0\n"))
  }

  @Test(arguments: [
    (
      ["--answer-seconds", "5"], "error: --answer-seconds is given without a program to wait for",
      "  fix: name the program with --sub-scores or --engine-command"
    ),
    (
      ["--sub-scores", "cat", "--answer-seconds", "0"], "error: --answer-seconds is \"0\"",
      "  fix: write a whole number in 1...3600"
    ),
    (
      ["--engine-command", "cat", "--sub-scores", "cat"],
      "error: --sub-scores has no effect with --engine-command: the program decides by itself",
      "  fix: give one of the two"
    ),
    (
      ["--engine-command", "cat", "--weights", "sleep=1"],
      "error: --weights has no effect with --engine-command: the program decides by itself",
      "  fix: give one of the two"
    ),
    (
      ["--engine-command", "cat", "--require", "margin>=1"],
      "error: --require margin>=1: a program that decides by itself has no margin",
      "  fix: require other figures"
    ),
  ])
  func refusesWhatMakesNoSense(_ words: [String], _ message: String, _ fix: String) throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    let run = workshop.run(["evaluate", suite] + words)
    #expect(run.status == 64)
    #expect(run.messages == "\(message)\n\(fix)\n")
  }
}
