/// An exact fraction in lowest terms, its denominator above zero.
///
/// Every finite `Double` is one, so a proof about the numbers of a suite needs no tolerance.
package struct Rational: Sendable, Hashable {
  package let numerator: BigInteger
  package let denominator: BigInteger

  package static let zero = Rational(0)
  package static let one = Rational(1)

  package init(_ value: Int) {
    numerator = BigInteger(value)
    denominator = .one
  }

  /// The fraction `numerator / denominator`; the denominator must not be 0.
  package init(_ numerator: Int, over denominator: Int) {
    self.init(BigInteger(numerator), over: BigInteger(denominator))
  }

  init(_ numerator: BigInteger, over denominator: BigInteger) {
    precondition(!denominator.isZero)
    let divisor = BigInteger.greatestCommonDivisor(numerator, denominator)
    let sign = denominator.isNegative ? -divisor : divisor
    self.numerator = numerator / sign
    self.denominator = denominator / sign
  }

  /// The exact value of a `Double`; nothing for NaN and infinities.
  package init?(exactly value: Double) {
    guard let (significand, exponent) = Self.parts(of: value) else { return nil }
    let whole = BigInteger(significand)
    numerator = exponent > 0 ? whole << exponent : whole
    denominator = exponent < 0 ? .one << -exponent : .one
  }

  /// `value` as an odd whole number (or 0) times a power of two; nothing for NaN and infinities.
  static func parts(of value: Double) -> (significand: Int, exponent: Int)? {
    guard value.isFinite else { return nil }
    guard value != 0 else { return (0, 0) }
    let isNormal = value.exponentBitPattern > 0
    let bits = value.significandBitPattern | (isNormal ? 1 << 52 : 0)
    let zeros = bits.trailingZeroBitCount
    let exponent = Int(max(1, value.exponentBitPattern)) - 1075 + zeros
    let magnitude = Int(bits >> UInt64(zeros))
    return (value < 0 ? -magnitude : magnitude, exponent)
  }

  package var isZero: Bool { numerator.isZero }

  /// -1, 0 or 1.
  package var signum: Int { numerator.signum }

  /// The nearest `Double`, ties to even; exact to the last bit in the normal range.
  package var double: Double {
    guard !numerator.isZero else { return 0 }
    let shift = 64 - (numerator.bitWidth - denominator.bitWidth)
    let (quotient, remainder) =
      shift >= 0
      ? (numerator.magnitude << shift).quotientAndRemainder(dividingBy: denominator)
      : numerator.magnitude.quotientAndRemainder(dividingBy: denominator << -shift)
    // 64 or 65 bits; what falls off is remembered in the lowest bit, far below the rounding one.
    let extra = quotient.bitWidth - 64
    var bits = quotient.low64
    var lost = !remainder.isZero
    if extra > 0 {
      lost = lost || bits & 1 == 1
      bits = bits >> 1 | 1 << 63
    }
    if lost { bits |= 1 }
    let value = Self.scaled(Double(bits), byTwoTo: extra - shift)
    return numerator.isNegative ? -value : value
  }

  /// In two halves, since one power of two may itself be out of range.
  private static func scaled(_ value: Double, byTwoTo power: Int) -> Double {
    let half = power / 2
    return value * Double(sign: .plus, exponent: half, significand: 1)
      * Double(sign: .plus, exponent: power - half, significand: 1)
  }

  package static prefix func - (value: Rational) -> Rational {
    Rational(-value.numerator, over: value.denominator)
  }

  package static func + (a: Rational, b: Rational) -> Rational {
    if a.denominator == b.denominator {
      return Rational(a.numerator + b.numerator, over: a.denominator)
    }
    return Rational(
      a.numerator * b.denominator + b.numerator * a.denominator,
      over: a.denominator * b.denominator)
  }

  package static func - (a: Rational, b: Rational) -> Rational { a + -b }

  package static func * (a: Rational, b: Rational) -> Rational {
    Rational(a.numerator * b.numerator, over: a.denominator * b.denominator)
  }

  /// The quotient; `b` must not be 0.
  package static func / (a: Rational, b: Rational) -> Rational {
    Rational(a.numerator * b.denominator, over: a.denominator * b.numerator)
  }

  /// The largest whole number not above the value times `factor`.
  func floor(times factor: Int) -> BigInteger {
    let (quotient, remainder) = (numerator * BigInteger(factor))
      .quotientAndRemainder(dividingBy: denominator)
    return remainder.isNegative ? quotient - .one : quotient
  }
}

extension Rational: Comparable {
  package static func < (a: Rational, b: Rational) -> Bool {
    a.numerator * b.denominator < b.numerator * a.denominator
  }
}

extension Rational: CustomStringConvertible {
  /// A short decimal where the value is one of at most nine digits, else `numerator/denominator`.
  package var description: String {
    var factor = 1
    for digits in 0...9 {
      if (BigInteger(factor) * numerator).quotientAndRemainder(dividingBy: denominator).remainder
        .isZero
      {
        return decimal(digits: digits, factor: factor)
      }
      factor *= 10
    }
    return "\(numerator)/\(denominator)"
  }

  private func decimal(digits: Int, factor: Int) -> String {
    let scaled = (numerator.magnitude * BigInteger(factor)) / denominator
    var text = scaled.description
    if digits > 0 {
      text = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
      text.insert(".", at: text.index(text.endIndex, offsetBy: -digits))
    }
    return (numerator.isNegative ? "-" : "") + text
  }
}
