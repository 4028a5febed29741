/// At most so many words, counted as people count them.
struct MaxWords: Rule {
  let limit: Int

  var name: String { "maxWords" }
  var needsEnglish: Bool { false }

  var explanation: String {
    """
    At most \(limit) words. Words are split at white space, an em dash, "--", an ellipsis, "..", \
    and an en dash that is not between digits; a piece is a word if it holds a letter or a digit. \
    So e-mail, don't, 9:30, $20, 3/4, 12-14, and/or, Ctrl+N and a URL are one word each; & and \
    emoji are none; "Docs—yes" is two; "Step 1:" is two. Chinese, Japanese and other scripts \
    without spaces cannot be counted: notScored, never 1.
    """
  }

  func check(_ passage: Passage) -> Finding {
    guard let words = passage.words else {
      return Finding(.notScored(WordCount.cannotCount))
    }
    return words <= limit ? .pass : .fail("\(words) words; \(limit) allowed")
  }
}
