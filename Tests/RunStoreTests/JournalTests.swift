import RunStore
import TestSupport
import Testing
import TraceModel

private let identity = SweepIdentity(
  version: "1", plan: "aa", suites: ["bb", "cc"], constants: "dd", answers: nil)

private func beginning(_ words: [String] = ["sweep", "a \"b\"\nc"]) -> Journal.Beginning {
  Journal.Beginning(
    identity: identity, words: words, started: 5, guards: ["Engine x"], plan: Array("{}\n".utf8),
    resumed: 2)
}

@Test func journalReadsBackWhatItWrote() throws {
  let folder = try TemporaryFolder()
  let journal = Journal(in: "R/.x.unfinished", disk: folder.disk)
  #expect(!journal.isBegun)
  try journal.begin(beginning())
  #expect(journal.isBegun)
  let read = try journal.beginning()
  #expect(read.identity == identity)
  #expect(read.words == ["sweep", "a \"b\"\nc"])
  #expect(read.started == 5)
  #expect(read.guards == ["Engine x"])
  #expect(read.resumed == 2)
  #expect(read.plan == Array("{}\n".utf8))
  #expect(try journal.checkpoint(round: 1, range: 0..<9, of: identity) == nil)
  for next in [3, 7] {
    try journal.write(
      Journal.Checkpoint(round: 1, range: 0..<9, next: next, body: [0, 10, 255, UInt8(next)]),
      of: identity)
    try journal.write(
      Journal.Checkpoint(round: 2, range: 4..<5, next: 4, body: []), of: identity)
    let one = try #require(try journal.checkpoint(round: 1, range: 0..<9, of: identity))
    #expect(one.next == next)
    #expect(one.body == [0, 10, 255, UInt8(next)])
    #expect(try journal.checkpoint(round: 2, range: 4..<5, of: identity)?.body == [])
  }
  // As many files as rounds, however often they are written.
  #expect(
    folder.disk.list("R/.x.unfinished/.journal") == ["beginning", "round-1", "round-2"])
}

@Test func aDamagedJournalIsRefusedByName() throws {
  let folder = try TemporaryFolder()
  let journal = Journal(in: "R", disk: folder.disk)
  try journal.begin(beginning())
  try journal.write(
    Journal.Checkpoint(round: 1, range: 0..<9, next: 3, body: Array("body\n1".utf8)), of: identity)
  for name in ["beginning", "round-1"] {
    let path = "R/.journal/\(name)"
    let whole = try folder.disk.read(path)
    func refusal() -> String? {
      do throws(Failure) {
        _ = try journal.beginning()
        _ = try journal.checkpoint(round: 1, range: 0..<9, of: identity)
        return nil
      } catch {
        #expect(error.status == 2)
        return error.text
      }
    }
    #expect(refusal() == nil)
    for i in whole.indices {
      var bytes = whole
      bytes[i] ^= 4
      try folder.write(bytes, to: path)
      #expect(refusal()?.hasPrefix("\(path): error: ") == true, "byte \(i) of \(name)")
    }
    for length in 0..<whole.count {
      try folder.write(Array(whole[..<length]), to: path)
      #expect(refusal()?.hasPrefix("\(path): error: ") == true, "\(length) bytes of \(name)")
    }
    try folder.write(whole, to: path)
  }
}

@Test func aCheckpointOfAnotherSweepIsRefused() throws {
  let folder = try TemporaryFolder()
  let journal = Journal(in: "R", disk: folder.disk)
  try folder.disk.makeFolder("R/.journal")
  try journal.write(
    Journal.Checkpoint(round: 1, range: 0..<9, next: 3, body: [1]), of: identity)
  let other = SweepIdentity(
    version: "1", plan: "aa", suites: ["bb"], constants: "dd", answers: nil)
  for (range, identity) in [(0..<9, other), (0..<8, identity), (1..<9, identity)] {
    let failure = #expect(throws: Failure.self) {
      try journal.checkpoint(round: 1, range: range, of: identity)
    }
    #expect(
      failure?.text == """
        R/.journal/round-1: error: belongs to another sweep
          fix: remove it to begin this part anew
        """)
  }
}

@Test func whatDiffersIsSaidInWords() {
  func changed(
    version: String = "1", plan: String = "aa", suites: [String] = ["bb", "cc"],
    constants: String = "dd", answers: String? = nil
  ) -> String? {
    identity.difference(
      of: SweepIdentity(
        version: version, plan: plan, suites: suites, constants: constants, answers: answers))
  }
  #expect(changed() == nil)
  #expect(changed(version: "2") == "was made by version \"2\"; this is 1")
  #expect(changed(plan: "ab") == "belongs to another plan (SHA-256 ab…, not aa…)")
  #expect(
    changed(suites: ["bb", "ce"]) == "was made from a suite locked otherwise (digest ce…, not cc…)")
  #expect(changed(suites: ["bb"]) == "was made from a suite locked otherwise")
  #expect(changed(constants: "de") == "was made with other engine constants")
  #expect(changed(answers: "f") == "was made with other sub-scores")
}

@Test func anInterruptedRunKeepsItsNameAndItsJournal() throws {
  let folder = try TemporaryFolder()
  var run = try RunFolder(wanted: "R/x", replace: false, disk: folder.disk)
  try run.journal?.begin(beginning())
  let failure = #expect(throws: Failure.self) { try RunFolder(resuming: "R/x", disk: folder.disk) }
  #expect(failure?.text.hasPrefix("R/x: error: another process is working on this run") == true)
  try run.write("half", to: "report.md")
  try run.write("{}", to: "run.json")
  try run.finishPartial()
  #expect(
    folder.disk.list("R/x") == [".journal", "SHA256SUMS", "report.md", "run.json"])
  #expect(!(try folder.read("R/x/SHA256SUMS")).contains("journal"))
  run = try RunFolder(wanted: "R/x", replace: false, disk: folder.disk)
  #expect(run.path == "R/x-2")
  #expect(run.unfinished == ["R/x"])
  run.abandon()
  #expect(folder.disk.list("R") == ["x"])
  // Going on takes the half report back and ends with a folder that holds the whole one alone.
  var again = try #require(try RunFolder(resuming: "R/x", disk: folder.disk))
  #expect(folder.disk.list("R") == ["x"])
  try again.goOn()
  #expect(folder.disk.list("R") == [".x.unfinished"])
  #expect(folder.disk.list("R/.x.unfinished") == [".journal"])
  #expect(try again.journal?.beginning().started == 5)
  try again.write("whole", to: "report.md")
  try again.finish()
  #expect(folder.disk.list("R/x") == ["SHA256SUMS", "report.md"])
  #expect(folder.disk.list("R") == ["x"])
  let none = try RunFolder(resuming: "R/x", disk: folder.disk)
  #expect(none?.path == nil)
}
