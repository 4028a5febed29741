import Foundation
import RunStore
import TestSupport
import Testing
import TraceModel

private func sumsTool() -> [String] {
  FileManager.default.fileExists(atPath: "/usr/bin/sha256sum")
    ? ["sha256sum", "-c", "SHA256SUMS"] : ["shasum", "-a", "256", "-c", "SHA256SUMS"]
}

@Test func lockListsFilesByTheBytesOfTheirPaths() throws {
  let folder = try TemporaryFolder()
  for name in [
    "s/b", "s/a/z", "s/a.txt", "s/a-b", "s/B", "s/é", "s/z", "s/\u{1F600}", "s/\u{FFFD}", "s/a b",
    "s/a/.hidden", "s/.git/x", "s/SHA256SUMS", "s/a/SHA256SUMS2",
  ] {
    try folder.write(name, to: name)
  }
  let paths = try LockFile.files(in: "s", disk: folder.disk)
  #expect(
    paths == [
      "B", "a b", "a-b", "a.txt", "a/SHA256SUMS2", "a/z", "b", "z", "é", "\u{FFFD}", "\u{1F600}",
    ])
  let lock = try LockFile.scan("s", disk: folder.disk).lock
  #expect(lock.text.split(separator: "\n")[0] == "\(SHA256.hex(of: "s/B".utf8))  B")
  #expect(lock.text.hasSuffix("\n"))
  try folder.lock("s")
  let (status, output) = try runProgram(sumsTool(), in: "\(folder.path)/s")
  #expect(status == 0, "\(output)")
}

@Test func checksumFileInsideAFolderIsLockedLikeAnyOther() throws {
  let folder = try TemporaryFolder()
  try folder.write("x", to: "s/sub/SHA256SUMS")
  #expect(try LockFile.files(in: "s", disk: folder.disk) == ["sub/SHA256SUMS"])
}

@Test func keptBytesAreThoseThatWereHashed() throws {
  let folder = try TemporaryFolder()
  try folder.write("hello", to: "s/a.jsonl")
  try folder.write("world", to: "s/b.txt")
  let scan = try LockFile.scan("s", disk: folder.disk) { $0.hasSuffix(".jsonl") }
  #expect(scan.bytes == ["a.jsonl": Array("hello".utf8)])
  #expect(scan.lock.entries.map(\.hash) == ["hello", "world"].map { SHA256.hex(of: $0.utf8) })
}

@Test func linksAreRefused() throws {
  let folder = try TemporaryFolder()
  try folder.write("x", to: "s/a")
  try folder.link("s/link", to: "a")
  try folder.link("s/outside", to: "/etc")
  try folder.link("s/.ignored", to: "a")
  let failure = #expect(throws: Failure.self) { try LockFile.scan("s", disk: folder.disk) }
  #expect(
    failure?.text == """
      s/link: error: a link or special file can't be locked
        fix: put a copy of the file in its place
      s/outside: error: a link or special file can't be locked
        fix: put a copy of the file in its place
      """)
}

