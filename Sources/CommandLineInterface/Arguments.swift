import RunStore
import TraceModel

/// A command line whose words have been checked against a command's declarations.
package struct Arguments {
  package let operands: [String]
  private let values: [String: [String]]

  /// - Parameters:
  ///   - words: The words after the command's name.
  ///   - command: The command they are for.
  /// - Throws: `usage` naming the word at fault.
  package init(_ words: [String], for command: any Command) throws(Failure) {
    let options = command.allOptions
    var operands: [String] = []
    var values: [String: [String]] = [:]
    var rest = words[...]
    var optionsEnded = false
    while let word = rest.popFirst() {
      if optionsEnded || !word.hasPrefix("-") || word == "-" {
        operands.append(word)
        continue
      }
      if word == "--" {
        optionsEnded = true
        continue
      }
      let name = word == "-h" ? "--help" : String(word.prefix { $0 != "=" })
      guard let option = options.first(where: { $0.name == name }) else {
        let hint = Nearest.hint(for: name, among: options.map(\.name))
        throw .usage(
          message: "unknown option \(quoted(name)) for \(command.name)\(hint)",
          fix: "see `autoresearch \(command.name) --help`")
      }
      let inline = word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
      if option.value == nil {
        guard inline == nil else {
          throw .usage(message: "\(name) takes no value", fix: "write \(name) alone")
        }
        values[name] = [""]
        continue
      }
      let isNextAnOption = inline == nil && rest.first.map { $0.hasPrefix("--") } ?? false
      guard !isNextAnOption, let value = inline ?? rest.popFirst(),
        option.mayBeEmpty || !value.isEmpty
      else {
        throw .usage(message: "\(name) needs a value", fix: "write \(option.usage)")
      }
      if values[name] != nil && !option.isRepeatable {
        throw .usage(message: "\(name) is given twice", fix: "give it once")
      }
      values[name, default: []].append(value)
    }
    self.operands = operands
    self.values = values
    guard !has(.help) else { return }
    guard !operands.contains("") else {
      throw .usage(
        message: "\(command.operands) is empty", fix: "as in `\(command.example)`")
    }
    guard command.operandCount.contains(operands.count) else {
      let missing = operands.count < command.operandCount.lowerBound
      throw .usage(
        message: missing
          ? "\(command.name) needs \(command.operands)"
          : "\(command.name) does not take \(quoted(operands[command.operandCount.upperBound]))",
        fix: "as in `\(command.example)`")
    }
  }

  /// These words with the options of others that are about this process: they replace what stood here.
  func replacing(_ options: [Option], from other: Arguments) -> Arguments {
    var values = values
    for option in options { values[option.name] = other.values[option.name] }
    return Arguments(operands: operands, values: values)
  }

  /// These words with the folder of `--out` set.
  func replacing(out: String) -> Arguments {
    var values = values
    values[Option.out.name] = [out]
    return Arguments(operands: operands, values: values)
  }

  private init(operands: [String], values: [String: [String]]) {
    self.operands = operands
    self.values = values
  }

  package func has(_ option: Option) -> Bool { values[option.name] != nil }
  package func value(_ option: Option) -> String? { values[option.name]?.last }
  package func all(_ option: Option) -> [String] { values[option.name] ?? [] }

  /// A whole number within a range.
  package func integer(_ option: Option, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        message: "\(option.name) is \(quoted(text))",
        fix: "write a whole number in \(range.lowerBound)...\(range.upperBound)")
    }
    return number
  }

  /// Why a person does what is asked, such as opening a holdout; nil without the option.
  ///
  /// - Throws: `usage` for a reason that says nothing.
  package func reason(_ option: Option) throws(Failure) -> String? {
    guard let text = value(option) else { return nil }
    guard text.contains(where: { $0.isLetter || $0.isNumber }) else {
      throw .usage(
        message: "\(option.name) is \(quoted(text)), which is no reason",
        fix: "say why in a few words; they are kept for whoever reads the log")
    }
    return text
  }

  /// What `--require` takes for the claim of the plan.
  private static let claimWord = "claim"

  /// Whether the plan's claim must pass.
  package var requiresClaim: Bool { all(.require).contains(Self.claimWord) }

  package var requirements: [Requirement] {
    get throws(Failure) {
      var parsed: [Requirement] = []
      for text in all(.require) where text != Self.claimWord {
        parsed.append(try RequirementText.parse(text))
      }
      return parsed
    }
  }
}
