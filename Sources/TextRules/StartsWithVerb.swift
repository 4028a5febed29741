/// The first word is a verb in its base form, used as an instruction.
struct StartsWithVerb: Rule {
  var name: String { "startsWithVerb" }
  var needsEnglish: Bool { true }

  var explanation: String {
    """
    The first word is a verb in its base form, used as an instruction. "Try opening…", \
    "Go ahead and…", "Start by…", "Don't…" and "Be…" pass; please, just, first, now, then, \
    let's, "you should", "to start" or "Step 1:" before the verb fail. Words that are both a \
    verb and a noun or a name are judged by the words that follow: "Book the room" passes, \
    "Book reviews are due" fails; "Mark problem 4" passes, "Mark opens the file" fails. Verbs \
    no old dictionary has count: screenshot, unmute, DM, google, double-click.
    """
  }

  /// Whether the first word is an instruction, without the reason.
  static func isVerb(_ passage: Passage) -> Bool {
    guard !passage.tokens.isEmpty else { return false }
    if let finding = FixedFirstWord.finding(passage) { return finding.verdict.passed }
    return FirstWordEvidence(passage).score >= FirstWordEvidence.threshold
  }

  func check(_ passage: Passage) -> Finding {
    guard let first = passage.tokens.first else { return .fail("no word to start with") }
    if let finding = FixedFirstWord.finding(passage) { return finding }
    let evidence = FirstWordEvidence(passage)
    let quoted = Quoting.quote(first.text)
    let doubt =
      abs(evidence.score - FirstWordEvidence.threshold) <= 1
      ? "\(quoted) may be an instruction or not; the words that follow decide narrowly" : nil
    if evidence.score >= FirstWordEvidence.threshold { return Finding(.pass, doubt: doubt) }
    return .fail(evidence.reason(first), doubt: doubt)
  }
}
