import RunStore
import TestSupport
import Testing
import TraceModel

@Test func runAppearsWholeInOneRename() throws {
  let folder = try TemporaryFolder()
  var run = try RunFolder(wanted: "Reports/x/", replace: false, disk: folder.disk)
  #expect(run.path == "Reports/x")
  try run.write("a", to: "a.txt")
  try run.write("b", to: "inputs/s/b.txt")
  try run.write("{}", to: "run.json")
  #expect(!folder.disk.exists("Reports/x"))
  try run.finish()
  #expect(
    try folder.snapshot().keys.sorted() == [
      "Reports", "Reports/x", "Reports/x/SHA256SUMS", "Reports/x/a.txt", "Reports/x/inputs",
      "Reports/x/inputs/s", "Reports/x/inputs/s/b.txt", "Reports/x/run.json",
    ])
  #expect(
    try folder.read("Reports/x/SHA256SUMS")
      == "\(SHA256.hex(of: "a".utf8))  a.txt\n\(SHA256.hex(of: "b".utf8))  inputs/s/b.txt\n")
}

@Test func existingRunIsKeptUnlessReplaced() throws {
  let folder = try TemporaryFolder()
  func make(_ text: String, replace: Bool = false) throws -> String {
    var run = try RunFolder(wanted: "R/x", replace: replace, disk: folder.disk)
    try run.write(text, to: "a.txt")
    try run.write("{}", to: "run.json")
    try run.finish()
    return run.path
  }
  #expect(try make("1") == "R/x")
  #expect(try make("2") == "R/x-2")
  #expect(try make("3") == "R/x-3")
  #expect(try make("4", replace: true) == "R/x")
  #expect(try folder.read("R/x/a.txt") == "4")
  #expect(try folder.read("R/x-2/a.txt") == "2")
  #expect(folder.disk.list("R") == ["x", "x-2", "x-3"])
}

@Test func abandonedRunLeavesNothing() throws {
  let folder = try TemporaryFolder()
  var run = try RunFolder(wanted: "R/x", replace: false, disk: folder.disk)
  try run.write("a", to: "a.txt")
  run.abandon()
  #expect(folder.disk.list("R") ?? [] == [])
}

@Test func whatAKilledRunLeftIsRemovedByTheNext() throws {
  let folder = try TemporaryFolder()
  _ = try RunFolder(wanted: "R/x", replace: false, disk: folder.disk)
  try folder.write("torn", to: "R/.x.unfinished/torn.txt")
  try folder.write("torn", to: "R/.x.unfinished/.journal/round-1.tmp-5")
  var run = try RunFolder(wanted: "R/x", replace: false, disk: folder.disk)
  #expect(run.unfinished == [])
  try run.finish()
  #expect(folder.disk.list("R/x") == ["SHA256SUMS"])
  #expect(folder.disk.list("R") == ["x"])
}

@Test func replacingTakesOnlyWhatIsARun() throws {
  let folder = try TemporaryFolder()
  try folder.write("precious", to: "Traces/mine/a.jsonl")
  for place in ["Traces", "Traces/mine/a.jsonl"] {
    let failure = #expect(throws: Failure.self) {
      try RunFolder(wanted: place, replace: true, disk: folder.disk)
    }
    #expect(
      failure?.text == """
        \(place): error: it holds no run, so --force does not replace it
          fix: free the place, correct its permissions, or choose another with --out
        """)
    #expect(failure?.status == 74)
  }
  #expect(try folder.read("Traces/mine/a.jsonl") == "precious")
}

@Test func placeBelowAFileCannotBeWritten() throws {
  let folder = try TemporaryFolder()
  try folder.write("x", to: "file")
  let failure = #expect(throws: Failure.self) {
    try RunFolder(wanted: "file/run", replace: false, disk: folder.disk)
  }
  #expect(failure?.status == 74)
  #expect(failure?.text.hasPrefix("file/run: error: can't create this folder: ") == true)
}

