// swift-tools-version: 6.0
import PackageDescription

// Targets in layer order: values at the bottom, disk and terminal at the edges.
let package = Package(
  name: "autoresearch",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "TraceModel"),
    .target(name: "TextRules", dependencies: ["TraceModel"]),
    .target(name: "Evidence", dependencies: ["TraceModel"]),
    .testTarget(name: "TextRulesTests", dependencies: ["TextRules"]),
    .testTarget(name: "EvidenceTests", dependencies: ["Evidence", "TraceModel"]),
  ],
  swiftLanguageModes: [.v6]
)
