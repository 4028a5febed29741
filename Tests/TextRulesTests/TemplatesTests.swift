import Testing
import TextRules

@Test func everyRungPassesTheRules() {
  for template in Templates.all + [Templates.generic] {
    for text in template.ladder + template.alternatives + [template.returnCue] {
      let score = scorer.score(text)
      let reasons = score.strict.compactMap(\.verdict.reason)
      #expect(score.passesAllStrict, "\(template.name): \(text) \(reasons)")
    }
    #expect(template.ladder.count == 3)
    #expect(!template.alternatives.isEmpty)
    #expect(template.returnCue.hasPrefix("Return to "))
    #expect(template.returnCue.contains(": next, "))
  }
}

@Test func matchesByKeyword() {
  #expect(Templates.match("Write history ESSAY").template.name == "writing")
  #expect(Templates.match("Write history ESSAY").keyword == "essay")
  #expect(Templates.match("Email professor about the essay").template.name == "email")
  #expect(Templates.match("Prüfung: résumé").template.name == "job")
  #expect(Templates.match("stuff").isGeneric)
  #expect(Templates.match("").isGeneric)
  #expect(Templates.match("写历史论文").template == Templates.generic)
  #expect(Templates.match("Laundry") == Templates.match("Laundry"))
}

@Test func namesAndKeywordsAreUnique() {
  let names = Templates.all.map(\.name)
  #expect(Set(names).count == names.count)
  for template in Templates.all {
    #expect(Set(template.keywords).count == template.keywords.count)
    for keyword in template.keywords { #expect(Templates.match(keyword).keyword == keyword) }
  }
}
