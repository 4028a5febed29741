#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The 95% Wilson score interval of a share, two-sided.
///
/// Both ends are unitless, in `0...1`, lower first. With no success the lower end is exactly 0, with
/// nothing but successes the upper end is exactly 1; the formula alone leaves a rounding remainder
/// there. Source: Wilson, "Probable inference, the law of succession, and statistical inference",
/// JASA 22 (1927).
package struct WilsonInterval: Sendable, Hashable {
  /// The standard normal quantile of 0.975, to double precision.
  package static let z = 1.959963984540054

  package let lower: Double
  package let upper: Double

  /// Creates the interval of `successes` out of `trials`, or nothing when there was no trial.
  ///
  /// - Parameters:
  ///   - successes: How many trials succeeded, in `0...trials`.
  ///   - trials: How many trials there were, 0 or more.
  package init?(successes: Int, of trials: Int) {
    precondition(trials >= 0 && (0...trials).contains(successes))
    guard trials > 0 else { return nil }
    let n = Double(trials)
    let share = Double(successes) / n
    let zz = Self.z * Self.z
    let scale = 1 + zz / n
    let centre = (share + zz / (2 * n)) / scale
    let half = Self.z * (share * (1 - share) / n + zz / (4 * n * n)).squareRoot() / scale
    lower = successes == 0 ? 0 : max(0, centre - half)
    upper = successes == trials ? 1 : min(1, centre + half)
  }
}

/// What a count of zero events still allows.
package enum ZeroEvents {
  /// The highest rate, in events a day, that leaves a chance of 5% for none in `days` days.
  ///
  /// Events a day can exceed one, so the count is taken as Poisson: `exp(-rate * days) = 0.05`, the
  /// exact form of the "rule of three" (about `3 / days`; twelve days allow one in four days). One-sided
  /// 95%. Nothing when there is no day. Source: Hanley, Lippman-Hand, "If nothing goes wrong, is
  /// everything all right?", JAMA 249 (1983).
  ///
  /// - Parameter days: Days observed without an event, 0 or more.
  /// - Returns: Events a day, or nothing for no days.
  package static func upperRatePerDay(days: Int) -> Double? {
    precondition(days >= 0)
    guard days > 0 else { return nil }
    return -log(0.05) / Double(days)
  }
}
