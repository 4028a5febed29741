import PromptStudy
import RunStore
import Testing
import TraceModel

@Suite("Prompt sets") struct PromptSetTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let file: String
    let text: String
    let message: String
    var testDescription: String { message }
  }

  static let faults = [
    Fault(
      file: "cases.jsonl",
      text: "{\"case\":\"A b\",\"task\":\" \"}\n\n{\"cse\":\"x\",\"task\":\"t\"}\n",
      message: """
        Prompts/s/cases.jsonl:1: error: "case" is "A b", not an id
          fix: use lower-case letters, digits and hyphens, not a hyphen first
        Prompts/s/cases.jsonl:1: error: "task" is empty
          fix: write the title as a person would, in 1 to 10000 bytes
        Prompts/s/cases.jsonl:3: error: unknown key "cse" in a case; did you mean "case"?
          fix: use one of: case, task, tags
        Prompts/s/cases.jsonl:3: error: a case lacks "case"
          fix: add the key "case"
        """),
    Fault(
      file: "rules.json",
      text:
        "{\"schema\":\"autoresearch.rules/1\",\n\"rules\":[\"maxWord\"],\n\"maxWords\":0,\n\"fallback\":\"\"}",
      message: """
        Prompts/s/rules.json:3: error: "maxWords" is 0, allowed 1...1000
          fix: write a whole number in 1...1000
        Prompts/s/rules.json:4: error: "fallback" is empty
          fix: write what the app shows when no answer comes
        Prompts/s/rules.json:2: error: "rules" holds the text "maxWord", which is no rule; did you mean "maxWords"?
          fix: use any of: oneSentence, maxWords, startsWithVerb, concreteObject, underTwoMinutes, noFluff
        """),
    Fault(
      file: "variants/a.md", text: "{{task}} and {{task}}",
      message: """
        Prompts/s/variants/a.md: error: {{task}} stands in this prompt 2 times, needed once
          fix: write {{task}} where the task's title goes, in one place
        """),
    Fault(
      file: "outputs/c.jsonl", text: "",
      message: """
        Prompts/s/outputs/c.jsonl: error: there is no variant of this name
          fix: name it NAME.jsonl after a file variants/NAME.md
        """),
    Fault(
      file: "outputs/a.jsonl",
      text: """
        {"case":"esay","output":"x","source":"written"}
        {"case":"essay","output":"x","source":"written","latencySeconds":-1}
        {"case":"essay","output":"x","source":"copied"}
        {"case":"room","output":null,"source":"http"}
        {"case":"odd","output":"x","source":"http","latencySeconds":null}
        {"case":"odd","output":"y","source":"http"}
        """,
      message: """
        Prompts/s/outputs/a.jsonl:1: error: "case" is "esay", which is no case; did you mean "essay"?
          fix: use a case of cases.jsonl
        Prompts/s/outputs/a.jsonl:2: error: "latencySeconds" is -1, allowed 0...86400 s
          fix: write a value in 0...86400
        Prompts/s/outputs/a.jsonl:3: error: "source" is "copied"
          fix: use one of: recorded, written, command, http
        Prompts/s/outputs/a.jsonl:4: error: "output" is null, not a text
          fix: leave the line out: an output that is missing counts as the fallback
        Prompts/s/outputs/a.jsonl:6: error: case "odd" has sample 0 twice (first on line 5)
          fix: number the samples of a case 0, 1, 2 …
        """),
    Fault(
      file: "overrides.jsonl",
      text: """
        {"variant":"A","case":"essay","rule":"noFluff","verdict":"pass","why":"x"}
        {"variant":"a","case":"essay","sample":3,"rule":"noFluff","verdict":"pass","why":"x"}
        {"variant":"a","case":"essay","rule":"noFluff","verdict":"ok","why":""}
        """,
      message: """
        Prompts/s/overrides.jsonl:1: error: "variant" is "A", which is no variant here; did you mean "a"?
          fix: use one of: a, b, templates
        Prompts/s/overrides.jsonl:2: error: variant "a" has no sample 3 of case "essay"
          fix: override an output that is there
        Prompts/s/overrides.jsonl:3: error: "why" is empty
          fix: say in a few words why the rule is wrong
        Prompts/s/overrides.jsonl:3: error: "verdict" is "ok"
          fix: use one of: pass, fail
        """),
  ]

  @Test(arguments: faults)
  func faultsAreToldAllAtOnce(_ fault: Fault) throws {
    let workspace = try Workspace()
    try workspace.makeSet(lock: false)
    try workspace.write(fault.text, to: "Prompts/s/\(fault.file)")
    let outcome = workspace.run("lock", "Prompts/s")
    #expect(outcome.status == 2)
    // Cases that are gone make their outputs unknown; only the file at fault is looked at here.
    let lines = outcome.messages.split(separator: "\n")
    let own = zip(lines, lines.dropFirst()).filter { $0.0.hasPrefix("Prompts/s/\(fault.file)") }
      .map { "\($0.0)\n\($0.1)" }.joined(separator: "\n")
    #expect(own == fault.message)
    #expect(!workspace.exists("Prompts/s/SHA256SUMS"))
  }

  @Test func aSetWithoutLockIsNotCompared() throws {
    let workspace = try Workspace()
    try workspace.makeSet(lock: false)
    let outcome = workspace.run("compare", "Prompts/s")
    #expect(outcome.status == 3)
    #expect(
      outcome.messages == """
        Prompts/s: error: this prompt set is not locked: it has no SHA256SUMS
          fix: lock it with `autoresearch lock Prompts/s`

        """)
  }

  @Test func theLockCoversCasesAndRulesOnly() throws {
    let workspace = try Workspace()
    try workspace.makeSet()
    let sums = try workspace.text("Prompts/s/SHA256SUMS")
    #expect(sums.split(separator: "\n").map { $0.dropFirst(66) } == ["cases.jsonl", "rules.json"])
    try workspace.write(
      "{\"case\":\"room\",\"output\":\"Go.\",\"source\":\"http\"}\n",
      to: "Prompts/s/outputs/a.jsonl")
    #expect(workspace.run("compare", "Prompts/s").status == 0)
    #expect(
      workspace.run("verify", "Prompts/s").results.hasPrefix(
        "ok  Prompts/s\n    prompt set, 3 cases, 2 variants with outputs\n    digest "))

    try workspace.write(
      "{\"schema\":\"autoresearch.rules/1\",\"maxWords\":99}\n", to: "Prompts/s/rules.json")
    let broken = workspace.run("compare", "Prompts/s")
    #expect(broken.status == 3)
    #expect(
      broken.messages.hasPrefix("Prompts/s/rules.json: error: content differs from SHA256SUMS"))
    #expect(workspace.run("verify", "Prompts/s").status == 3)
    #expect(workspace.run("lock", "Prompts/s").status == 64)
    #expect(workspace.run("lock", "Prompts/s", "--reason", "longer").status == 0)
    let log = try workspace.text("Prompts/LOCKS.jsonl")
    #expect(log.split(separator: "\n").count == 2)
    #expect(log.contains("\"reason\":\"longer\""))
    #expect(
      workspace.run("lock", "Prompts/s").results
        == "Prompts/s is locked already, nothing has changed\n")
  }

  @Test func noSuchFolderAndNoOutputs() throws {
    let workspace = try Workspace()
    #expect(workspace.run("compare", "Prompts/none").status == 64)
    try workspace.makeSet()
    try workspace.write("", to: "Prompts/s/outputs/a.jsonl")
    #expect(workspace.run("compare", "Prompts/s").status == 0)
  }
}
