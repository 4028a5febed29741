import TraceModel

/// Points of the unit cube that fill it evenly: any 2^k points in a row, from a multiple of 2^k on,
/// hold exactly one in each of 2^k equal intervals of every dimension.
///
/// Point `i` is a function of `i` alone, so slices, shards and threads agree. Points follow in Gray
/// code order, as in the published tables (Antonov and Saleev 1979).
package struct SobolSequence: Sendable {
  /// Dimensions with direction numbers here.
  package static let maximumDimensions = SobolLimits.dimensions
  /// Points before the sequence repeats: coordinates have 32 bits.
  package static let maximumCount = SobolLimits.points
  private static let bits = 32

  package let dimensions: Int
  /// 32 numbers a dimension, highest bit first.
  private let directions: [UInt32]
  /// One a dimension; nil leaves the points as published.
  private let scrambles: [UInt32]?

  /// - Parameters:
  ///   - dimensions: At most `maximumDimensions`.
  ///   - seed: Scrambles the points; nil gives them as published, the origin first.
  package init(dimensions: Int, seed: UInt64?) {
    precondition(dimensions <= Self.maximumDimensions)
    self.dimensions = dimensions
    directions = (0..<dimensions).flatMap(Self.directions)
    scrambles = seed.map { seed in
      (0..<dimensions).map { dimension in
        UInt32(
          truncatingIfNeeded: SplitMix64.mix(
            SplitMix64.mix(seed) ^ SplitMix64.mix(UInt64(dimension) &+ 1)))
      }
    }
  }

  /// Coordinate of point `index`, in units of 2^−32.
  package func coordinate(_ dimension: Int, of index: Int) -> UInt32 {
    precondition(index >= 0 && index < Self.maximumCount)
    var gray = UInt32(index ^ (index >> 1))
    var value: UInt32 = 0
    let first = dimension * Self.bits
    while gray != 0 {
      value ^= directions[first + gray.trailingZeroBitCount]
      gray &= gray - 1
    }
    guard let scrambles else { return value }
    return Self.scrambled(value, by: scrambles[dimension])
  }

  /// The recurrence of Bratley and Fox, ACM TOMS Algorithm 659 (1988), equation 2.
  private static func directions(of dimension: Int) -> [UInt32] {
    guard dimension > 0 else { return (0..<bits).map { 1 << UInt32(31 - $0) } }
    let (degree, coefficients, initial) = SobolDirections.all[dimension - 1]
    var numbers = initial.enumerated().map { $1 << UInt32(31 - $0) }
    for i in degree..<bits {
      var number = numbers[i - degree] ^ (numbers[i - degree] >> UInt32(degree))
      for k in 1..<degree where coefficients >> UInt32(degree - 1 - k) & 1 == 1 {
        number ^= numbers[i - k]
      }
      numbers.append(number)
    }
    return numbers
  }

  /// Owen's nested uniform scrambling: whether a bit flips depends on the bits above it alone, so
  /// that equal intervals keep equal counts.
  ///
  /// A hash in place of stored permutations. Source: B. Burley, "Practical hash-based Owen
  /// scrambling", JCGT 9(4), 2020, with the permutation of Laine and Karras, 2011.
  private static func scrambled(_ value: UInt32, by seed: UInt32) -> UInt32 {
    var x = value.bitReversed &+ seed
    x ^= x &* 0x6c50_b47c
    x ^= x &* 0xb82f_1e52
    x ^= x &* 0xc7af_e638
    x ^= x &* 0x8d22_f6e6
    return x.bitReversed
  }
}

extension UInt32 {
  /// The bits in reverse order.
  fileprivate var bitReversed: UInt32 {
    var x = byteSwapped
    x = (x & 0x0f0f_0f0f) << 4 | (x >> 4) & 0x0f0f_0f0f
    x = (x & 0x3333_3333) << 2 | (x >> 2) & 0x3333_3333
    return (x & 0x5555_5555) << 1 | (x >> 1) & 0x5555_5555
  }
}
