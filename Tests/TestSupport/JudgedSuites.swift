import DecisionEngines
import TraceModel

/// Seeded Vigil suites whose right verdict is known by construction.
///
/// Two steps a day, six hours apart and outside all plausible quiet hours; nothing missing, HRV
/// either normal or at the floor of every curve, deadlines either past or a week away. So no
/// alternative of an assumed constant changes what a sound candidate does.
package enum JudgedSuites {
  /// What should fire depends on the deadline alone, which the shipped weights undervalue.
  package static func oneSignalEquals(seed: UInt64, days: Int = 30) -> Suite {
    suite("one-signal", seed: seed, days: days) { $0.isClose }
  }

  /// What should fire is a close deadline on an inactive day, whatever sleep and HRV: two signals
  /// are needed, shipped weights miss most of it, and there are labels enough to show it.
  package static func trulyBetter(seed: UInt64, days: Int = 60, role: Suite.Role = .tuning) -> Suite
  {
    suite("truly-better", seed: seed, days: days, role: role) { $0.isClose && $0.isInactive }
  }

  /// As `trulyBetter`, but with so few days that even a perfect candidate could be luck.
  package static func tooFewDays(seed: UInt64) -> Suite {
    var random = SplitMix64(seed: seed)
    // Three moments to catch; as many that show why one signal is not enough; the rest is calm.
    var days = [
      (true, true), (true, true), (true, true), (true, false), (false, true), (true, false),
      (false, true), (false, false),
    ].map { Day(isClose: $0.0, isInactive: $0.1) }
    for i in days.indices.dropFirst() { days.swapAt(i, random.below(i + 1)) }
    return suite("too-few-days", days: days, jitter: 0, random: &random) {
      $0.isClose && $0.isInactive
    }
  }

  private struct Day {
    var isShortOfSleep: Bool
    var isLowHRV: Bool
    var isClose: Bool
    var isInactive: Bool

    /// Rested, with a normal HRV.
    init(isClose: Bool, isInactive: Bool) {
      isShortOfSleep = false
      isLowHRV = false
      self.isClose = isClose
      self.isInactive = isInactive
    }

    init(_ random: inout SplitMix64) {
      isShortOfSleep = random.below(2) == 1
      isLowHRV = random.below(2) == 1
      isClose = random.below(2) == 1
      isInactive = random.below(2) == 1
    }
  }

  private static func suite(
    _ name: String, seed: UInt64, days: Int, role: Suite.Role = .tuning,
    shouldFire: (Day) -> Bool
  ) -> Suite {
    var random = SplitMix64(seed: seed)
    let drawn = (0..<2 * days).map { _ in Day(&random) }
    return suite(name, days: drawn, role: role, random: &random, shouldFire: shouldFire)
  }

  private static func suite(
    _ name: String, days: [Day], role: Suite.Role = .tuning, jitter: Double = 10,
    random: inout SplitMix64, shouldFire: (Day) -> Bool
  ) -> Suite {
    var traces: [Trace] = []
    for pair in stride(from: 0, to: days.count, by: 2) {
      let number = pair / 2
      let steps = (pair..<min(pair + 2, days.count)).map { i in
        step(days[i], minute: i == pair ? 600 : 960, day: number, jitter, shouldFire, &random)
      }
      traces.append(VigilDays.trace("\(name)-\(number + 1)", day: number, steps: steps))
    }
    return VigilDays.suite(name, traces: traces, role: role)
  }

  private static func step(
    _ day: Day, minute: Int, day number: Int, _ jitter: Double, _ shouldFire: (Day) -> Bool,
    _ random: inout SplitMix64
  ) -> Step {
    func level(_ isHigh: Bool) -> Double { (isHigh ? 90 : 0) + jitter * random.unit() }
    let signals = VigilDays.signals(
      sleep: level(day.isShortOfSleep), hrv: day.isLowHRV ? 140 : 0,
      deadline: .number(day.isClose ? -5 * random.unit() : 170 + 100 * random.unit()),
      activity: level(day.isInactive))
    return VigilDays.step(
      at: VigilDays.moment(day: number, minute: minute), signals: signals,
      expect: shouldFire(day) ? .intervene : .silent)
  }
}
