import TestSupport
import Testing

private let plan = """
  {"schema":"autoresearch.plan/1","name":"weighed","suite":"Traces/sample","method":"lattice",
   "parameters":{"weights":{"step":0.5},"notifyThreshold":{"min":10,"max":90,"step":10}},
   "metric":"utility","require":{},"then":["margin"],
   "costs":{"hit":2,"miss":-1,"falseAlarm":-3.5,"interruption":-0.25},
   "claim":{"metric":"utility","comparator":">=","value":-100,"on":"suite"}}
  """

@Suite struct CostsTests {
  private func swept(_ words: [String] = []) throws -> (TemporaryFolder, Terminal) {
    let folder = try SampleSuite.folder()
    try folder.write(plan, to: "plan.json")
    return (folder, Terminal(["sweep", "plan.json", "--quiet"] + words, in: folder.path))
  }

  private func rows(_ text: String) throws -> [[String: String]] {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let header = try #require(lines.first)
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
  }

  @Test func everyCandidateIsWeighedByItsCounts() throws {
    let (folder, run) = try swept()
    #expect(run.status == 0, "\(run.messages)")
    let rows = try rows(try folder.read("Reports/weighed/candidates.csv"))
    var best: Double?
    for row in rows {
      func number(_ column: String) throws -> Double {
        try #require(row[column].flatMap(Double.init), "\(column)")
      }
      let delivered = (try number("interventions_per_day") * 3).rounded()
      let expected =
        2 * (try number("tp")) - (try number("fn")) - 3.5 * (try number("fp")) - 0.25 * delivered
      #expect(try number("utility") == expected)
      if row["rank"] == "1" { best = try number("utility") }
    }
    let ranked = rows.filter { $0["rank"] != "0" }.compactMap { $0["utility"].flatMap(Double.init) }
    #expect(best == ranked.max())
    #expect(Set(ranked).count > 2)
    #expect(try folder.read("Reports/weighed/behaviours.csv").contains(",escalations,utility,"))
  }

  @Test func theUtilityStandsWhereverTheWinnerIsShown() throws {
    let (folder, run) = try swept()
    let winner = try #require(
      try rows(try folder.read("Reports/weighed/candidates.csv")).first { $0["rank"] == "1" })
    let utility = try #require(winner["utility"])
    #expect(run.output.contains("           utility \(utility)\n"))
    #expect(try folder.read("Reports/weighed/findings.json").contains("\"utility\": \(utility)"))
    let report = try folder.read("Reports/weighed/report.md")
    #expect(report.contains("| \(utility) |"))
    #expect(report.contains("hit 2, miss -1, false alarm -3.5, interruption -0.25"))
    let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("the winner's utility is \(utility), on 3 positive labels"))
    #expect(Terminal(["reproduce", "Reports/weighed", "--quiet"], in: folder.path).status == 0)
  }

  @Test func aBoundOnTheUtilityNeedsCosts() throws {
    #expect(try swept(["--require", "utility>=-100"]).1.status == 0)
    let (folder, missed) = try swept(["--require", "utility>100"])
    #expect(missed.status == 1)
    #expect(missed.messages.contains("requirement failed: utility>100, but utility is "))
    for words in [
      ["evaluate", "Traces/sample"], ["sweep", "Traces/sample", "--out", "Reports/other"],
    ] {
      let run = Terminal(words + ["--require", "utility>0"], in: folder.path)
      #expect(run.status == 64)
      #expect(
        run.messages.hasPrefix(
          "error: --require utility>0: no plan gives costs, so there is no utility\n"))
      #expect(try folder.snapshot().keys.allSatisfy { !$0.hasPrefix("Reports/other") })
    }
  }
}
