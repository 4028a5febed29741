import TraceModel

/// Checks weights given by hand: known names, each 0...1, together 1.
package enum WeightReader {
  /// How far a sum may lie from 1, for weights typed with a few decimals.
  package static let sumTolerance = 1e-9

  /// Why these weights can't be used, or nil.
  package static func fault(_ weights: [Double], names: [String]) -> String? {
    for (name, weight) in zip(names, weights) where !(0...1).contains(weight) {
      return "weight \(name) is \(NumberText.exact(weight)), allowed 0...1"
    }
    let sum = weights.reduce(0, +)
    guard abs(sum - 1) > sumTolerance else { return nil }
    // The sum's own rounding noise would only confuse here.
    let rounded = (sum * 1e12).rounded() / 1e12
    return "weights sum to \(NumberText.exact(rounded)), not 1"
  }

  /// Reads an object of weights by sub-score name.
  ///
  /// - Returns: The named weights; nil when refused, which has then been reported.
  static func weights(
    _ node: JSONNode, key: String, names: [String], shipped: [Double], problems: ProblemList
  ) -> [String: Double]? {
    guard let reader = ObjectReader(node, name: "\"\(key)\"", known: names, problems: problems)
    else { return nil }
    let before = problems.problems.count
    var given: [String: Double] = [:]
    for name in names {
      if let value = reader.number(name, in: 0...1) { given[name] = value }
    }
    guard problems.problems.count == before else { return nil }
    let whole = zip(names, shipped).map { given[$0] ?? $1 }
    if let fault = fault(whole, names: names) {
      problems.add(
        node.line, fault, fix: "give weights that sum to 1; unnamed ones keep the shipped value")
      return nil
    }
    return given
  }
}
