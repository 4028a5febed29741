import Evidence
import PromptStudy
import ReportWriters
import RunStore
import Testing
import TextRules
import TraceModel

@Suite("compare") struct CompareCommandTests {
  private func comparison(_ workspace: Workspace, threads: Int = 2) throws -> PromptComparison {
    PromptComparison(
      try PromptSetReader(disk: workspace.disk).load("Prompts/s"), threads: threads)
  }

  @Test func fallbacksNeverPassAndAlwaysCount() throws {
    let workspace = try Workspace()
    try workspace.makeSet()
    let comparison = try comparison(workspace)
    let (a, b, templates) = (
      comparison.variants[0], comparison.variants[1], comparison.variants[2]
    )
    // 8 s is in time, 8.01 s is not.
    #expect(a.outputs.map(\.shown) == [.output, .output, .fallbackLate])
    #expect(a.passesAll(.strict) == 2 && a.outputs.count == 3)
    #expect(a.lateThatWouldPass == 1)
    #expect(b.samplesPerCase == 2 && b.outputs.count == 6)
    #expect(b.count(.fallbackMissing) == 2 && b.count(.fallbackLate) == 0)
    #expect(b.passesAll(.strict) == 1 && b.passesAll(.loose) == 2)
    #expect(b.casesPassingEvery() == 0 && b.casesPassingAny() == 1)
    #expect(b.casesPassingEvery(.loose) == 1)
    #expect(b.count(TextRules.Outcome.empty) == 1 && b.count(TextRules.Outcome.refusal) == 1)
    #expect(templates.name == "templates" && templates.passesAll(.strict) == 3)
    #expect(comparison.inputs.unmatchedTitles == 1)
  }

