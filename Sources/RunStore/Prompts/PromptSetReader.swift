import PromptStudy
import TextRules
import TraceModel

/// Reads a prompt set: lock first, then every file, all problems at once.
package struct PromptSetReader {
  private let disk: Disk

  package init(disk: Disk) { self.disk = disk }

  /// - Parameters:
  ///   - path: The folder, as the user typed it.
  ///   - rule: Whether a lock must hold.
  ///   - overrides: A file of overrides in place of the set's own.
  /// - Returns: The set, wholly read.
  /// - Throws: `lock` for a broken or missing lock, `input` for refused content, `usage` when there
  ///   is no such folder.
  package func load(
    _ path: String, lock rule: SuiteLoader.LockRule = .required, overrides: String? = nil
  ) throws(Failure) -> PromptInputs {
    let folder = SuiteLoader.normalized(path)
    guard disk.isFolder(folder) else {
      throw .usage(
        message: "\(folder): there is no such prompt set",
        fix: "name a folder with cases.jsonl and rules.json, or files of outputs")
    }
    let lock = PromptSetLock(disk: disk)
    let scan = try lock.scan(folder)
    let digest = rule == .ignored ? nil : try lock.check(folder, found: scan.lock)
    var problems: [Problem] = []
    let inputs = read(
      folder, scan: scan, digest: digest, overrides: overrides, problems: &problems)
    guard problems.isEmpty else { throw .input(problems) }
    if rule == .required && digest == nil { throw .lock([PromptSetLock.noLock(folder)]) }
    return inputs
  }

  private func read(
    _ folder: String, scan: LockFile.Contents, digest: String?, overrides: String?,
    problems: inout [Problem]
  ) -> PromptInputs {
    let casesList = ProblemList(file: "\(folder)/cases.jsonl")
    let cases = CaseReader.cases(scan.bytes["cases.jsonl"] ?? [], problems: casesList)
    let rulesList = ProblemList(file: "\(folder)/rules.json")
    let rules = RuleSetReader.rules(scan.bytes["rules.json"] ?? [], problems: rulesList)
    problems += casesList.problems + rulesList.problems
    let names = variants(folder, problems: &problems)
    var outputs: [VariantOutputs] = []
    for name in names {
      let file = "\(folder)/outputs/\(name).jsonl"
      guard disk.exists(file) else { continue }
      let list = ProblemList(file: file)
      let lines = bytes(file, list).map { records($0, file: file, cases: cases, list) } ?? []
      outputs.append(VariantOutputs(name: name, kind: .prompt, outputs: lines))
      problems += list.problems
    }
    problems += strayOutputs(folder, variants: names)
    if outputs.isEmpty && problems.isEmpty {
      problems.append(
        Problem(
          file: "\(folder)/outputs", message: "no variant has outputs",
          fix: "record outputs for a variant in outputs/NAME.jsonl"))
    }
    let overrideFile = overrides ?? "\(folder)/\(OverrideReader.name)"
    var applied: [VerdictOverride] = []
    if overrides != nil || disk.exists(overrideFile) {
      let list = ProblemList(file: overrideFile)
      let bare = PromptInputs(name: folder, cases: cases, variants: outputs, hasTasks: true)
      applied = bytes(overrideFile, list).map { OverrideReader.read($0, for: bare, list) } ?? []
      problems += list.problems
    }
    return PromptInputs(
      name: folder, cases: cases, variants: outputs, rules: rules, overrides: applied,
      digest: digest, hasTasks: true,
      withoutOutputs: names.filter { name in !outputs.contains { $0.name == name } })
  }

  private func bytes(_ file: String, _ problems: ProblemList) -> [UInt8]? {
    do throws(ReadError) {
      return try disk.read(file)
    } catch {
      problems.add(nil, error.problem.message, fix: error.problem.fix)
      return nil
    }
  }

  // MARK: Variants

  private func variants(_ folder: String, problems: inout [Problem]) -> [String] {
    let place = "\(folder)/variants"
    guard let files = disk.list(place) else {
      problems.append(
        Problem(
          file: place, message: "a prompt set needs this folder",
          fix: "add it, with one NAME.md for each wording"))
      return []
    }
    var names: [String] = []
    for file in files where !file.hasPrefix(".") {
      let list = ProblemList(file: "\(place)/\(file)")
      defer { problems += list.problems }
      guard file.hasSuffix(".md"), isVariantName(String(file.dropLast(3))) else {
        list.add(
          nil, "is not the file of a variant",
          fix: "name it NAME.md, in letters, digits, hyphens, dots and underscores")
        continue
      }
      let name = String(file.dropLast(3))
      if name == PromptInputs.templatesName {
        list.add(
          nil, "\"templates\" is the name of the built-in variant", fix: "choose another name")
        continue
      }
      names.append(name)
      guard let bytes = bytes(list.file, list) else { continue }
      guard let text = String(validating: withoutByteOrderMark(bytes), as: UTF8.self) else {
        list.add(nil, "holds bytes that are not UTF-8", fix: "save the file as UTF-8")
        continue
      }
      do throws(VariantError) {
        _ = try PromptVariant(name: name, prompt: text)
      } catch {
        guard case .placeholderCount(_, let count) = error else { continue }
        list.add(
          nil, "{{task}} stands in this prompt \(count) times, needed once",
          fix: "write {{task}} where the task's title goes, in one place")
      }
    }
    return names
  }

  private func isVariantName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first != "-", first != ".",
      name.utf8.count <= 100
    else { return false }
    return name.unicodeScalars.allSatisfy {
      $0.isASCII
        && ($0.properties.isAlphabetic || ("0"..."9").contains($0)
          || "-._".unicodeScalars.contains($0))
    }
  }

  private func strayOutputs(_ folder: String, variants: [String]) -> [Problem] {
    let place = "\(folder)/outputs"
    return (disk.list(place) ?? []).compactMap { file in
      guard !file.hasPrefix(".") else { return nil }
      let name = file.hasSuffix(".jsonl") ? String(file.dropLast(6)) : file
      if file.hasSuffix(".jsonl"), variants.contains(name) { return nil }
      return Problem(
        file: "\(place)/\(file)",
        message:
          "there is no variant of this name\(Nearest.hint(for: name, among: variants))",
        fix: "name it NAME.jsonl after a file variants/NAME.md")
    }
  }

  // MARK: Outputs

  private func records(
    _ bytes: [UInt8], file: String, cases: [PromptCase], _ problems: ProblemList
  ) -> [PromptOutput] {
    let ids = cases.map(\.id)
    let known = Set(ids)
    var seen: [String: Int] = [:]
    var outputs: [PromptOutput] = []
    JSONLines.each(bytes, problems: problems) { node in
      guard let fields = OutputFields(node, problems: problems) else { return }
      fields.reader.require("case", "source")
      if let id = fields.caseID, !known.contains(id), !known.isEmpty {
        fields.reader.report(
          "case", "is \(quoted(id)), which is no case\(Nearest.hint(for: id, among: ids))",
          fix: "use a case of cases.jsonl")
        return
      }
      guard let id = fields.caseID, let output = fields.output, let source = fields.source else {
        return
      }
      let sample = fields.sample ?? 0
      if let first = seen.updateValue(node.line, forKey: "\(sample) \(id)") {
        problems.add(
          node.line, "case \(quoted(id)) has sample \(sample) twice (first on line \(first))",
          fix: "number the samples of a case 0, 1, 2 …")
        return
      }
      outputs.append(
        PromptOutput(
          caseID: id, sample: sample, output: output, latencySeconds: fields.latencySeconds,
          source: source, model: fields.model))
    }
    return outputs
  }
}

/// Reads JSON Lines whose faults are gathered.
enum JSONLines {
  static func each(_ bytes: [UInt8], problems: ProblemList, _ body: (JSONNode) -> Void) {
    var lines = LineReader(ByteSource(bytes))
    // Bytes in memory are always read.
    while let line = try? lines.next() {
      switch line.content {
      case .tooLong(let length):
        let fault = LineFault.tooLong(length)
        problems.add(line.number, fault.message, fix: fault.fix)
      case .bytes(let bytes):
        guard let first = bytes.first(where: { $0 != UInt8(ascii: " ") && $0 != 0x09 }) else {
          continue
        }
        if let fault = LineFault.notUTF8(bytes, line: line.number) {
          problems.add(line.number, fault.message, fix: fault.fix)
          continue
        }
        if line.number == 1, first == UInt8(ascii: "[") {
          problems.add(
            1, "this file is one JSON list, not JSON Lines",
            fix: "write one object a line, with no brackets around and no commas between them")
          return
        }
        if let node = parseJSON(bytes, firstLine: line.number, problems: problems) { body(node) }
      }
    }
  }
}
