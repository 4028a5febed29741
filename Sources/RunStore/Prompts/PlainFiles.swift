import PromptStudy
import TextRules
import TraceModel

/// Reads plain files of outputs, one variant a file, and pairs them by line or by case.
package struct PlainFiles {
  private let disk: Disk

  package init(disk: Disk) { self.disk = disk }

  /// - Parameters:
  ///   - paths: The files, in the order of the report; `-` is standard input.
  ///   - rules: What to score by; plain files come with none.
  ///   - format: The format of all files; nil goes by the ends of their names.
  ///   - overrides: A file of a person's verdicts, if any.
  /// - Returns: The outputs, and notes to be told, such as columns that were not read.
  /// - Throws: `usage` for a file that can't be opened, `input` for refused content.
  package func load(
    _ paths: [String], rules: RuleSet, format: OutputFormat? = nil, overrides: String? = nil
  ) throws(Failure) -> (inputs: PromptInputs, notes: [String]) {
    var problems: [Problem] = []
    var notes: [String] = []
    var files: [(name: String, outputs: [PlainOutput])] = []
    for (path, name) in zip(paths, Self.names(paths)) {
      files.append(
        (
          name,
          try outputs(
            path, format: format ?? OutputFormat(path: path), problems: &problems, notes: &notes)
        ))
    }
    guard problems.isEmpty else { throw .input(problems) }
    try checkPairing(paths, files.map(\.outputs))
    if let note = Self.lengthNote(paths, files.map(\.outputs)) { notes.append(note) }
    var cases: [String] = []
    var known: Set<String> = []
    var variants: [VariantOutputs] = []
    for (path, file) in zip(paths, files) {
      let list = ProblemList(file: path)
      variants.append(Self.variant(file.name, file.outputs, problems: list))
      problems += list.problems
      for output in file.outputs where known.insert(output.caseName).inserted {
        cases.append(output.caseName)
      }
    }
    guard problems.isEmpty else { throw .input(problems) }
    let inputs = PromptInputs(
      name: paths.joined(separator: " "), cases: cases.map { PromptCase(id: $0, task: "") },
      variants: variants, rules: rules)
    guard let overrides else { return (inputs, notes) }
    let applied = try self.overrides(overrides, for: inputs)
    return (
      PromptInputs(
        name: inputs.name, cases: inputs.cases, variants: variants, rules: rules,
        overrides: applied), notes
    )
  }

  private func overrides(_ path: String, for inputs: PromptInputs) throws(Failure)
    -> [VerdictOverride]
  {
    let bytes: [UInt8]
    do throws(ReadError) { bytes = try disk.read(path) } catch { throw .input([error.problem]) }
    let list = ProblemList(file: path)
    let overrides = OverrideReader.read(bytes, for: inputs, list)
    guard list.problems.isEmpty else { throw .input(list.problems) }
    return overrides
  }

  /// A file's name without folder and ending; the whole path where two would be called the same.
  package static func names(_ paths: [String]) -> [String] {
    let stems = paths.map { path in
      if path == Disk.standardInput { return "standard-input" }
      let last = path.split(separator: "/").last.map(String.init) ?? path
      guard let dot = last.lastIndex(of: "."), dot > last.startIndex else { return last }
      return String(last[..<dot])
    }
    return zip(paths, stems).map { path, stem in
      stems.count { $0 == stem } > 1 ? path : stem
    }
  }

  private func outputs(
    _ path: String, format: OutputFormat, problems: inout [Problem], notes: inout [String]
  ) throws(Failure) -> [PlainOutput] {
    let shown = path == Disk.standardInput ? "standard input" : path
    var outputs: [PlainOutput] = []
    do throws(ReadError) {
      var reader = OutputRecordReader(try disk.source(path), file: shown, format: format)
      var count = 0
      while let record = try reader.next() {
        count += 1
        switch reader.parser.parse(record) {
        case .success(let output): outputs.append(output)
        case .failure(let faults): problems += faults.problems
        }
      }
      if count == 0 { problems.append(Self.noOutput(shown, format)) }
      if let note = Self.note(reader, shown) { notes.append(note) }
    } catch {
      throw .usage(
        message: "\(shown): can't be read: \(error.reason)",
        fix: "name a file of outputs: .txt with one a line, .csv, or .jsonl")
    }
    return outputs
  }

  /// What to tell about columns that a CSV file has and nobody reads.
  package static func note(_ reader: OutputRecordReader, _ file: String) -> String? {
    guard !reader.columns.ignored.isEmpty else { return nil }
    let names = reader.columns.ignored.prefix(8).map { quoted($0) }.joined(separator: ", ")
    return "note: \(file): columns not read: \(names)"
  }

  package static func noOutput(_ file: String, _ format: OutputFormat) -> Problem {
    Problem(
      file: file, message: "there is no output in this file",
      fix: format == .txt ? "write one output a line" : "add a row for each output")
  }

  /// What to tell when files paired by line are of different length.
  private static func lengthNote(_ paths: [String], _ files: [[PlainOutput]]) -> String? {
    guard files.allSatisfy({ $0.allSatisfy { $0.caseID == nil } }),
      let longest = files.map(\.count).max(), files.contains(where: { $0.count < longest })
    else { return nil }
    let lengths = zip(paths, files).map { "\($0) \($1.count)" }.joined(separator: ", ")
    return
      "note: paired by line, and not equally long (\(lengths)): a line that a file lacks counts as missing"
  }

  private func checkPairing(_ paths: [String], _ files: [[PlainOutput]]) throws(Failure) {
    var byLine: String?
    var byCase: String?
    for (path, outputs) in zip(paths, files) {
      for output in outputs {
        if output.caseID == nil {
          byLine = byLine ?? "\(path):\(output.line)"
        } else {
          byCase = byCase ?? "\(path):\(output.line)"
        }
      }
    }
    guard let byLine, let byCase else { return }
    throw .usage(
      message: "outputs can't be paired: \(byCase) names its case, \(byLine) does not",
      fix: "name the case in every file, or in none to pair them by line")
  }

  /// Numbers the samples of a case in their order where the file does not.
  private static func variant(_ name: String, _ outputs: [PlainOutput], problems: ProblemList)
    -> VariantOutputs
  {
    var next: [String: Int] = [:]
    var seen: [String: Int] = [:]
    var made: [PromptOutput] = []
    for output in outputs {
      let id = output.caseName
      let sample = output.sample ?? next[id, default: 0]
      next[id] = max(next[id, default: 0], sample + 1)
      guard OutputParser.sampleRange.contains(sample) else {
        problems.add(
          output.line, "case \(quoted(id)) has more than \(OutputParser.sampleRange.count) samples",
          fix: "give each case a name of its own")
        return VariantOutputs(name: name, kind: .file, outputs: [])
      }
      if let first = seen.updateValue(output.line, forKey: "\(sample) \(id)") {
        problems.add(
          output.line, "case \(quoted(id)) has sample \(sample) twice (first on line \(first))",
          fix: "number the samples of a case 0, 1, 2 …, or leave the numbers out")
        continue
      }
      made.append(
        PromptOutput(
          caseID: id, sample: sample, output: output.output,
          latencySeconds: output.latencySeconds, source: output.source, model: output.model))
    }
    return VariantOutputs(name: name, kind: .file, outputs: made)
  }
}
