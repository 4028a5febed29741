import Foundation
import PromptStudy
import ReportWriters
import RunReport
import RunStore
import TextRules
import TraceModel

/// A comparison of prompt variants within a run folder; `compare --out` and `run` share it.
package enum PromptJob {
  /// The prompt set that the main job includes.
  package static let bundledSet = "Prompts/first-step"

  /// What the main job says about prompts, its files being written.
  package struct Section {
    package let comparison: PromptComparison
    /// For the summary in the terminal, in the style of the other lines there.
    package let lines: [String]
    /// For the report, from a heading of level 2 on.
    package let blocks: [ReportDocument.Block]
    /// The set's digest: what its lock said before and after.
    package let digest: String
    /// For `run.json`: set, digests and counts.
    package let record: JSONText
  }

  /// Verifies the lock of the bundled set, scores it, and writes `outputs.csv` and `review-these.md`.
  ///
  /// - Parameters:
  ///   - set: The prompt set, as it is called.
  ///   - copy: Where it is read from when that is a run's copy of it.
  ///   - folder: The run folder in the making.
  ///   - keepsInputs: Whether a copy of the set goes to `inputs/`.
  ///   - threads: Workers; nothing written depends on their number.
  ///   - environment: Disk and clock.
  /// - Returns: What to say.
  /// - Throws: `lock` for a broken or missing lock, `input` for refused content, `output` when a file
  ///   can't be written.
  package static func section(
    set: String = Self.bundledSet, copy: String? = nil, into folder: inout RunFolder,
    keepsInputs: Bool = true, threads: Int, in environment: Environment
  ) throws(Failure) -> Section {
    let source = copy ?? set
    var inputs = try PromptSetReader(disk: environment.disk).load(source)
    inputs.name = set
    let comparison = PromptComparison(inputs, threads: threads)
    try write(comparison, to: &folder, overridesFile: "\(inputs.name)/\(OverrideReader.name)")
    try folder.write(PromptJSON.object(comparison).page, to: "comparison.json")
    if keepsInputs { try Self.copy(inputs, from: source, to: &folder) }
    let digest = try PromptSetLock(disk: environment.disk).verify(source)
    guard digest == inputs.digest else { throw changed(source) }
    let text = PromptText(comparison)
    return Section(
      comparison: comparison, lines: text.summary(reviewPath: "\(folder.path)/\(ReviewFile.name)"),
      blocks: PromptReport(comparison).section, digest: digest, record: record(comparison))
  }

  static func write(
    _ comparison: PromptComparison, to folder: inout RunFolder, overridesFile: String
  ) throws(Failure) {
    try folder.write(OutputsFile.text(comparison), to: "outputs.csv")
    try folder.write(
      ReviewFile.text(comparison, overridesFile: overridesFile), to: ReviewFile.name)
  }

  /// Copies a set with its lock, and checks that it is the one that was read.
  static func copy(_ inputs: PromptInputs, from source: String, to folder: inout RunFolder)
    throws(Failure)
  {
    guard try folder.copySuite(source, as: copyName(inputs.name)) == inputs.digest else {
      throw changed(source)
    }
  }

  /// What a set's copy is called within `inputs/`.
  static func copyName(_ set: String) -> String {
    set.split(separator: "/").last.map(String.init) ?? "prompts"
  }

  static func changed(_ set: String) -> Failure {
    .lock([
      Problem(
        file: set, message: "the set was locked anew while this run was reading it",
        fix: "run again")
    ])
  }

  static func record(_ comparison: PromptComparison) -> JSONText {
    let inputs = comparison.inputs
    return .object([
      ("inputs", .string(inputs.name)), ("digest", .optional(inputs.digest)),
      ("lexicon", .string(lexiconDigest)), ("cases", .integer(comparison.caseCount)),
      ("overrides", .integer(comparison.overridesApplied)),
      ("unsure", .integer(comparison.openDoubts)),
      (
        "variants",
        .array(
          comparison.variants.map { variant in
            .object([
              ("name", .string(variant.name)), ("outputs", .integer(variant.outputs.count)),
              ("fallbacks", .integer(variant.fallbacks)),
              ("all_rules", .integer(variant.passesAll(.strict))),
              ("all_rules_loose", .integer(variant.passesAll(.loose))),
            ])
          })
      ),
    ])
  }

  /// The words the rules know, as one hash.
  static var lexiconDigest: String {
    SHA256.hex(of: Lexicon.sources.map { "\($0.name)\n\($0.text)" }.joined().utf8)
  }
}
