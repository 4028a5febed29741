import PromptStudy
import ReportWriters
import RunReport
import RunStore
import TextRules
import TraceModel

/// What a comparison of prompts was asked for: `compare` makes it from a command line, `reproduce`
/// from a record.
struct ComparisonRequest {
  /// A prompt set's folder, or plain files.
  let operands: [String]
  let format: OutputFormat?
  let maxWords: Int?
  /// A file of a person's verdicts, if one was named.
  let overrides: String?
  /// Whether a set is copied into the run folder.
  let keepsInputs: Bool

  /// Reads the set or the files.
  ///
  /// - Parameters:
  ///   - copy: Where a set is read from when that is a run's copy of it.
  ///   - disk: Where they are.
  /// - Returns: The outputs, and notes to be told.
  /// - Throws: `usage` for operands that don't go together, `lock` and `input` for what is refused.
  func load(copy: String? = nil, disk: Disk) throws(Failure) -> (PromptInputs, notes: [String]) {
    if let folder = operands.first(where: { copy != nil || disk.isFolder($0) }) {
      guard operands.count == 1 else {
        throw .usage(
          message: "\(folder) is a folder, and stands beside other operands",
          fix: "compare one prompt set, or files of outputs")
      }
      guard maxWords == nil, format == nil else {
        throw .usage(
          message: "--max-words and --format are for plain files",
          fix: "a prompt set says it in its rules.json")
      }
      var inputs = try PromptSetReader(disk: disk).load(copy ?? folder, overrides: overrides)
      if copy != nil { inputs.name = folder }
      return (inputs, [])
    }
    for (i, path) in operands.enumerated() where operands[..<i].contains(path) {
      throw .usage(message: "\(path) is named twice", fix: "name each file once")
    }
    var rules = RuleSet()
    if let maxWords { rules.settings.maxWords = maxWords }
    return try PlainFiles(disk: disk).load(
      operands, rules: rules, format: format, overrides: overrides)
  }

  /// Writes every file of the run but its record.
  func write(
    _ comparison: PromptComparison, copy: String? = nil, to folder: inout RunFolder
  ) throws(Failure) {
    let inputs = comparison.inputs
    let file =
      overrides
      ?? (inputs.isLocked ? "\(inputs.name)/\(OverrideReader.name)" : OverrideReader.name)
    try PromptJob.write(comparison, to: &folder, overridesFile: file)
    let document = PromptReport(comparison).document
    try folder.write(PromptJSON.object(comparison).page, to: "comparison.json")
    try folder.write(StoredReport.text(document), to: StoredReport.name)
    for (name, text) in RenderedReport.files(document) { try folder.write(text, to: name) }
    if inputs.isLocked, keepsInputs {
      try PromptJob.copy(inputs, from: copy ?? inputs.name, to: &folder)
    }
  }

  /// The files that no lock covers, with their hashes: plain files, and overrides from elsewhere.
  func unlockedFiles(_ inputs: PromptInputs, disk: Disk) -> [(path: String, digest: String?)] {
    let paths = (inputs.isLocked ? [] : operands) + [overrides].compactMap { $0 }
    return paths.map { path in
      // Standard input was read, and is gone.
      (path, path == Disk.standardInput ? nil : (try? disk.read(path)).map { SHA256.hex(of: $0) })
    }
  }
}
