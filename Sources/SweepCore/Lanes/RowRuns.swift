/// Neighbouring thresholds of a row that share what they count.
struct RowRun: BitwiseCopyable {
  var lower: Int
  var upper: Int
  var counts: LaneCounts

  var range: Range<Int> { lower..<upper }
}

/// Runs that a sweep need not look at: those that rank past everything kept and are not on the
/// Pareto front. They are counted, and their keys noted.
struct RowFilter: BitwiseCopyable {
  let verdicts: RankBar.Verdicts
  let bars: Front.Bars
  /// Keys from here on are of no interest.
  let keyBound: UInt64
}

/// What a row's tally comes to: sums from the top bin down, cut where they change.
final class RowRuns {
  let runs: Scratch<RowRun>
  private(set) var count = 0
  /// Keys of the runs that were passed over.
  let keys: Scratch<UInt64>
  private(set) var keyCount = 0
  /// Thresholds passed over, and those of them that meet the requirements.
  private(set) var passed = 0
  private(set) var meeting = 0

  init(most: Int) {
    runs = Scratch(RowRun(lower: 0, upper: 0, counts: .zero), count: most)
    keys = Scratch(0, count: most)
  }

  /// - Parameters:
  ///   - gains: By bin: what the thresholds below it gain; one more than there are thresholds.
  ///   - thresholds: How many.
  ///   - filter: What to pass over.
  func gather(_ gains: UnsafePointer<LaneCounts>, count thresholds: Int, _ filter: RowFilter?) {
    // Four plain words: a vector would be taken apart at every threshold.
    let words = UnsafeRawPointer(gains).assumingMemoryBound(to: UInt64.self)
    let runs = runs.base
    let keys = keys.base
    var (runCount, keyCount, passed, meeting) = (0, 0, 0, 0)
    var (w0, w1, w2, w3) = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    var end = thresholds
    var k = thresholds
    while k >= 0 {
      let gain = words + 4 &* k
      if k == 0 || gain[0] | gain[1] | gain[2] | gain[3] != 0 {
        if k < end {
          if let filter, let meets = filter.passes(w0, w1, w3) {
            passed &+= end &- k
            if meets { meeting &+= end &- k }
            keys[keyCount] = w2
            keyCount &+= w2 < filter.keyBound ? 1 : 0
          } else {
            runs[runCount] = RowRun(lower: k, upper: end, counts: LaneCounts(w0, w1, w2, w3))
            runCount &+= 1
          }
          end = k
        }
        w0 &+= gain[0]
        w1 &+= gain[1]
        w2 &+= gain[2]
        w3 &+= gain[3]
      }
      k &-= 1
    }
    count = runCount
    self.keyCount = keyCount
    self.passed = passed
    self.meeting = meeting
  }
}

extension RowFilter {
  /// Whether to pass over a run with these counts; if so, whether it meets the requirements.
  @inline(__always)
  fileprivate func passes(_ w0: UInt64, _ w1: UInt64, _ w3: UInt64) -> Bool? {
    let (caught, alarms) = LabelTotals.points(w0)
    return bars.couldHold(alarms: alarms, caught: caught) ? nil : verdicts.past(w0, w1, w3)
  }
}
