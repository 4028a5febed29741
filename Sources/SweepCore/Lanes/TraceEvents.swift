import TraceModel

/// The steps of a trace by falling bin, skipping those that no gate would let through.
struct TraceEvents {
  private let table: LaneTable
  /// By bin, the steps of a one-word trace; all zero between traces.
  private let masks: Scratch<UInt64>
  /// A bit per bin that holds a step, and a bit per word of those.
  private let occupied: Scratch<UInt64>
  private let summary: Scratch<UInt64>
  private var sorted: [(bin: Int32, slot: Int32)] = []

  init(_ table: LaneTable, binCount: Int) {
    self.table = table
    masks = Scratch(0, count: binCount)
    occupied = Scratch(0, count: binCount / 64 + 1)
    summary = Scratch(0, count: binCount / 4096 + 1)
  }

  /// Adds a trace's steps to `hits`, highest bin first, and reports where that can matter.
  ///
  /// A step that appears where cooldown or budget already hold it back changes no decision: only a
  /// step among those that reach the threshold gate does.
  ///
  /// - Parameters:
  ///   - trace: Its place in the table.
  ///   - bins: By slot; steps in bin 0 reach no threshold.
  ///   - hits: By word, cleared by the caller.
  ///   - reached: By word, kept current by the body.
  ///   - body: Called with each bin whose steps may change a decision.
  @inline(__always)
  mutating func forEachBin(
    of trace: Int, bins: UnsafePointer<Int32>, hits: UnsafeMutablePointer<UInt64>,
    reached: UnsafePointer<UInt64>, _ body: (Int) -> Void
  ) {
    let words = table.traces[trace].words
    if words.count == 1 {
      forEachBin(ofWord: words.lowerBound, bins: bins, hits: hits, reached: reached, body)
    } else {
      forEachBin(ofWords: words, bins: bins, hits: hits, reached: reached, body)
    }
  }

  @inline(__always)
  private func forEachBin(
    ofWord word: Int, bins: UnsafePointer<Int32>, hits: UnsafeMutablePointer<UInt64>,
    reached: UnsafePointer<UInt64>, _ body: (Int) -> Void
  ) {
    let masks = masks.base
    let occupied = occupied.base
    let summary = summary.base
    let first = table.words[word].firstSlot
    var mask: UInt64 = 1
    for slot in first..<first &+ (64 &- table.words[word].valid.leadingZeroBitCount) {
      let bin = Int(bins[slot])
      masks[bin] |= mask
      occupied[bin &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: bin & 63)
      summary[bin &>> 12] |= 1 &<< UInt64(truncatingIfNeeded: (bin &>> 6) & 63)
      mask &<<= 1
    }
    for group in stride(from: self.summary.count - 1, through: 0, by: -1) {
      while summary[group] != 0 {
        let place = 63 &- summary[group].leadingZeroBitCount
        summary[group] &= ~(1 &<< UInt64(truncatingIfNeeded: place))
        let at = group &<< 6 &+ place
        var left = occupied[at]
        occupied[at] = 0
        while left != 0 {
          let bit = 63 &- left.leadingZeroBitCount
          left &= ~(1 &<< UInt64(truncatingIfNeeded: bit))
          let bin = at &<< 6 &+ bit
          let steps = masks[bin]
          masks[bin] = 0
          hits[word] |= steps
          if bin > 0 && steps & reached[word] != 0 { body(bin) }
        }
      }
    }
  }

  @inline(never)
  private mutating func forEachBin(
    ofWords words: Range<Int>, bins: UnsafePointer<Int32>, hits: UnsafeMutablePointer<UInt64>,
    reached: UnsafePointer<UInt64>, _ body: (Int) -> Void
  ) {
    sorted.removeAll(keepingCapacity: true)
    for word in words {
      let first = Int32(table.words[word].firstSlot)
      for i in 0..<Int32(table.words[word].valid.nonzeroBitCount) where bins[Int(first + i)] > 0 {
        sorted.append((bins[Int(first + i)], first + i))
      }
    }
    sorted.sort { $0.bin > $1.bin }
    let base = table.words[words.lowerBound].firstSlot
    var i = 0
    while i < sorted.count {
      let bin = sorted[i].bin
      var matters = false
      while i < sorted.count && sorted[i].bin == bin {
        // All words of a trace but the last are full.
        let place = Int(sorted[i].slot) - base
        let word = words.lowerBound + place / 64
        let mask: UInt64 = 1 << UInt64(place % 64)
        hits[word] |= mask
        if reached[word] & mask != 0 { matters = true }
        i += 1
      }
      if matters { body(Int(bin)) }
    }
  }
}
