import CommandLineInterface
import ReportWriters
import RunStore
import Testing
import TraceModel

@Suite("Prompts within the main job") struct PromptJobTests {
  private func environment(_ workspace: Workspace) -> Environment {
    Environment(
      disk: workspace.disk, console: Console(results: { _ in nil }, messages: { _ in nil }),
      now: { 0 }, processorCount: 2, words: [])
  }

  @Test func filesAreWrittenAndLinesAreAsInTheSummary() throws {
    let workspace = try Workspace()
    try workspace.makeSet()
    var folder = try RunFolder(
      wanted: "Reports/r", replace: false, disk: workspace.disk)
    let section = try PromptJob.section(
      set: "Prompts/s", into: &folder, threads: 2, in: environment(workspace))
    try folder.finish()
    #expect(
      section.lines == [
        " PROMPTS   3 cases, recorded and written outputs, all hard rules, strict (loose)",
        "           templates      3/3 (3)         a              2/3 (2)",
        "           b              0/3 (1)",
        "   paired  no difference is established after Holm over 3 pairs",
        "   floor   templates needs no model; 1 of 3 titles matched no template",
        "   apart   3 outputs missing or late: the app's fallback, never a pass",
      ])
    #expect(section.blocks.first == .heading(level: 2, "Prompts: Prompts/s"))
    #expect(section.digest.count == 64)
    #expect(
      workspace.exists("Reports/r/outputs.csv") && workspace.exists("Reports/r/review-these.md"))
    #expect(workspace.exists("Reports/r/inputs/s/SHA256SUMS"))
  }

  @Test func aMissingSetAndABrokenLockEndTheRun() throws {
    let workspace = try Workspace()
    var folder = try RunFolder(
      wanted: "Reports/r", replace: false, disk: workspace.disk)
    let missing = #expect(throws: Failure.self) {
      _ = try PromptJob.section(into: &folder, threads: 1, in: environment(workspace))
    }
    #expect(missing?.status == 64)
    try workspace.makeSet(lock: false)
    let failure = #expect(throws: Failure.self) {
      _ = try PromptJob.section(
        set: "Prompts/s", into: &folder, threads: 1, in: environment(workspace))
    }
    #expect(failure?.status == 3)
    folder.abandon()
  }
}
