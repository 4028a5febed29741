import RunStore
import TestSupport
import Testing
import TraceModel

/// A ledger of five lines, as written.
private func ledger() throws -> [String] {
  let folder = try TemporaryFolder()
  let ledger = Ledger(disk: folder.disk)
  for i in 1...5 {
    try ledger.append(
      i == 3
        ? .holdoutOpened(suite: "held", digest: "h", reason: "a look")
        : .sweep(digests: i == 4 ? ["d", "e"] : ["d"], candidates: 10 * i, behaviours: i),
      at: i)
  }
  return try folder.read(Ledger.path).split(separator: "\n").map(String.init)
}

private func book(_ lines: [String]) -> LedgerBook {
  LedgerBook(Array((lines.joined(separator: "\n") + "\n").utf8), file: "l")
}

private func faults(_ lines: [String]) -> [String] {
  book(lines).faults.map { "\($0.line ?? 0): \($0.message)" }
}

@Suite struct LedgerBookTests {
  @Test func addsUpBySuite() throws {
    let book = book(try ledger())
    #expect(book.faults.isEmpty && book.torn.isEmpty && book.count == 5)
    #expect(book.tried(on: ["d"]) == (4, 120, 12))
    #expect(book.tried(on: ["e"]) == (1, 40, 4))
    #expect(book.tried(on: ["x"]) == (0, 0, 0))
    #expect(book.digests == ["d", "e"])
    #expect(book.openings.map(\.reason) == ["a look"])
  }

  @Test func aRemovedLineIsNamed() throws {
    var lines = try ledger()
    lines.remove(at: 2)
    #expect(
      faults(lines) == [
        "3: this line does not follow line 2: that one was changed, or a line between was removed"
      ])
    lines = Array(try ledger().dropFirst())
    #expect(faults(lines) == ["1: the line before this one was removed"])
  }

  @Test func aRemovedLastLineIsMissedByWhoeverSawIt() throws {
    let lines = try ledger()
    let whole = book(lines)
    let cut = book(Array(lines.dropLast()))
    #expect(cut.faults.isEmpty)
    #expect(whole.holds(line: 5, hash: whole.head))
    #expect(!cut.holds(line: 5, hash: whole.head))
    #expect(whole.holds(line: 4, hash: cut.head))
  }

  @Test(arguments: 0..<5)
  func aChangedLineIsNamed(place: Int) throws {
    var lines = try ledger()
    lines[place] = lines[place].replacing("1970", with: "1971")
    #expect(
      faults(lines).first
        == "\(place + 1): this line was changed: its hash is not that of its content")
  }

  @Test func swappedLinesAreNamed() throws {
    var lines = try ledger()
    lines.swapAt(1, 2)
    let found = faults(lines)
    #expect(
      found.contains("2: this line belongs after line 3: lines were swapped, or others put between")
    )
    #expect(found.count == 3)
  }

  @Test func aTornLineCountsForNothing() throws {
    let folder = try TemporaryFolder()
    let ledger = Ledger(disk: folder.disk)
    try ledger.append(.sweep(digests: ["d"], candidates: 3, behaviours: 1), at: 0)
    try folder.write(try folder.read(Ledger.path) + "{\"previous\":\"12", to: Ledger.path)
    try ledger.append(.sweep(digests: ["d"], candidates: 4, behaviours: 1), at: 1)
    let read = try #require(try ledger.read())
    #expect(read.faults.isEmpty)
    #expect(read.torn == [2])
    #expect(read.tried(on: ["d"]) == (2, 7, 2))
  }

  @Test func runsAtOnceTakeTurns() async throws {
    let folder = try TemporaryFolder()
    let disk = folder.disk
    await withTaskGroup(of: Void.self) { group in
      for i in 0..<8 {
        group.addTask {
          for j in 0..<5 {
            try? Ledger(disk: disk).append(
              .sweep(digests: ["d"], candidates: 1, behaviours: 1), at: 10 * i + j)
          }
        }
      }
    }
    let read = try #require(try Ledger(disk: disk).read())
    #expect(read.faults.isEmpty)
    #expect(read.tried(on: ["d"]).sweeps == 40)
  }
}

@Test func anInterruptedSweepAndItsEndAreOneTrial() throws {
  let folder = try TemporaryFolder()
  let ledger = Ledger(disk: folder.disk)
  for (plan, candidates) in [("p", 10), ("p", 25), ("q", 3), ("p", 25), ("p", 4)] {
    try ledger.append(
      .sweep(digests: ["d"], plan: plan, candidates: candidates, behaviours: candidates / 2),
      at: 0)
  }
  #expect(try ledger.read()?.tried(on: ["d"]).sweeps == 2)
  #expect(try ledger.read()?.tried(on: ["d"]).candidates == 28)
  #expect(try ledger.read()?.tried(on: ["d"]).behaviours == 13)
}
