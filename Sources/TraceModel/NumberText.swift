/// How numbers are written, the same on every system.
package enum NumberText {
  /// The shortest decimal that reads back as exactly `value`; whole numbers without `.0`.
  ///
  /// Used in CSV and JSON. The value must be finite: undefined is written by the caller, as the
  /// empty cell or `null`.
  package static func exact(_ value: Double) -> String {
    precondition(value.isFinite, "undefined numbers are written as nothing, not as NaN")
    var text = value.description
    if text.hasSuffix(".0") { text.removeLast(2) }
    return text
  }

  /// An optional number for CSV: nothing when undefined.
  package static func cell(_ value: Double?) -> String { value.map(exact) ?? "" }

  /// A number for people with a fixed count of decimals, halves away from zero; "–" when undefined.
  ///
  /// The exact binary value is rounded, so 2.675 gives 2.67: it lies below the half.
  package static func fixed(_ value: Double?, _ decimals: Int) -> String {
    guard let value, value.isFinite else { return "–" }
    let digits = ExactDecimal.rounded(value.magnitude, decimals: decimals)
    let isZero = digits.allSatisfy { $0 == "0" || $0 == "." }
    return (value < 0 && !isZero ? "-" : "") + digits
  }

  /// A p-value, `0.031` or `< 0.001`: three decimals wherever one is printed for people.
  package static func pValue(_ p: Double) -> String { p < 0.001 ? "< 0.001" : fixed(p, 3) }

  /// `p = 0.031`, or `p < 0.001`.
  package static func p(_ p: Double) -> String { "p \(p < 0.001 ? "" : "= ")\(pValue(p))" }

  /// A count with thousands separators, `435,666`.
  package static func grouped(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var text = ""
    for (i, digit) in digits.enumerated() {
      if i > 0 && (digits.count - i) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return value < 0 ? "-\(text)" : text
  }
}

/// Rounding of a Double's exact decimal expansion, without Foundation.
private enum ExactDecimal {
  static func rounded(_ magnitude: Double, decimals: Int) -> String {
    // magnitude = significand · 2^exponent, so magnitude · 10^decimals is a ratio of whole numbers.
    guard magnitude > 0 else { return place("0", decimals) }
    let exponent = Int(magnitude.exponent) - 52
    let significand = UInt64(magnitude.significandBitPattern | (magnitude.isNormal ? 1 << 52 : 0))
    let shift = magnitude.isNormal ? exponent : -1074
    var digits = Digits(significand)
    for _ in 0..<decimals { digits.multiply(by: 10) }
    if shift >= 0 {
      for _ in 0..<shift { digits.multiply(by: 2) }
      return place(digits.text, decimals)
    }
    // Divide by 2^-shift, remembering whether the last bit shifted out was a half or more.
    var half: UInt32 = 0
    for _ in 0..<(-shift) { half = digits.halve() }
    if half == 1 { digits.addOne() }
    return place(digits.text, decimals)
  }

  private static func place(_ digits: String, _ decimals: Int) -> String {
    guard decimals > 0 else { return digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return "\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }

  /// A non-negative whole number of any size, nine decimal digits a limb, lowest first.
  private struct Digits {
    var limbs: [UInt32]

    init(_ value: UInt64) {
      limbs = []
      var rest = value
      repeat {
        limbs.append(UInt32(rest % 1_000_000_000))
        rest /= 1_000_000_000
      } while rest > 0
    }

    mutating func multiply(by factor: UInt64) {
      var carry: UInt64 = 0
      for i in limbs.indices {
        let product = UInt64(limbs[i]) * factor + carry
        limbs[i] = UInt32(product % 1_000_000_000)
        carry = product / 1_000_000_000
      }
      if carry > 0 { limbs.append(UInt32(carry)) }
    }

    mutating func halve() -> UInt32 {
      var remainder: UInt32 = 0
      for i in limbs.indices.reversed() {
        let value = UInt64(remainder) * 1_000_000_000 + UInt64(limbs[i])
        limbs[i] = UInt32(value / 2)
        remainder = UInt32(value % 2)
      }
      while limbs.count > 1 && limbs.last == 0 { limbs.removeLast() }
      return remainder
    }

    mutating func addOne() {
      for i in limbs.indices {
        if limbs[i] < 999_999_999 {
          limbs[i] += 1
          return
        }
        limbs[i] = 0
      }
      limbs.append(1)
    }

    var text: String {
      var text = String(limbs[limbs.count - 1])
      for limb in limbs.dropLast().reversed() {
        let part = String(limb)
        text += String(repeating: "0", count: 9 - part.count) + part
      }
      return text
    }
  }
}
