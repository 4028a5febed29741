import DecisionEngines
import ReportWriters
import RunReport
import RunStore
import SweepCore
import TraceModel

extension SweepJob {
  /// - Returns: Names of the suites copied into the folder, and what the prompts' comparison says.
  func write(
    _ result: SweepResult, _ judgement: Judgement, _ facts: RunFacts, to folder: inout RunFolder,
    _ choices: Choices, in environment: Environment
  ) throws(Failure) -> (copied: [String], prompts: PromptJob.Section?) {
    try folder.write(planText, to: "plan.json")
    try folder.write(result.candidatesFile, to: "candidates.csv")
    try folder.write(result.behavioursFile, to: "behaviours.csv")
    let withSignals = choices.includesSignals || loaded.suites.allSatisfy(\.isSynthetic)
    var decisions = DecisionsFile(engine: loaded.engine, withSignals: withSignals)
    decisions.add(result.shipped, candidate: "shipped")
    if let winner = result.winner { decisions.add(winner.evaluation, candidate: winner.entry.name) }
    try folder.write(decisions.text, to: "decisions.csv")
    let golden = GoldenFile(engine: loaded.engine, withSignals: withSignals)
    try folder.write(
      golden.text(result.shipped, candidate: "shipped", suites: loaded.suites), to: "golden.json")
    var copied: [String] = []
    for suite in loaded.suites where choices.keepsInputs {
      guard suite.isSynthetic || choices.includesSignals else { continue }
      let name = copied.contains(suite.name) ? "\(suite.name)-\(copied.count + 1)" : suite.name
      let digest = try folder.copySuite(suite.path, as: name)
      guard digest == suite.digest else { throw Self.changed(suite) }
      copied.append(name)
    }
    try folder.write(
      FindingsFile(result: result, judgement: judgement).text, to: "findings.json")
    var document = SweepReport(
      result: result, judgement: judgement, copiedInputs: copied,
      replacedLocks: facts.replacedLocks, withSignals: withSignals
    ).document
    var prompts: PromptJob.Section?
    if let (set, copy) = choices.prompts {
      let section = try PromptJob.section(
        set: set, copy: copy, into: &folder, keepsInputs: choices.keepsInputs,
        threads: choices.threads, in: environment)
      document.blocks += section.blocks
      prompts = section
    }
    facts.add(to: &document)
    try folder.write(StoredReport.text(document), to: "report.json")
    for (name, text) in RenderedReport.files(document) { try folder.write(text, to: name) }
    // Nobody ports a winner of half a plan.
    if result.partial == nil, let page = PortPage(result: result, judgement: judgement)?.document {
      try folder.write(MarkdownWriter.text(page), to: "port.md")
    }
    return (copied, prompts)
  }

  func checkLocksAgain(in environment: Environment) throws(Failure) {
    for suite in loaded.suites {
      guard try SuiteLoader(disk: environment.disk).verifyLock(suite.path) == suite.digest else {
        throw Self.changed(suite)
      }
    }
  }

  private static func changed(_ suite: Suite) -> Failure {
    .lock([
      Problem(
        file: suite.path, message: "the suite was locked anew while this run was reading it",
        fix: "run again")
    ])
  }
}
