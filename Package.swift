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
    .target(name: "CLanes", exclude: ["body.inc"]),
    .target(name: "SweepCore", dependencies: ["TraceModel", "DecisionEngines", "CLanes"]),
    .target(name: "ReportWriters", dependencies: ["TraceModel"]),
    .target(name: "RunStore", dependencies: ["TraceModel", "DecisionEngines"]),
    .target(
      name: "CommandLineInterface",
      dependencies: [
        "TraceModel", "DecisionEngines", "SweepCore", "Evidence", "ReportWriters", "RunStore",
      ]),
    .executableTarget(name: "autoresearch", dependencies: ["CommandLineInterface"]),
    .testTarget(name: "TextRulesTests", dependencies: ["TextRules"]),
    .testTarget(name: "EvidenceTests", dependencies: ["Evidence"]),
    .testTarget(
      name: "SweepCoreTests", dependencies: ["SweepCore", "TraceModel", "DecisionEngines"]),
  ],
  swiftLanguageModes: [.v6]
)
