/// A whole number of any size: only what exact proofs over a few hundred steps need.
///
/// Sign and magnitude, 32-bit limbs, the lowest first, no leading zero limb; zero has no limbs and no
/// sign. Multiplication and division are the schoolbook ones; numbers here have some tens of limbs.
package struct BigInteger: Sendable, Hashable {
  private(set) var limbs: [UInt32]
  private(set) var isNegative: Bool

  package static let zero = BigInteger(0)
  package static let one = BigInteger(1)

  package init(_ value: Int) {
    let magnitude = value.magnitude
    limbs = [UInt32(truncatingIfNeeded: magnitude), UInt32(truncatingIfNeeded: magnitude >> 32)]
    isNegative = value < 0
    normalise()
  }

  package init(_ value: UInt64) {
    limbs = [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)]
    isNegative = false
    normalise()
  }

  private init(limbs: [UInt32], isNegative: Bool) {
    self.limbs = limbs
    self.isNegative = isNegative
    normalise()
  }

  private mutating func normalise() {
    while limbs.last == 0 { limbs.removeLast() }
    if limbs.isEmpty { isNegative = false }
  }

  package var isZero: Bool { limbs.isEmpty }

  /// -1, 0 or 1.
  package var signum: Int { limbs.isEmpty ? 0 : isNegative ? -1 : 1 }

  package var magnitude: BigInteger { BigInteger(limbs: limbs, isNegative: false) }

  /// Bits of the magnitude; 0 for zero.
  package var bitWidth: Int {
    guard let top = limbs.last else { return 0 }
    return 32 * limbs.count - top.leadingZeroBitCount
  }

  /// Zero bits below the lowest one bit; 0 for zero.
  var trailingZeroBits: Int {
    guard let limb = limbs.firstIndex(where: { $0 != 0 }) else { return 0 }
    return 32 * limb + limbs[limb].trailingZeroBitCount
  }

  /// The lowest 64 bits of the magnitude.
  var low64: UInt64 {
    let low = limbs.isEmpty ? 0 : UInt64(limbs[0])
    return limbs.count > 1 ? low | UInt64(limbs[1]) << 32 : low
  }

  package static prefix func - (value: BigInteger) -> BigInteger {
    BigInteger(limbs: value.limbs, isNegative: !value.isNegative)
  }

  package static func + (a: BigInteger, b: BigInteger) -> BigInteger {
    if a.isNegative == b.isNegative {
      return BigInteger(limbs: sum(a.limbs, b.limbs), isNegative: a.isNegative)
    }
    return isLess(a.limbs, b.limbs)
      ? BigInteger(limbs: difference(b.limbs, a.limbs), isNegative: b.isNegative)
      : BigInteger(limbs: difference(a.limbs, b.limbs), isNegative: a.isNegative)
  }

  package static func - (a: BigInteger, b: BigInteger) -> BigInteger { a + -b }

  package static func * (a: BigInteger, b: BigInteger) -> BigInteger {
    if a.isZero || b.isZero { return zero }
    var product = [UInt32](repeating: 0, count: a.limbs.count + b.limbs.count)
    let short = a.limbs.count < b.limbs.count ? a.limbs : b.limbs
    let long = a.limbs.count < b.limbs.count ? b.limbs : a.limbs
    for (i, factor) in short.enumerated() where factor != 0 {
      var carry: UInt64 = 0
      for (j, limb) in long.enumerated() {
        let t = UInt64(factor) &* UInt64(limb) &+ UInt64(product[i + j]) &+ carry
        product[i + j] = UInt32(truncatingIfNeeded: t)
        carry = t >> 32
      }
      product[i + long.count] = UInt32(carry)
    }
    return BigInteger(limbs: product, isNegative: a.isNegative != b.isNegative)
  }

  package static func << (value: BigInteger, bits: Int) -> BigInteger {
    precondition(bits >= 0)
    if value.isZero || bits == 0 { return value }
    let shift = UInt64(bits % 32)
    var shifted = [UInt32](repeating: 0, count: bits / 32)
    var carry: UInt64 = 0
    for limb in value.limbs {
      let t = UInt64(limb) << shift | carry
      shifted.append(UInt32(truncatingIfNeeded: t))
      carry = t >> 32
    }
    shifted.append(UInt32(carry))
    return BigInteger(limbs: shifted, isNegative: value.isNegative)
  }

  /// Quotient towards zero and remainder with the sign of the dividend, as Swift's `/` and `%`.
  package func quotientAndRemainder(
    dividingBy divisor: BigInteger
  ) -> (quotient: BigInteger, remainder: BigInteger) {
    precondition(!divisor.isZero)
    if Self.isLess(limbs, divisor.limbs) { return (.zero, self) }
    let (quotient, remainder) = Self.divide(limbs, divisor.limbs)
    return (
      BigInteger(limbs: quotient, isNegative: isNegative != divisor.isNegative),
      BigInteger(limbs: remainder, isNegative: isNegative)
    )
  }

  package static func / (a: BigInteger, b: BigInteger) -> BigInteger {
    a.quotientAndRemainder(dividingBy: b).quotient
  }

  /// The greatest common divisor, not negative; 0 only when both are 0.
  package static func greatestCommonDivisor(_ a: BigInteger, _ b: BigInteger) -> BigInteger {
    var a = a.magnitude
    var b = b.magnitude
    while !b.isZero { (a, b) = (b, a.quotientAndRemainder(dividingBy: b).remainder) }
    return a
  }

  private static func isLess(_ a: [UInt32], _ b: [UInt32]) -> Bool {
    if a.count != b.count { return a.count < b.count }
    for i in a.indices.reversed() where a[i] != b[i] { return a[i] < b[i] }
    return false
  }

  private static func sum(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var sum = a.count < b.count ? b : a
    let short = a.count < b.count ? a : b
    var carry: UInt64 = 0
    for i in sum.indices {
      if i >= short.count && carry == 0 { break }
      let t = UInt64(sum[i]) + (i < short.count ? UInt64(short[i]) : 0) + carry
      sum[i] = UInt32(truncatingIfNeeded: t)
      carry = t >> 32
    }
    if carry > 0 { sum.append(UInt32(carry)) }
    return sum
  }

  /// `a - b` for `a >= b`.
  private static func difference(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var difference = a
    var borrow: Int64 = 0
    for i in difference.indices {
      if i >= b.count && borrow == 0 { break }
      let t = Int64(difference[i]) - (i < b.count ? Int64(b[i]) : 0) - borrow
      difference[i] = UInt32(truncatingIfNeeded: t)
      borrow = t < 0 ? 1 : 0
    }
    return difference
  }

  /// Source: Knuth, "The Art of Computer Programming", volume 2, algorithm 4.3.1 D.
  private static func divide(_ a: [UInt32], _ b: [UInt32]) -> ([UInt32], [UInt32]) {
    if b.count == 1 {
      var quotient = a
      var rest: UInt64 = 0
      for i in a.indices.reversed() {
        let t = rest << 32 | UInt64(a[i])
        quotient[i] = UInt32(t / UInt64(b[0]))
        rest = t % UInt64(b[0])
      }
      return (quotient, [UInt32(rest)])
    }
    let n = b.count
    let shift = b[n - 1].leadingZeroBitCount
    let v = shifted(b, left: shift)
    var u = shifted(a, left: shift)
    if u.count == a.count { u.append(0) }
    var quotient = [UInt32](repeating: 0, count: u.count - n)
    let top = UInt64(v[n - 1])
    let next = UInt64(v[n - 2])
    for j in quotient.indices.reversed() {
      let head = UInt64(u[j + n]) << 32 | UInt64(u[j + n - 1])
      var guess = head / top
      var rest = head % top
      while guess >> 32 != 0 || guess &* next > rest << 32 | UInt64(u[j + n - 2]) {
        guess -= 1
        rest += top
        if rest >> 32 != 0 { break }
      }
      var borrow: Int64 = 0
      var carry: UInt64 = 0
      for i in 0..<n {
        let product = guess &* UInt64(v[i]) &+ carry
        carry = product >> 32
        let t = Int64(u[i + j]) - borrow - Int64(product & 0xFFFF_FFFF)
        u[i + j] = UInt32(truncatingIfNeeded: t)
        borrow = t < 0 ? 1 : 0
      }
      let t = Int64(u[j + n]) - borrow - Int64(carry)
      u[j + n] = UInt32(truncatingIfNeeded: t)
      if t < 0 {
        guess -= 1
        var carry: UInt64 = 0
        for i in 0..<n {
          let t = UInt64(u[i + j]) + UInt64(v[i]) + carry
          u[i + j] = UInt32(truncatingIfNeeded: t)
          carry = t >> 32
        }
        u[j + n] = u[j + n] &+ UInt32(carry)
      }
      quotient[j] = UInt32(guess)
    }
    var remainder = Array(u[0..<n])
    if shift > 0 {
      for i in 0..<n {
        let above = i + 1 < n ? remainder[i + 1] << (32 - UInt32(shift)) : 0
        remainder[i] = remainder[i] >> UInt32(shift) | above
      }
    }
    return (quotient, remainder)
  }

  private static func shifted(_ limbs: [UInt32], left bits: Int) -> [UInt32] {
    var result = limbs
    var carry: UInt64 = 0
    for i in limbs.indices {
      let t = UInt64(limbs[i]) << UInt64(bits) | carry
      result[i] = UInt32(truncatingIfNeeded: t)
      carry = t >> 32
    }
    if carry > 0 { result.append(UInt32(carry)) }
    return result
  }
}

extension BigInteger: Comparable {
  package static func < (a: BigInteger, b: BigInteger) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    return a.isNegative ? isLess(b.limbs, a.limbs) : isLess(a.limbs, b.limbs)
  }
}

extension BigInteger: CustomStringConvertible {
  /// Decimal digits, with a minus sign where negative.
  package var description: String {
    var groups: [String] = []
    var rest = magnitude
    let billion = BigInteger(1_000_000_000)
    while !rest.isZero {
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: billion)
      let digits = String(remainder.low64)
      groups.append(
        quotient.isZero ? digits : String(repeating: "0", count: 9 - digits.count) + digits)
      rest = quotient
    }
    return groups.isEmpty ? "0" : (isNegative ? "-" : "") + groups.reversed().joined()
  }
}
