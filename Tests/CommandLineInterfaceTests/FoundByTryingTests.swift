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
