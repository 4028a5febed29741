import DecisionEngines
import SweepCore
import TraceModel

/// A candidate written with as few decimals as its decisions allow, for a person to port.
package struct PortRounding: Sendable {
  /// The rounded candidate; every decision of the suites is the candidate's own.
  package let overrides: Overrides
  /// Decimal texts of the weights, in the engine's order; shares sum to exactly 1 as decimals.
  package let weightTexts: [String]
  /// Decimals of every weight text; nil when they are the candidate's own Doubles.
  package let weightDecimals: Int?
  /// Nil when the candidate does not set the threshold.
  package let thresholdText: String?
  /// Whether nothing shorter than the candidate's own Doubles kept every decision.
  package let isExact: Bool
  /// Thresholds that change no decision of the rounded weights; nil when the candidate does not set
  /// the threshold.
  package let thresholdRange: UnchangedRange?
  /// By sub-score: weights, the others in proportion, that change no decision of the candidate. Nil
  /// for a weight of 1.
  package let weightRanges: [UnchangedRange?]

  /// Weights that sum to 1 are rounded by largest remainder, so that they still do, exactly, as
  /// decimals. Fewest decimals of the weights come first, from two on (one would turn 0.95 and 0.05
  /// into another rule with the same decisions here), then of the threshold: any threshold that
  /// keeps every decision will do, the one nearest to the candidate's own among the shortest.
  ///
  /// - Parameters:
  ///   - candidate: The values that make the candidate.
  ///   - subject: Suites, engine and shipped values.
  package init(of candidate: Overrides, in subject: Subject) {
    let region = DecisionRegion(of: candidate, in: subject)
    let weights = subject.weights(candidate)
    let parameter = subject.engine.parameter(role: .notifyThreshold)
    let own = parameter.flatMap { candidate.values[$0.name]?.number }
    weightRanges = weights.indices.map { region.weightRange($0, weights: weights) }

    let decided = subject.evaluate(candidate)
    for decimals in 2...Decimals.most {
      guard let rounded = Decimals.weights(weights, decimals: decimals) else { continue }
      var found = candidate
      found.weights = rounded.values
      var text: String?
      if let parameter, let own {
        guard
          let threshold = Self.threshold(near: own, region, parameter.kind, rounded.values)
        else { continue }
        found.values[parameter.name] = .number(threshold.value)
        text = threshold.text
      } else if !region.keeps(weights: rounded.values) {
        continue
      }
      // The engine itself has the last word on its own decisions.
      guard Self.sameDecisions(decided, subject.evaluate(found)) else { continue }
      overrides = found
      weightTexts = rounded.texts
      weightDecimals = decimals
      thresholdText = text
      isExact = false
      thresholdRange = own == nil ? nil : Self.range(region, parameter?.kind, rounded.values)
      return
    }
    overrides = candidate
    weightTexts = weights.map(NumberText.exact)
    weightDecimals = nil
    thresholdText = own.map(NumberText.exact)
    isExact = true
    thresholdRange = own == nil ? nil : Self.range(region, parameter?.kind, weights)
  }

  /// The threshold with the fewest decimals that keeps every decision.
  private static func threshold(
    near own: Double, _ region: DecisionRegion, _ kind: ParameterKind, _ weights: [Double]
  ) -> (value: Double, text: String)? {
    guard let allowed = region.thresholds(weights: weights) else { return nil }
    var (above, through) = allowed
    if case .number(let range) = kind {
      above = max(above, range.lowerBound.nextDown)
      through = min(through, range.upperBound)
    }
    for decimals in 0...Decimals.most {
      for value in Decimals.nearest(to: own, above: above, through: through, decimals: decimals)
      where region.keeps(weights: weights, threshold: value) {
        return (value, NumberText.fixed(value, decimals))
      }
    }
    return nil
  }

  private static func range(
    _ region: DecisionRegion, _ kind: ParameterKind?, _ weights: [Double]
  ) -> UnchangedRange? {
    guard let allowed = region.thresholds(weights: weights) else { return nil }
    var (lower, upper) = allowed
    var includesLower = false
    if case .number(let range)? = kind {
      if lower < range.lowerBound { (lower, includesLower) = (range.lowerBound, true) }
      upper = min(upper, range.upperBound)
    }
    guard lower.isFinite, upper.isFinite else { return nil }
    return UnchangedRange(lower: lower, includesLower: includesLower, upper: upper)
  }

  private static func sameDecisions(_ a: Evaluation, _ b: Evaluation) -> Bool {
    zip(a.traces, b.traces).allSatisfy {
      $0.decisions.map(\.action) == $1.decisions.map(\.action)
    }
  }
}

/// Numbers with a fixed count of decimals, as whole numbers of their last place.
enum Decimals {
  /// Powers up to here, and the whole numbers of weights, are exact Doubles.
  static let most = 15

  static func power(_ decimals: Int) -> Double {
    (0..<decimals).reduce(1.0) { power, _ in power * 10 }
  }

  /// Weights with so many decimals, by largest remainder (ties to the earlier) so that shares still
  /// sum to 1; weights that are points, which do not, are rounded each for itself.
  static func weights(_ weights: [Double], decimals: Int) -> (values: [Double], texts: [String])? {
    let power = power(decimals)
    let scaled = weights.map { $0 * power }
    guard scaled.allSatisfy({ abs($0) < 0x1p53 }) else { return nil }
    var units = scaled.map { $0.rounded(.toNearestOrAwayFromZero) }
    if WeightShift.sumsToOne(weights) {
      units = scaled.map { $0.rounded(.down) }
      let short = Int(power) - units.reduce(0) { $0 + Int($1) }
      let byRemainder = weights.indices.sorted {
        let (a, b) = (scaled[$0] - units[$0], scaled[$1] - units[$1])
        return a != b ? a > b : $0 < $1
      }
      guard (0...weights.count).contains(short) else { return nil }
      for i in byRemainder.prefix(short) { units[i] += 1 }
    }
    let values = units.map { $0 / power }
    return (values, values.map { NumberText.fixed($0, decimals) })
  }

  /// The numbers with so many decimals in a half-open range that are nearest to a value: at most
  /// one on each side, nearest first.
  static func nearest(
    to own: Double, above: Double, through: Double, decimals: Int
  ) -> [Double] {
    let power = power(decimals)
    let target = min(max(own, above), through)
    guard target.isFinite, abs(target) * power < 0x1p53 else { return [] }
    let unit = (target * power).rounded(.down)
    return [unit - 1, unit, unit + 1].map { $0 / power }
      .filter { $0 > above && $0 <= through }
      .sorted { (abs($0 - own), $0) < (abs($1 - own), $1) }
  }
}
