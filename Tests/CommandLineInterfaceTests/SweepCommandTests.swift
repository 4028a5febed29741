import Foundation
import RunStore
import TestSupport
import Testing

private let runFiles = [
  "SHA256SUMS", "behaviours.csv", "candidates.csv", "charts", "decisions.csv", "findings.json",
  "golden.json", "inputs", "plan.json", "port.md", "report.html", "report.json", "report.md",
  "run.json",
]

@Test func sweepWritesARunThatChecksItself() throws {
  let folder = try SampleSuite.folder()
  let run = Terminal(["sweep", "plan.json", "--quiet"], in: folder.path)
  #expect(run.status == 0, "\(run.messages)")
  #expect(folder.disk.list("Reports/small") == runFiles)
  #expect(try folder.read("Reports/small/plan.json") == SampleSuite.plan)
  let tool =
    FileManager.default.fileExists(atPath: "/usr/bin/sha256sum")
    ? ["sha256sum", "-c", "SHA256SUMS"] : ["shasum", "-a", "256", "-c", "SHA256SUMS"]
  for place in ["Reports/small", "Reports/small/inputs/sample"] {
    let (status, output) = try runProgram(tool, in: "\(folder.path)/\(place)")
    #expect(status == 0, "\(output)")
  }
  #expect(try folder.read("Reports/ledger.jsonl").contains(#""candidates":210"#))
  // Only what should be there is there: no temporary name is left.
  #expect(
    try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/Reports").sorted() == [
      "index.html", "ledger.jsonl", "small",
    ])
}

@Test func filesOfASmallSweepAreAsRecorded() throws {
  let folder = try SampleSuite.folder()
  let run = Terminal(["sweep", "plan.json", "--quiet"], in: folder.path)
  for (name, text) in [
    ("report.md", try folder.read("Reports/small/report.md")),
    ("candidates.csv", try folder.read("Reports/small/candidates.csv")),
    ("behaviours.csv", try folder.read("Reports/small/behaviours.csv")),
    ("decisions.csv", try folder.read("Reports/small/decisions.csv")),
    ("sweep.txt", run.output),
    ("evaluate.txt", Terminal(["evaluate", "Traces/sample"], in: folder.path).output),
    ("evaluate.jsonl", Terminal(["evaluate", "Traces/sample", "--json"], in: folder.path).output),
    ("explain.txt", Terminal(["explain", "Traces/sample", "--all"], in: folder.path).output),
  ] {
    let difference = try Golden.difference(text, name)
    #expect(difference == nil, "\(difference ?? "")")
  }
}

@Test func runsDifferInNothingButTheirRecord() throws {
  let first = try SampleSuite.folder()
  let second = try SampleSuite.folder()
  Terminal(["sweep", "plan.json", "--quiet", "--threads", "1"], in: first.path)
  Terminal(["sweep", "./plan.json", "--quiet", "--threads", "2"], in: second.path)
  for name in runFiles where !["run.json", "inputs", "charts"].contains(name) {
    #expect(
      try first.read("Reports/small/\(name)") == second.read("Reports/small/\(name)"), "\(name)")
  }
}

@Test func existingRunIsNeverOverwritten() throws {
  let folder = try SampleSuite.folder()
  func sweep(_ more: String...) -> Terminal {
    Terminal(["sweep", "plan.json", "--quiet", "--out", "Reports/r"] + more, in: folder.path)
  }
  #expect(sweep().status == 0)
  try folder.write("kept", to: "Reports/r/mine.txt")
  #expect(sweep().output.contains(" read      Reports/r-2/report.md\n"))
  #expect(try folder.read("Reports/r/mine.txt") == "kept")
  #expect(sweep("--force").output.contains(" read      Reports/r/report.md\n"))
  #expect(!folder.disk.exists("Reports/r/mine.txt"))
  #expect(folder.disk.list("Reports") == ["index.html", "ledger.jsonl", "r", "r-2"])
}

@Test func inputsAreLeftOutWhenAsked() throws {
  let folder = try SampleSuite.folder()
  Terminal(["sweep", "plan.json", "--quiet", "--no-inputs"], in: folder.path)
  #expect(!folder.disk.exists("Reports/small/inputs"))
}

