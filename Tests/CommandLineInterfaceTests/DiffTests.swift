import Foundation
import TestSupport
import Testing

@Suite struct DiffTests {
  @Test func aRunDiffersFromItselfInNothing() throws {
    let folder = try SampleSuite.folder()
    Terminal(["sweep", "plan.json", "--quiet"], in: folder.path)
    let run = Terminal(["diff", "Reports/small", "Reports/small"], in: folder.path)
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.output.contains(" SHIPPED   0 decisions of "))
    #expect(!run.output.contains("different"))
    #expect(!run.output.contains("→"))
  }

  @Test func flippedDecisionsShowBothReasons() throws {
    let folder = try SampleSuite.folder()
    Terminal(["sweep", "plan.json", "--quiet"], in: folder.path)
    // Another label and a longer cooldown: shipped decides otherwise, and is judged otherwise.
    try folder.write(
      SampleSuite.header.replacing("\"cooldownMinutes\":120", with: "\"dailyBudget\":0").replacing(
        ",\"dailyBudget\":3", with: ""), to: "Traces/sample/suite.json")
    try folder.lock("Traces/sample")
    Terminal(["sweep", "plan.json", "--quiet"], in: folder.path)
    let run = Terminal(["diff", "Reports/small", "Reports/small-2"], in: folder.path)
    #expect(run.status == 0, "\(run.messages)")
    #expect(run.output.contains(" different  suites sample "))
    #expect(run.output.contains(" same       plan "))
    #expect(run.output.contains("     B  silent, dailyBudget, score "))
    #expect(run.output.contains("exact McNemar p = "))
    let json = Terminal(["diff", "Reports/small", "Reports/small-2", "--json"], in: folder.path)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect((object["candidates"] as? [[String: Any]])?.count == 2)
  }

  @Test func decisionsThatWereEditedAreNotCompared() throws {
    let folder = try SampleSuite.folder()
    Terminal(["sweep", "plan.json", "--quiet"], in: folder.path)
    let path = "Reports/small/decisions.csv"
    try folder.write(try folder.read(path).replacing(",tp,", with: ",fn,"), to: path)
    let run = Terminal(["diff", "Reports/small", "Reports/small"], in: folder.path)
    #expect(run.status == 3)
    #expect(run.messages.hasPrefix("Reports/small/decisions.csv: error: content differs"))
  }
}
