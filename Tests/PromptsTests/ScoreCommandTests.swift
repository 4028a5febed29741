import RunStore
import Testing

@Suite("score") struct ScoreCommandTests {
  @Test func everyRuleAndWordsArePresentWhateverTheOutcome() throws {
    let workspace = try Workspace()
    try workspace.write("\n写历史论文\nPick up a pen.\n", to: "a.txt")
    let lines = workspace.run("score", "a.txt", "--json").results.split(separator: "\n")
    #expect(lines.count == 3)
    for line in lines {
      let node = try JSONParser.parse(Array(line.utf8)).node
      guard case .object(let members) = node.value else {
        Issue.record("no object: \(line)")
        continue
      }
      #expect(
        members.map(\.key) == [
          "case", "sample", "visible", "words", "sentences", "strict", "loose", "outcome",
          "all_rules",
        ])
      for reading in ["strict", "loose"] {
        guard case .object(let rules)? = members.first(where: { $0.key == reading })?.node.value
        else {
          Issue.record("no \(reading)")
          continue
        }
        #expect(rules.count == 6)
      }
    }
    #expect(lines[0].contains("\"outcome\":\"empty\",\"all_rules\":false"))
    #expect(lines[1].contains("\"outcome\":\"cannotCount\",\"all_rules\":false"))
    #expect(lines[2].contains("\"outcome\":\"scored\",\"all_rules\":true"))
  }

  @Test func threadsNeverChangeAByte() throws {
    let workspace = try Workspace()
    let texts = [
      "Open the book.", "Sure! Go.", "", "Work on it for 10 minutes…", "写", "a “b” c\\\"",
    ]
    let text = (0..<3000).map { "\(texts[$0 % texts.count]) \($0 % 7)" }.joined(separator: "\n")
    try workspace.write(text, to: "a.txt")
    for options in [["--json"], []] {
      let words = ["score", "a.txt"] + options + ["--threads"]
      let one = workspace.run(words + ["1"])
      #expect(one.status == 0)
      for threads in ["2", "3"] {
        #expect(workspace.run(words + [threads]).results == one.results)
      }
    }
  }

  @Test func aWordMoreFailsAndAHigherLimitPasses() throws {
    let workspace = try Workspace()
    let text = "Open the blue book on the desk."
    #expect(workspace.run("score", "--text", text).results.hasPrefix("pass"))
    let strict = workspace.run("score", "--text", text, "--max-words", "6").results
    #expect(strict.contains("7 words; 6 allowed"))
  }

  @Test func explainNamesTheNearestRule() throws {
    let workspace = try Workspace()
    #expect(workspace.run("score", "--explain", "noFluff").results.hasPrefix("noFluff\n  "))
    let wrong = workspace.run("score", "--explain", "noFluf")
    #expect(wrong.status == 64)
    #expect(
      wrong.messages == """
        error: unknown rule "noFluf"; did you mean "noFluff"?
          fix: use one of: oneSentence, maxWords, startsWithVerb, concreteObject, underTwoMinutes, noFluff, or all

        """)
    #expect(workspace.run("score", "--explain", "all").results.split(separator: "\n").count > 12)
  }

  @Test func oneOfFileTextAndExplain() throws {
    let workspace = try Workspace()
    #expect(workspace.run("score").status == 64)
    #expect(workspace.run("score", "a.txt", "--text", "x").status == 64)
    #expect(
      workspace.run("score", "none.txt").messages == """
        error: none.txt: can't be read: No such file or directory
          fix: name a file of outputs: .txt with one a line, .csv, or .jsonl

        """)
  }

  struct Garbage: Sendable, CustomTestStringConvertible {
    let name: String
    let file: String
    let bytes: [UInt8]
    let message: String
    var testDescription: String { name }
  }

  static let garbage = [
    Garbage(
      name: "not UTF-8", file: "a.txt", bytes: Array("Go.\nab\u{E9}".utf8) + [0xFF, 10],
      message:
        "a.txt:2: error: byte 5 of this line, 0xFF, is not UTF-8\n  fix: save the file as UTF-8"),
    Garbage(
      name: "UTF-16", file: "a.txt", bytes: [0xFF, 0xFE, 0x41, 0, 10, 0],
      message: "a.txt:1: error: this is UTF-16 text, not UTF-8\n  fix: save the file as UTF-8"),
    Garbage(
      name: "a line of 10 MB", file: "a.txt",
      bytes: [UInt8](repeating: 0x61, count: 10_000_000) + [10],
      message:
        "a.txt:1: error: this line has 10000000 bytes, allowed 1048576\n  fix: shorten it; an output that long is no step, so leave it out to count it as missing"
    ),
    Garbage(
      name: "a list", file: "a.jsonl", bytes: Array("[{\"output\":\"x\"}]\n".utf8),
      message:
        "a.jsonl:1: error: this file is one JSON list, not JSON Lines\n  fix: write one object a line, with no brackets around and no commas between them"
    ),
    Garbage(
      name: "a list later", file: "a.jsonl",
      bytes: Array("{\"output\":\"x\"}\n[1]\n".utf8),
      message:
        "a.jsonl:2: error: an output is a list, not an object\n  fix: write it as {\"key\": value}"),
    Garbage(
      name: "a bare NUL in JSON", file: "a.jsonl", bytes: Array("{\"output\":\"x\0\"}".utf8),
      message:
        "a.jsonl:1: error: not valid JSON: a control character inside a text in quotes\n  fix: close the quote, or escape it as \\n or \\t"
    ),
    Garbage(
      name: "an unknown key", file: "a.jsonl", bytes: Array("{\"ouput\":\"x\"}".utf8),
      message: """
        a.jsonl:1: error: unknown key "ouput" in an output; did you mean "output"?
          fix: use one of: case, sample, output, latencySeconds, source, model
        a.jsonl:1: error: an output lacks "output"
          fix: add the key "output"
        """),
    Garbage(
      name: "no column", file: "a.csv", bytes: Array("case,ouput\n1,x\n".utf8),
      message:
        "a.csv:1: error: no column is called \"output\"; is it \"ouput\"? (columns: \"case\", \"ouput\")\n  fix: name the columns in the first row: output, and optionally case, sample, latencySeconds"
    ),
    Garbage(
      name: "a comma without quotes", file: "a.csv", bytes: Array("output\nOpen it, now\n".utf8),
      message:
        "a.csv:2: error: 2 cells, but 1 columns in the first row\n  fix: put a cell that holds a comma in double quotes"
    ),
    Garbage(
      name: "a quote never closed", file: "a.csv", bytes: Array("output\n\"Open it\n".utf8),
      message:
        "a.csv:2: error: a quote opened on line 2 is never closed\n  fix: close it, and double each quote inside the cell"
    ),
    Garbage(
      name: "nothing", file: "a.txt", bytes: [],
      message:
        "a.txt: error: there is no output in this file\n  fix: write one output a line"),
  ]

  @Test(arguments: garbage)
  func garbageIsNamedWithItsLine(_ garbage: Garbage) throws {
    let workspace = try Workspace()
    try workspace.write(garbage.bytes, to: garbage.file)
    let outcome = workspace.run("score", garbage.file, "--json")
    #expect(outcome.status == 2)
    #expect(outcome.messages == garbage.message + "\n")
    let compared = workspace.run("compare", garbage.file)
    #expect(compared.status == 2)
    #expect(compared.messages == garbage.message + "\n")
    #expect(compared.results.isEmpty)
  }

  @Test func goodLinesAreScoredBesideBadOnes() throws {
    let workspace = try Workspace()
    try workspace.write(Array("Open it.\n".utf8) + [0xFF, 10] + Array("Go.\n".utf8), to: "a.txt")
    let outcome = workspace.run("score", "a.txt", "--json")
    #expect(outcome.status == 2)
    #expect(outcome.results.split(separator: "\n").count == 2)
    #expect(outcome.results.contains("{\"case\":\"3\""))
  }

  @Test func manyBadLinesAreCountedNotListed() throws {
    let workspace = try Workspace()
    try workspace.write(String(repeating: "x\n", count: 5000), to: "a.jsonl")
    let messages = workspace.run("score", "a.jsonl").messages
    #expect(messages.split(separator: "\n").count == 202)
    #expect(messages.contains("a.jsonl: error: 4900 more problems, not shown"))
  }

  @Test(arguments: [
    "\u{0}\u{0}", "\u{202E}nepO", "e\u{301}\u{301}\u{301}", "\"((“", "😀😀", "[1,2]", "{{task}}",
    "\u{FEFF}",
  ])
  func oddTextsHaveAnOutcome(_ text: String) throws {
    let workspace = try Workspace()
    try workspace.write("Go.\n\(text)\n", to: "a.txt")
    let outcome = workspace.run("score", "a.txt", "--json")
    #expect(outcome.status == 0)
    #expect(outcome.results.split(separator: "\n").count == 2)
    let shown = workspace.run("score", "a.txt").results
    #expect(!shown.contains("\u{202E}") && !shown.contains("\u{0}"))
  }

  @Test func columnsNotReadAreTold() throws {
    let workspace = try Workspace()
    try workspace.write("id,output,case\r\n7,\"Open it, now.\",a\r\n", to: "a.csv")
    let outcome = workspace.run("score", "a.csv", "--json")
    #expect(outcome.messages == "note: a.csv: columns not read: \"id\"\n")
    #expect(outcome.results.hasPrefix("{\"case\":\"a\",\"sample\":0,\"visible\":\"Open it, now.\""))
  }
}
