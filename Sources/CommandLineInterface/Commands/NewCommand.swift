import DecisionEngines
import RunStore
import TraceModel

/// `new`: start a suite or a day of one's own.
struct NewCommand: Command {
  private static let engine = Option("--engine", value: "NAME", "the suite's engine; default vigil")
  private static let zone = Option(
    "--zone", value: "ZONE", "the day's IANA zone; default America/Vancouver")
  private static let date = Option(
    "--date", value: "YYYY-MM-DD", "the day; default one after another from 2025-04-14")

  let name = "new"
  let summary = "start a suite (new suite PATH) or a day in it (new day SUITE/NAME)"
  let operands = "suite|day PATH"
  let operandCount = 2...2
  let options: [Option] = [Self.engine, Self.zone, Self.date]
  let example = "autoresearch new day Traces/mine/monday"
  let details = """
    new suite PATH      makes PATH/suite.json
    new day SUITE/NAME  makes SUITE/NAME.jsonl, and suite.json if there is none
    The day holds an example in every line; its "why" texts say what to change. Check it
    as you write with `autoresearch verify SUITE`, then lock it.
    """

  /// The nearest folder above the path that stands already.
  func writable(_ input: Arguments, in environment: Environment) -> [Confinement.Place]? {
    var path = SuiteLoader.normalized(input.operands[1])
    while let cut = path.lastIndex(of: "/"), cut > path.startIndex {
      path = String(path[..<cut])
      if environment.disk.isFolder(path) { return [.init(path, .everything)] }
    }
    return [.init(input.operands[1].hasPrefix("/") ? "/" : ".", .everything)]
  }

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    let path = SuiteLoader.normalized(input.operands[1])
    switch input.operands[0] {
    case "suite":
      try makeSuite(path, input, in: environment)
      environment.console.line("next: autoresearch new day \(path)/monday")
    case "day": try makeDay(path, input, in: environment)
    default:
      let known = ["suite", "day"]
      let hint = Nearest.hint(for: input.operands[0], among: known)
      throw .usage(
        message: "new makes a suite or a day, not \(quoted(input.operands[0]))\(hint)",
        fix: "as in `\(example)`")
    }
    return ExitStatus.done
  }

  private func makeSuite(_ path: String, _ input: Arguments, in environment: Environment)
    throws(Failure)
  {
    let file = "\(path)/suite.json"
    let name = try plainName(path)
    let engine = input.value(Self.engine) ?? "vigil"
    guard Engines.named(engine) != nil else {
      let known = Engines.all.map(\.name)
      throw .usage(
        message: "unknown engine \(quoted(engine))\(Nearest.hint(for: engine, among: known))",
        fix: "use one of: \(known.joined(separator: ", "))")
    }
    guard !environment.disk.exists(file) else {
      throw .usage(message: "\(file) exists already", fix: "choose another name")
    }
    let text = """
      {
        "schema": "autoresearch.suite/1",
        "name": "\(name)",
        "title": "My own days",
        "engine": "\(engine)",
        "role": "tuning",
        "data": "self",
        "labelledBy": "me",
        "description": "Say where these days come from and what they can't show.",
        "profile": {"quietHours": {"start": "22:00", "end": "07:00"}, "cooldownMinutes": 120, "dailyBudget": 3}
      }

      """
    try environment.disk.makeFolder(path)
    try environment.disk.write(Array(text.utf8), to: file)
    environment.console.line("made \(file)")
  }

  private func makeDay(_ path: String, _ input: Arguments, in environment: Environment)
    throws(Failure)
  {
    guard let cut = path.lastIndex(of: "/") else {
      throw .usage(
        message: "\(quoted(path)) names no suite folder", fix: "as in `\(example)`")
    }
    let suite = String(path[..<cut])
    let stem = path.hasSuffix(".jsonl") ? String(path.dropLast(6)) : path
    let name = try plainName(stem)
    let file = "\(stem).jsonl"
    guard !environment.disk.exists(file) else {
      throw .usage(message: "\(file) exists already", fix: "choose another name")
    }
    let zone = input.value(Self.zone) ?? "America/Vancouver"
    guard let clock = ZoneClock(zone) else {
      throw .usage(
        message: "--zone is \(quoted(zone)), not a zone of the IANA database",
        fix: "write a name such as America/Vancouver or Europe/Berlin")
    }
    let date = input.value(Self.date) ?? "2025-04-14"
    var day: CivilDay
    do throws(ZoneClock.Fault) {
      day = try clock.moment("\(date)T12:00").day
    } catch {
      throw .usage(message: "--date is \(quoted(date)), not a date", fix: "write it as 2025-04-14")
    }
    if !input.has(Self.date) {
      // A day of its own for each file, so that no two are taken for one.
      let days = (environment.disk.list(suite) ?? []).count { $0.hasSuffix(".jsonl") }
      day = CivilDay(number: day.number + days)
    }
    if !environment.disk.exists("\(suite)/suite.json") {
      try makeSuite(suite, input, in: environment)
    }
    try environment.disk.write(
      Array(DayTemplate.text(id: name, zone: zone, day: day).utf8), to: file)
    environment.console.line("made \(file)")
    environment.console.line("next: edit it, check it with `autoresearch verify \(suite)`,")
    environment.console.line("      then lock it with `autoresearch lock \(suite)`")
  }

  private func plainName(_ path: String) throws(Failure) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard isPlainID(name) else {
      throw .usage(
        message: "\(quoted(name)) can't be a name",
        fix: "use lower-case letters, digits and hyphens, not a hyphen first")
    }
    return name
  }
}
