import DecisionEngines
import Foundation
import RunReport
import RunStore
import Testing
import TraceModel

/// `parity`: equal means equal, and the first difference is explained.
@Suite struct ParityTests {
  @Test func bothSampleEnginesAgreeWithTheMirror() throws {
    let workshop = try Workshop()
    let suite = try workshop.copyBundledDays()
    let decided = workshop.run(
      "parity", suite, "--engine-command", try Repository.pythonMirror("decide"))
    #expect(decided.status == 0, "\(decided.results)")
    #expect(decided.lines.last == "equal    73 of 73 steps, 146 values compared")
    for command in [try Repository.pythonMirror(), try Repository.swiftMirror()] {
      let scored = workshop.run("parity", suite, "--sub-scores", command)
      #expect(scored.status == 0, "\(scored.results)\(scored.messages)")
      #expect(scored.lines.last == "equal    73 of 73 steps, 803 values compared")
    }
  }

  @Test func explainsTheFirstDecisionThatDiffers() throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    let silent = """
      while IFS= read -r line; do
        case $line in '{"trace"'*) ;; *) echo '{"fire":false,"reason":"asleep"}' ;; esac
      done
      """
    let run = workshop.run(
      "parity", suite, "--engine-command", silent, "--set", "notifyThreshold=30")
    #expect(run.status == 1)
    #expect(
      run.lines.dropFirst() == [
        "equal    1 of 3 steps, 3 values compared",
        "differ   fire 2",
        "first    monday step 1, 2025-04-14 08:00 Europe/Berlin, Traces/small/monday.jsonl:2",
        "  fire                 mirror true   program false",
        "  mirror says   score 72.6 reaches 30",
        "  mirror says   building baseline: sleepHours has 0 of 3 days, population average 7.5 used; hrvMs has 0 of 3 days, population average 50 used; steps has 0 of 3 days, population average 7000 used",
        "  program says  asleep",
        "  Later differences in this trace may follow from this one: cooldown and budget count on.",
      ])
  }

  @Test func namesTheSubScoreThatDiffers() throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    let run = workshop.run(
      "parity", suite, "--sub-scores", Repository.misbehaving("well"), "--json")
    #expect(run.status == 1)
    #expect(
      run.results.hasPrefix(
        #"{"suite":"small","steps":3,"equal_steps":0,"values":33,"tolerance":0,"equal":false,"differ":{"sub_scores.sleep":3,"sub_scores.hrv":3,"sub_scores.timeOfDay":3,"score":3,"state":3,"fire":1,"decision":1,"blocked_by":2,"delivered":1,"sub_scores.activity":1},"first":{"trace":"monday","step":1,"values":[{"name":"sub_scores.sleep","mirror":100,"other":10},"#
      ), "\(run.results)")
  }

  @Test func aGoldenFileReadsBackExactly() throws {
    let workshop = try Workshop()
    let suite = try workshop.copyBundledDays()
    #expect(
      workshop.run("sweep", try workshop.writePlan(for: suite), "--out", "run", "--quiet").status
        < 2)
    let equal = workshop.run("parity", suite, "--golden", "run/golden.json")
    #expect(equal.status == 0, "\(equal.results)")
    #expect(equal.lines.last == "equal    73 of 73 steps, 1,590 values compared")
    #expect(try workshop.read("run/SHA256SUMS").contains("  golden.json\n"))

    // The last digit of one number of a thousand.
    let golden = try workshop.read("run/golden.json")
    let from = try #require(golden.range(of: "20.533333333333335"))
    try workshop.write(
      golden.replacingCharacters(in: from, with: "20.53333333333333"), to: "other.json")
    let other = workshop.run("parity", suite, "--golden", "other.json")
    #expect(other.status == 1)
    #expect(
      other.lines == [
        "vigil-twelve-days   mirror against other.json, tolerance 0",
        "equal    72 of 73 steps, 1,590 values compared",
        "differ   score 1",
        "first    perfect-morning step 2, 2025-04-08 08:30 America/Vancouver, Traces/vigil-twelve-days/01-perfect-morning.jsonl:3",
        "  score                mirror 20.533333333333335   golden 20.53333333333333   difference -3.552713678800501e-15",
        "  mirror says   score 20.5 is 39.5 below 60",
      ])
    #expect(
      workshop.run("parity", suite, "--golden", "other.json", "--tolerance", "1e-14").status == 0)
  }

  @Test func otherSettingsAreToldFirst() throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    let sweep = workshop.run(
      "sweep", try workshop.writePlan(for: suite), "--out", "run", "--quiet", "--sub-scores",
      Repository.misbehaving("well"))
    #expect(sweep.status < 2, "\(sweep.messages)")
    let run = workshop.run(
      "parity", suite, "--golden", "run/golden.json", "--set", "dailyBudget=1")
    #expect(run.status == 1)
    #expect(run.lines[3] == "first    settings of monday")
    #expect(run.lines[4] == "  settings.dailyBudget mirror 1   golden 3")
    #expect(run.lines[5].hasPrefix("first    monday step 1, "))
  }

  @Test func stepsThatOneSideLacksAreDifferences() throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    try workshop.write(
      """
      {"schema":"autoresearch.golden/1","engine":"vigil","traces":[
       {"trace":"monday","steps":[{"step":1,"fire":true},{"step":4,"fire":false}]},
       {"trace":"tuesday","steps":[]}]}
      """, to: "golden.json")
    let run = workshop.run("parity", suite, "--golden", "golden.json")
    #expect(run.status == 1)
    #expect(
      run.lines == [
        "small   mirror against golden.json, tolerance 0",
        "equal    1 of 4 steps, 1 value compared",
        "differ   step 3, trace 1",
        "first    tuesday, a trace that the suite has not",
        "  trace                only in the golden file",
        "first    monday step 2, 2025-04-14 09:00 Europe/Berlin, Traces/small/monday.jsonl:5",
        "  step                 missing in the golden file",
      ])
  }

  @Test func allFaultsOfAGoldenFileAreToldAtOnce() throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    try workshop.write(
      """
      {"schema":"autoresearch.golden/2","engine":"vlognudge","traces":[
       {"trace":"monday","settings":{"cooldownMinutes":1.5,"colour":1},"steps":[
        {"step":1,"score":"high"},
        {"step":1,"sub_scores":{"sleeep":3}}]}]}
      """, to: "golden.json")
    let run = workshop.run("parity", suite, "--golden", "golden.json")
    #expect(run.status == 2)
    #expect(
      run.messages == """
        golden.json:1: error: "schema" is "autoresearch.golden/2"
          fix: this version reads "autoresearch.golden/1"
        golden.json:1: error: "engine" is "vlognudge", but the suite is for vigil
          fix: compare it on a suite of its own engine
        golden.json:2: error: unknown key "colour" in "settings"
          fix: use one of: weights, notifyThreshold, escalateThreshold, cooldownMinutes, dailyBudget, quietHours, missingSleep, missingHRV, missingDeadline, missingActivity, populationSleepHours, populationHRVMs, populationSteps, baselineDays, baselineMinimumDays, sleepFloorHours, hrvFloorShare, deadlineKnots, timeOfDayKnots
        golden.json:2: error: "cooldownMinutes" is 1.5, not a whole number
          fix: write a whole number
        golden.json:3: error: "score" is the text "high", not a number
          fix: write a number
        golden.json:4: error: unknown key "sleeep" in "sub_scores"; did you mean "sleep"?
          fix: use one of: sleep, hrv, deadline, activity, timeOfDay
        golden.json:4: error: step 1 of trace "monday" stands twice
          fix: keep one of the two

        """)
  }

  @Test(arguments: [
    ([], "parity needs something to compare with"),
    (["--golden", "a", "--sub-scores", "b"], "--sub-scores and --golden are given together"),
    (
      ["--engine-command", "a", "--sub-scores", "b"],
      "--engine-command and --sub-scores are given together"
    ),
  ])
  func comparesWithOneThing(_ words: [String], _ message: String) throws {
    let run = try Workshop().run(["parity", "Traces/none"] + words)
    #expect(run.status == 64)
    #expect(
      run.messages
        == "error: \(message)\n  fix: give one of --engine-command, --sub-scores, --golden\n")
  }

  @Test(arguments: ["-1", "nan", "0x1", "close"])
  func aToleranceIsANumberFromZero(_ text: String) throws {
    let run = try Workshop().run(
      "parity", "Traces/none", "--golden", "a", "--tolerance", text)
    #expect(run.status == 64)
    #expect(
      run.messages
        == "error: --tolerance is \"\(text)\"\n  fix: write a number from 0, such as 1e-9\n")
  }

  /// Whatever bytes stand in a golden file: an answer or a list of faults, never a crash.
  @Test func survivesDamagedGoldenFiles() throws {
    let workshop = try Workshop()
    let suite = try SuiteLoader(disk: workshop.disk).load(try workshop.makeSmallSuite())
    let evaluation = Evaluation(engine: Vigil(), suites: [suite])
    let whole = Array(
      GoldenFile(engine: Vigil(), withSignals: true)
        .text(evaluation, candidate: "shipped", suites: [suite]).utf8)
    let mirror = evaluation.parityPoints(engine: Vigil())
    var random = SplitMix64(seed: 20_250_414)
    for _ in 0..<500 {
      var bytes = whole
      for _ in 0...random.below(4) {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[place] = UInt8(random.below(256))
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + random.below(30) + 1))
        default: bytes.insert(contentsOf: bytes[place...].prefix(random.below(30)), at: place)
        }
      }
      do throws(Failure) {
        let points = try GoldenReader.points(bytes, file: "golden.json", engine: Vigil())
        _ = Parity(mirror: mirror, other: points, tolerance: 0).counts
      } catch {
        #expect(error.status == 2)
      }
    }
  }

  @Test func signalsOfRealPeopleStayOut() throws {
    let workshop = try Workshop()
    let suite = try SuiteLoader(disk: workshop.disk).load(try workshop.makeSmallSuite())
    let evaluation = Evaluation(engine: Vigil(), suites: [suite])
    let shown = GoldenFile(engine: Vigil(), withSignals: true)
      .text(evaluation, candidate: "shipped", suites: [suite])
    #expect(shown.contains(#""signals":{"sleepHours":4,"hrvMs":20,"hoursToDeadline":null,"#))
    let hidden = GoldenFile(engine: Vigil(), withSignals: false)
      .text(evaluation, candidate: "shipped", suites: [suite])
    #expect(!hidden.contains("signals") && !hidden.contains("averages"))
    let points = try GoldenReader.points(Array(hidden.utf8), file: "golden.json", engine: Vigil())
    #expect(points.count == 4)
  }
}
