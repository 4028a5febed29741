import CommandLineInterface
import Foundation
import RunStore
import TestSupport
import Testing

// MARK: What every command has

@Test(arguments: Commands.all.map(\.name))
func commandHasHelpWithAnExample(_ name: String) throws {
  let command = try #require(Commands.named(name))
  for words in [[name, "--help"], [name, "-h"], ["help", name]] {
    let run = Terminal(words, in: "/")
    #expect(run.status == 0)
    #expect(run.messages == "")
    #expect(run.output.hasPrefix("\(command.summary)\n\nusage: autoresearch \(name)"))
    #expect(run.output.contains("\nexample: autoresearch \(name)"))
    #expect(run.output.contains(/\n  --help +show this help\n/))
    #expect(run.output.hasSuffix("\n"))
    #expect(!run.output.contains("\n\n\n"))
    for line in run.output.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }
  #expect(command.example.hasPrefix("autoresearch \(name)"))
  #expect(!command.summary.hasSuffix("."))
}

@Test(arguments: Commands.all.map(\.name))
func optionsAreNamedOnceAndExplained(_ name: String) throws {
  let command = try #require(Commands.named(name))
  let names = command.options.map(\.name)
  #expect(Set(names).count == names.count)
  for option in command.options {
    #expect(option.name.hasPrefix("--"))
    #expect(!option.help.isEmpty)
    #expect(!option.help.hasSuffix("."), "help ends without a full stop, as all others do")
    #expect(option.help.first?.isUppercase != true)
  }
}

@Test func commandsHaveDistinctNamesAndStandInTheOverview() {
  let names = Commands.all.map(\.name)
  #expect(Set(names).count == names.count)
  let overview = Terminal(["--help"], in: "/")
  for command in Commands.all {
    #expect(overview.output.contains("  \(command.name)"))
    #expect(overview.output.contains(command.summary))
  }
}

@Test func noWordsShowTheOverviewAsWrongUsage() {
  let run = Terminal([], in: "/")
  #expect(run.status == 64)
  #expect(run.output == Terminal(["--help"], in: "/").output)
}

@Test func versionIsPrinted() {
  let run = Terminal(["--version"], in: "/")
  #expect(run.status == 0)
  #expect(run.output == "autoresearch \(Interface.version)\n")
}

// MARK: Wrong usage

struct UsageCase: Sendable, CustomTestStringConvertible {
  let words: [String]
  let answer: String
  var testDescription: String { words.joined(separator: " ") }
}

private let suite = "Traces/sample"
private let parameters =
  "notifyThreshold, escalateThreshold, cooldownMinutes, dailyBudget, quietHours, missingSleep, missingHRV, missingDeadline, missingActivity, populationSleepHours, populationHRVMs, populationSteps, baselineDays, baselineMinimumDays, sleepFloorHours, hrvFloorShare, deadlineKnots, timeOfDayKnots"

