import RunStore
import TestSupport
import Testing
import TraceModel

struct StreamedFileTests {
  @Test func piecesStandInOneFile() throws {
    let folder = try TemporaryFolder()
    let disk = Disk(workingDirectory: folder.path)
    try disk.write(to: "a.csv") { (write) throws(Failure) in
      try write(Array("one\n".utf8))
      try write([])
      try write(Array("two\n".utf8))
    }
    #expect(try folder.read("a.csv") == "one\ntwo\n")
    #expect(disk.list(".") == ["a.csv"])
  }

  @Test func whatFailsLeavesNoFile() throws {
    let folder = try TemporaryFolder()
    let disk = Disk(workingDirectory: folder.path)
    #expect(throws: Failure.self) {
      try disk.write(to: "a.csv") { (write) throws(Failure) in
        try write(Array("one\n".utf8))
        throw .usage(message: "no", fix: "none")
      }
    }
    #expect(throws: Failure.self) {
      try disk.write(to: "missing/a.csv") { _ throws(Failure) in }
    }
    #expect(disk.list(".") == [])
  }

  @Test func scratchIsReadBackAndHasNoName() throws {
    let folder = try TemporaryFolder()
    let disk = Disk(workingDirectory: folder.path)
    for scratch in [ScratchBytes(), try ScratchBytes(in: ".", disk: disk)] {
      #expect(try scratch.append([1, 2, 3]) == 0)
      #expect(try scratch.append([4, 5]) == 3)
      #expect(try scratch.read(2, at: 2) == [3, 4])
      #expect(try scratch.read(5, at: 0) == [1, 2, 3, 4, 5])
    }
    #expect(disk.list(".") == [])
    #expect(throws: Failure.self) { try ScratchBytes(in: "missing", disk: disk) }
  }
}
