import RunStore
import SweepCore
import TraceModel

/// Where and with what a benchmark ran: without it no figure means anything.
struct BenchMachine {
  let processor: String
  let processorCount: Int

  init(in environment: Environment) {
    processor = Self.processorName(environment.disk) ?? "unknown processor"
    processorCount = environment.processorCount
  }

  let instructionSet = DispatchedKernel.instructionSet
  let swift = compilerVersion

  /// As Linux tells it; nil elsewhere.
  private static func processorName(_ disk: Disk) -> String? {
    field("model name", of: "/proc/cpuinfo", disk)
  }

  /// The most memory this process has held, in bytes; nil where the system does not tell.
  static func peakMemory(_ disk: Disk) -> Int? {
    guard let text = field("VmHWM", of: "/proc/self/status", disk) else { return nil }
    return text.split(separator: " ").first.flatMap { Int($0) }.map { $0 * 1024 }
  }

  private static func field(_ name: String, of file: String, _ disk: Disk) -> String? {
    guard let bytes = try? disk.read(file) else { return nil }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let halves = line.split(separator: ":", maxSplits: 1)
      if halves.count == 2, halves[0].trimmed == name { return halves[1].trimmed }
    }
    return nil
  }

  /// As far as the language can ask: the newest version that this one is at least.
  private static var compilerVersion: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3.1)
      "6.3.1"
    #elseif compiler(>=6.3)
      "6.3"
    #elseif compiler(>=6.2)
      "6.2"
    #elseif compiler(>=6.1)
      "6.1"
    #else
      "6.0"
    #endif
  }
}

extension Substring {
  /// Without spaces and tabs at its ends.
  fileprivate var trimmed: String {
    var rest = self
    while rest.first == " " || rest.first == "\t" { rest.removeFirst() }
    while rest.last == " " || rest.last == "\t" { rest.removeLast() }
    return String(rest)
  }
}
