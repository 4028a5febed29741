/// The whole text is exactly one sentence.
struct OneSentence: Rule {
  var name: String { "oneSentence" }
  var needsEnglish: Bool { false }

  var explanation: String {
    """
    The whole visible text is exactly one sentence. Semicolons, colons and comma splices join. \
    Every new list item or line is another sentence, unless the next line goes on in lower case \
    without an end mark before it. "Docs.Type" splits; docs.google.com, report.docx, 2.5, \
    9:30 a.m., Dr., e.g., U.S., "no. 5", Yahoo! Mail and a quoted title do not. 。 and ！ end a \
    sentence too; an emoji or emoticon after the end mark adds none. No text, or no letter in \
    it, fails.
    """
  }

  func check(_ passage: Passage) -> Finding {
    switch passage.sentences {
    case 1: return .pass
    case 0:
      let text = passage.text
      return .fail(text.isEmpty ? "no text" : "no letter in \(Quoting.quote(text))")
    default:
      let second = passage.quote(from: passage.sentenceStarts[1])
      return .fail("\(passage.sentences) sentences: the second begins at \(second)")
    }
  }
}