private let usageCases: [UsageCase] = [
  UsageCase(
    words: ["evalute", suite],
    answer:
      "error: unknown command \"evalute\"; did you mean \"evaluate\"?\n  fix: use one of: \(Commands.all.map(\.name).joined(separator: ", "))"
  ),
  UsageCase(
    words: ["evaluate"],
    answer:
      "error: evaluate needs SUITE\n  fix: as in `autoresearch evaluate Traces/vigil-twelve-days --require precision=1`"
  ),
  UsageCase(
    words: ["evaluate", suite, "more"],
    answer:
      "error: evaluate does not take \"more\"\n  fix: as in `autoresearch evaluate Traces/vigil-twelve-days --require precision=1`"
  ),
  UsageCase(
    words: ["evaluate", suite, "--jsn"],
    answer:
      "error: unknown option \"--jsn\" for evaluate; did you mean \"--json\"?\n  fix: see `autoresearch evaluate --help`"
  ),
  UsageCase(
    words: ["evaluate", suite, "--json=yes"],
    answer: "error: --json takes no value\n  fix: write --json alone"),
  UsageCase(
    words: ["evaluate", suite, "--weights"],
    answer: "error: --weights needs a value\n  fix: write --weights NAME=V,…"),
  UsageCase(
    words: ["evaluate", suite, "--weights="],
    answer: "error: --weights needs a value\n  fix: write --weights NAME=V,…"),
  UsageCase(
    words: ["evaluate", suite, "--weights", "sleep=0.35", "--weights", "sleep=0.35"],
    answer: "error: --weights is given twice\n  fix: give it once"),
  UsageCase(
    words: ["evaluate", suite, "--weights", "sleep"],
    answer: "error: --weights \"sleep\" is not NAME=V\n  fix: write it as NAME=V, no spaces"),
  UsageCase(
    words: ["evaluate", suite, "--weights", "slep=0.35"],
    answer:
      "error: --weights names no sub-score of vigil: \"slep\"; did you mean \"sleep\"?\n  fix: use any of: sleep, hrv, deadline, activity, timeOfDay"
  ),
  UsageCase(
    words: ["evaluate", suite, "--weights", "sleep=0.5"],
    answer:
      "error: --weights: weights sum to 1.15, not 1\n  fix: give weights that sum to 1; unnamed ones keep the shipped value"
  ),
  UsageCase(
    words: ["evaluate", suite, "--weights", "sleep=1.6,hrv=-1"],
    answer:
      "error: --weights: weight sleep is 1.6, allowed 0...1\n  fix: give weights that sum to 1; unnamed ones keep the shipped value"
  ),
  UsageCase(
    words: ["evaluate", suite, "--weights", "sleep=x"],
    answer: "error: --weights sleep is \"x\"\n  fix: write a number in 0...1"),
  UsageCase(
    words: ["evaluate", suite, "--weights", "sleep=0.35,sleep=0.35"],
    answer: "error: --weights names sleep twice\n  fix: name each weight once"),
  UsageCase(
    words: ["evaluate", suite, "--set", "notifyTreshold=50"],
    answer:
      "error: --set names no parameter of vigil: \"notifyTreshold\"; did you mean \"notifyThreshold\"?\n  fix: use one of: \(parameters)"
  ),
  UsageCase(
    words: ["evaluate", suite, "--set", "notifyThreshold=101"],
    answer: "error: --set notifyThreshold is \"101\"\n  fix: write a number in 0...100"),
  UsageCase(
    words: ["evaluate", suite, "--set", "dailyBudget=1", "--set", "dailyBudget=2"],
    answer: "error: --set dailyBudget is given twice\n  fix: give it once"),
  UsageCase(
    words: ["evaluate", "Traces/other"],
    answer:
      "error: Traces/other: there is no such suite folder\n  fix: name a folder that holds a suite.json; `autoresearch new suite Traces/other` makes one"
  ),
  UsageCase(
    words: ["explain", suite, "--step", "1"],
    answer: "error: --step needs --trace\n  fix: name the trace with --trace ID"),
  UsageCase(
    words: ["explain", suite, "--trace", "one-dy"],
    answer:
      "error: no trace \"one-dy\" in this suite; did you mean \"one-day\"?\n  fix: use one of: one-day, other-day"
  ),
  UsageCase(
    words: ["explain", suite, "--trace", "one-day", "--step", "9"],
    answer: "error: trace one-day has no step 9\n  fix: it has steps 1 to 3"),
  UsageCase(
    words: ["explain", suite, "--trace", "one-day", "--step", "0"],
    answer: "error: --step is \"0\"\n  fix: write a whole number in 1...1000000"),
  UsageCase(
    words: ["sweep", "nothing.json"],
    answer:
      "error: nothing.json: can't be read: No such file or directory\n  fix: name a plan file, or a suite folder to sweep with the default plan"
  ),
  UsageCase(
    words: ["sweep", "plan.json", "--threads", "0"],
    answer: "error: --threads is \"0\"\n  fix: write a whole number in 1...1024"),
  UsageCase(
    words: ["new", "siute", "x"],
    answer:
      "error: new makes a suite or a day, not \"siute\"; did you mean \"suite\"?\n  fix: as in `autoresearch new day Traces/mine/monday`"
  ),
  UsageCase(
    words: ["new", "suite", "Traces/Mine"],
    answer:
      "error: \"Mine\" can't be a name\n  fix: use lower-case letters, digits and hyphens, not a hyphen first"
  ),
  UsageCase(
    words: ["new", "suite", suite],
    answer: "error: Traces/sample/suite.json exists already\n  fix: choose another name"),
  UsageCase(
    words: ["new", "day", "monday"],
    answer:
      "error: \"monday\" names no suite folder\n  fix: as in `autoresearch new day Traces/mine/monday`"
  ),
  UsageCase(
    words: ["new", "day", "Traces/mine/monday", "--zone", "PST"],
    answer:
      "error: --zone is \"PST\", not a zone of the IANA database\n  fix: write a name such as America/Vancouver or Europe/Berlin"
  ),
  UsageCase(
    words: ["new", "day", "Traces/mine/monday", "--date", "today"],
    answer: "error: --date is \"today\", not a date\n  fix: write it as 2025-04-14"),
  UsageCase(
    words: ["report", "Reports/none"],
    answer:
      "error: Reports/none: there is no such run folder\n  fix: name a folder below Reports"),
]

