import DecisionEngines
import ExternalPrograms
import Foundation
import RunStore
import Testing
import TraceModel

/// What a program is sent, and what is left of it afterwards.
@Suite struct ConversationTests {
  private static let answer =
    #"{"sub_scores":{"sleep":10,"hrv":20,"deadline":30,"activity":40,"timeOfDay":50}}"#

  @Test func sendsHeadersAndStepsAsTheyStandInTheSuite() throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    let run = workshop.run(
      "evaluate", suite, "--sub-scores", "tee received.txt | \(Repository.misbehaving("well"))")
    #expect(run.status == 0, "\(run.messages)")
    #expect(
      try workshop.read("received.txt") == """
        {"trace":"monday","timeZone":"Europe/Berlin","history":[{"date":"2025-04-13"}]}
        {"at":"2025-04-14T08:00","signals":{"sleepHours":4.0,"hrvMs":20},"expect":"intervene"}
        {"at":"2025-04-14T09:00","signals":{"sleepHours":4},"delivery":"failed"}
        {"at":"2025-04-14T12:30",  "signals":{"steps":9000}}

        """)
  }

  @Test func startsOnceForAllSuitesOfAPlan() throws {
    let workshop = try Workshop()
    _ = try workshop.makeSmallSuite()
    _ = try workshop.copyBundledDays()
    try workshop.write(
      """
      {"schema":"autoresearch.plan/1","name":"two","suite":["Traces/small","Traces/vigil-twelve-days"],
       "method":"lattice","parameters":{"weights":{"step":0.5}}}
      """, to: "plan.json")
    let run = workshop.run(
      "sweep", "plan.json", "--quiet", "--sub-scores",
      "echo started >>starts.txt; \(Repository.misbehaving("well"))")
    #expect(run.status == 0 || run.status == 1, "\(run.messages)")
    #expect(try workshop.read("starts.txt") == "started\n")
  }

  /// Neither side may stop the other: more than a pipe holds, in all directions.
  @Test func survivesFullPipes() throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    let noisy = """
      head -c 300000 /dev/zero | tr '\\0' 'x' >&2
      while IFS= read -r line; do
        case $line in '{"trace"'*) continue ;; esac
        head -c 300000 /dev/zero | tr '\\0' 'x' >&2
        printf '%s%500000s\\n' '\(Self.answer)' ' '
      done
      head -c 300000 /dev/zero | tr '\\0' 'x' >&2
      """
    let run = workshop.run("evaluate", suite, "--sub-scores", noisy)
    #expect(run.status == 0, "\(run.messages.prefix(300))")
  }

  @Test func sendsLinesLongerThanAPipe() throws {
    let workshop = try Workshop()
    try workshop.write(
      #"{"schema":"autoresearch.suite/1","name":"long","engine":"vigil","role":"tuning"}"#,
      to: "Traces/long/suite.json")
    let why = String(repeating: "long ", count: 30_000)
    try workshop.write(
      """
      {"trace":"long","timeZone":"UTC","title":"\(why)"}
      {"at":"2025-04-14T08:00","signals":{},"why":"\(why)"}

      """, to: "Traces/long/long.jsonl")
    #expect(workshop.run("lock", "Traces/long").status == 0)
    let run = workshop.run(
      "evaluate", "Traces/long", "--sub-scores", Repository.misbehaving("well"))
    #expect(run.status == 0, "\(run.messages.prefix(300))")
    // One that never reads: the line does not fit into the pipe, and still there is an end.
    let deaf = workshop.run(
      "evaluate", "Traces/long", "--sub-scores", "exec sleep 1000", "--answer-seconds", "1")
    #expect(deaf.status == 2)
    #expect(deaf.messages.contains("the program gave no answer within 1 s"))
    let closed = workshop.run(
      "evaluate", "Traces/long", "--sub-scores", "exec <&-; exec sleep 1000")
    #expect(closed.status == 2)
    #expect(closed.messages.contains("error: the program stopped reading before this step\n"))
  }

  @Test func endsWhatTheProgramStarted() throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    let run = workshop.run(
      "evaluate", suite, "--answer-seconds", "1", "--sub-scores",
      "(sleep 2; touch survived) & echo $$ >number; sleep 1000")
    #expect(run.status == 2)
    let number = try #require(
      Int32(try workshop.read("number").trimmingCharacters(in: .whitespacesAndNewlines)))
    // Not even a zombie answers to the number.
    #expect(kill(number, 0) == -1 && errno == ESRCH)
    usleep(2_000_000)
    #expect(!workshop.names(in: ".").contains("survived"))
  }

  @Test func leaksNoDescriptor() throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    let loaded = try SuiteLoader(disk: workshop.disk).load(suite)
    let open = { (0..<4096).count { fcntl(Int32($0), F_GETFD) >= 0 } }
    let before = open()
    for command in [Repository.misbehaving("well"), Repository.misbehaving("crash"), "exit 1"] {
      for _ in 0..<40 {
        let program = ProgramRun(command: command, answerSeconds: 10, disk: workshop.disk)
        _ = try? program.subScores(of: [loaded], engine: Vigil())
      }
    }
    // 360 would have leaked; other tests of this process hold a few of their own.
    #expect(open() - before < 120)
  }

  @Test func refusesASuiteThatChangedSinceItWasRead() throws {
    let workshop = try Workshop()
    let suite = try workshop.makeSmallSuite()
    let loaded = try SuiteLoader(disk: workshop.disk).load(suite)
    try workshop.write(
      """
      {"trace":"monday","timeZone":"UTC"}
      {"at":"2025-04-14T08:00"}

      """, to: "Traces/small/monday.jsonl")
    let program = ProgramRun(
      command: Repository.misbehaving("well"), answerSeconds: 10, disk: workshop.disk)
    #expect(throws: Failure.self) { try program.subScores(of: [loaded], engine: Vigil()) }
    #expect(workshop.run("lock", suite, "--reason", "shorter").status == 0)
    let failure = #expect(throws: Failure.self) {
      try program.subScores(of: [loaded], engine: Vigil())
    }
    #expect(
      failure?.text == """
        Traces/small: error: the suite was locked anew while this run was reading it
          fix: run again
        """)
  }
}
