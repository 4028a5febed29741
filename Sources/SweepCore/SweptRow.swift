import TraceModel

/// The candidates of one weight set and one choice of gates, one for each threshold.
///
/// What a fast sweep hands to the aggregate: figures by place `k` of the thresholds in ascending
/// order. Margins are filled in only when the aggregate asks for them.
final class SweptRow {
  /// By place: ascending thresholds, where each stands in the plan, |threshold − shipped| / 100,
  /// and margins, infinite where no step is measured.
  private(set) var thresholds = Scratch(0.0, count: 1)
  private(set) var order = Scratch(0, count: 1)
  private(set) var thresholdDistances = Scratch(0.0, count: 1)
  private(set) var margins = Scratch(0.0, count: 1)
  /// Half the sum of the weights' distances.
  var weightDistance = 0.0
  private(set) var firstIndex = 0
  var stride = 1
  var weights: [Double] = []
  private var areNumbersKnown = false
  private var knownNumbers: [Double] = []
  var thresholdPlace = 0
  var choices: [UInt64] { place?.setting.choices ?? [] }
  /// Whether thresholds depend on the scores, so that members must carry theirs.
  var carriesThreshold = false
  private var hasMargins = false
  private var requests = 0
  private var lastRun: Range<Int>?
  /// Whether thresholds that do not depend on scores are set.
  var isSet = false
  /// The setting, and where margins come from.
  private var place: RowPlace?

  private var knownBar: RankBar?

  /// The worker's verdicts on counts.
  func bar(for ranking: Ranking) -> RankBar {
    if let knownBar, knownBar.ranking === ranking { return knownBar }
    let made = RankBar(ranking)
    knownBar = made
    return made
  }

  /// - Parameters:
  ///   - values: Ascending.
  ///   - order: Where each stands in the plan; nil for as they come.
  ///   - shipped: Where distances are measured from.
  func setThresholds(_ values: [Double], order: [Int]?, shipped: ShippedPoint) {
    if thresholds.count < values.count {
      thresholds = Scratch(0, count: values.count)
      self.order = Scratch(0, count: values.count)
      thresholdDistances = Scratch(0, count: values.count)
      margins = Scratch(0, count: values.count)
    }
    for (k, value) in values.enumerated() {
      thresholds.base[k] = value
      self.order.base[k] = order?[k] ?? k
      thresholdDistances.base[k] = shipped.thresholdDistance(value)
    }
  }

  /// Every swept number but the threshold, which goes at `thresholdPlace`; made when asked for.
  var numbers: [Double] {
    if !areNumbersKnown {
      knownNumbers = weights + (place?.setting.numbers ?? [])
      areNumbersKnown = true
    }
    return knownNumbers
  }

  /// Starts the candidates of a setting under the weights: no margins yet.
  func start(_ place: RowPlace, firstIndex: Int) {
    self.place = place
    self.firstIndex = firstIndex
    areNumbersKnown = false
    hasMargins = false
    requests = 0
    lastRun = nil
  }

  @inline(__always)
  func index(_ k: Int) -> Int { firstIndex + order.base[k] * stride }

  @inline(__always)
  func distance(_ k: Int) -> Double { weightDistance + thresholdDistances.base[k] }

  @inline(__always)
  func margin(_ k: Int) -> Double? {
    let margin = margins.base[k]
    return margin < .infinity ? margin : nil
  }

  /// Sees that the margins of a run are there.
  ///
  /// Few runs of a row matter once a sweep has found its best: those are worked out one by one. A
  /// row that asks more often gets all of its margins at once.
  func needMargins(_ run: Range<Int>) {
    if hasMargins || lastRun == run { return }
    guard let place else { return }
    if requests < 3 {
      requests += 1
      place.sweep.fillMargins(of: run, gates: place.gates, into: margins.base)
      lastRun = run
    } else {
      place.sweep.fillMargins(
        gates: place.gates, escalate: place.setting.escalateThreshold, into: margins.base)
      hasMargins = true
    }
  }

  func member(_ k: Int) -> BehaviourMember {
    BehaviourMember(
      index: index(k), notifyThreshold: carriesThreshold ? thresholds.base[k] : nil,
      margin: margin(k),
      distance: distance(k))
  }

  /// The whole candidate, margins needed.
  func scored(_ k: Int, _ shared: Tally, days: Int, by ranking: Ranking) -> ScoredCandidate {
    var tally = shared
    tally.margin = margin(k)
    var numbers = numbers
    numbers[thresholdPlace] = thresholds.base[k]
    let distance = distance(k)
    let metrics = Metrics(
      tally: tally, days: days, distanceFromShipped: distance, costs: ranking.costs)
    return ScoredCandidate(
      index: index(k), tally: tally, rank: RankKey(metrics, index: index(k), by: ranking),
      distance: distance, notifyThreshold: carriesThreshold ? thresholds.base[k] : nil,
      numbers: numbers, choices: choices)
  }

  /// Whether a member comes before a key with the same shared parts.
  @inline(__always)
  func isBefore(_ k: Int, _ key: RankKey, by ranking: Ranking) -> Bool {
    for part in ranking.tail {
      switch part {
      case .margin(let place):
        let value = margins.base[k] < .infinity ? -margins.base[k] : .infinity
        if value != key.parts[place] { return value < key.parts[place] }
      case .distance(let place):
        let value = distance(k)
        if value != key.parts[place] { return value < key.parts[place] }
      }
    }
    return index(k) < key.index
  }

  /// Whether a candidate could come before a key, by its first few parts; false is certain.
  @inline(__always)
  func couldReach(_ key: RankKey?, _ k: Int, _ shared: SharedRank, by ranking: Ranking) -> Bool {
    guard let key else { return true }
    let order = shared.compared(with: key, by: ranking)
    if order != 0 { return order < 0 }
    switch ranking.tail.first {
    case .margin(let place)?:
      return (margins.base[k] < .infinity ? -margins.base[k] : .infinity) <= key.parts[place]
    case .distance(let place)?: return distance(k) <= key.parts[place]
    case nil: return true
    }
  }
}
