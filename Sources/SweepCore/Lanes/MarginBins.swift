import TraceModel

/// The measured scores next to each threshold, above and below: what margins are made of.
///
/// Rounding never swaps two distances, so the least rounded distance is that of the nearest score.
final class MarginBins {
  /// The least measured score at or above threshold `k`, and the greatest below it.
  private let above: Scratch<Double>
  private let below: Scratch<Double>
  /// Of the replay whose thresholds end below `end`.
  private var least = Double.infinity
  private var greatest = -Double.infinity
  private var end = 0

  init(count: Int) {
    above = Scratch(.infinity, count: count + 1)
    below = Scratch(-.infinity, count: count + 1)
  }

  func reset(count: Int) {
    above.base.update(repeating: .infinity, count: count + 1)
    below.base.update(repeating: -.infinity, count: count + 1)
  }

  /// Notes a score that reaches `bin` thresholds.
  @inline(__always)
  func note(_ score: Double, bin: Int) {
    // For now by bin: above the thresholds under it, below the one it names.
    if bin > 0 && score < above.base[bin &- 1] { above.base[bin &- 1] = score }
    if score > below.base[bin] { below.base[bin] = score }
  }

  /// Turns what was noted by bin into neighbours of every threshold.
  func spread(count: Int) {
    var least = Double.infinity
    for k in stride(from: count - 1, through: 0, by: -1) {
      least = above.base[k] < least ? above.base[k] : least
      above.base[k] = least
    }
    var greatest = -Double.infinity
    for k in 0..<count {
      greatest = below.base[k] > greatest ? below.base[k] : greatest
      below.base[k] = greatest
    }
  }

  /// Starts a trace: its first replay holds for thresholds below `count`.
  func open(_ count: Int) {
    end = count
    least = .infinity
    greatest = -.infinity
  }

  /// Starts a run of thresholds that all traces are taken for.
  func open(_ run: Range<Int>) { open(run.upperBound) }

  /// Takes one measured score.
  @inline(__always)
  func take(_ score: Double, fires: Bool) {
    if fires {
      least = score < least ? score : least
    } else {
      greatest = score > greatest ? score : greatest
    }
  }

  /// Takes the measured scores of a replay in place of the last one's.
  func takeAnew(
    _ replay: LaneReplay, _ words: Range<Int>, _ scores: UnsafePointer<Double>,
    _ hits: UnsafePointer<UInt64>
  ) {
    least = .infinity
    greatest = -.infinity
    take(replay, words, scores, hits)
  }

  /// Takes the measured scores of a replay: those that fired, and those that fell short.
  func take(
    _ replay: LaneReplay, _ words: Range<Int>, _ scores: UnsafePointer<Double>,
    _ hits: UnsafePointer<UInt64>
  ) {
    var least = least
    var greatest = greatest
    for word in words {
      let measured = replay.reached[word] & replay.words[word].counted
      let first = replay.words[word].firstSlot
      var fired = measured & hits[word]
      while fired != 0 {
        let score = scores[first &+ fired.trailingZeroBitCount]
        least = score < least ? score : least
        fired &= fired &- 1
      }
      var short = measured & ~hits[word]
      while short != 0 {
        let score = scores[first &+ short.trailingZeroBitCount]
        greatest = score > greatest ? score : greatest
        short &= short &- 1
      }
    }
    self.least = least
    self.greatest = greatest
  }

  /// Applies what was taken to thresholds from `start` up to where the replay's hold ends.
  func flush(to start: Int) {
    let above = above.base
    let below = below.base
    let (least, greatest) = (least, greatest)
    if least < .infinity {
      for k in start..<max(start, end) { above[k] = least < above[k] ? least : above[k] }
    }
    if greatest > -.infinity {
      for k in start..<max(start, end) { below[k] = greatest > below[k] ? greatest : below[k] }
    }
    end = start
  }

  /// Margins from the neighbours of every threshold.
  func write(
    _ thresholds: [Double], into result: UnsafeMutablePointer<Double>
  ) {
    for (k, threshold) in thresholds.enumerated() {
      result[k] = margin(threshold, above.base[k], below.base[k])
    }
  }

  /// Margins of a run from what was taken.
  func write(
    _ thresholds: [Double], _ run: Range<Int>, into result: UnsafeMutablePointer<Double>
  ) {
    for k in run { result[k] = margin(thresholds[k], least, greatest) }
  }

  @inline(__always)
  private func margin(_ threshold: Double, _ above: Double, _ below: Double) -> Double {
    let over = above - threshold
    let under = threshold - below
    return abs(over < under ? over : under)
  }
}
