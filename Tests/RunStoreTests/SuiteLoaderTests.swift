import DecisionEngines
import RunStore
import TestSupport
import Testing
import TraceModel

@Test func sampleIsReadInFull() throws {
  let folder = try SampleSuite.folder()
  let suite = try SuiteLoader(disk: folder.disk).load("./Traces/sample/")
  #expect(suite.path == "Traces/sample")
  #expect(suite.name == "sample")
  #expect(suite.role == .tuning)
  #expect(suite.isSynthetic)
  #expect(suite.labelCount == 6)
  #expect(suite.profile["cooldownMinutes"] == .integer(120))
  #expect(suite.traces.map(\.id) == ["one-day", "other-day"])
  let trace = suite.traces[0]
  #expect(trace.timeZone == "America/Vancouver")
  #expect(trace.profile == ["dailyBudget": .integer(3)])
  #expect(trace.lastInterventionAt == moment("2025-04-13T21:10").instant)
  #expect(trace.history.map(\.day.text) == ["2025-04-11", "2025-04-12", "2025-04-13"])
  #expect(
    trace.history[0].signals == [.number(7.5), .number(50), .missing, .number(7000)])
  #expect(trace.steps.map(\.at) == ["08", "12", "15"].map { moment("2025-04-14T\($0):00") })
  #expect(trace.steps[1].signals == [.number(8), .number(60), .nothing, .number(9000)])
  #expect(trace.steps.map(\.expect) == [.intervene, .silent, .intervene])
  #expect(trace.steps.map(\.line) == [2, 3, 4])
  #expect(trace.windows.map(\.labelSource) == [.observed])
  #expect(suite.digest == SHA256.hex(of: try folder.read("Traces/sample/SHA256SUMS").utf8))
}

struct AcceptedSuiteCase: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  var testDescription: String { name }
}

private let plainDay = """
  {"trace":"a","timeZone":"UTC"}
  {"at":"2025-04-14T08:00","signals":{"sleepHours":0,"hrvMs":500,"hoursToDeadline":-8760,"steps":200000}}
  {"at":"2025-04-14T09:00"}

  """

private let acceptedSuites: [AcceptedSuiteCase] = [
  AcceptedSuiteCase(name: "plain", text: plainDay),
  AcceptedSuiteCase(name: "byte order mark", text: "\u{FEFF}\(plainDay)"),
  AcceptedSuiteCase(name: "CRLF", text: plainDay.replacing("\n", with: "\r\n")),
  AcceptedSuiteCase(
    name: "blank lines", text: "\n \n\(plainDay.replacing("\n", with: "\n\t\r\n\n"))"),
  AcceptedSuiteCase(name: "no last line feed", text: String(plainDay.dropLast())),
]

@Test(arguments: acceptedSuites)
func harmlessFormsAreAccepted(_ c: AcceptedSuiteCase) throws {
  let folder = try SampleSuite.folder()
  try folder.write(c.text, to: "Traces/sample/one.jsonl")
  try folder.write(
    "\u{FEFF}" + SampleSuite.header.replacing("\n", with: "\r\n"), to: "Traces/sample/suite.json")
  let suite = try SuiteLoader(disk: folder.disk).load("Traces/sample", lock: .ignored)
  #expect(suite.traces[0].steps.count == 2)
  #expect(suite.traces[0].steps[1].signals == [.missing, .missing, .missing, .missing])
  #expect(suite.digest == nil)
}

@Test func optionalPartsMayBeMissingEmptyOrNull() throws {
  let folder = try TemporaryFolder()
  try folder.write(
    #"{"schema":"autoresearch.suite/1","name":"s","engine":"vigil","role":"holdout"}"#,
    to: "s/suite.json")
  try folder.write(
    """
    {"trace":"a","timeZone":"UTC","title":null,"profile":{"quietHours":null},"state":null,"history":[{"date":"2025-04-13"}]}
    {"at":"2025-04-14T08:00","expect":null,"why":null,"labelSource":null,"delivery":null}
    {"at":"2025-04-14T09:00","expect":"intervene","labelSource":"passive-soft","delivery":"failed"}
    {"at":"2025-04-14T10:00","expect":"escalate","labelSource":"passive-high","delivery":"succeeded"}
    {"window":{"from":"2025-04-14T08:00Z","to":"2025-04-14T09:00"},"expect":"silent","labelSource":"passive-soft"}
    {"trace":"b","timeZone":"UTC","state":{},"history":[]}
    {"at":"2025-04-14T08:00","signals":{}}
    {"trace":"c","timeZone":"UTC","state":{"lastInterventionAt":null,"deliveredToday":null},"history":null}
    {"at":"2025-04-14T08:00","signals":{"sleepHours":null,"hoursToDeadline":null}}
    """, to: "s/deep/er/a.jsonl")
  let suite = try SuiteLoader(disk: folder.disk).load("s", lock: .ignored)
  let steps = suite.traces[0].steps
  #expect(steps.map(\.expect) == [nil, nil, .escalate])
  #expect(steps.map(\.hasOwnExpect) == [true, true, true])
  #expect(steps.map(\.delivers) == [true, false, true])
  #expect(suite.traces[0].profile == ["quietHours": .clockRange(nil)])
  #expect(suite.traces[0].windows.map(\.counts) == [false])
  #expect(suite.traces.map(\.deliveredToday) == [0, 0, 0])
  #expect(suite.traces.map(\.lastInterventionAt) == [nil, nil, nil])
  #expect(suite.labelCount == 1)
}

