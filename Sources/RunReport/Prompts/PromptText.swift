import PromptStudy
import ReportWriters
import TextRules
import TraceModel

/// Sentences about a comparison that the terminal and the report share.
package enum PromptWording {
  /// `48/55 (50)`: strict, and loose in brackets.
  package static func pair(_ strict: Int, _ loose: Int, of total: Int) -> String {
    "\(strict)/\(total) (\(loose))"
  }

  /// `D beats C (8 to 0, p = 0.047 after Holm over 6 pairs)`, best first.
  package static func beats(_ comparison: PromptComparison) -> [String] {
    comparison.pairs.filter(\.isEstablished)
      .sorted { ($0.adjustedP, $0.first, $0.second) < ($1.adjustedP, $1.first, $1.second) }
      .map { pair in
        let firstWins = pair.onlyFirst > pair.onlySecond
        let winner = comparison.variants[firstWins ? pair.first : pair.second].name
        let loser = comparison.variants[firstWins ? pair.second : pair.first].name
        let most = max(pair.onlyFirst, pair.onlySecond)
        let least = min(pair.onlyFirst, pair.onlySecond)
        return
          "\(plainLine(winner)) beats \(plainLine(loser)) (\(most) to \(least), \(NumberText.p(pair.adjustedP)))"
      }
  }

  /// What the paired tests establish, in one sentence.
  ///
  /// - Parameters:
  ///   - comparison: What was compared.
  ///   - limit: Differences named; further ones are counted.
  /// - Returns: The sentence, without capital and full stop.
  package static func paired(_ comparison: PromptComparison, limit: Int = 3) -> String {
    guard !comparison.pairs.isEmpty else { return "one variant, so nothing to compare it with" }
    let over = "after Holm over \(Wording.count(comparison.pairs.count, "pair", "pairs"))"
    let established = beats(comparison)
    guard !established.isEmpty else { return "no difference is established \(over)" }
    let rest =
      established.count > limit
      ? "; \(established.count - limit) more established"
      : established.count == comparison.pairs.count
        ? "" : "; no other difference is established"
    return established.prefix(limit).joined(separator: ", ") + " \(over)" + rest
  }

  /// `written`, `recorded`, or `recorded and written`.
  package static func sources(_ comparison: PromptComparison) -> String {
    var found: Set<PromptOutput.Source> = []
    for variant in comparison.variants where variant.kind != .templates {
      found.formUnion(variant.outputs.compactMap(\.recorded?.source))
    }
    let words = PromptOutput.Source.allCases.filter(found.contains).map(\.rawValue)
    return words.joined(separator: " and ")
  }

  /// Counts of what is scored apart, without those that are zero.
  package static func apart(_ variant: VariantResult) -> [(String, Int)] {
    var counts = [
      ("missing", variant.count(.fallbackMissing)), ("late", variant.count(.fallbackLate)),
    ]
    counts += TextRules.Outcome.allCases.filter { $0 != .scored }
      .map { ($0.title, variant.count($0)) }
    return counts.filter { $0.1 > 0 }
  }

  /// Whether the fallback itself is a good first step.
  package static func fallback(_ comparison: PromptComparison) -> String {
    let rules = comparison.inputs.rules.rules
    let broken = rules.filter { comparison.fallback.strictVerdict($0)?.passed != true }
    let passes = broken.isEmpty && comparison.fallback.outcome == .scored
    return passes ? "passes all rules" : "breaks \(broken.joined(separator: ", "))"
  }
}