@Test func signalsOfPeopleNeedToBeAskedFor() throws {
  let folder = try SampleSuite.folder()
  try folder.write(
    SampleSuite.header.replacing("synthetic", with: "self"), to: "Traces/sample/suite.json")
  try folder.lock("Traces/sample")
  Terminal(["sweep", "plan.json", "--quiet", "--out", "a"], in: folder.path)
  #expect(!folder.disk.exists("a/inputs"))
  #expect(!(try folder.read("a/decisions.csv")).contains("sleepHours"))
  #expect(!(try folder.read("a/decisions.csv")).contains("9000"))
  #expect(
    try folder.read("a/report.md").contains(
      "raw signals and personal averages are left out, because the data are not synthetic"))
  Terminal(
    ["sweep", "plan.json", "--quiet", "--out", "b", "--include-signals"], in: folder.path)
  #expect(folder.disk.exists("b/inputs/sample/one.jsonl"))
  #expect(try folder.read("b/decisions.csv").contains("sleepHours"))
}

@Test func noCandidateMeetingThePlanIsStatusOne() throws {
  let folder = try SampleSuite.folder()
  try folder.write(
    SampleSuite.plan.replacing("}}}", with: "}},\n\"require\":{\"tp\":\">99\"}}"), to: "plan.json")
  let run = Terminal(["sweep", "plan.json", "--quiet"], in: folder.path)
  #expect(run.status == 1)
  #expect(run.messages == "no candidate meets the plan's requirements; shipped is kept\n")
  #expect(run.output.contains("   best    no candidate meets tp>99; shipped is kept\n"))
  #expect(folder.disk.exists("Reports/small/report.md"))
}

@Test func suiteWithoutLabelsCanBeEvaluatedAndNotSwept() throws {
  let folder = try SampleSuite.folder()
  try folder.write(
    "{\"trace\":\"a\",\"timeZone\":\"UTC\"}\n{\"at\":\"2025-04-14T08:00\"}\n",
    to: "Traces/sample/one.jsonl")
  try folder.write(
    "{\"trace\":\"b\",\"timeZone\":\"UTC\"}\n{\"at\":\"2025-04-14T08:00\",\"expect\":\"intervene\",\"labelSource\":\"passive-soft\"}\n",
    to: "Traces/sample/two.jsonl")
  try folder.lock("Traces/sample")
  #expect(Terminal(["evaluate", "Traces/sample"], in: folder.path).status == 0)
  let run = Terminal(["sweep", "plan.json", "--quiet"], in: folder.path)
  #expect(run.status == 2)
  #expect(
    run.messages == """
      plan.json:1: error: no step and no window of this plan's suites is labelled, so nothing can be ranked
        fix: label moments with "expect"; `evaluate` works without labels

      """)
}

@Test func suiteOfBlockedStepsAloneGivesNoCandidate() throws {
  let folder = try SampleSuite.folder()
  for method in ["\"lattice\"", "\"random\",\"run_cap\":50"] {
    try folder.write(
      """
      {"schema":"autoresearch.plan/1","name":"blocked","suite":"Traces/sample","method":\(method),
       "parameters":{"weights":{"step":0.5},"notifyThreshold":"all",
        "quietHours":{"values":[{"start":"00:00","end":"23:59"}]}}}
      """, to: "plan.json")
    let run = Terminal(["sweep", "plan.json", "--quiet"], in: folder.path)
    #expect(run.status == 1, "\(run.messages)")
  }
}

@Test func reportIsRenderedAgainFromWhatIsStored() throws {
  let folder = try SampleSuite.folder()
  Terminal(["sweep", "plan.json", "--quiet"], in: folder.path)
  let text = try folder.read("Reports/small/report.md")
  #expect(Terminal(["report", "Reports/small", "--stdout"], in: folder.path).output == text)
  try folder.write("spoiled", to: "Reports/small/report.md")
  #expect(Terminal(["report", "Reports/small"], in: folder.path).status == 0)
  #expect(try folder.read("Reports/small/report.md") == text)
  try folder.write("{}", to: "Reports/small/report.json")
  try folder.write(
    "\(SHA256.hex(of: "{}".utf8))  report.json\n", to: "Reports/small/SHA256SUMS")
  let run = Terminal(["report", "Reports/small"], in: folder.path)
  #expect(run.status == 2)
  #expect(
    run.messages == """
      Reports/small/report.json: error: is not a stored report of this version
        fix: restore the run folder, or run the sweep again

      """)
}
