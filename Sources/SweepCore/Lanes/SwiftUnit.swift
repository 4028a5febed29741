import TraceModel

/// The portable vector unit: whatever the compiler makes of eight doubles side by side.
enum SwiftUnit: LaneUnit {
  private static let bits = SIMD8<UInt64>(1, 2, 4, 8, 16, 32, 64, 128)

  /// 0 in lanes whose bit is set, infinite in the others, by byte.
  private static let penalties: [SIMD8<Double>] = (0..<256).map { byte in
    var lanes = SIMD8<Double>(repeating: .infinity)
    for lane in 0..<8 where byte >> lane & 1 == 1 { lanes[lane] = 0 }
    return lanes
  }

  @inline(__always)
  private static func byte(_ mask: SIMDMask<SIMD8<Int64>>) -> UInt64 {
    SIMD8<UInt64>.zero.replacing(with: bits, where: mask).wrappedSum()
  }

  static func compare(
    _ table: LaneColumns, words: Range<Int>, weights: UnsafePointer<Double>,
    notify: UnsafePointer<Double>, escalate: UnsafePointer<Double>,
    scores: UnsafeMutablePointer<SIMD8<Double>>, hits: UnsafeMutablePointer<UInt64>,
    high: UnsafeMutablePointer<UInt64>
  ) {
    for word in words {
      let first = Int(table.firstVectors[word])
      let end = Int(table.firstVectors[word &+ 1])
      let low = notify[word]
      let top = escalate[word]
      var hit: UInt64 = 0
      var above: UInt64 = 0
      var shift: UInt64 = 0
      for vector in first..<end {
        var sum = table.vectors[vector] * weights[0]
        var column = table.vectors + vector
        for signal in 1..<max(1, table.signalCount) {
          column += table.vectorCount
          sum += column.pointee * weights[signal]
        }
        scores[vector] = sum
        hit |= byte(sum .>= low) &<< shift
        above |= byte(sum .>= top) &<< shift
        shift &+= 8
      }
      hits[word] = hit
      high[word] = above
    }
  }

  static func leastDistance(
    _ table: LaneColumns, words: Range<Int>, marked: UnsafePointer<UInt64>,
    notify: UnsafePointer<Double>, scores: UnsafePointer<SIMD8<Double>>
  ) -> Double {
    penalties.withUnsafeBufferPointer { penalties in
      var least = SIMD8<Double>(repeating: .infinity)
      for word in words {
        var rest = marked[word]
        var vector = Int(table.firstVectors[word])
        while rest != 0 {
          let byte = Int(truncatingIfNeeded: rest & 0xFF)
          if byte != 0 {
            let difference = scores[vector] - notify[word]
            let magnitude = SIMD8<UInt64>(repeating: .max >> 1)
            let distance =
              unsafeBitCast(
                unsafeBitCast(difference, to: SIMD8<UInt64>.self) & magnitude,
                to: SIMD8<Double>.self) + penalties[byte]
            // Not `pointwiseMin`, which is called lane by lane.
            least.replace(with: distance, where: distance .< least)
          }
          vector &+= 1
          rest &>>= 8
        }
      }
      return least.min()
    }
  }

  static func addTerms(
    prefix: UnsafePointer<SIMD8<Double>>?, first: (UnsafePointer<SIMD8<Double>>, Double)?,
    second: (UnsafePointer<SIMD8<Double>>, Double),
    scores: UnsafeMutablePointer<SIMD8<Double>>, count: Int
  ) {
    if let prefix, let first {
      for i in 0..<count {
        scores[i] = (prefix[i] + first.0[i] * first.1) + second.0[i] * second.1
      }
    } else if let first {
      for i in 0..<count { scores[i] = first.0[i] * first.1 + second.0[i] * second.1 }
    } else {
      for i in 0..<count { scores[i] = second.0[i] * second.1 }
    }
  }

  static func bin(
    _ scores: UnsafePointer<Double>, count: Int, spacing: ThresholdGrid.Spacing,
    thresholds: UnsafePointer<Double>, bins: UnsafeMutablePointer<Int32>
  ) {
    for i in 0..<count {
      bins[i] = Int32(truncatingIfNeeded: spacing.bin(scores[i], thresholds))
    }
  }

  static func addHistogram(
    _ table: LaneColumns, words: Int, valid: UnsafePointer<UInt64>, high: UnsafePointer<UInt64>,
    bins: UnsafePointer<Int32>, fired: UnsafePointer<LaneCounts>,
    gains: UnsafeMutablePointer<LaneCounts>
  ) {
    for word in 0..<words {
      let first = 8 &* Int(table.firstVectors[word])
      var mask = high[word]
      for slot in first..<first &+ (64 &- valid[word].leadingZeroBitCount) {
        let isHigh = Int(truncatingIfNeeded: mask & 1)
        mask &>>= 1
        gains[Int(bins[slot])] &+= fired[2 &* slot &+ isHigh]
      }
    }
  }
}
