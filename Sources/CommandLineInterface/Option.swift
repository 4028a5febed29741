/// An option of a command line, declared once with its name, value and help.
package struct Option: Sendable, Hashable {
  /// With its dashes.
  package let name: String
  /// What its value is called in help; nil for a switch.
  package let value: String?
  package let help: String
  package let isRepeatable: Bool
  /// Whether `""` is a value.
  package let mayBeEmpty: Bool

  package init(
    _ name: String, value: String? = nil, _ help: String, isRepeatable: Bool = false,
    mayBeEmpty: Bool = false
  ) {
    self.name = name
    self.value = value
    self.help = help
    self.isRepeatable = isRepeatable
    self.mayBeEmpty = mayBeEmpty
  }

  /// `--out DIR`.
  package var usage: String { value.map { "\(name) \($0)" } ?? name }

  package static let help = Option("--help", "show this help")
  package static let json = Option("--json", "print results as JSON, one object a line")
  package static let quiet = Option("--quiet", "no progress on standard error")
  package static let weights = Option(
    "--weights", value: "NAME=V,…", "weights to use; unnamed ones stay as shipped")
  package static let set = Option(
    "--set", value: "NAME=V", "an engine constant, threshold or gate to use", isRepeatable: true)
  package static let require = Option(
    "--require", value: "METRIC>=V", "exit with 1 unless the figure meets the bound",
    isRepeatable: true)
  package static let out = Option(
    "--out", value: "DIR", "the run folder to write; default Reports/NAME")
  package static let force = Option("--force", "replace the run folder if it exists")
  package static let threads = Option(
    "--threads", value: "N", "workers; the result is the same for any number")
  package static let hours = Option(
    "--for", value: "8h", "after the plan go on, this long from the start (s, m or h); see --help")
  package static let noInputs = Option("--no-inputs", "leave the copy of the suite out of the run")
  package static let includeSignals = Option(
    "--include-signals", "write signals although the suite is not synthetic")
}
