import CommandLineInterface
import Foundation
import RunStore

let process = ProcessInfo.processInfo
let words = Array(process.arguments.dropFirst())
let disk = Disk(workingDirectory: FileManager.default.currentDirectoryPath)
exit(
  Interface.run(
    words,
    in: Environment(
      disk: disk,
      console: .standard(environment: process.environment),
      now: { Int(Date().timeIntervalSince1970) },
      processorCount: process.activeProcessorCount, words: words,
      confine: { [disk] in Confinement.giveUp(but: $0, disk: disk) }, interrupts: .signals,
      program: Bundle.main.executablePath ?? process.arguments[0])))
