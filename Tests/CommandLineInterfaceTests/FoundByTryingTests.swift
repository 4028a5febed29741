import CommandLineInterface
import Foundation
import RunStore
import TestSupport
import Testing

// Faults that were found by using the program, each kept out by the test named after it.

@Test func aLateOutputNeverPassesWhenScored() throws {
  let folder = try TemporaryFolder()
  try folder.write(
    #"{"case":"x","sample":0,"output":"Open the doc.","latencySeconds":8.5,"source":"recorded"}"#
      + "\n", to: "late.jsonl")
  let json = Terminal(["score", "late.jsonl", "--json"], in: folder.path)
  #expect(json.output.contains(#""outcome":"late","all_rules":false"#), "\(json.output)")
  let text = Terminal(["score", "late.jsonl"], in: folder.path)
  #expect(text.output.contains("fail  later than 8 s: the app shows its fallback"))
}

@Test func aSuiteWithinASuiteIsRefused() throws {
  let folder = try SampleSuite.folder()
  try folder.write(
    SampleSuite.header.replacing("tuning", with: "holdout"), to: "Traces/sample/hold/suite.json")
  try folder.lock("Traces/sample")
  let run = Terminal(["evaluate", "Traces/sample"], in: folder.path)
  #expect(run.status == 2)
  #expect(
    run.messages == """
      Traces/sample/hold/suite.json: error: a suite within a suite: this file would be ignored
        fix: move that suite beside this one, or name it alone

      """)
}

@Test func removingALockIsNoWayAroundItsReason() throws {
  let folder = try SampleSuite.folder()
  try FileManager.default.removeItem(atPath: "\(folder.path)/Traces/sample/SHA256SUMS")
  #expect(Terminal(["lock", "Traces/sample"], in: folder.path).status == 0)
  try FileManager.default.removeItem(atPath: "\(folder.path)/Traces/sample/SHA256SUMS")
  try folder.write("more", to: "Traces/sample/notes.txt")
  let refused = Terminal(["lock", "Traces/sample"], in: folder.path)
  #expect(refused.status == 64)
  #expect(
    refused.messages == """
      error: Traces/sample was locked before, and its content has changed since
        fix: restore the files, or say why with --reason "TEXT"

      """)
  #expect(Terminal(["lock", "Traces/sample", "--reason", "notes"], in: folder.path).status == 0)
  #expect(LockLog(disk: folder.disk).replacements(of: ["Traces/sample"]) == 1)
}

@Test func aPipeWhereAFileShouldBeIsRefusedAtOnce() throws {
  let folder = try SampleSuite.folder()
  try FileManager.default.removeItem(atPath: "\(folder.path)/Traces/sample/SHA256SUMS")
  #expect(mkfifo("\(folder.path)/Traces/sample/SHA256SUMS", 0o600) == 0)
  let run = Terminal(["evaluate", "Traces/sample"], in: folder.path)
  #expect(run.status == 3)
  #expect(run.messages.contains("a link or special file can't be a lock"))
  #expect(mkfifo("\(folder.path)/pipe.json", 0o600) == 0)
  let plan = Terminal(["sweep", "pipe.json"], in: folder.path)
  #expect(plan.status == 64)
  #expect(plan.messages.contains("it is not a regular file"))
}

@Test func aNameTakenDuringTheRunCostsNoWork() throws {
  let folder = try TemporaryFolder()
  var mine = try RunFolder(wanted: "Reports/r", replace: false, disk: folder.disk)
  try mine.write("mine", to: "report.md")
  try folder.write("theirs", to: "Reports/r/report.md")
  try mine.finish()
  #expect(mine.path == "Reports/r-2")
  #expect(try folder.read("Reports/r/report.md") == "theirs")
  #expect(try folder.read("Reports/r-2/report.md") == "mine")
}

@Test func aSecondRunInTheSamePlaceWritesTheSameBytes() throws {
  let folder = try SampleSuite.folder()
  Terminal(["sweep", "plan.json", "--quiet", "--out", "Reports/a"], in: folder.path)
  Terminal(["sweep", "plan.json", "--quiet", "--out", "Reports/b"], in: folder.path)
  #expect(
    try folder.read("Reports/a/SHA256SUMS") == folder.read("Reports/b/SHA256SUMS"))
}

@Test func anEmptyOperandIsWrongUsage() throws {
  let folder = try SampleSuite.folder()
  for command in ["evaluate", "verify", "sweep", "lock"] {
    let run = Terminal([command, ""], in: folder.path)
    #expect(run.status == 64)
    #expect(run.messages.contains(" is empty\n"))
  }
}

@Test func aDraftIsToldThatItsContentIsFine() throws {
  let folder = try SampleSuite.folder()
  try FileManager.default.removeItem(atPath: "\(folder.path)/Traces/sample/SHA256SUMS")
  let run = Terminal(["verify", "Traces/sample"], in: folder.path)
  #expect(run.status == 3)
  #expect(run.messages.hasPrefix("Traces/sample: the content is fine ("))
}