  @Test func pairsAreTestedOnCasesPassingAtEverySample() throws {
    let workspace = try Workspace()
    try workspace.makeSet()
    let pairs = try comparison(workspace).pairs
    #expect(
      pairs.map { [$0.first, $0.second, $0.onlyFirst, $0.onlySecond] } == [
        [0, 1, 2, 0], [0, 2, 0, 1], [1, 2, 0, 3],
      ])
    #expect(pairs.map(\.p) == [0.5, 1, 0.25])
    #expect(pairs.map(\.adjustedP) == [1, 1, 0.75])
  }

  @Test func jsonHoldsCountsIntervalsAndPairs() throws {
    let workspace = try Workspace()
    try workspace.makeSet()
    let text = workspace.run("compare", "Prompts/s", "--json").results
    #expect(text.split(separator: "\n").count == 1)
    #expect(
      text.contains(
        "{\"name\":\"b\",\"kind\":\"prompt\",\"samples_per_case\":2,\"outputs\":6,\"missing\":2,\"late\":0,\"late_that_would_pass\":0,\"outcomes\":{\"scored\":2,\"empty\":1,\"refusal\":1,\"notEnglish\":0,\"cannotCount\":0},\"all_rules\":{\"strict\":{\"passed\":1,\"of\":6,"
      ))
    #expect(
      text.contains(
        "\"pairs\":[{\"first\":\"a\",\"second\":\"b\",\"only_first\":2,\"only_second\":0,\"p\":0.5,\"p_holm\":1,\"established\":false}"
      ))
    #expect(text.contains("\"locked\":true"))
    #expect(text.contains("{\"case\":\"essay\",\"passes\":{\"a\":1,\"b\":1,\"templates\":1}}"))
  }

  @Test func overridesAreAppliedAndCounted() throws {
    let workspace = try Workspace()
    try workspace.makeSet()
    try workspace.write(
      """
      {"variant":"a","case":"essay","rule":"noFluff","verdict":"fail","why":"I say so"}
      {"variant":"a","case":"room","rule":"noFluff","verdict":"pass","why":"it is fine"}

      """, to: "Prompts/s/overrides.jsonl")
    let comparison = try comparison(workspace)
    #expect(comparison.variants[0].passesAll(.strict) == 1)
    #expect(comparison.overridesApplied == 2 && comparison.overridesChanging == 1)
    let reasons = comparison.variants[0].outputs[0].reasons(Rules.names)
    #expect(reasons.map(\.reason) == ["by hand: I say so"])
    #expect(
      workspace.run("compare", "Prompts/s").results.contains(
        "by hand   2 overrides, 1 of them change a verdict"))
  }

  @Test func rulesOfTheSetDecideWhatAllMeans() throws {
    let workspace = try Workspace()
    try workspace.makeSet(lock: false)
    try workspace.write(
      "{\"schema\":\"autoresearch.rules/1\",\"rules\":[\"maxWords\"],\"maxWords\":3,\"latencyLimitSeconds\":9}\n",
      to: "Prompts/s/rules.json")
    _ = workspace.run("lock", "Prompts/s")
    let comparison = try comparison(workspace)
    #expect(comparison.variants[0].fallbacks == 0)
    #expect(comparison.variants[1].passesAll(.strict) == 1)
    #expect(comparison.inputs.rules.rules == ["maxWords"])
  }

  @Test func plainFilesPairByLineAndSayThatTheyWereNotLocked() throws {
    let workspace = try Workspace()
    try workspace.write("Open the book.\nPick up a pen.\n", to: "A.txt")
    try workspace.write("Sure! Open it.\n", to: "B.txt")
    let outcome = workspace.run("compare", "A.txt", "B.txt")
    #expect(outcome.status == 0)
    #expect(outcome.results.contains("locks     the inputs were not locked"))
    #expect(outcome.results.contains("all rules          2/2 (2)     0/2 (0)"))
    #expect(outcome.results.contains("missing            0           1"))
    #expect(!outcome.results.contains("templates"))
  }

  @Test func plainFilesPairByCaseAndNumberSamples() throws {
    let workspace = try Workspace()
    try workspace.write(
      "case,output\nx,Open the book.\nx,Open it.\ny,Pick up a pen.\n", to: "A.csv")
    try workspace.write(
      "{\"case\":\"y\",\"output\":\"Pick up a pen.\"}\n{\"case\":\"z\",\"output\":\"Go.\"}\n",
      to: "B.jsonl")
    let json = workspace.run("compare", "A.csv", "B.jsonl", "--json").results
    #expect(json.contains("{\"case\":\"x\",\"passes\":{\"A\":1,\"B\":0}}"))
    #expect(json.contains("\"samples_per_case\":2,\"outputs\":6,\"missing\":3"))
    try workspace.write("Open the book.\n", to: "C.txt")
    let mixed = workspace.run("compare", "A.csv", "C.txt")
    #expect(mixed.status == 64)
    #expect(
      mixed.messages == """
        error: outputs can't be paired: A.csv:2 names its case, C.txt:1 does not
          fix: name the case in every file, or in none to pair them by line

        """)
    #expect(workspace.run("compare", "C.txt", "C.txt").status == 64)
  }

  @Test func aRunFolderHoldsReportOutputsAndChecksums() throws {
    let workspace = try Workspace()
    try workspace.makeSet()
    #expect(
      workspace.run("compare", "Prompts/s", "--out", "Reports/p", "--threads", "1").status == 0)
    #expect(
      workspace.run("compare", "Prompts/s", "--out", "Reports/p", "--threads", "3").status == 0)
    let sums = try workspace.text("Reports/p/SHA256SUMS")
    #expect(sums == (try workspace.text("Reports/p-2/SHA256SUMS")))
    for name in [
      "outputs.csv", "review-these.md", "report.md", "report.json", "comparison.json",
      "inputs/s/cases.jsonl", "inputs/s/SHA256SUMS", "inputs/s/outputs/a.jsonl",
    ] {
      #expect(sums.contains("  \(name)\n"))
    }
    let report = try workspace.text("Reports/p/report.md")
    #expect(report.contains("no difference is established after Holm over 3 pairs"))
    #expect(workspace.run("report", "Reports/p", "--stdout").results == report)
    try workspace.write("", to: "Prompts/s/cases.jsonl")
    #expect(workspace.run("compare", "Prompts/s", "--out", "Reports/q").status == 3)
    #expect(!workspace.exists("Reports/q"))
  }

  @Test func outputsFileIsAsDocumented() throws {
    let workspace = try Workspace()
    try workspace.makeSet()
    _ = workspace.run("compare", "Prompts/s", "--out", "Reports/p")
    let lines = try workspace.text("Reports/p/outputs.csv").split(separator: "\n")
    #expect(lines.count == 1 + 3 + 6 + 3)
    #expect(
      lines[0]
        == "variant,case,sample,source,latency_seconds,shown,outcome,words,sentences,all_rules,all_rules_loose,oneSentence,maxWords,startsWithVerb,concreteObject,underTwoMinutes,noFluff,oneSentence_loose,maxWords_loose,startsWithVerb_loose,concreteObject_loose,underTwoMinutes_loose,noFluff_loose,overridden,unsure,model,reasons,output,visible"
    )
    #expect(
      lines[2]
        == "a,room,0,written,8,output,scored,6,1,1,1,pass,pass,pass,pass,pass,pass,pass,pass,pass,pass,pass,pass,,,,,Put one mug in the sink.,Put one mug in the sink."
    )
    #expect(
      lines[3]
        == "a,odd,0,written,8.01,fallbackLate,,,,0,0,,,,,,,,,,,,,,,,late: 8.01 s; the app would show its fallback,Pick up a pen.,Pick up a pen."
    )
    #expect(lines[8].hasPrefix("b,odd,0,,,fallbackMissing,,,,0,0,"))
    #expect(lines[10].hasPrefix("templates,essay,0,template,,output,scored,"))
  }

  @Test func aSpreadsheetRunsNothing() throws {
    let workspace = try Workspace()
    let evil = ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "=cmd|' /C calc'!A0"]
    let rows = evil.map { "\"\($0)\",\"\($0)\"" }.joined(separator: "\n")
    try workspace.write("case,output\n\(rows)\n", to: "=evil.csv")
    _ = workspace.run("compare", "=evil.csv", "--out", "Reports/p")
    var reader = CSVReader(ByteSource(Array(try workspace.text("Reports/p/outputs.csv").utf8)))
    var count = 0
    while let row = try reader.next() {
      for cell in try row.cells.get() {
        #expect(!(cell.first.map { "=+-@\t\r".utf8.contains($0) } ?? false))
      }
      count += 1
    }
    #expect(count == evil.count + 1)
  }

  @Test func whatIsUnsureCanBeSettled() throws {
    let workspace = try Workspace()
    try workspace.write("Gather all of your receipts.\n", to: "A.txt")
    _ = workspace.run("compare", "A.txt", "--out", "Reports/p")
    let review = try workspace.text("Reports/p/review-these.md")
    let line =
      "{\"variant\":\"A\",\"case\":\"1\",\"sample\":0,\"rule\":\"underTwoMinutes\",\"verdict\":\"pass\",\"why\":\"SAY WHY\"}"
    #expect(review.contains(line))
    try workspace.write(line + "\n", to: "o.jsonl")
    let json = workspace.run("compare", "A.txt", "--overrides", "o.jsonl", "--json").results
    #expect(json.contains("\"overrides\":{\"applied\":1,\"changing\":1},\"unsure\":0"))
  }

  @Test func nothingIsWiderThanATerminal() throws {
    let workspace = try Workspace()
    try workspace.makeSet()
    for words in [["compare", "Prompts/s", "--all"], ["score", "--explain", "all"]] {
      for line in workspace.run(words).results.split(separator: "\n") {
        #expect(line.count <= 80, "\(line)")
      }
    }
  }

  @Test(arguments: [1, 2, 3])
  func threadsNeverChangeAByte(threads: Int) throws {
    let workspace = try Workspace()
    try workspace.makeSet()
    let one = workspace.run("compare", "Prompts/s", "--json", "--threads", "1").results
    let other = workspace.run("compare", "Prompts/s", "--json", "--threads", String(threads))
    #expect(other.results == one)
  }
}