@Test func historyIsPutInDateOrder() throws {
  let folder = try SampleSuite.folder()
  try folder.write(
    """
    {"trace":"a","timeZone":"UTC","history":[{"date":"2025-04-13"},{"date":"2025-04-02"},{"date":"2025-04-10"}]}
    {"at":"2025-04-14T08:00"}
    """, to: "Traces/sample/one.jsonl")
  let suite = try SuiteLoader(disk: folder.disk).load("Traces/sample", lock: .ignored)
  #expect(
    suite.traces[0].history.map(\.day.text) == ["2025-04-02", "2025-04-10", "2025-04-13"])
}

@Test func faultsOfAllFilesAreToldTogether() throws {
  let folder = try SampleSuite.folder()
  try folder.write("{}", to: "Traces/sample/one.jsonl")
  try folder.write("[]", to: "Traces/sample/two.jsonl")
  try folder.write(
    SampleSuite.header.replacing("tuning", with: "tune"), to: "Traces/sample/suite.json")
  let failure = #expect(throws: Failure.self) {
    try SuiteLoader(disk: folder.disk).load("Traces/sample", lock: .ignored)
  }
  guard case .input(let problems)? = failure else {
    Issue.record("no refusal of content: \(String(describing: failure))")
    return
  }
  #expect(problems.map(\.file).contains("Traces/sample/suite.json"))
}

struct NoSuiteCase: Sendable, CustomTestStringConvertible {
  let name: String
  let files: [String: String]
  let status: Int32
  let answer: String
  var testDescription: String { name }
}

private let noSuiteCases: [NoSuiteCase] = [
  NoSuiteCase(
    name: "no folder", files: [:], status: 64,
    answer: """
      error: s: there is no such suite folder
        fix: name a folder that holds a suite.json; `autoresearch new suite s` makes one
      """),
  NoSuiteCase(
    name: "no suite.json", files: ["s/a.jsonl": plainDay], status: 2,
    answer: """
      s/suite.json: error: there is no suite.json in this folder
        fix: add one; `autoresearch new suite NAME` shows the form
      """),
  NoSuiteCase(
    name: "no trace", files: ["s/suite.json": SampleSuite.header], status: 2,
    answer: """
      s/suite.json: error: the suite has no trace
        fix: add a trace file; `autoresearch new day` makes one
      """),
  NoSuiteCase(
    name: "no lock", files: ["s/suite.json": SampleSuite.header, "s/a.jsonl": plainDay], status: 3,
    answer: """
      s: error: this suite is not locked: it has no SHA256SUMS
        fix: lock it with `autoresearch lock s`
      """),
]

@Test(arguments: noSuiteCases)
func whatIsNoSuite(_ c: NoSuiteCase) throws {
  let folder = try TemporaryFolder()
  for (name, text) in c.files { try folder.write(text, to: name) }
  let failure = #expect(throws: Failure.self) { try SuiteLoader(disk: folder.disk).load("s/") }
  #expect(failure?.text == c.answer)
  #expect(failure?.status == c.status)
}

@Test(arguments: [
  ("Traces/a", "Traces/a"), ("Traces/a///", "Traces/a"), ("./a", "a"), ("././a", "a"),
  (".//a", "a"), (".", "."), ("./", "."), ("/", "/"), ("/a/", "/a"),
])
func pathIsNormalized(_ c: (typed: String, path: String)) {
  #expect(SuiteLoader.normalized(c.typed) == c.path)
}

@Test(arguments: [
  ("a", true), ("a-1", true), ("0", true), ("", false), ("-a", false), ("A", false), ("a_b", false),
  ("é", false), ("a b", false), (String(repeating: "a", count: 100), true),
  (String(repeating: "a", count: 101), false),
])
func plainID(_ c: (text: String, isID: Bool)) { #expect(isPlainID(c.text) == c.isID) }
