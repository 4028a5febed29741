import TextRules
import TraceModel

/// Reads `cases.jsonl`: the task titles that prompts are tried on.
enum CaseReader {
  static let keys = ["case", "task", "tags"]
  /// Bytes a title may have.
  static let taskLimit = 10_000

  static func cases(_ bytes: [UInt8], problems: ProblemList) -> [PromptCase] {
    var cases: [PromptCase] = []
    var seen: [String: Int] = [:]
    JSONLines.each(bytes, problems: problems) { node in
      guard let reader = ObjectReader(node, name: "a case", known: keys, problems: problems) else {
        return
      }
      reader.require("case", "task")
      let id = reader.text("case")
      if let id, !isPlainID(id) { reportID(reader, "case", id) }
      if let id, let first = seen.updateValue(node.line, forKey: id) {
        problems.add(
          node.line, "case \(quoted(id)) is there twice (first on line \(first))",
          fix: "give each case an id of its own")
      }
      let task = reader.text("task")
      if let task, task.utf8.count > taskLimit || task.allSatisfy(\.isWhitespace) {
        let what = task.utf8.count > taskLimit ? "has \(task.utf8.count) bytes" : "is empty"
        reader.report(
          "task", what, fix: "write the title as a person would, in 1 to \(taskLimit) bytes")
      }
      var tags: [String] = []
      for tag in reader.list("tags") ?? [] {
        if case .string(let text) = tag.value {
          tags.append(text)
        } else {
          reader.report("tags", "holds \(tag.kindName), not a text", fix: "write [\"school\"]")
        }
      }
      if let id, let task { cases.append(PromptCase(id: id, task: task, tags: tags)) }
    }
    if cases.isEmpty && problems.problems.isEmpty {
      problems.add(nil, "there is no case in this file", fix: "add a line for each task title")
    }
    return cases
  }
}
