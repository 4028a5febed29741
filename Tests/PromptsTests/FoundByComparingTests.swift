import Foundation
import TestSupport
import Testing

// Faults that were found by comparing and scoring files, each kept out by the test named after it.

@Test func aColumnGivenTwiceIsRefused() throws {
  let folder = try TemporaryFolder()
  try folder.write("case,output,output\nx,Open it.,Read it.\n", to: "a.csv")
  for command in ["score", "compare"] {
    let run = Terminal([command, "a.csv"], in: folder.path)
    #expect(run.status == 2)
    #expect(
      run.messages == """
        a.csv:1: error: two columns are called "output"
          fix: keep the one that is meant, and rename the other

        """)
  }
}

@Test func aDeviceIsNoFileOfOutputs() throws {
  let folder = try TemporaryFolder()
  for command in ["score", "compare"] {
    let run = Terminal([command, "/dev/zero"], in: folder.path)
    #expect(run.status == 64)
    #expect(
      run.messages.contains("/dev/zero: can't be read: it is neither a regular file nor a pipe"))
  }
}

@Test func anEmptyTextIsAnOutputThatFails() throws {
  let folder = try TemporaryFolder()
  let run = Terminal(["score", "--text", "", "--json"], in: folder.path)
  #expect(run.status == 0)
  #expect(run.output.contains(#""outcome":"empty""#), "\(run.output)")
}

@Test func onlyTheFirstLineCanSayUTF16() throws {
  let folder = try TemporaryFolder()
  try folder.write(Array("Open it.\n".utf8) + [0xFF, 0xFE, 0x41, 0x0A], to: "a.txt")
  let run = Terminal(["score", "a.txt"], in: folder.path)
  #expect(run.messages.contains("a.txt:2: error: byte 1 of this line, 0xFF, is not UTF-8"))
}

@Test func filesOfUnequalLengthAreTold() throws {
  let folder = try TemporaryFolder()
  try folder.write("Open it.\nRead it.\n", to: "a.txt")
  try folder.write("Open it.\n", to: "b.txt")
  let run = Terminal(["compare", "a.txt", "b.txt"], in: folder.path)
  #expect(run.status == 0)
  #expect(
    run.messages
      == "note: paired by line, and not equally long (a.txt 2, b.txt 1): a line that a file lacks counts as missing\n"
  )
}

@Test func shortNamesStandForThemselvesInTheMatrix() throws {
  let folder = try TemporaryFolder()
  try folder.write("Open the essay file.\n", to: "B.txt")
  try folder.write("You should.\n", to: "A.txt")
  let text = Terminal(["compare", "B.txt", "A.txt"], in: folder.path).output
  #expect(!text.contains("A = "), "\(text)")
  #expect(text.contains("B    A\n"), "\(text)")
}

@Test func removingTheLockOfASetIsNoWayAroundItsReason() throws {
  let work = try Workspace()
  try work.makeSet()
  work.disk.remove("Prompts/s/SHA256SUMS")
  #expect(work.run("lock", "Prompts/s").status == 0)
  work.disk.remove("Prompts/s/SHA256SUMS")
  let cases = try work.text("Prompts/s/cases.jsonl")
  try work.write(
    cases + #"{"case":"more","task":"Call the bank"}"# + "\n", to: "Prompts/s/cases.jsonl")
  let run = work.run("lock", "Prompts/s")
  #expect(run.status == 64)
  #expect(run.messages.contains("Prompts/s was locked before, and its content has changed since"))
}

@Suite("reproduce, of a comparison") struct ReproducedComparisonTests {
  @Test func aSetIsReadFromItsCopy() throws {
    let work = try Workspace()
    try work.makeSet()
    #expect(work.run("compare", "Prompts/s", "--out", "Reports/c").status == 0)
    work.disk.remove("Prompts")
    let run = work.run("reproduce", "Reports/c", "--threads", "1")
    #expect(run.status == 0, "\(run.results)\(run.messages)")
    #expect(run.results.hasPrefix("equal: "))
    let page = try work.text("Reports/c/outputs.csv")
    try work.write(page.replacing("pass", with: "fail"), to: "Reports/c/outputs.csv")
    let changed = work.run("reproduce", "Reports/c")
    #expect(changed.status == 1)
    #expect(changed.results.hasPrefix("different: Reports/c/outputs.csv:"))
  }

  @Test func plainFilesMustBeTheOnesCompared() throws {
    let folder = try TemporaryFolder()
    try folder.write("Open the essay file and read it.\n", to: "a.txt")
    try folder.write("Read one page now.\n", to: "b.txt")
    #expect(
      Terminal(
        ["compare", "a.txt", "b.txt", "--max-words", "4", "--out", "Reports/c"], in: folder.path
      ).status == 0)
    #expect(Terminal(["reproduce", "Reports/c"], in: folder.path).output.hasPrefix("equal: "))
    try folder.write("Read two pages now.\n", to: "b.txt")
    let run = Terminal(["reproduce", "Reports/c"], in: folder.path)
    #expect(run.status == 2)
    #expect(
      run.messages == """
        b.txt: error: is not the file that was compared: its SHA-256 differs
          fix: restore it, or compare again

        """)
  }
}
