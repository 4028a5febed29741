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
    .target(name: "PromptStudy", dependencies: ["TextRules", "Evidence"]),
    .target(name: "CLanes", exclude: ["body.inc"]),
    .target(name: "SweepCore", dependencies: ["TraceModel", "DecisionEngines", "CLanes"]),
    .target(name: "Findings", dependencies: ["TraceModel", "DecisionEngines", "SweepCore"]),
    .target(
      name: "Certify", dependencies: ["TraceModel", "DecisionEngines", "SweepCore", "Evidence"]),
    .target(
      name: "Overnight",
      dependencies: ["TraceModel", "DecisionEngines", "SweepCore", "Evidence", "Findings"]),
    .target(name: "ReportWriters", dependencies: ["TraceModel"]),
    .target(
      name: "RunReport",
      dependencies: [
        "TraceModel", "DecisionEngines", "SweepCore", "Evidence", "Certify", "Findings",
        "Overnight", "ReportWriters", "TextRules", "PromptStudy",
      ]),
    .target(name: "CSystem"),
    .target(
      name: "RunStore",
      dependencies: ["TraceModel", "DecisionEngines", "TextRules", "PromptStudy", "CSystem"]),
    .target(name: "ExternalPrograms", dependencies: ["TraceModel", "DecisionEngines", "RunStore"]),
    .target(
      name: "CommandLineInterface",
      dependencies: [
        "TraceModel", "DecisionEngines", "SweepCore", "Evidence", "Certify", "Findings",
        "Overnight", "ReportWriters", "RunReport", "RunStore", "ExternalPrograms", "TextRules",
        "PromptStudy",
      ]),
    .executableTarget(name: "autoresearch", dependencies: ["CommandLineInterface"]),

    // Tests, one target for each source target.
    .target(
      name: "TestSupport",
      dependencies: ["TraceModel", "DecisionEngines", "RunStore", "CommandLineInterface"],
      path: "Tests/TestSupport"),
    .testTarget(name: "TraceModelTests", dependencies: ["TraceModel", "TestSupport"]),
    .testTarget(
      name: "DecisionEnginesTests", dependencies: ["DecisionEngines", "TraceModel", "TestSupport"]),
    .testTarget(
      name: "TextRulesTests", dependencies: ["TextRules", "TraceModel"], exclude: ["Fixtures"]),
    .testTarget(
      name: "CertifyTests",
      dependencies: [
        "Certify", "Evidence", "TraceModel", "DecisionEngines", "SweepCore", "TestSupport",
      ]),
    .testTarget(name: "EvidenceTests", dependencies: ["Evidence", "TraceModel"]),
    .testTarget(
      name: "PromptsTests",
      dependencies: [
        "TextRules", "PromptStudy", "RunStore", "ReportWriters", "RunReport", "Evidence",
        "TraceModel", "CommandLineInterface", "TestSupport",
      ]),
    .testTarget(
      name: "SweepCoreTests",
      dependencies: ["SweepCore", "DecisionEngines", "TraceModel", "TestSupport"]),
    .testTarget(
      name: "FindingsTests",
      dependencies: [
        "TraceModel", "DecisionEngines", "SweepCore", "Findings", "RunStore", "TestSupport",
      ]),
    .testTarget(
      name: "OvernightTests",
      dependencies: [
        "Overnight", "Findings", "SweepCore", "DecisionEngines", "TraceModel", "TestSupport",
      ]),
    .testTarget(name: "ReportWritersTests", dependencies: ["ReportWriters"]),
    .testTarget(
      name: "RunReportTests",
      dependencies: [
        "RunReport", "SweepCore", "DecisionEngines", "ReportWriters", "TraceModel", "TestSupport",
        "Certify",
      ]),
    .testTarget(
      name: "RunStoreTests",
      dependencies: ["RunStore", "DecisionEngines", "TraceModel", "TestSupport"]),
    .executableTarget(name: "swift-mirror", path: "Tests/ExternalEngines/SwiftMirror"),
    .testTarget(
      name: "ExternalProgramsTests",
      dependencies: [
        "TraceModel", "DecisionEngines", "RunReport", "RunStore", "ExternalPrograms",
        "CommandLineInterface", "swift-mirror",
      ]),
    .testTarget(
      name: "CommandLineInterfaceTests",
      dependencies: [
        "CommandLineInterface", "RunStore", "DecisionEngines", "TraceModel", "TestSupport",
      ], exclude: ["Golden"]),
  ],
  swiftLanguageModes: [.v6]
)
