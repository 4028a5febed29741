import CommandLineInterface
import RunStore

/// A command line run in this process, its two streams kept in memory.
package final class Terminal {
  package private(set) var output = ""
  package private(set) var messages = ""
  package private(set) var status: Int32 = -1

  /// - Parameters:
  ///   - words: The command line without the program's name.
  ///   - folder: The working directory.
  ///   - refusal: Why results can't be written, as a full disk would say.
  ///   - interrupts: When a person ends the work early.
  ///   - now: Seconds since 1970; by default time stands still.
  @discardableResult
  package init(
    _ words: [String], in folder: String, refusal: String? = nil, interrupts: Interrupts = .none,
    now: @escaping @Sendable () -> Int = { 1_744_617_600 }
  ) {
    let console = Console(
      results: { [unowned self] in
        if refusal == nil { output += String(decoding: $0, as: UTF8.self) }
        return refusal
      },
      messages: { [unowned self] in
        messages += String(decoding: $0, as: UTF8.self)
        return nil
      })
    status = Interface.run(
      words,
      in: Environment(
        disk: Disk(workingDirectory: folder), console: console, now: now,
        processorCount: 2, words: words, interrupts: interrupts))
  }
}
