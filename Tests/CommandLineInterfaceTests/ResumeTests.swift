import CommandLineInterface
import Foundation
import RunStore
import Synchronization
import TestSupport
import Testing
import TraceModel

/// Ends the work when asked for the `limit`th time; a worker asks after each block.
private func interrupt(after limit: Int) -> Interrupts {
  let asked = Shared(0)
  return Interrupts(
    watch: {},
    isRequested: {
      asked.value.withLock { asked in
        asked += 1
        return asked >= limit
      }
    })
}

private final class Shared: Sendable {
  let value: Mutex<Int>
  init(_ value: Int) { self.value = Mutex(value) }
}

/// Some 32,000 candidates: eight blocks.
private let plan = SampleSuite.plan.replacing("0.25", with: "0.05")

private func place() throws -> TemporaryFolder {
  let folder = try SampleSuite.folder()
  try folder.write(plan, to: "plan.json")
  return folder
}

/// Everything that a rerun must not change.
private func files(_ folder: TemporaryFolder, _ run: String = "Reports/small") throws
  -> [String: String]
{
  try folder.snapshot().filter {
    $0.key.hasPrefix("\(run)/") && !$0.key.hasSuffix("/run.json")
  }
}

private func undisturbed() throws -> (files: [String: String], output: String) {
  let folder = try place()
  let run = Terminal(["sweep", "plan.json", "--quiet"], in: folder.path)
  #expect(run.status == 0, "\(run.messages)")
  return (try files(folder), run.output)
}

@Test func interruptedAnywhereASweepEndsWithTheSameBytes() throws {
  let whole = try undisturbed()
  for limit in [1, 2, 5, 9, 14] {
    let folder = try place()
    var run = Terminal(
      ["sweep", "plan.json", "--quiet", "--checkpoint", "0", "--threads", "1"], in: folder.path,
      interrupts: interrupt(after: limit))
    var times = 1
    while run.status == 130, times < 20 {
      #expect(run.output.hasPrefix(" PARTIAL   "), "\(run.output)")
      #expect(
        run.output.contains("\n           autoresearch sweep --resume Reports/small\n"))
      run = Terminal(
        ["sweep", "--resume", "Reports/small", "--quiet", "--threads", "1"],
        in: folder.path, interrupts: interrupt(after: limit + 3))
      times += 1
    }
    #expect(times > 1)
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.output == whole.output)
    #expect(try files(folder) == whole.files, "interrupted after \(limit)")
    // One plan on one lock is one trial, however often it was begun again.
    #expect(
      try folder.read("Reports/small/run.json").contains(
        "\"ledger\": {\n    \"sweeps\": 1,\n    \"candidates\": 31878,"))
    #expect(try folder.read("Reports/small/run.json").contains("\"resumed\": \(times - 1),"))
    #expect(folder.disk.list("Reports") == ["index.html", "ledger.jsonl", "small"])
  }
}

@Test func thePartialReportSaysSoFirst() throws {
  let folder = try place()
  let run = Terminal(
    ["sweep", "plan.json", "--quiet", "--threads", "1"], in: folder.path,
    interrupts: interrupt(after: 4))
  #expect(run.status == 130)
  #expect(
    run.output.hasPrefix(
      """
       PARTIAL   12,285 of 31,878 candidates were tallied before it was interrupted:
                 no verdict to port can come of them. They are kept; this goes on
                 from there:
                 autoresearch sweep --resume Reports/small


      """), "\(run.output)")
  #expect(run.output.contains(" SWEEP     12,285 candidates"))
  let report = try folder.read("Reports/small/report.md")
  let lines = report.split(separator: "\n")
  #expect(lines[1].hasPrefix("**Partial: 12,285 of 31,878 candidates.** "), "\(lines[1])")
  let record = try folder.read("Reports/small/run.json")
  #expect(record.contains("\"partial\": {\n    \"tallied\": 12285,\n    \"of\": 31878\n  }"))
  #expect(record.contains("\"code\": \"partialSweep\""))
  #expect(!record.contains("\"decision\": \"port\""))
  #expect(try folder.read("Reports/small/findings.json").contains("\"tallied\": 12285"))
  #expect(try folder.read("Reports/index.html").contains("interrupted"))
  #expect(!folder.disk.exists("Reports/small/port.md"))
  let (status, output) = try runProgram(
    ["sha256sum", "-c", "SHA256SUMS"], in: "\(folder.path)/Reports/small")
  #expect(status == 0, "\(output)")
  for command in ["reproduce", "port"] {
    let refused = Terminal([command, "Reports/small"], in: folder.path)
    #expect(refused.status == 64)
    #expect(
      refused.messages.contains(
        "  fix: finish it first: autoresearch sweep --resume Reports/small"))
  }
  // The same plan again leaves the interrupted run alone.
  let next = Terminal(["sweep", "plan.json", "--quiet"], in: folder.path)
  #expect(next.status == 0)
  #expect(
    next.messages
      == "note: Reports/small is not finished; `autoresearch sweep --resume Reports/small` goes on with it. This run is Reports/small-2\n"
  )
  #expect(Terminal(["sweep", "--resume", "Reports/small"], in: folder.path).status == 0)
  #expect(try files(folder).count == (try files(folder, "Reports/small-2")).count)
}

