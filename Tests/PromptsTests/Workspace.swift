import CommandLineInterface
import Foundation
import RunStore
import Synchronization

/// A folder of its own for one test, and the program run within it.
final class Workspace: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "prompts-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var disk: Disk { Disk(workingDirectory: path) }

  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  func write(_ bytes: [UInt8], to name: String) throws {
    let url = URL(fileURLWithPath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"), encoding: .utf8)
  }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(name)") }

  struct Outcome {
    let status: Int32
    let results: String
    let messages: String
  }

  /// Runs a command line as the program would.
  func run(_ words: String...) -> Outcome { run(words) }

  func run(_ words: [String]) -> Outcome {
    let results = Mutex<[UInt8]>([])
    let messages = Mutex<[UInt8]>([])
    let console = Console(
      results: { bytes in
        results.withLock { $0 += bytes }
        return nil
      },
      messages: { bytes in
        messages.withLock { $0 += bytes }
        return nil
      })
    let status = Interface.run(
      words,
      in: Environment(
        disk: disk, console: console, now: { 1_744_617_600 }, processorCount: 2, words: words))
    return Outcome(
      status: status, results: String(decoding: results.withLock { $0 }, as: UTF8.self),
      messages: String(decoding: messages.withLock { $0 }, as: UTF8.self))
  }

  /// A small set: three titles, two variants, two samples of one of them, locked.
  func makeSet(lock: Bool = true) throws {
    try write(
      """
      {"case":"essay","task":"Write history essay","tags":["school"]}
      {"case":"room","task":"Clean room"}
      {"case":"odd","task":"Zzz"}

      """, to: "Prompts/s/cases.jsonl")
    try write("{\"schema\":\"autoresearch.rules/1\"}\n", to: "Prompts/s/rules.json")
    try write("Step for {{task}}\n", to: "Prompts/s/variants/a.md")
    try write("Please: {{task}}\n", to: "Prompts/s/variants/b.md")
    try write(
      """
      {"case":"essay","output":"Open Google Docs and type your name.","source":"written"}
      {"case":"room","output":"Put one mug in the sink.","latencySeconds":8,"source":"written"}
      {"case":"odd","output":"Pick up a pen.","latencySeconds":8.01,"source":"written"}

      """, to: "Prompts/s/outputs/a.jsonl")
    try write(
      """
      {"case":"essay","sample":0,"output":"Sure! Open the book.","source":"recorded","model":"m"}
      {"case":"essay","sample":1,"output":"Open the book.","source":"recorded","model":"m"}
      {"case":"room","sample":0,"output":"","source":"recorded","model":"m"}
      {"case":"room","sample":1,"output":"I'm sorry, but I can't help with that.","source":"recorded","model":"m"}

      """, to: "Prompts/s/outputs/b.jsonl")
    if lock { _ = run("lock", "Prompts/s") }
  }
}
