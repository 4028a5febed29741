import Foundation
import PromptStudy
import ReportWriters
import RunStore
import TraceModel

/// `run.json` of a comparison: what was run, on what, when and where.
struct PromptRunRecord {
  let comparison: PromptComparison
  let request: ComparisonRequest
  let words: [String]
  let started: Int
  let ended: Int
  let disk: Disk
  let threads: Int

  var text: String {
    let git = GitState(disk: disk)
    let inputs = comparison.inputs
    let copy: JSONText =
      inputs.isLocked && request.keepsInputs
      ? .string("inputs/\(PromptJob.copyName(inputs.name))") : .null
    var prompts = PromptJob.record(comparison)
    if case .object(let members) = prompts { prompts = .object(members + [("copy", copy)]) }
    return JSONText.object([
      ("schema", .string("autoresearch.run/1")), ("version", .string(Interface.version)),
      ("commit", .optional(git.commit)), ("dirty", git.isDirty.map { .bool($0) } ?? .null),
      ("command_line", .strings(words)), ("prompts", prompts),
      (
        "comparison",
        .object([
          ("operands", .strings(request.operands)),
          ("format", .optional(request.format?.rawValue)),
          ("max_words", .optional(request.maxWords)),
          ("overrides", .optional(request.overrides)), ("inputs", .bool(request.keepsInputs)),
          (
            "unlocked",
            .array(
              request.unlockedFiles(inputs, disk: disk).map {
                .object([("path", .string($0.path)), ("digest", .optional($0.digest))])
              })
          ),
        ])
      ),
      ("threads", .integer(threads)), ("started", .string(utcText(started))),
      ("ended", .string(utcText(ended))),
      (
        "host",
        .object([
          ("system", .string(ProcessInfo.processInfo.operatingSystemVersionString)),
          ("processors", .integer(ProcessInfo.processInfo.activeProcessorCount)),
        ])
      ),
    ]).page
  }
}