@Test(arguments: usageCases)
func wrongUsageIsToldAndNothingIsWritten(_ c: UsageCase) throws {
  let folder = try SampleSuite.folder()
  let before = try folder.snapshot()
  let run = Terminal(c.words, in: folder.path)
  #expect(run.messages == c.answer + "\n")
  #expect(run.output == "")
  #expect(run.status == 64)
  #expect(try folder.snapshot() == before)
}

// MARK: Exit statuses

@Test func failedRequirementIsStatusOneAndSaysWhy() throws {
  let folder = try SampleSuite.folder()
  let run = Terminal(
    ["evaluate", suite, "--require", "recall>=0.9", "--require", "precision=1"], in: folder.path)
  #expect(run.status == 1)
  #expect(run.messages == "requirement failed: recall>=0.9, but recall is 0.6666666666666666\n")
  #expect(Terminal(["evaluate", suite, "--require", "precision=1"], in: folder.path).status == 0)
  #expect(
    Terminal(
      [
        "evaluate", suite, "--require", "precision>=0", "--set", "notifyThreshold=100", "--json",
      ], in: folder.path
    ).messages == "requirement failed: precision>=0, but precision is undefined\n")
}

@Test(arguments: ["evaluate", "explain", "sweep", "run", "verify"])
func changedByteIsStatusThreeAndNamesTheFile(_ command: String) throws {
  let folder = try SampleSuite.folder()
  let text = try folder.read("Traces/sample/one.jsonl")
  try folder.write(text.replacing("4.5", with: "4.6"), to: "Traces/sample/one.jsonl")
  let before = try folder.snapshot()
  let run = Terminal([command, suite], in: folder.path)
  #expect(run.status == 3)
  #expect(
    run.messages.hasPrefix(
      "Traces/sample/one.jsonl: error: content differs from SHA256SUMS (locked "))
  #expect(run.output == "")
  #expect(try folder.snapshot() == before)
}

@Test func outputThatCannotBeWrittenIsStatus74() throws {
  let folder = try SampleSuite.folder()
  let before = try folder.snapshot()
  let run = Terminal(["sweep", "plan.json", "--out", "plan.json/x"], in: folder.path)
  #expect(run.status == 74)
  #expect(run.messages.hasPrefix("plan.json/x: error: can't create this folder: "))
  #expect(try folder.snapshot() == before)
}

@Test func lostResultsAreStatus74() throws {
  let folder = try SampleSuite.folder()
  let run = Terminal(["evaluate", suite], in: folder.path, refusal: "No space left on device")
  #expect(run.status == 74)
  #expect(
    run.messages.hasPrefix(
      "standard output: error: can't write: No space left on device\n  fix: "))
}

@Test func closedPipeEndsQuietly() throws {
  let folder = try SampleSuite.folder()
  let run = Terminal(["evaluate", suite], in: folder.path, refusal: "closed pipe")
  #expect(run.status == 0)
  #expect(run.messages == "")
}

// MARK: Holdouts

