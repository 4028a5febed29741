/// Weights still to be looked at in a search over labels alone.
struct LabelRegion: BoundedRegion, Sendable {
  var simplex: WeightSimplex
  /// Positives that the region may catch.
  var alive: [Int]
  /// Those of them that it must catch.
  var required: Set<Int> = []
  /// Negatives that matter in it.
  var negatives: [Int]
  /// Those of them that must stay silent.
  var silent: Set<Int> = []
  /// Negatives that may still fire, beside those given up.
  var falseAlarms: Int
  /// Conflicts that hold in it and share no step.
  var conflicts: [Conflict] = []
  var bound: Int
  var depth = 0
}
