/// A small seeded random generator whose stream is the same on every system.
///
/// The standard library's generator has no seed; a sweep, a bootstrap or a property test that must
/// repeat byte for byte needs one. Source: Steele, Lea, Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014 (the finaliser is David Stafford's variant 13).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// A uniform value in `0..<1` with 53 random bits.
  package mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// A uniform whole number in `0..<bound`, by multiply-and-reject so that no value is favoured.
  ///
  /// Our own, because how the standard library draws is not specified to stay the same.
  package mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0)
    let range = UInt64(bound)
    let threshold = (0 &- range) % range
    while true {
      let product = next().multipliedFullWidth(by: range)
      if product.low >= threshold { return Int(product.high) }
    }
  }

  /// The finaliser alone: a bijection of 64-bit values in which every input bit reaches every output bit.
  package static func mix(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