@Test func holdoutIsOpenedOnPurposeAndRecorded() throws {
  let folder = try SampleSuite.folder()
  try folder.write(
    SampleSuite.header.replacing("tuning", with: "holdout"), to: "Traces/sample/suite.json")
  try folder.lock(suite)
  let before = try folder.snapshot()
  // The ledger is made before the rest of the disk is given up; without an entry it says nothing.
  func isUntouched() throws -> Bool {
    var after = try folder.snapshot()
    if folder.disk.exists("Reports/ledger.jsonl"), try folder.read("Reports/ledger.jsonl") == "" {
      after["Reports"] = nil
      after["Reports/ledger.jsonl"] = nil
    }
    return after == before
  }
  for words in [
    ["evaluate", suite], ["explain", suite],
    ["evaluate", suite, "--open-holdout", "look", "--weights", "sleep=9"],
    ["explain", suite, "--open-holdout", "look", "--trace", "none-such"],
  ] {
    let run = Terminal(words, in: folder.path)
    #expect(run.status != 0)
    #expect(run.output == "")
    #expect(try isUntouched())
  }
  let refused = Terminal(["evaluate", suite], in: folder.path)
  #expect(refused.status == 2)
  #expect(
    refused.messages == """
      Traces/sample/suite.json: error: the role is holdout: each look at its results uses it up
        fix: open it on purpose with --open-holdout "REASON"; that goes to the ledger

      """)
  let swept = Terminal(["sweep", "plan.json"], in: folder.path)
  #expect(swept.status == 2)
  #expect(
    swept.messages == """
      plan.json:1: error: Traces/sample is a holdout, and a holdout is never swept
        fix: sweep a suite of the role "tuning"

      """)
  #expect(try isUntouched())
  let opened = Terminal(["evaluate", suite, "--open-holdout", "final check"], in: folder.path)
  #expect(opened.status == 0)
  #expect(try folder.read("Reports/ledger.jsonl").contains(#""reason":"final check""#))
}

// MARK: lock, verify, new

@Test func lockIsReplacedOnlyWithAReason() throws {
  let folder = try SampleSuite.folder()
  let again = Terminal(["lock", suite], in: folder.path)
  #expect(again.status == 0)
  #expect(again.output == "Traces/sample is locked already, nothing has changed\n")
  #expect(!folder.disk.exists("Traces/LOCKS.jsonl"))
  let old = SHA256.hex(of: try folder.read("Traces/sample/SHA256SUMS").utf8)
  try folder.write("a note", to: "Traces/sample/NOTE")
  let refused = Terminal(["lock", suite], in: folder.path)
  #expect(refused.status == 64)
  #expect(
    refused.messages == """
      error: Traces/sample has a lock, and its content has changed since
        fix: restore the files, or say why with --reason "TEXT"

      """)
  let replaced = Terminal(["lock", suite, "--reason", "a note added"], in: folder.path)
  let new = SHA256.hex(of: try folder.read("Traces/sample/SHA256SUMS").utf8)
  #expect(replaced.status == 0)
  #expect(replaced.output == "locked Traces/sample: 4 files, 2 traces\ndigest \(new)\n")
  #expect(
    try folder.read("Traces/LOCKS.jsonl")
      == #"{"suite":"sample","time":"2025-04-14T08:00:00Z","reason":"a note added","old":"\#(old)","new":"\#(new)"}"#
      + "\n")
  let verified = Terminal(["verify"], in: folder.path)
  #expect(
    verified.output
      == """
      ok  Traces/sample
          tuning, 2 traces; 3 should fire, 3 should stay silent (1 of them windows); 0
          steps unlabelled; 1 window holds no step, so nothing can fire there
          digest \(new)

      """
  )
}

@Test func newDayIsValidAsItStands() throws {
  let folder = try TemporaryFolder()
  for zone in ["America/Vancouver", "Asia/Kathmandu"] {
    let name = zone == "America/Vancouver" ? "monday" : "tuesday"
    let run = Terminal(
      ["new", "day", "Traces/mine/\(name)", "--zone", zone, "--date", "2025-03-01"],
      in: folder.path)
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.output.contains("made Traces/mine/\(name).jsonl\n"))
  }
  #expect(Terminal(["lock", "Traces/mine"], in: folder.path).status == 0)
  #expect(Terminal(["verify"], in: folder.path).status == 0)
  let run = Terminal(["evaluate", "Traces/mine", "--json"], in: folder.path)
  #expect(run.status == 0)
  #expect(run.output.hasSuffix("\"traces\":2,\"days\":2,\"steps\":6}}\n"))
  let twice = Terminal(["new", "day", "Traces/mine/monday"], in: folder.path)
  #expect(twice.status == 64)
}
