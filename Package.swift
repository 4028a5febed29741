// swift-tools-version: 6.0
import PackageDescription

// Targets in layer order: values at the bottom, disk and terminal at the edges.
let package = Package(
  name: "autoresearch",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "TraceModel"),
    .target(name: "DecisionEngines", dependencies: ["TraceModel"]),
    .target(name: "TextRules", dependencies: ["TraceModel"]),
    .target(name: "Evidence", dependencies: ["TraceModel"]),
    .target(name: "SweepCore", dependencies: ["TraceModel", "DecisionEngines"]),
    .target(name: "Findings", dependencies: ["TraceModel", "DecisionEngines", "SweepCore"]),
    .target(name: "ReportWriters", dependencies: ["TraceModel"]),
    .target(
      name: "RunReport",
      dependencies: [
        "TraceModel", "DecisionEngines", "SweepCore", "Evidence", "Findings", "ReportWriters",
      ]),
    .target(name: "RunStore", dependencies: ["TraceModel", "DecisionEngines"]),
    .target(
      name: "CommandLineInterface",
      dependencies: [
        "TraceModel", "DecisionEngines", "SweepCore", "Evidence", "Findings", "ReportWriters",
        "RunReport", "RunStore",
      ]),
    .executableTarget(name: "autoresearch", dependencies: ["CommandLineInterface"]),
    .testTarget(name: "TextRulesTests", dependencies: ["TextRules"]),
    .testTarget(name: "EvidenceTests", dependencies: ["Evidence", "TraceModel"]),
    .testTarget(name: "ReportWritersTests", dependencies: ["ReportWriters"]),
    .target(
      name: "TestSupport", dependencies: ["TraceModel", "DecisionEngines"],
      path: "Tests/TestSupport"),
    .testTarget(
      name: "FindingsTests",
      dependencies: [
        "TraceModel", "DecisionEngines", "SweepCore", "Findings", "RunStore", "TestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
