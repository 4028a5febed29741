import Evidence
import ReportWriters
import RunReport
import RunStore
import TraceModel

/// `diff`: what changed between two runs, and what may have changed it.
struct DiffCommand: Command {
  let name = "diff"
  let summary = "show decisions and figures that changed between two runs"
  let operands = "RUN_A RUN_B"
  let operandCount = 2...2
  let options: [Option] = [.json]
  let example = "autoresearch diff Reports/bundled Reports/bundled-2"
  let details = """
    Compares shipped with shipped and winner with winner: decisions that flipped, with the
    reason in each run, figures that moved, and an exact McNemar test over the labels that
    both runs have, Holm-corrected for the two. Says first whether suites, constants, plan,
    engine or version differ. Exit status 0, whatever differs.
    """

  /// Flips shown for each candidate; `--json` has all.
  private static let shown = 40

  private static let figures = [
    "tp", "fp", "fn", "tn", "recall", "precision", "interventions", "unlabelled_interventions",
    "escalations", "margin",
  ]

  func run(_ input: Arguments, in environment: Environment) throws(Failure) -> Int32 {
    let a = try RunReading(input.operands[0], disk: environment.disk)
    let b = try RunReading(input.operands[1], disk: environment.disk)
    let pairs = [
      RunDifference("shipped", from: a.decisions.shipped, to: b.decisions.shipped),
      RunDifference("winner", from: a.decisions.winner, to: b.decisions.winner),
    ]
    let corrected = Holm.adjusted(pairs.map(\.p))
    let console = environment.console
    if input.has(.json) {
      console.line(json(a, b, pairs, corrected).line)
      return ExitStatus.done
    }
    console.line(" A  \(a.folder)")
    console.line(" B  \(b.folder)")
    console.line()
    for (what, one, other) in settings(a, b) {
      console.line(
        one == other
          ? " same       \(what) \(one)" : " different  \(what) \(one) in A, \(other) in B")
    }
    for (pair, p) in zip(pairs, corrected) {
      console.line()
      lines(pair, p, a, b).forEach { console.line($0) }
    }
    return ExitStatus.done
  }

  private func settings(_ a: RunReading, _ b: RunReading) -> [(String, String, String)] {
    func text(_ name: String, _ value: (RunReading) -> String?) -> (String, String, String) {
      (name, plainLine(value(a) ?? "–"), plainLine(value(b) ?? "–"))
    }
    return [
      text("suites", { $0.suites.joined(separator: ", ") }), text("engine", { $0.text("engine") }),
      text("constants", \.constants), text("plan", \.plan), text("version", { $0.text("version") }),
      text("commit", { $0.text("commit").map { String($0.prefix(8)) } }),
      text("program", { $0.text("sub_scores", "answers_digest").map { String($0.prefix(8)) } }),
    ]
  }

  private func lines(
    _ pair: RunDifference, _ p: Double, _ a: RunReading, _ b: RunReading
  ) -> [String] {
    var title = " \(pair.name.uppercased().padded(to: 9)) "
    if pair.name == "winner" {
      title +=
        "candidate \(a.decisions.winnerName ?? "none") in A, \(b.decisions.winnerName ?? "none") in B; "
    }
    title +=
      "\(Wording.count(pair.flips.count, "decision", "decisions")) of \(pair.common) flipped"
    var lines = [title]
    if pair.onlyBefore + pair.onlyAfter > 0 {
      lines.append("   only in A \(pair.onlyBefore), only in B \(pair.onlyAfter): not compared")
    }
    for (name, one, other) in moved(pair.name, a, b) {
      lines.append("   \(name.padded(to: 26)) \(one) → \(other)")
    }
    if pair.pairs > 0 {
      lines += SweepText.indented(
        "test",
        "of \(Wording.count(pair.pairs, "common label", "common labels")) \(pair.gained) gained, \(pair.lost) lost: exact McNemar \(NumberText.p(p)), Holm-corrected for two"
      )
    }
    for flip in pair.flips.prefix(Self.shown) {
      let label = flip.before.expect.isEmpty ? "no label" : "expect \(flip.before.expect)"
      lines.append("   \(plainLine("\(flip.before.trace) \(flip.before.at.prefix(16)), \(label)"))")
      lines.append("     A  \(plainLine(flip.before.reason))")
      lines.append("     B  \(plainLine(flip.after.reason))")
    }
    let more = pair.flips.count - Self.shown
    if more > 0 { lines.append("   \(more) more; --json has all") }
    return lines
  }

  private func moved(
    _ name: String, _ a: RunReading, _ b: RunReading
  ) -> [(String, String, String)] {
    let keys = name == "shipped" ? ["shipped"] : ["winner", "summary"]
    return Self.figures.compactMap { figure in
      let (one, other) = (a.number(keys + [figure]), b.number(keys + [figure]))
      guard one != other else { return nil }
      func text(_ value: Double?) -> String { value.map(NumberText.exact) ?? "–" }
      return (figure, text(one), text(other))
    }
  }

  private func json(
    _ a: RunReading, _ b: RunReading, _ pairs: [RunDifference], _ corrected: [Double]
  ) -> JSONText {
    .object([
      ("first", .string(a.folder)), ("second", .string(b.folder)),
      (
        "settings",
        .object(
          settings(a, b).map { name, one, other in
            (
              name,
              .object([
                ("same", .bool(one == other)), ("first", .string(one)), ("second", .string(other)),
              ])
            )
          })
      ),
      (
        "candidates",
        .array(
          zip(pairs, corrected).map { pair, p in
            guard case .object(let members) = pair.json else { return pair.json }
            return .object(
              members + [
                ("holm_p", .number(p)),
                (
                  "moved",
                  .object(
                    moved(pair.name, a, b).map { name, one, other in
                      (name, .array([.string(one), .string(other)]))
                    })
                ),
              ])
          })
      ),
    ])
  }
}
