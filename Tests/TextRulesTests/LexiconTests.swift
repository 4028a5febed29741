import Foundation
import Testing
import TextRules

private let folder = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "Sources/TextRules/Lexicon")

@Test func theFilesAreInTheBinary() throws {
  let names = Lexicon.sources.map(\.name)
  #expect(
    names == [
      "lexicon.txt", "verbs.txt", "grammar.txt", "objects.txt", "effort.txt", "fluff.txt",
    ])
  for source in Lexicon.sources {
    let text = try String(contentsOf: folder.appending(path: source.name), encoding: .utf8)
    #expect(text == source.text)
  }
}

@Test func theTableIsSmallAndHasItsLicence() throws {
  let table = try Data(contentsOf: folder.appending(path: "lexicon.txt"))
  #expect(table.count < 200_000)
  #expect(table.allSatisfy { $0 < 0x80 })
  let licence = try String(
    contentsOf: folder.appending(path: "LICENSE-WordNet.txt"), encoding: .utf8)
  #expect(licence.contains("WordNet 3.0 Copyright 2006 by Princeton University"))
  let origin = try String(contentsOf: folder.appending(path: "ORIGIN.md"), encoding: .utf8)
  for source in Lexicon.sources { #expect(origin.contains(source.name)) }
}

@Test func knowsManyWords() {
  #expect(Lexicon.bundled.count > 20_000)
}

@Test func noWordIsBothSeenAndUnseen() throws {
  var sections: [String: Set<String>] = [:]
  var section = ""
  let source = try #require(Lexicon.sources.first { $0.name == "objects.txt" })
  for line in source.text.split(separator: "\n") where !line.hasPrefix("#") {
    if line.hasPrefix("[") {
      section = String(line)
    } else {
      sections[section, default: []].formUnion(line.split(separator: " ").map(String.init))
    }
  }
  let seen = try #require(sections["[seen]"])
  let unseen = try #require(sections["[unseen]"])
  #expect(seen.intersection(unseen).sorted() == [])
}
