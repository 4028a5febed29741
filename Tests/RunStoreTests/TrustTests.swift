import Foundation
import RunStore
import Testing
import TraceModel

/// An empty folder that goes away with the test.
private final class Scratch {
  let disk: Disk
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    disk = Disk(workingDirectory: url.path(percentEncoded: false))
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String, to path: String) throws {
    if let cut = path.lastIndex(of: "/") { try disk.makeFolder(String(path[..<cut])) }
    try disk.write(Array(text.utf8), to: path)
  }

  func text(_ path: String) throws -> String {
    String(decoding: try disk.read(path), as: UTF8.self)
  }
}

@Suite struct GuardedPathTests {
  @Test func unchangedSourcesPass() throws {
    let scratch = try Scratch()
    try scratch.write("a", to: "Engine/a.swift")
    try scratch.write("b", to: "Engine/deep/b.swift")
    let guarded = try GuardedPath("Engine/", disk: scratch.disk)
    #expect(guarded.fileCount == 2)
    #expect(guarded.path == "Engine")
    try guarded.check(disk: scratch.disk)
    #expect(try GuardedPath("Engine", disk: scratch.disk).digest == guarded.digest)
  }

  @Test func everyKindOfChangeIsNamed() throws {
    let scratch = try Scratch()
    for name in ["kept", "changed", "removed"] { try scratch.write(name, to: "Engine/\(name)") }
    let guarded = try GuardedPath("Engine", disk: scratch.disk)
    try scratch.write("x", to: "Engine/changed")
    try scratch.write("x", to: "Engine/.hidden")
    scratch.disk.remove("Engine/removed")
    let failure = #expect(throws: Failure.self) { try guarded.check(disk: scratch.disk) }
    #expect(failure?.status == 3)
    #expect(
      failure?.text.split(separator: "\n").filter { $0.contains("error") } == [
        "Engine/.hidden: error: this guarded file was added during the run",
        "Engine/changed: error: this guarded file changed during the run",
        "Engine/removed: error: this guarded file was removed during the run",
      ])
  }

  @Test func aLinkIsGuardedByItsTarget() throws {
    let scratch = try Scratch()
    try scratch.write("a", to: "Engine/a")
    let link = scratch.disk.absolute("Engine/link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a")
    let guarded = try GuardedPath("Engine", disk: scratch.disk)
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "b")
    #expect(throws: Failure.self) { try guarded.check(disk: scratch.disk) }
  }

  @Test func gitAndBuildFoldersAreLeftOut() throws {
    let scratch = try Scratch()
    try scratch.write("a", to: "App/a")
    try scratch.write("x", to: "App/.git/index")
    let guarded = try GuardedPath("App", disk: scratch.disk)
    try scratch.write("y", to: "App/.git/index")
    try guarded.check(disk: scratch.disk)
    #expect(guarded.fileCount == 1)
  }
}

@Suite struct RunFolderTests {
  @Test func memoryHoldsWhatTheFolderWould() throws {
    let scratch = try Scratch()
    var written = try RunFolder(
      wanted: "Reports/a", replace: false, disk: scratch.disk)
    var kept = RunFolder(inMemory: "a", disk: scratch.disk)
    for name in ["run.json", "report.md", "charts/é.svg", "charts/a.svg"] {
      try written.write(name, to: name)
      try kept.write(name, to: name)
    }
    try written.finish()
    try kept.finish()
    let files = kept.filesInMemory
    #expect(
      files.keys.sorted() == [
        "SHA256SUMS", "charts/a.svg", "charts/é.svg", "report.md", "run.json",
      ])
    for (name, bytes) in files {
      #expect(try scratch.disk.read("Reports/a/\(name)") == bytes, "\(name)")
    }
    #expect(kept.writable.isEmpty)
  }

  @Test func onlyStagingAndFolderNamesStayWritable() throws {
    let scratch = try Scratch()
    let folder = try RunFolder(
      wanted: "Reports/a", replace: true, disk: scratch.disk)
    #expect(
      folder.writable == [
        .init("Reports/.a.unfinished", .everything), .init("Reports", .folderNames),
        .init(".", .emptyFolders),
      ])
    folder.abandon()
    #expect(scratch.disk.kind("Reports") == nil)
    try scratch.write("{}", to: "Reports/a/run.json")
    let again = try RunFolder(
      wanted: "Reports/a", replace: true, disk: scratch.disk)
    #expect(again.writable.last == .init("Reports/a", .removal))
    again.abandon()
    #expect(scratch.disk.list("Reports") == ["a"])
  }
}

@Suite struct ConfinementTests {
  /// In a test process other threads run: nothing may be promised, and nothing be given up.
  @Test func withOtherThreadsNothingIsPromised() throws {
    let scratch = try Scratch()
    let outcome = Confinement.giveUp(but: [], disk: scratch.disk)
    guard case .none(let reason) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #if os(Linux)
      #expect(
        reason == "other threads were running before it could be asked for"
          || reason.contains("Landlock"))
    #else
      #expect(reason == "this system has no Landlock")
    #endif
    try scratch.write("still", to: "writable")
  }

  @Test func theStatementSaysWhichGuaranteeHeld() {
    let seven = Confinement.Outcome.landlock(version: 7)
    let missing = Confinement.Outcome.none(reason: "this system has no Landlock")
    let whole = ConfinementRecord(start: seven, then: seven)
    #expect(whole.mechanism == "landlock")
    #expect(whole.version == 7)
    #expect(!whole.statement.contains("cut short"))
    #expect(
      whole.statement.contains("A run that made Reports itself could also remove what it held."))
    let old = Confinement.Outcome.landlock(version: 2)
    #expect(
      ConfinementRecord(start: old, then: old).statement.hasSuffix(
        "This kernel could not forbid that files are cut short."))
    let half = ConfinementRecord(start: seven, then: .none(reason: "why not"))
    #expect(half.mechanism == "landlock")
    #expect(half.statement.contains("It could not narrow that to the run's own folder: why not."))
    let none = ConfinementRecord(start: missing, then: missing)
    #expect(none.mechanism == "none")
    #expect(none.version == nil)
    #expect(
      none.statement.hasPrefix("Nothing confined this run: this system has no Landlock."))
  }
}

@Suite struct DiskInPlaceTests {
  @Test(arguments: ["", "short", String(repeating: "longer ", count: 5000)])
  func aFileWrittenOverIsExactlyTheNewContent(_ old: String) throws {
    let scratch = try Scratch()
    try scratch.write(old, to: "f")
    try scratch.disk.overwrite(Array("new content".utf8), at: "f")
    #expect(try scratch.text("f") == "new content")
    try scratch.disk.touch("f")
    #expect(try scratch.text("f") == "new content")
  }

  @Test func overwritingMakesNoFile() throws {
    let scratch = try Scratch()
    #expect(throws: Failure.self) { try scratch.disk.overwrite([1], at: "none") }
    #expect(!scratch.disk.exists("none"))
  }

  @Test func base64OfAHashIsWhatPagesWrite() {
    // The digest of nothing, as in RFC 6920's examples of empty content.
    #expect(SHA256.base64(of: []) == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
  }
}
