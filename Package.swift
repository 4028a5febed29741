// swift-tools-version: 6.0
import PackageDescription

// Targets in layer order: values at the bottom, disk and terminal at the edges.
let package = Package(
  name: "autoresearch",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "TraceModel"),
    .target(
      name: "CLexicon", path: "Sources/TextRules/Lexicon",
      exclude: [
        "ORIGIN.md", "LICENSE-WordNet.txt", "make-lexicon.py", "lexicon.txt", "verbs.txt",
        "grammar.txt", "objects.txt", "effort.txt", "fluff.txt",
      ]),
    .target(
      name: "TextRules", dependencies: ["TraceModel", "CLexicon"], exclude: ["Lexicon"]),
    .target(name: "Evidence", dependencies: ["TraceModel"]),
    .testTarget(
      name: "TextRulesTests", dependencies: ["TextRules", "TraceModel"], exclude: ["Fixtures"]),
    .testTarget(name: "EvidenceTests", dependencies: ["Evidence"]),
  ],
  swiftLanguageModes: [.v6]
)