@Test func namesThatAChecksumFileCannotHoldAreRefused() throws {
  let folder = try TemporaryFolder()
  try folder.write("x", to: "s/a\nb")
  try folder.write("x", to: "s/a\\b")
  let failure = #expect(throws: Failure.self) { try LockFile.scan("s", disk: folder.disk) }
  #expect(
    failure?.text == #"""
      s/"a\u{a}b": error: its name holds a backslash or a control character
        fix: rename it; a checksum file can't name it plainly
      s/"a\\b": error: its name holds a backslash or a control character
        fix: rename it; a checksum file can't name it plainly
      """#)
}

// MARK: Reading

private let hash = String(repeating: "0123456789abcdef", count: 4)

struct SumsCase: Sendable, CustomTestStringConvertible {
  let text: String
  let paths: [String]
  var testDescription: String { text }
}

private let sumsCases: [SumsCase] = [
  SumsCase(text: "", paths: []),
  SumsCase(text: "\(hash)  a\n\(hash)  b c\n", paths: ["a", "b c"]),
  SumsCase(text: "\(hash) *a\n", paths: ["a"]),
  SumsCase(text: "\(hash)  a\r\n\(hash) *b\r\n", paths: ["a", "b"]),
  SumsCase(text: "\(hash)  a", paths: ["a"]),
  SumsCase(text: "\n\(hash)  a\n\n", paths: ["a"]),
  SumsCase(text: "\(hash)   a\n", paths: [" a"]),
  SumsCase(text: "\(hash.uppercased())  a\n", paths: ["a"]),
]

@Test(arguments: sumsCases)
func checksumFileIsRead(_ c: SumsCase) throws {
  let lock = try LockFile.parse(Array(c.text.utf8), file: "s/SHA256SUMS")
  #expect(lock.entries.map(\.path) == c.paths)
  #expect(lock.entries.allSatisfy { $0.hash == hash })
}

@Test(arguments: [
  "x", hash, "\(hash) a", "\(hash)\ta", "\(hash)  ", "\(hash.dropLast())  a", "\(hash)0  a",
  "g\(hash.dropFirst())  a", "SHA256 (a) = \(hash)",
])
func otherLinesAreRefusedByNumber(_ line: String) {
  let failure = #expect(throws: Failure.self) {
    try LockFile.parse(Array("\(hash)  a\n\(line)\n".utf8), file: "s/SHA256SUMS")
  }
  #expect(failure?.status == 3)
  #expect(failure?.text.hasPrefix("s/SHA256SUMS:2: error: not a checksum line: ") == true)
  #expect(
    failure?.text.hasSuffix(
      "\n  fix: restore the file, or lock the folder again with `autoresearch lock`") == true)
}

// MARK: Whether a lock holds

struct BrokenCase: Sendable, CustomTestStringConvertible {
  let name: String
  let spoil: @Sendable (TemporaryFolder) throws -> Void
  let answer: String
  var testDescription: String { name }
}

private let brokenCases: [BrokenCase] = [
  BrokenCase(
    name: "changed", spoil: { try $0.write("now", to: "Traces/sample/note.txt") },
    answer: """
      Traces/sample/note.txt: error: content differs from SHA256SUMS (locked \(SHA256.hex(of: "then".utf8).prefix(8))…, found \(SHA256.hex(of: "now".utf8).prefix(8))…)
        fix: restore the file, or accept it with `autoresearch lock Traces/sample --reason "…"`
      """),
  BrokenCase(
    name: "missing", spoil: { try $0.remove("Traces/sample/note.txt") },
    answer: """
      Traces/sample/note.txt: error: locked in SHA256SUMS, but missing
        fix: restore the file, or accept it with `autoresearch lock Traces/sample --reason "…"`
      """),
  BrokenCase(
    name: "extra", spoil: { try $0.write("x", to: "Traces/sample/deep/more.txt") },
    answer: """
      Traces/sample/deep/more.txt: error: not covered by SHA256SUMS
        fix: accept it with `autoresearch lock Traces/sample --reason "…"`, or remove the file
      """),
  BrokenCase(
    name: "all three",
    spoil: {
      try $0.remove("Traces/sample/note.txt")
      try $0.write("x", to: "Traces/sample/zzz")
      try $0.write("", to: "Traces/sample/one.jsonl")
    },
    answer: """
      Traces/sample/note.txt: error: locked in SHA256SUMS, but missing
        fix: restore the file, or accept it with `autoresearch lock Traces/sample --reason "…"`
      Traces/sample/one.jsonl: error: content differs from SHA256SUMS (locked \(SHA256.hex(of: ((SampleSuite.day + [SampleSuite.window]).joined(separator: "\n") + "\n").utf8).prefix(8))…, found e3b0c442…)
        fix: restore the file, or accept it with `autoresearch lock Traces/sample --reason "…"`
      Traces/sample/zzz: error: not covered by SHA256SUMS
        fix: accept it with `autoresearch lock Traces/sample --reason "…"`, or remove the file
      """),
  // The same letters to a reader and to Swift's own comparison, other bytes on disk.
  BrokenCase(
    name: "a name in other bytes",
    spoil: {
      try $0.remove("Traces/sample/caf\u{E9}.txt")
      try $0.write("then", to: "Traces/sample/cafe\u{301}.txt")
    },
    answer: """
      Traces/sample/cafe\u{301}.txt: error: not covered by SHA256SUMS
        fix: accept it with `autoresearch lock Traces/sample --reason "…"`, or remove the file
      Traces/sample/caf\u{E9}.txt: error: locked in SHA256SUMS, but missing
        fix: restore the file, or accept it with `autoresearch lock Traces/sample --reason "…"`
      """),
  BrokenCase(
    name: "a file locked twice, once wrongly",
    spoil: {
      try $0.write(
        try $0.read("Traces/sample/SHA256SUMS") + "\(hash)  note.txt\n",
        to: "Traces/sample/SHA256SUMS")
    },
    answer: """
      Traces/sample/note.txt: error: content differs from SHA256SUMS (locked 01234567…, found \(SHA256.hex(of: "then".utf8).prefix(8))…)
        fix: restore the file, or accept it with `autoresearch lock Traces/sample --reason "…"`
      """),
]

@Test(arguments: brokenCases)
func brokenLockNamesEachFile(_ c: BrokenCase) throws {
  let folder = try SampleSuite.folder()
  try folder.write("then", to: "Traces/sample/note.txt")
  try folder.write("then", to: "Traces/sample/caf\u{E9}.txt")
  try folder.lock("Traces/sample")
  let loader = SuiteLoader(disk: folder.disk)
  _ = try loader.load("Traces/sample")
  try c.spoil(folder)
  for check in [
    { _ = try loader.load("Traces/sample") }, { _ = try loader.verifyLock("Traces/sample") },
  ] {
    let failure = #expect(throws: Failure.self) { try check() }
    #expect(failure.map { Array($0.text.utf8) } == Array(c.answer.utf8))
    #expect(failure?.status == 3)
  }
  // What coreutils says of the same folder; files beyond the list are none of its business.
  let (status, _) = try runProgram(sumsTool(), in: "\(folder.path)/Traces/sample")
  #expect((status == 0) == (c.name == "extra"))
}

@Test func lockWithCarriageReturnsAndStarsHolds() throws {
  let folder = try SampleSuite.folder()
  let text = try folder.read("Traces/sample/SHA256SUMS")
  try folder.write(
    text.replacing("  ", with: " *").replacing("\n", with: "\r\n"), to: "Traces/sample/SHA256SUMS")
  _ = try SuiteLoader(disk: folder.disk).load("Traces/sample")
}
