import Foundation
import TestSupport
import Testing

/// A folder in which three sweeps were run.
private func swept() throws -> TemporaryFolder {
  let folder = try SampleSuite.folder()
  for _ in 0..<3 { Terminal(["sweep", "plan.json", "--quiet"], in: folder.path) }
  return folder
}

private let path = "Reports/ledger.jsonl"

@Suite struct LedgerCommandTests {
  @Test func countsWhatWasEverScored() throws {
    let folder = try swept()
    let shown = Terminal(["ledger"], in: folder.path)
    #expect(shown.status == 0, "\(shown.messages)")
    // The same plan on the same labels tries nothing new, however often it is run.
    #expect(shown.output.contains("        1           210 "), "\(shown.output)")
    #expect(shown.output.contains("Traces/sample, "))
    #expect(
      try folder.read("Reports/small-3/report.md").contains(
        "The ledger counts 1 sweep of this suite as it is locked now, the same plan once, this one included: 210 candidates"
      ))
    // A rerun takes the count of its time from the record.
    let again = Terminal(["reproduce", "Reports/small-2", "--quiet"], in: folder.path)
    #expect(again.status == 0, "\(again.output)")
  }

  @Test func anUntouchedLedgerVerifies() throws {
    let folder = try swept()
    let run = Terminal(["verify"], in: folder.path)
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.output.contains("ok  Reports/ledger.jsonl  3 lines, each follows the one before"))
  }

  @Test func aRunOfAnotherLedgerIsToldAndNoFault() throws {
    let folder = try swept()
    try folder.remove(path)
    // The clock of these tests stands still, so another ledger must begin with another sweep.
    try folder.write(
      SampleSuite.plan.replacing("\"step\":10", with: "\"step\":5"), to: "other.json")
    Terminal(["sweep", "other.json", "--quiet"], in: folder.path)
    let run = Terminal(["verify"], in: folder.path)
    #expect(run.status == 0, "\(run.messages)")
    #expect(
      run.messages.contains(
        "note: counted in another ledger, not in this one: Reports/small, Reports/small-2, Reports/small-3\n"
      ))
  }

  @Test func aSweepNamesWhatIsDamagedBeforeItAddsALine() throws {
    let folder = try swept()
    var lines = try folder.read(path).split(separator: "\n").map(String.init)
    lines[1] = lines[1].replacing("\"candidates\":210", with: "\"candidates\":21")
    lines.append(String(lines[0].prefix(30)))
    try folder.write(lines.joined(separator: "\n"), to: path)
    let run = Terminal(["sweep", "plan.json", "--quiet", "--out", "Reports/next"], in: folder.path)
    #expect(run.status == 0)
    #expect(
      run.messages == """
        Reports/ledger.jsonl:2: warning: this line was changed: its hash is not that of its content
        Reports/ledger.jsonl:3: warning: this line does not follow line 2: that one was changed, or a line between was removed
        Reports/ledger.jsonl:4: warning: this line is no whole entry, as after a crash, and counts for nothing
          fix: restore the ledger from version control; what is added now does not mend its chain

        """)
    #expect(
      try folder.read("Reports/next/report.md").contains(
        "**The ledger is damaged.** Lines 2, 3, 4 are torn or not in their place"))
    #expect(Terminal(["ledger"], in: folder.path).status == 3)
    let again = Terminal(["reproduce", "Reports/next", "--quiet"], in: folder.path)
    #expect(again.status == 0, "\(again.output)")
  }

  @Test func aWholeLedgerIsNotSpokenOf() throws {
    let folder = try swept()
    #expect(Terminal(["sweep", "plan.json", "--quiet"], in: folder.path).messages.isEmpty)
    #expect(!(try folder.read("Reports/small-4/report.md").contains("damaged")))
  }

  @Test(arguments: [" ", "\t", "...", "\u{200B}"])
  func aReasonThatSaysNothingIsRefused(reason: String) throws {
    let folder = try SampleSuite.folder()
    let before = try folder.snapshot()
    for words in [
      ["lock", "Traces/sample", "--reason", reason],
      ["evaluate", "Traces/sample", "--open-holdout", reason],
      ["sweep", "plan.json", "--open-holdout", reason],
    ] {
      let run = Terminal(words, in: folder.path)
      #expect(run.status == 64)
      #expect(run.messages.contains(", which is no reason\n"), "\(run.messages)")
    }
    #expect(try folder.snapshot() == before)
  }

  @Test(arguments: ["removed", "changed", "swapped", "cut"])
  func atTamperedLedgersBothCommandsStop(how: String) throws {
    let folder = try swept()
    var lines = try folder.read(path).split(separator: "\n").map(String.init)
    switch how {
    case "removed": lines.remove(at: 1)
    case "changed": lines[2] = lines[2].replacing("\"candidates\":210", with: "\"candidates\":21")
    case "swapped": lines.swapAt(0, 1)
    default: lines.removeLast()
    }
    try folder.write(lines.joined(separator: "\n") + "\n", to: path)
    for command in ["verify", "ledger"] {
      let run = Terminal([command], in: folder.path)
      #expect(run.status == 3)
      #expect(run.messages.contains("Reports/ledger.jsonl:"), "\(run.messages)")
    }
  }
}
