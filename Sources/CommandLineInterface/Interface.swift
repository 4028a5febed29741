import RunReport
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
        let junit = try JUnitFile.writable(arguments, in: environment)
        _ = environment.confine(places + junit + reports.clearable)
      }
      let status = try command.run(arguments, in: environment)
      if !command.writesOwnTestCases {
        try JUnitFile.write(status: status, of: command, arguments, in: environment)
      }
      return status
    } catch {
      reports.clear()
      JUnitFile.tell(error, arguments, in: environment)
      throw error
    }
  }

  private static func plain(_ text: String) -> String {
    String(text.prefix(60).filter { !$0.isNewline && $0.isASCII })
  }

  static var overview: String {
    var text = """
      Replays recorded or hand-built days through an app's interruption rules.

      usage: autoresearch COMMAND [options]    (more: autoresearch COMMAND --help)


      """
    for command in Commands.all {
      text += columns(command.name, width: 10, command.summary)
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
    let options = command.allOptions
    let width = options.map(\.usage.count).max() ?? 0
    for option in options {
      text += columns(option.usage, width: width, option.help)
    }
    if !command.details.isEmpty { text += "\n\(reflowed(command.details))" }
    return text
  }

  /// A name and what it means, wrapped within its own column.
  private static func columns(_ name: String, width: Int, _ meaning: String) -> String {
    TextColumns.wrap(
      meaning, first: "  \(name.padded(to: width))  ",
      rest: String(repeating: " ", count: width + 4)
    ).map { "\($0)\n" }.joined()
  }

  /// Paragraphs broken at 80 columns; lines with a column of their own stay as they are.
  private static func reflowed(_ details: String) -> String {
    var lines: [String] = []
    var paragraph = ""
    func end() {
      if !paragraph.isEmpty { lines += TextColumns.wrap(paragraph, first: "", rest: "") }
      paragraph = ""
    }
    for line in details.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty || line.contains("  ") {
        end()
        lines.append(String(line))
      } else {
        paragraph += (paragraph.isEmpty ? "" : " ") + line
      }
    }
    end()
    return lines.map { "\($0)\n" }.joined()
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
