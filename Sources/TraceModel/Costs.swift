/// What a plan's author says each outcome is worth, in one unit of their own.
///
/// Signs are taken as given: a hit usually adds, and a miss, a false alarm and an interruption
/// usually take away. Each is in `-1e9...1e9`, so that no sum over a suite overflows.
package struct Costs: Sendable, Hashable {
  /// For each true positive: a labelled step or window that was caught.
  package let hit: Double
  /// For each false negative.
  package let miss: Double
  /// For each false positive, false alarms outside windows included.
  package let falseAlarm: Double
  /// For each delivered intervention, labelled or not; one that is a hit or a false alarm counts
  /// here too.
  package let interruption: Double

  package static let range: ClosedRange<Double> = -1e9...1e9

  package init(hit: Double, miss: Double, falseAlarm: Double, interruption: Double) {
    self.hit = hit
    self.miss = miss
    self.falseAlarm = falseAlarm
    self.interruption = interruption
  }

  /// tp·hit + fn·miss + fp·falseAlarm + interventions·interruption, summed in that order.
  package func utility(of tally: Tally) -> Double {
    // From zero, so that no count at a negative cost gives −0.
    var sum = 0.0
    sum += Double(tally.tp) * hit
    sum += Double(tally.fn) * miss
    sum += Double(tally.fp) * falseAlarm
    sum += Double(tally.interventions) * interruption
    return sum
  }

  /// `hit 1, miss -1, false alarm -2, interruption -0.1`.
  package var text: String {
    "hit \(NumberText.exact(hit)), miss \(NumberText.exact(miss)), false alarm \(NumberText.exact(falseAlarm)), interruption \(NumberText.exact(interruption))"
  }
}
