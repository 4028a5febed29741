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
    .target(name: "ReportWriters", dependencies: ["TraceModel"]),
    .target(
      name: "RunReport",
      dependencies: ["TraceModel", "DecisionEngines", "SweepCore", "Evidence", "ReportWriters"]),
    .target(name: "RunStore", dependencies: ["TraceModel", "DecisionEngines"]),
    .target(
      name: "CommandLineInterface",
      dependencies: [
        "TraceModel", "DecisionEngines", "SweepCore", "Evidence", "ReportWriters", "RunReport",
        "RunStore",
      ]),
    .executableTarget(name: "autoresearch", dependencies: ["CommandLineInterface"]),
    .target(
      name: "TestSupport",
      dependencies: ["TraceModel", "DecisionEngines", "RunStore", "CommandLineInterface"],
      path: "Tests/TestSupport"),
    .testTarget(name: "TraceModelTests", dependencies: ["TraceModel", "TestSupport"]),
    .testTarget(
      name: "DecisionEnginesTests", dependencies: ["DecisionEngines", "TraceModel", "TestSupport"]),
    .testTarget(name: "TextRulesTests", dependencies: ["TextRules"]),
    .testTarget(name: "EvidenceTests", dependencies: ["Evidence", "TraceModel"]),
    .testTarget(
      name: "SweepCoreTests",
      dependencies: ["SweepCore", "DecisionEngines", "TraceModel", "TestSupport"]),
    .testTarget(name: "ReportWritersTests", dependencies: ["ReportWriters"]),
    .testTarget(
      name: "RunReportTests",
      dependencies: [
        "RunReport", "SweepCore", "DecisionEngines", "ReportWriters", "TraceModel", "TestSupport",
      ]),
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
