import TraceModel

/// A bit for every place from `place` on; none from 64 on, all up to 0.
@inline(__always)
func bitsFrom(_ place: Int) -> UInt64 {
  if place <= 0 { return .max }
  return place >= 64 ? 0 : UInt64.max &<< UInt64(truncatingIfNeeded: place)
}

/// Replays the gates of one trace over masks of steps that reach the threshold.
///
/// A view of borrowed storage, made once per candidate or weight set: the table, the gates and the
/// scratch space outlive it.
struct LaneReplay {
  let words: UnsafePointer<LaneWord>
  let days: UnsafePointer<LaneDay>
  let traces: UnsafePointer<LaneTrace>
  let windows: UnsafePointer<LaneWindow>
  let gates: UnsafePointer<LaneGates.Trace>
  let nextOpen: UnsafePointer<Int32>
  let fired: UnsafePointer<LaneCounts>
  /// By word: steps the threshold gate was reached at, and steps that fired.
  let reached: UnsafeMutablePointer<UInt64>
  let firing: UnsafeMutablePointer<UInt64>
  /// Deliveries left by day of the current trace.
  let remaining: UnsafeMutablePointer<Int>

  init(_ table: LaneTable, _ gates: LaneGates, _ scratch: ReplayScratch) {
    words = table.words.base
    days = table.days.base
    traces = table.traces.base
    windows = table.windows.base
    self.gates = gates.traces.base
    nextOpen = gates.nextOpen.base
    fired = table.fired.base
    reached = scratch.reached.base
    firing = scratch.firing.base
    remaining = scratch.remaining.base
  }

  /// Replays a trace.
  ///
  /// - Parameters:
  ///   - index: The trace's place in the table.
  ///   - hits: By word, steps whose score reaches the threshold.
  ///   - high: By word, steps whose score reaches the higher level.
  /// - Returns: What the trace's fired steps and windows add up to, but for what is constant.
  @inline(__always)
  func replay(
    trace index: Int, hits: UnsafePointer<UInt64>, high: UnsafePointer<UInt64>
  ) -> LaneCounts {
    let trace = traces[index]
    let gate = gates[index]
    var counts = LaneCounts.zero
    if gate.isOpen {
      for word in trace.words {
        let fires = hits[word] & words[word].valid
        reached[word] = words[word].valid
        firing[word] = fires
        counts &+= sum(fires, high[word], base: words[word].firstSlot)
      }
    } else if trace.words.count == 1 && trace.dayCount == 1 {
      counts = replayOneWord(trace, gate, hits: hits, high: high)
    } else {
      counts = replayWords(trace, gate, hits: hits, high: high)
    }
    if !trace.windows.isEmpty { counts &+= windowCounts(trace) }
    return counts
  }

  /// Fired steps' counts, no gate in the way.
  @inline(__always)
  private func sum(_ fires: UInt64, _ high: UInt64, base: Int) -> LaneCounts {
    var counts = LaneCounts.zero
    var rest = fires
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      let isHigh = Int(truncatingIfNeeded: (high &>> UInt64(truncatingIfNeeded: bit)) & 1)
      counts &+= fired[2 &* (base &+ bit) &+ isHigh]
      rest &= rest &- 1
    }
    return counts
  }

  /// One word, one local day: the usual trace.
  @inline(__always)
  private func replayOneWord(
    _ trace: LaneTrace, _ gate: LaneGates.Trace, hits: UnsafePointer<UInt64>,
    high: UnsafePointer<UInt64>
  ) -> LaneCounts {
    let at = trace.words.lowerBound
    let base = words[at].firstSlot
    let delivers = words[at].delivers
    let reaching = hits[at]
    let higher = high[at]
    var left = trace.firstDay == nil ? gate.remaining : gate.firstRemaining
    var open = left > 0 ? words[at].valid & bitsFrom(gate.firstOpen &- base) : 0
    var rest = reaching & open
    var fires: UInt64 = 0
    var counts = LaneCounts.zero
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      let mask: UInt64 = 1 &<< UInt64(truncatingIfNeeded: bit)
      let isHigh = Int(truncatingIfNeeded: (higher &>> UInt64(truncatingIfNeeded: bit)) & 1)
      fires |= mask
      counts &+= fired[2 &* (base &+ bit) &+ isHigh]
      rest &= rest &- 1
      if delivers & mask != 0 {
        left &-= 1
        // Steps up to this one stay as they were; later ones open after the cooldown, if at all.
        let later = left > 0 ? bitsFrom(Int(nextOpen[base &+ bit]) &- base) : 0
        open &= (mask &- 1) | mask | later
        rest &= later
      }
    }
    reached[at] = open
    firing[at] = fires
    return counts
  }

  /// Any number of words and local days, days that come back included.
  @inline(never)
  private func replayWords(
    _ trace: LaneTrace, _ gate: LaneGates.Trace, hits: UnsafePointer<UInt64>,
    high: UnsafePointer<UInt64>
  ) -> LaneCounts {
    for day in 0..<trace.dayCount { remaining[day] = gate.remaining }
    if let first = trace.firstDay { remaining[first] = gate.firstRemaining }
    var counts = LaneCounts.zero
    var firstOpen = gate.firstOpen
    for at in trace.words {
      let base = words[at].firstSlot
      var open = words[at].valid & bitsFrom(firstOpen - base)
      for i in words[at].days where remaining[days[i].day] <= 0 { open &= ~days[i].steps }
      var rest = hits[at] & open
      var fires: UInt64 = 0
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        let mask: UInt64 = 1 << UInt64(bit)
        let isHigh = Int((high[at] >> UInt64(bit)) & 1)
        fires |= mask
        counts &+= fired[2 * (base + bit) + isHigh]
        rest &= rest &- 1
        if words[at].delivers & mask != 0 {
          firstOpen = Int(nextOpen[base + bit])
          let earlier = (mask &- 1) | mask
          open &= earlier | bitsFrom(firstOpen - base)
          for i in words[at].days where days[i].steps & mask != 0 {
            remaining[days[i].day] -= 1
            if remaining[days[i].day] <= 0 { open &= earlier | ~days[i].steps }
          }
          rest &= open
        }
      }
      reached[at] = open
      firing[at] = fires
    }
    return counts
  }

  /// What the first delivery inside each window adds.
  @inline(never)
  private func windowCounts(_ trace: LaneTrace) -> LaneCounts {
    var counts = LaneCounts.zero
    for i in trace.windows {
      let window = windows[i]
      for part in window.parts where firing[part.word] & part.steps != 0 {
        counts &+= window.counts
        break
      }
    }
    return counts
  }
}

/// Working memory of a replay.
final class ReplayScratch {
  let reached: Scratch<UInt64>
  let firing: Scratch<UInt64>
  let remaining: Scratch<Int>

  init(_ table: LaneTable) {
    reached = Scratch(0, count: table.words.count)
    firing = Scratch(0, count: table.words.count)
    let days = (0..<table.traces.count).map { table.traces[$0].dayCount }.max() ?? 0
    remaining = Scratch(0, count: days)
  }
}
