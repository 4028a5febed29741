import TraceModel

/// Runs one command line and turns whatever happens into an exit status.
package enum Interface {
  package static let version = "0.1.0"

  package static func run(_ words: [String], in environment: Environment) -> Int32 {
    let console = environment.console
    do throws(Failure) {
      let status = try dispatch(words, in: environment)
      try console.finish()
      return status
    } catch {
      console.message(error.text)
      return error.status
    }
  }

  private static func dispatch(_ words: [String], in environment: Environment) throws(Failure)
    -> Int32
  {
    guard let name = words.first else {
      environment.console.text(overview)
      return 64
    }
    if ["--help", "-h", "help"].contains(name) {
      if words.count > 1, let command = Commands.named(words[1]) {
        environment.console.text(help(for: command))
      } else {
        environment.console.text(overview)
      }
      return ExitStatus.done
    }
    if name == "--version" {
      environment.console.line("autoresearch \(version)")
      return ExitStatus.done
    }
    guard let command = Commands.named(name) else {
      let names = Commands.all.map(\.name)
      throw .usage(
        message: "unknown command \"\(plain(name))\"\(Nearest.hint(for: name, among: names))",
        fix: "use one of: \(names.joined(separator: ", "))")
    }
    let arguments = try Arguments(Array(words.dropFirst()), for: command)
    if arguments.has(.help) {
      environment.console.text(help(for: command))
      return ExitStatus.done
    }
    let reports = ReportsFolder(disk: environment.disk)
    do throws(Failure) {
      if let places = try command.writable(arguments, in: environment) {
        _ = environment.confine(places + reports.clearable)
      }
      return try command.run(arguments, in: environment)
    } catch {
      reports.clear()
      throw error
    }
  }

  private static func plain(_ text: String) -> String {
    String(text.prefix(60).filter { !$0.isNewline && $0.isASCII })
  }

  static var overview: String {
    var text = """
      Replays recorded or hand-built days through an app's interruption rules.

      usage: autoresearch COMMAND [options]     `autoresearch COMMAND --help` tells more


      """
    for command in Commands.all {
      text += "  \(command.name.padded(to: 10))  \(command.summary)\n"
    }
    text += """

      The main job:  autoresearch run
      Exit status: 0 done; 1 a requirement failed; 2 an input is refused; 3 a lock is
      broken; 64 wrong usage; 74 output not writable; 130 interrupted, resumable.

      """
    return text
  }

  static func help(for command: any Command) -> String {
    let operands = command.operands.isEmpty ? "" : " \(command.operands)"
    var text = """
      \(command.summary)

      usage: autoresearch \(command.name)\(operands) [options]
      example: \(command.example)


      """
    let options = command.options + [.help]
    let width = options.map(\.usage.count).max() ?? 0
    for option in options {
      text += "  \(option.usage.padded(to: width))  \(option.help)\n"
    }
    if !command.details.isEmpty { text += "\n\(command.details)\n" }
    return text
  }
}

extension String {
  /// Padded with spaces on the right, for columns of a terminal.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// Padded with spaces on the left, for numbers in columns.
  func padded(left width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