@Test func aPromptSetIsNoSuite() throws {
  let run = Terminal(["evaluate", "Prompts/first-step"], in: packageFolder())
  #expect(run.status == 64)
  #expect(run.messages.contains("Prompts/first-step is a prompt set, not a suite of days"))
}

@Test func aReportEditedByHandIsNotRenderedAgain() throws {
  let folder = try SampleSuite.folder()
  Terminal(["sweep", "plan.json", "--quiet", "--out", "Reports/a"], in: folder.path)
  let stored = try folder.read("Reports/a/report.json")
  try folder.write(stored.replacing("keep", with: "port"), to: "Reports/a/report.json")
  let run = Terminal(["report", "Reports/a"], in: folder.path)
  #expect(run.status == 3)
  #expect(
    run.messages == """
      Reports/a/report.json: error: content differs from SHA256SUMS
        fix: restore the run folder, or run the sweep again

      """)
}

@Test func aLogIsNeverWrittenThroughALink() throws {
  let folder = try SampleSuite.folder()
  try folder.write("mine\n", to: "elsewhere.txt")
  try folder.remove("Traces/sample/SHA256SUMS")
  try? FileManager.default.removeItem(atPath: "\(folder.path)/Traces/LOCKS.jsonl")
  try folder.link("Traces/LOCKS.jsonl", to: "\(folder.path)/elsewhere.txt")
  let run = Terminal(["lock", "Traces/sample"], in: folder.path)
  #expect(run.status == 74)
  #expect(run.messages.contains("is a link, and a log is never written through one"))
  #expect(try folder.read("elsewhere.txt") == "mine\n")
}

@Test func aRefusedInputStillFillsTheTestReport() throws {
  let folder = try SampleSuite.folder()
  try folder.write("more", to: "Traces/sample/more.txt")
  for command in ["evaluate", "verify", "certify"] {
    let run = Terminal([command, "Traces/sample", "--junit", "\(command).xml"], in: folder.path)
    #expect(run.status == 3)
    let report = try folder.read("\(command).xml")
    #expect(report.contains(#"tests="1" failures="1""#), "\(command): \(report)")
  }
}

@Test func aCommandWithoutRequirementsIsOneTestCase() throws {
  let folder = try SampleSuite.folder()
  #expect(
    Terminal(["verify", "Traces/sample", "--junit", "v.xml"], in: folder.path).status == 0)
  let report = try folder.read("v.xml")
  #expect(
    report.contains(
      #"<testcase classname="autoresearch verify" name="verify Traces/sample"/>"#), "\(report)")
}

@Test func aWindowWithoutAStepIsTold() throws {
  let folder = try SampleSuite.folder()
  try folder.write(SampleSuite.header, to: "Traces/w/suite.json")
  try folder.write(
    """
    {"trace":"empty-window","timeZone":"America/Vancouver"}
    {"at":"2025-04-14T08:00","signals":{"sleepHours":7,"hrvMs":50,"hoursToDeadline":"none","steps":100}}
    {"window":{"from":"2025-04-14T12:00","to":"2025-04-14T13:00"},"expect":"intervene"}

    """, to: "Traces/w/day.jsonl")
  try folder.lock("Traces/w")
  let told = "1 window holds no step, so nothing can fire there"
  for command in ["evaluate", "verify"] {
    let text = Terminal([command, "Traces/w"], in: folder.path).output
    let joined = text.split(separator: " ").joined(separator: " ").replacing("\n ", with: " ")
    #expect(joined.contains(told), "\(command): \(text)")
  }
}

@Test func newDaysFollowEachOtherAndTheirTemplateIsNoted() throws {
  let folder = try TemporaryFolder()
  for name in ["monday", "tuesday"] {
    #expect(Terminal(["new", "day", "Traces/mine/\(name)"], in: folder.path).status == 0)
  }
  #expect(try folder.read("Traces/mine/monday.jsonl").contains(#""at":"2025-04-14T08:00""#))
  #expect(try folder.read("Traces/mine/tuesday.jsonl").contains(#""at":"2025-04-15T08:00""#))
  let run = Terminal(["lock", "Traces/mine"], in: folder.path)
  #expect(run.status == 0)
  #expect(
    run.messages == """
      note: monday still says "why" in the template's words, not in yours
      note: tuesday still says "why" in the template's words, not in yours

      """)
}

@Test(arguments: Commands.all.map(\.name)) func helpFitsEightyColumns(_ command: String) throws {
  let folder = try TemporaryFolder()
  for words in [[command, "--help"], ["--help"]] {
    let text = Terminal(words, in: folder.path).output
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
  }
}
