import CommandLineInterface
import Foundation
import RunStore
import Testing
import TraceModel

/// Files of this repository that tests run or read.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  private static let engines = "\(root)/Tests/ExternalEngines"

  /// A command line of the shell program that does wrong in one way.
  static func misbehaving(_ words: String...) -> String {
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    return "exec sh '\(engines)/misbehave.sh' \(quoted)"
  }

  /// The sample engine in Python; fails the test when there is no Python.
  static func pythonMirror(_ mode: String = "") throws -> String {
    _ = try #require(
      executable("python3"), "this test runs a Python program: install python3 (3.9 or later)")
    return "python3 '\(engines)/mirror.py' \(mode)"
  }

  /// The sample engine in Swift, built beside the tests.
  static func swiftMirror() throws -> String {
    let test = try #require(
      CommandLine.arguments.first { $0.contains(".xctest") }, "the test bundle is not named")
    let end = try #require(test.range(of: ".xctest"))
    let folder = URL(fileURLWithPath: String(test[..<end.lowerBound])).deletingLastPathComponent()
    return "'\(folder.path)/swift-mirror'"
  }

  private static func executable(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}

/// A folder of its own for one test, removed with it.
final class Workshop {
  let path: String

  init() throws {
    path = "\(NSTemporaryDirectory())/external-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var disk: Disk { Disk(workingDirectory: path) }

  func write(_ text: String, to name: String) throws {
    let url = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
  }

  func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)"))?.sorted() ?? []
  }

  /// The bundled twelve days, below `Traces`.
  func copyBundledDays() throws -> String {
    let name = "Traces/vigil-twelve-days"
    try FileManager.default.createDirectory(
      atPath: "\(path)/Traces", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: "\(Repository.root)/\(name)", toPath: "\(path)/\(name)")
    return name
  }

  /// A locked suite of one day with three steps; its last line ends with CRLF, its first with a BOM.
  func makeSmallSuite() throws -> String {
    try write(
      #"{"schema":"autoresearch.suite/1","name":"small","engine":"vigil","role":"tuning","data":"synthetic"}"#,
      to: "Traces/small/suite.json")
    let lines = [
      "\u{FEFF}"
        + #"{"trace":"monday","timeZone":"Europe/Berlin","history":[{"date":"2025-04-13"}]}"#,
      #"{"at":"2025-04-14T08:00","signals":{"sleepHours":4.0,"hrvMs":20},"expect":"intervene"}"#,
      "",
      #"{"window":{"from":"2025-04-14T12:00","to":"2025-04-14T13:00"},"expect":"silent"}"#,
      #"{"at":"2025-04-14T09:00","signals":{"sleepHours":4},"delivery":"failed"}"#,
      #"{"at":"2025-04-14T12:30",  "signals":{"steps":9000}}"# + "\r",
    ]
    try write(lines.joined(separator: "\n") + "\n", to: "Traces/small/monday.jsonl")
    let run = run("lock", "Traces/small")
    try #require(run.status == 0, "\(run.messages)")
    return "Traces/small"
  }

  /// A plan of a few candidates.
  func writePlan(for suite: String) throws -> String {
    try write(
      """
      {"schema":"autoresearch.plan/1","name":"few","suite":"\(suite)","method":"lattice",
       "parameters":{"weights":{"step":0.5},"notifyThreshold":{"values":[20,60]}}}
      """, to: "few.json")
    return "few.json"
  }

  struct Run {
    let status: Int32
    let results: String
    let messages: String

    var lines: [String] { results.split(separator: "\n").map(String.init) }
  }

  /// Runs a command line inside this process.
  func run(_ words: String...) -> Run { run(words) }

  func run(_ words: [String]) -> Run {
    var results: [UInt8] = []
    var messages: [UInt8] = []
    let console = Console(
      results: {
        results += $0
        return nil
      },
      messages: {
        messages += $0
        return nil
      })
    let status = Interface.run(
      words,
      in: Environment(
        disk: disk, console: console, now: { 1_760_000_000 }, processorCount: 1, words: words))
    return Run(
      status: status, results: String(decoding: results, as: UTF8.self),
      messages: String(decoding: messages, as: UTF8.self))
  }
}
