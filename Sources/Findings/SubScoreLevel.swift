import TraceModel

/// A sub-score below or from the middle of its range.
package struct SubScoreLevel: Sendable, Hashable {
  /// Position of the sub-score.
  package let subScore: Int
  package let isHigh: Bool

  /// Low is below this, high is from it; sub-scores run from 0 (fine) to 100 (bad).
  package static let middle = 50.0

  func holds(_ subScores: [Double]) -> Bool { (subScores[subScore] >= Self.middle) == isHigh }

  /// `good sleep`, or `a high sleep sub-score` where the engine has no words for it.
  package func words(_ definitions: [SubScoreDefinition]) -> String {
    let definition = definitions[subScore]
    let words = isHigh ? definition.highWords : definition.lowWords
    return words ?? "a \(isHigh ? "high" : "low") \(definition.name) sub-score"
  }
}