@Test func twoRunsAtOnceNeverShareAName() throws {
  let folder = try TemporaryFolder()
  var first = try RunFolder(wanted: "Reports/x", replace: false, disk: folder.disk)
  var second = try RunFolder(wanted: "Reports/x", replace: false, disk: folder.disk)
  #expect(second.path == "Reports/x-2")
  #expect(second.unfinished == [])
  let failure = #expect(throws: Failure.self) {
    try RunFolder(wanted: "Reports/x", replace: true, disk: folder.disk)
  }
  #expect(
    failure?.text.hasPrefix("Reports/x: error: another process is working on this run") == true)
  try first.write("1", to: "a.txt")
  try second.write("2", to: "a.txt")
  try second.finish()
  try first.finish()
  #expect(try folder.read("Reports/x/a.txt") == "1")
  #expect(try folder.read("Reports/x-2/a.txt") == "2")
  #expect(folder.disk.list("Reports") == ["x", "x-2"])
}

@Test func aNameTakenMeanwhileGivesTheNext() throws {
  let folder = try TemporaryFolder()
  var run = try RunFolder(wanted: "Reports/x", replace: false, disk: folder.disk)
  try folder.write("someone else's", to: "Reports/x/a.txt")
  try run.write("1", to: "a.txt")
  try run.finish()
  #expect(run.path == "Reports/x-2")
  #expect(try folder.read("Reports/x/a.txt") == "someone else's")
  #expect(try folder.read("Reports/x-2/a.txt") == "1")
}

@Test func ledgerLinesAreChained() throws {
  let folder = try TemporaryFolder()
  let ledger = Ledger(disk: folder.disk)
  try ledger.append(.sweep(digests: ["d1", "d2"], candidates: 5, behaviours: 2), at: 0)
  try ledger.append(.holdoutOpened(suite: "s", digest: "d", reason: "to \"see\""), at: 86_400)
  let lines = try folder.read("Reports/ledger.jsonl").split(separator: "\n").map(String.init)
  #expect(
    lines[0]
      == #"{"previous":"\#(String(repeating: "0", count: 64))","time":"1970-01-01T00:00:00Z","event":"sweep","digest":"d1;d2","candidates":5,"behaviours":2,"hash":"\#(hash(of: lines[0]))"}"#
  )
  #expect(
    lines[1]
      == #"{"previous":"\#(SHA256.hex(of: lines[0].utf8))","time":"1970-01-02T00:00:00Z","event":"holdoutOpened","suite":"s","digest":"d","reason":"to \"see\"","hash":"\#(hash(of: lines[1]))"}"#
  )
}

@Test func tornLedgerLineIsClosedFirst() throws {
  let folder = try TemporaryFolder()
  try folder.write("{\"torn", to: "Reports/ledger.jsonl")
  try Ledger(disk: folder.disk).append(
    .sweep(digests: [], candidates: 1, behaviours: 1), at: 0)
  let lines = try folder.read("Reports/ledger.jsonl").split(separator: "\n")
  #expect(lines.count == 2)
  #expect(lines[0] == "{\"torn")
}

@Test func lockLogCountsReplacementsOfASuite() throws {
  let folder = try TemporaryFolder()
  try folder.write("", to: "Traces/x")
  let log = LockLog(disk: folder.disk)
  try log.append(folder: "Traces/a", reason: nil, old: nil, new: "n", at: 0)
  try log.append(folder: "Traces/a", reason: "why", old: "n", new: "m", at: 1)
  try log.append(folder: "Traces/b", reason: "why", old: "n", new: "m", at: 1)
  #expect(log.replacements(of: ["Traces/a"]) == 1)
  #expect(log.replacements(of: ["Traces/a", "Traces/b"]) == 2)
  #expect(log.replacements(of: ["elsewhere/a"]) == 0)
  #expect(
    try folder.read("Traces/LOCKS.jsonl").hasPrefix(
      #"{"suite":"a","time":"1970-01-01T00:00:00Z","reason":null,"old":null,"new":"n"}"#))
}

/// The hash that a ledger line should end with, from what stands before it.
private func hash(of line: String) -> String {
  SHA256.hex(of: Array(line.utf8.dropLast(75)) + Array("}".utf8))
}
