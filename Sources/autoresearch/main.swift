import CommandLineInterface
import Foundation
import RunStore

let process = ProcessInfo.processInfo
let words = Array(process.arguments.dropFirst())
exit(
  Interface.run(
    words,
    in: Environment(
      disk: Disk(workingDirectory: FileManager.default.currentDirectoryPath),
      console: .standard(environment: process.environment),
      now: { Int(Date().timeIntervalSince1970) },
      processorCount: process.activeProcessorCount, words: words)))
