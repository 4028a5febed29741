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