@Test func anInterruptedSweepIsNotResumedByAnother() throws {
  let folder = try place()
  Terminal(
    ["sweep", "plan.json", "--quiet", "--threads", "1"], in: folder.path,
    interrupts: interrupt(after: 3))
  let before = try folder.snapshot()
  func refused(_ words: String..., status: Int32) -> String {
    let run = Terminal(["sweep", "--resume", "Reports/small"] + words, in: folder.path)
    #expect(run.status == status, "\(run.messages)")
    return run.messages
  }
  #expect(
    refused("plan.json", status: 64).hasPrefix(
      "error: --resume goes on with the plan that the run holds\n"))
  #expect(
    refused("--out", "x", status: 64).hasPrefix(
      "error: --out can't be given to a run that has begun\n"))
  #expect(
    refused("--sub-scores", "cat", status: 64).hasPrefix(
      "error: the run takes no sub-scores from a program\n"))
  #expect(try folder.snapshot() == before)

  // Another suite.
  let day = try folder.read("Traces/sample/two.jsonl")
  try folder.write(day.replacing(":00\"", with: ":01\""), to: "Traces/sample/two.jsonl")
  try folder.lock("Traces/sample")
  #expect(
    refused(status: 2).hasPrefix(
      "Reports/small: error: was made from a suite locked otherwise (digest "))
  try folder.write(day, to: "Traces/sample/two.jsonl")
  try folder.lock("Traces/sample")

  // Another version, and another plan, each sealed as if it were right.
  var journal = Journal(in: "Reports/small", disk: folder.disk)
  let begun = try journal.beginning()
  func begin(version: String, plan: String, bytes: [UInt8]) throws {
    try journal.begin(
      Journal.Beginning(
        identity: SweepIdentity(
          version: version, plan: plan, suites: begun.identity.suites,
          constants: begun.identity.constants, answers: nil),
        words: begun.words, started: begun.started, guards: [], plan: bytes))
  }
  try begin(version: "0.0.9", plan: begun.identity.plan, bytes: begun.plan)
  #expect(
    refused(status: 2).hasPrefix(
      "Reports/small: error: was begun by version \"0.0.9\"; this is \(Interface.version)\n"))
  let other = Array(SampleSuite.plan.utf8)
  try begin(version: Interface.version, plan: begun.identity.plan, bytes: other)
  #expect(
    refused(status: 2).hasPrefix("Reports/small: error: holds a journal that is not of a sweep"))
  try begin(version: Interface.version, plan: SHA256.hex(of: other), bytes: other)
  #expect(
    refused(status: 2).hasPrefix(
      "Reports/.small.unfinished/.journal/round-1: error: belongs to another sweep"))
  journal = Journal(in: "Reports/.small.unfinished", disk: folder.disk)
  try begin(version: Interface.version, plan: begun.identity.plan, bytes: begun.plan)

  // Another process at work.
  do {
    let working = try RunFolder(resuming: "Reports/small", disk: folder.disk)
    #expect(refused(status: 74).contains("another process is working on this run"))
    withExtendedLifetime(working) {}
  }
  #expect(Terminal(["sweep", "--resume", "Reports/small"], in: folder.path).status == 0)
  #expect(try files(folder) == (try undisturbed()).files)
}

@Test func aFinishedRunSaysAgainWhatItSaid() throws {
  let folder = try place()
  let words = ["sweep", "plan.json", "--quiet", "--require", "recall>=2"]
  let first = Terminal(words, in: folder.path)
  #expect(first.status == 1)
  let before = try folder.snapshot()
  let again = Terminal(["sweep", "--resume", "Reports/small/"], in: folder.path)
  #expect(again.status == 1)
  #expect(again.messages == "Reports/small is finished; nothing is left to do\n")
  func told(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter { !$0.hasPrefix(" wrote") }
  }
  #expect(told(again.output) == told(first.output))
  let json = Terminal(words + ["--json", "--out", "Reports/json"], in: folder.path).output
  #expect(
    Terminal(["sweep", "--resume", "Reports/json", "--json"], in: folder.path).output == json)
  try folder.remove("Reports/json")
  var after = try folder.snapshot()
  for name in ["Reports/index.html", "Reports/ledger.jsonl"] { after[name] = before[name] }
  #expect(after == before)
  let none = Terminal(["sweep", "--resume", "Reports/nowhere"], in: folder.path)
  #expect(none.status == 64)
  #expect(
    none.messages == """
      error: Reports/nowhere: there is no such run, finished or not
        fix: name the folder where the run was to stand, such as Reports/NAME

      """)
}

@Test func forcedRunReplacesTheOldOneOnlyWhenItIsWhole() throws {
  let folder = try place()
  Terminal(["sweep", "plan.json", "--quiet"], in: folder.path)
  try folder.write("old", to: "Reports/small/mine.txt")
  try folder.write(plan, to: "plan.json")
  // One that fails leaves the old one.
  let refused = Terminal(
    [
      "sweep", "plan.json", "--quiet", "--force", "--holdout", "Traces/sample", "--open-holdout",
      "x",
    ],
    in: folder.path)
  #expect(refused.status == 64)
  #expect(try folder.read("Reports/small/mine.txt") == "old")
  let run = Terminal(
    ["sweep", "plan.json", "--quiet", "--force", "--threads", "1"], in: folder.path,
    interrupts: interrupt(after: 3))
  #expect(run.status == 130)
  #expect(!folder.disk.exists("Reports/small/mine.txt"))
  #expect(Terminal(["sweep", "--resume", "Reports/small"], in: folder.path).status == 0)
  #expect(try files(folder) == (try undisturbed()).files)
}
