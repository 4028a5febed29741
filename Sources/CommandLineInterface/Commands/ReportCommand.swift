import ReportWriters
import RunStore
import TraceModel

/// `report`: render a run's report again from what it stored.
struct ReportCommand: Command {
  private static let standardOut = Option(
    "--stdout", "print the report as Markdown instead of writing it")

  let name = "report"
  let summary = "render a run's report again from its stored results"
  let operands = "RUN"
  let operandCount = 1...1
  let options: [Option] = [Self.standardOut]
  let example = "autoresearch report Reports/bundled"
  let details = """
    Reads report.json; writes report.md, report.html and charts/. Nothing is computed anew.
    """

  func writable(_ input: Arguments, in environment: Environment) throws(Failure)
    -> [Confinement.Place]?
  {
    let folder = SuiteLoader.normalized(input.operands[0])
    guard !input.has(Self.standardOut), environment.disk.isFolder(folder) else { return [] }
    try RunsIndex(disk: environment.disk).prepare()
    return [.init(folder, .everything), .init(RunsIndex.path, .content)]
  }

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    let folder = SuiteLoader.normalized(input.operands[0])
    guard environment.disk.isFolder(folder) else {
      throw .usage(
        message: "\(folder): there is no such run folder", fix: "name a folder below Reports")
    }
    let document = try StoredReport.read(folder, disk: environment.disk)
    if input.has(Self.standardOut) {
      environment.console.text(MarkdownWriter.text(document))
      return ExitStatus.done
    }
    if !document.charts.isEmpty { try environment.disk.makeFolder("\(folder)/charts") }
    for (name, text) in RenderedReport.files(document) {
      try environment.disk.write(Array(text.utf8), to: "\(folder)/\(name)")
      environment.console.line("wrote \(folder)/\(name)")
    }
    try RunsIndex(disk: environment.disk).update()
    return ExitStatus.done
  }
}
