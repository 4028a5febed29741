import TextRules
import TraceModel

/// Looks into one record: pure, so that many threads can do it at once.
package struct OutputParser: Sendable {
  /// Highest sample number; keeps a mistyped one from making a table of a thousand million places.
  package static let sampleRange = 0...999
  /// Seconds an output may have taken.
  package static let latencyRange = 0.0...86400.0
  /// Bytes a case's name may have in a plain file.
  package static let caseLimit = 200

  let file: String
  let format: OutputFormat
  let columns: OutputColumns

  /// The output of a record, or what is wrong with it.
  package func parse(_ record: OutputRecord) -> Result<PlainOutput, ProblemsOfLine> {
    let problems = ProblemList(file: file)
    let output = output(of: record, problems)
    guard problems.problems.isEmpty, let output else {
      return .failure(ProblemsOfLine(problems: problems.problems))
    }
    return .success(output)
  }

  private func output(of record: OutputRecord, _ problems: ProblemList) -> PlainOutput? {
    switch record.content {
    case .fault(let message, let fix):
      problems.add(record.line, message, fix: fix)
      return nil
    case .cells(let cells): return output(cells, record, problems)
    case .line(let bytes):
      if format == .jsonl { return object(bytes, record, problems) }
      guard let text = text(bytes, record.line, problems) else { return nil }
      return PlainOutput(
        line: record.line, index: record.index, caseID: nil, sample: nil, output: text,
        latencySeconds: nil, source: .recorded, model: nil)
    }
  }

  private func text(_ bytes: [UInt8], _ line: Int, _ problems: ProblemList) -> String? {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    if let fault = LineFault.notUTF8(bytes, line: line) {
      problems.add(line, fault.message, fix: fault.fix)
    }
    return nil
  }

  // MARK: CSV

  private func output(_ cells: [[UInt8]], _ record: OutputRecord, _ problems: ProblemList)
    -> PlainOutput?
  {
    guard cells.count == columns.count else {
      problems.add(
        record.line, "\(cells.count) cells, but \(columns.count) columns in the first row",
        fix: "put a cell that holds a comma in double quotes")
      return nil
    }
    func cell(_ column: Int?) -> String? {
      column.flatMap { text(cells[$0], record.line, problems) }
    }
    let caseID = cell(columns.caseID)
    if let caseID { check(caseID: caseID, record.line, problems) }
    let sample = number(cell(columns.sample), "sample", record.line, problems) {
      Int($0).flatMap { Self.sampleRange.contains($0) ? $0 : nil }
    }
    let latency = number(cell(columns.latency), "latencySeconds", record.line, problems) {
      ParameterReader.plainNumber($0).flatMap { Self.latencyRange.contains($0) ? $0 : nil }
    }
    guard let output = cell(columns.output) else { return nil }
    return PlainOutput(
      line: record.line, index: record.index, caseID: caseID, sample: sample, output: output,
      latencySeconds: latency, source: .recorded, model: nil)
  }

  private func number<T>(
    _ text: String?, _ name: String, _ line: Int, _ problems: ProblemList, _ read: (String) -> T?
  ) -> T? {
    guard let text, !text.isEmpty else { return nil }
    if let value = read(text) { return value }
    let allowed =
      name == "sample"
      ? "a whole number in \(Self.sampleRange.lowerBound)...\(Self.sampleRange.upperBound)"
      : "a number of seconds in 0...86400"
    problems.add(line, "\"\(name)\" is \(quoted(text))", fix: "write \(allowed), or nothing")
    return nil
  }

  private func check(caseID: String, _ line: Int, _ problems: ProblemList) {
    guard caseID.isEmpty || caseID.utf8.count > Self.caseLimit else { return }
    problems.add(
      line,
      caseID.isEmpty ? "the case has no name" : "the case's name has \(caseID.utf8.count) bytes",
      fix: "name each case in 1 to \(Self.caseLimit) bytes")
  }

  // MARK: JSON Lines

  static let keys = ["case", "sample", "output", "latencySeconds", "source", "model"]

  private func object(_ bytes: [UInt8], _ record: OutputRecord, _ problems: ProblemList)
    -> PlainOutput?
  {
    if let fault = LineFault.notUTF8(bytes, line: record.line) {
      problems.add(record.line, fault.message, fix: fault.fix)
      return nil
    }
    guard let node = parseJSON(bytes, firstLine: record.line, problems: problems),
      let fields = OutputFields(node, problems: problems)
    else { return nil }
    if let caseID = fields.caseID { check(caseID: caseID, record.line, problems) }
    guard let output = fields.output else { return nil }
    return PlainOutput(
      line: record.line, index: record.index, caseID: fields.caseID, sample: fields.sample,
      output: output, latencySeconds: fields.latencySeconds, source: fields.source ?? .recorded,
      model: fields.model)
  }
}

/// Everything wrong with one line.
package struct ProblemsOfLine: Error, Sendable, Hashable {
  package let problems: [Problem]
}

/// The fields of a line of outputs; the keys are the same in sets and in plain files.
struct OutputFields {
  let reader: ObjectReader
  let caseID: String?
  let sample: Int?
  let output: String?
  let latencySeconds: Double?
  let source: PromptOutput.Source?
  let model: String?

  /// - Returns: Nil when the value is no object, which has then been reported.
  init?(_ node: JSONNode, problems: ProblemList) {
    guard
      let reader = ObjectReader(
        node, name: "an output", known: OutputParser.keys, problems: problems)
    else { return nil }
    self.reader = reader
    reader.require("output")
    caseID = reader.text("case")
    sample = reader.integer("sample", in: OutputParser.sampleRange)
    if let member = reader.member("output"), member.node.isNull {
      reader.report(
        "output", "is null, not a text",
        fix: "leave the line out: an output that is missing counts as the fallback")
      output = nil
    } else {
      output = reader.text("output")
    }
    let latency = reader.member("latencySeconds")
    latencySeconds =
      latency?.node.isNull == true
      ? nil : reader.number("latencySeconds", in: OutputParser.latencyRange, unit: "s")
    source = reader.choice("source", of: PromptOutput.Source.self)
    model = reader.text("model", nullable: true)
  }
}