/// A comparison in a terminal of 80 columns.
package struct PromptText {
  private let comparison: PromptComparison
  /// Failing outputs shown for each variant; nil shows all.
  private let failureLimit: Int?

  package init(_ comparison: PromptComparison, failureLimit: Int? = 5) {
    self.comparison = comparison
    self.failureLimit = failureLimit
  }

  // MARK: The summary of the main job

  /// A few lines in the style of the main job's summary.
  ///
  /// - Parameter reviewPath: Where `review-these.md` will stand.
  /// - Returns: Lines of at most 80 columns where names allow.
  package func summary(reviewPath: String) -> [String] {
    var lines = [
      " PROMPTS   \(Wording.count(comparison.caseCount, "case", "cases")), \(PromptWording.sources(comparison)) outputs, all hard rules, strict (loose)"
    ]
    let cells = comparison.ranked.map { i in
      let variant = comparison.variants[i]
      let figures = PromptWording.pair(
        variant.casesPassingEvery(), variant.casesPassingEvery(.loose), of: comparison.caseCount)
      return TextColumns.padded(TextColumns.cut(plainLine(variant.name), 14), 15)
        + TextColumns.padded(figures, 16)
    }
    for start in stride(from: 0, to: cells.count, by: 2) {
      lines.append("           " + trimmed(cells[start..<min(start + 2, cells.count)].joined()))
    }
    lines += wrapped("paired", PromptWording.paired(comparison, limit: 2))
    if let floor = comparison.variants.first(where: { $0.kind == .templates }) {
      lines += wrapped(
        "floor",
        "\(floor.name) needs no model; \(comparison.inputs.unmatchedTitles) of \(comparison.caseCount) titles matched no template"
      )
    }
    let fallbacks = comparison.variants.reduce(0) { $0 + $1.fallbacks }
    if fallbacks > 0 {
      lines += wrapped(
        "apart",
        "\(Wording.count(fallbacks, "output", "outputs")) missing or late: the app's fallback, never a pass"
      )
    }
    if comparison.openDoubts > 0 {
      lines += wrapped(
        "look",
        "\(Wording.count(comparison.openDoubts, "verdict", "verdicts")) the rules are unsure of: \(reviewPath)"
      )
    }
    return lines
  }

  private func wrapped(_ word: String, _ text: String) -> [String] {
    TextColumns.wrap(
      text, first: "   \(TextColumns.padded(word, 8))", rest: String(repeating: " ", count: 11))
  }

  private func trimmed(_ text: String) -> String {
    var text = text
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }

  // MARK: compare

  /// Everything `compare` prints.
  package var lines: [String] {
    heading + [""] + table + [""] + closing + matrix + failures
  }

  private var heading: [String] {
    let inputs = comparison.inputs
    var lines = TextColumns.wrap(
      "\(Wording.count(comparison.caseCount, "case", "cases")), \(Wording.count(comparison.variants.count, "variant", "variants")), \(PromptWording.sources(comparison)) outputs; strict (loose)",
      first: "PROMPTS   ", rest: "          ")
    let lock =
      inputs.digest.map { "cases and rules locked, digest \($0.prefix(12))…; outputs are not" }
      ?? "the inputs were not locked: nothing shows that they stayed the same"
    lines += TextColumns.wrap(lock, first: "locks     ", rest: "          ")
    for name in inputs.withoutOutputs {
      lines.append("left out  \(plainLine(name)) has no outputs yet")
    }
    if comparison.overridesApplied > 0 {
      lines.append(
        "by hand   \(Wording.count(comparison.overridesApplied, "override", "overrides")), \(comparison.overridesChanging) of them change a verdict"
      )
    }
    return lines
  }

  private static let nameWidth = 19

  /// Rules down, variants across, as many side by side as fit.
  private var table: [String] {
    let total = comparison.variants.map(\.outputs.count).max() ?? 0
    let width = max(12, PromptWording.pair(total, total, of: total).count + 2)
    let perBlock = max(1, (TextColumns.width - Self.nameWidth) / width)
    var lines: [String] = []
    for start in stride(from: 0, to: comparison.variants.count, by: perBlock) {
      if start > 0 { lines.append("") }
      let block = comparison.variants[start..<min(start + perBlock, comparison.variants.count)]
      func row(_ name: String, _ cell: (VariantResult) -> String) {
        lines.append(
          trimmed(
            TextColumns.padded(name, Self.nameWidth)
              + block.map { TextColumns.padded(cell($0), width) }.joined()))
      }
      row("") { TextColumns.cut(plainLine($0.name), width - 2) }
      row("all rules") { figures($0, $0.passesAll(.strict), $0.passesAll(.loose)) }
      row("  95%") { Wording.interval($0.passesAll(.strict), of: $0.outputs.count) }
      if comparison.hasSeveralSamples {
        row("  at every sample") { cases($0.casesPassingEvery(), $0.casesPassingEvery(.loose)) }
        row("  at any sample") { cases($0.casesPassingAny(), $0.casesPassingAny(.loose)) }
      }
      for rule in comparison.inputs.rules.rules {
        row(rule) { figures($0, $0.passes(rule, .strict), $0.passes(rule, .loose)) }
      }
      for shown in [ScoredOutput.Shown.fallbackMissing, .fallbackLate] {
        guard comparison.variants.contains(where: { $0.count(shown) > 0 }) else { continue }
        row(shown == .fallbackMissing ? "missing" : "late") { String($0.count(shown)) }
      }
      for outcome in TextRules.Outcome.allCases where outcome != .scored {
        guard comparison.variants.contains(where: { $0.count(outcome) > 0 }) else { continue }
        row(outcome.title) { String($0.count(outcome)) }
      }
    }
    return lines
  }

  private func figures(_ variant: VariantResult, _ strict: Int, _ loose: Int) -> String {
    PromptWording.pair(strict, loose, of: variant.outputs.count)
  }

  private func cases(_ strict: Int, _ loose: Int) -> String {
    PromptWording.pair(strict, loose, of: comparison.caseCount)
  }

  private var closing: [String] {
    func line(_ word: String, _ text: String) -> [String] {
      TextColumns.wrap(
        text, first: TextColumns.padded(word, 10), rest: String(repeating: " ", count: 10))
    }
    var lines = line("paired", PromptWording.paired(comparison, limit: 6))
    if comparison.samplesDiffer, comparison.pairs.count > 0 {
      lines += line(
        "note", "variants differ in samples a case: passing every one is harder with more")
    }
    if comparison.variants.contains(where: { $0.kind == .templates }) {
      lines += line(
        "floor",
        "templates needs no model; \(comparison.inputs.unmatchedTitles) of \(comparison.caseCount) titles matched no template"
      )
    }
    if comparison.variants.contains(where: { $0.fallbacks > 0 }) {
      lines += line(
        "fallback",
        "missing or later than \(NumberText.exact(comparison.inputs.rules.latencyLimitSeconds)) s: the app shows \"\(plainLine(comparison.inputs.rules.fallback))\", which \(PromptWording.fallback(comparison)); never a pass of the variant, always counted"
      )
    }
    if comparison.openDoubts > 0 {
      lines += line(
        "look",
        "\(Wording.count(comparison.openDoubts, "verdict", "verdicts")) the rules are unsure of; --out DIR writes review-these.md"
      )
    }
    return lines
  }

  // MARK: Cases

  private static let matrixLimit = 40

  /// Cases that the variants do not all pass, one column a variant.
  private var matrix: [String] {
    let variants = comparison.variants
    guard variants.count > 1 else { return [] }
    let rows = (0..<comparison.caseCount).filter { i in
      let passing = variants.count { $0.passesEverySample(i) }
      return passing > 0 && passing < variants.count
    }
    guard !rows.isEmpty else { return [] }
    let own = variants.map { plainLine($0.name) }
    // Short names stand over their columns themselves; a letter for a file named A would mislead.
    let areShort = own.allSatisfy { $0.count <= 4 }
    let names = areShort ? own : variants.indices.map { Self.letter($0) }
    let key =
      comparison.hasSeveralSamples
      ? "(+ passes, - fails, or samples passing)" : "(+ passes all rules, - fails)"
    var lines = ["", "CASES ON WHICH THE VARIANTS DIFFER \(key)"]
    if !areShort {
      lines += zip(names, own).map { "  \($0) = \(TextColumns.cut($1, 70))" }
    }
    let heads = names.map { TextColumns.padded($0, 5) }.joined()
    lines.append(trimmed("  " + TextColumns.padded("", 30) + heads))
    for row in rows.prefix(Self.matrixLimit) {
      let cells = variants.map { variant in
        TextColumns.padded(PromptReport.mark(variant, row, pass: "+", fail: "-"), 5)
      }
      let name = TextColumns.cut(plainLine(comparison.inputs.cases[row].id), 28)
      lines.append(trimmed("  " + TextColumns.padded(name, 30) + cells.joined()))
    }
    if rows.count > Self.matrixLimit {
      lines.append("  and \(rows.count - Self.matrixLimit) more: --out DIR writes them all")
    }
    return lines
  }

  private static func letter(_ index: Int) -> String {
    index < 26 ? String(Character(Unicode.Scalar(UInt8(65 + index)))) : "V\(index + 1)"
  }

  private var failures: [String] {
    var lines: [String] = []
    for variant in comparison.variants {
      let failing = variant.outputs.filter { !$0.passesAll(variant.rules, .strict) }
      guard !failing.isEmpty else { continue }
      lines += [
        "",
        "\(TextColumns.cut(plainLine(variant.name), 50)): \(Wording.count(failing.count, "output fails", "outputs fail"))",
      ]
      for output in failing.prefix(failureLimit ?? Int.max) {
        let sample = variant.samplesPerCase > 1 ? " #\(output.sample)" : ""
        let text = output.shown == .fallbackMissing ? "" : plainLine(output.score?.visible ?? "")
        lines += TextColumns.wrap(
          text.isEmpty ? "(no text)" : "“\(text)”",
          first: "  \(TextColumns.cut(plainLine(output.caseID), 30))\(sample)  ", rest: "      ",
          limit: 3)
        for reason in output.reasons(variant.rules) {
          lines += TextColumns.wrap(
            "\(reason.rule): \(plainLine(reason.reason))", first: "      ", rest: "        ")
        }
      }
      if let failureLimit, failing.count > failureLimit {
        lines.append("  and \(failing.count - failureLimit) more; --all shows them")
      }
    }
    return lines
  }
}
