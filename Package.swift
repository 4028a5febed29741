// swift-tools-version: 6.0
import PackageDescription

// Targets in layer order: values at the bottom, disk and terminal at the edges.
let package = Package(
  name: "autoresearch",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "TraceModel"),
    .target(name: "DecisionEngines", dependencies: ["TraceModel"]),
    .target(
      name: "CLexicon", path: "Sources/TextRules/Lexicon",
      exclude: [
        "ORIGIN.md", "LICENSE-WordNet.txt", "make-lexicon.py", "lexicon.txt", "verbs.txt",
        "grammar.txt", "objects.txt", "effort.txt", "fluff.txt",
      ]),
    .target(
      name: "TextRules", dependencies: ["TraceModel", "CLexicon"], exclude: ["Lexicon"]),
    .target(name: "Evidence", dependencies: ["TraceModel"]),
    .target(name: "SweepCore", dependencies: ["TraceModel", "DecisionEngines"]),
    .target(name: "Findings", dependencies: ["TraceModel", "DecisionEngines", "SweepCore"]),
    .target(
      name: "Certify", dependencies: ["TraceModel", "DecisionEngines", "SweepCore", "Evidence"]),
    .target(name: "ReportWriters", dependencies: ["TraceModel"]),
    .target(
      name: "RunReport",
      dependencies: [
        "TraceModel", "DecisionEngines", "SweepCore", "Evidence", "Certify", "Findings",
        "ReportWriters",
      ]),
    .target(name: "RunStore", dependencies: ["TraceModel", "DecisionEngines"]),
    .target(name: "ExternalPrograms", dependencies: ["TraceModel", "DecisionEngines", "RunStore"]),
    .target(
      name: "CommandLineInterface",
      dependencies: [
        "TraceModel", "DecisionEngines", "SweepCore", "Evidence", "Certify", "Findings",
        "ReportWriters", "RunReport", "RunStore", "ExternalPrograms",
      ]),
    .executableTarget(name: "autoresearch", dependencies: ["CommandLineInterface"]),
    .target(
      name: "TestSupport",
      dependencies: ["TraceModel", "DecisionEngines", "RunStore", "CommandLineInterface"],
      path: "Tests/TestSupport"),
    .testTarget(name: "TraceModelTests", dependencies: ["TraceModel", "TestSupport"]),
    .testTarget(
      name: "DecisionEnginesTests", dependencies: ["DecisionEngines", "TraceModel", "TestSupport"]),
    .executableTarget(name: "swift-mirror", path: "Tests/ExternalEngines/SwiftMirror"),
    .testTarget(
      name: "ExternalProgramsTests",
      dependencies: [
        "TraceModel", "DecisionEngines", "RunReport", "RunStore", "ExternalPrograms",
        "CommandLineInterface", "swift-mirror",
      ]),
    .testTarget(
      name: "TextRulesTests", dependencies: ["TextRules", "TraceModel"], exclude: ["Fixtures"]),
    .testTarget(
      name: "CertifyTests",
      dependencies: [
        "Certify", "Evidence", "TraceModel", "DecisionEngines", "SweepCore", "TestSupport",
      ]),
    .testTarget(name: "EvidenceTests", dependencies: ["Evidence", "TraceModel"]),
    .testTarget(
      name: "SweepCoreTests",
      dependencies: ["SweepCore", "DecisionEngines", "TraceModel", "TestSupport"]),
    .testTarget(
      name: "FindingsTests",
      dependencies: [
        "TraceModel", "DecisionEngines", "SweepCore", "Findings", "RunStore", "TestSupport",
      ]),
    .testTarget(name: "ReportWritersTests", dependencies: ["ReportWriters"]),
    .testTarget(
      name: "RunStoreTests",
      dependencies: ["RunStore", "DecisionEngines", "TraceModel", "TestSupport"]),
    .testTarget(
      name: "CommandLineInterfaceTests",
      dependencies: [
        "CommandLineInterface", "RunStore", "DecisionEngines", "TraceModel", "TestSupport",
      ], exclude: ["Golden"]),
  ],
  swiftLanguageModes: [.v6]
)
