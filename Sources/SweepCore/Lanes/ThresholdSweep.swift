import TraceModel

/// Tallies one weight set at every threshold of a grid, or at every threshold that matters.
///
/// Which steps fire only changes where the threshold passes a score. Without gates, what a step
/// adds goes into the bin of its score and sums from the top give every threshold's tally. With
/// gates, each trace is replayed only at bins where a step appears that its gates would let
/// through; the differences between replays are summed the same way.
final class ThresholdSweep {
  let table: LaneTable
  private let unit: LaneUnitChoice
  private let scorer: RowScorer
  private let scratch: ReplayScratch
  private let hits: Scratch<UInt64>
  private let high: Scratch<UInt64>
  /// Higher threshold by word, NaN for none, and the value they were filled for.
  private let tops: Scratch<Double>
  private var filled: Double?
  private var isFilled = false
  /// Whether `high` is that of the loaded weight set under `filled`.
  private var isHighMarked = false
  /// By slot.
  private let bins: Scratch<Int32>
  private let slots: [Int32]
  private let counted: [Int32]
  private var events: TraceEvents
  /// By bin: what the thresholds below it gain over those at or above.
  private let gains: Scratch<LaneCounts>
  let grid: ThresholdGrid
  private let gridValues: Pinned<Double>
  /// The grid's thresholds, or those of the weight set.
  private var thresholds: [Double]
  private let order: ScoreOrder
  private let margins: MarginBins
  /// What the last tally left to be looked at.
  let runs: RowRuns

  init(_ table: LaneTable, grid: ThresholdGrid, unit: LaneUnitChoice) {
    self.table = table
    self.grid = grid
    self.unit = unit
    gridValues = Pinned(grid.values)
    scorer = RowScorer(table, unit: unit)
    scratch = ReplayScratch(table)
    hits = Scratch(0, count: table.words.count)
    high = Scratch(0, count: table.words.count)
    tops = Scratch(0, count: table.words.count)
    // The C unit reads 64 bins from any day's first slot.
    bins = Scratch(0, count: table.slotCount + 64)
    slots = (0..<table.words.count).flatMap { word in
      let first = Int32(table.words[word].firstSlot)
      return first..<first + Int32(table.words[word].valid.nonzeroBitCount)
    }
    counted = (0..<table.words.count).flatMap { word in
      let (first, mask) = (table.words[word].firstSlot, table.words[word].counted)
      return (0..<64).filter { mask >> UInt64($0) & 1 == 1 }.map { Int32(first + $0) }
    }
    thresholds = grid.values
    order = ScoreOrder(table, slots: slots)
    let most = max(grid.count, slots.count)
    gains = Scratch(.zero, count: most + 1)
    events = TraceEvents(table, binCount: most + 1)
    margins = MarginBins(count: most)
    runs = RowRuns(most: most + 1)
  }

  var count: Int { thresholds.count }

  /// Scores a weight set and sorts its steps into the grid's bins.
  func load(_ weights: [Double]) {
    guard let spacing = grid.spacing else {
      score(weights, nil)
      for slot in slots { bins.base[Int(slot)] = Int32(grid.bin(scores[Int(slot)])) }
      return
    }
    if score(weights, spacing.isExact ? spacing : nil) { return }
    unit.bin(
      scores, count: table.slotCount, spacing: spacing, thresholds: gridValues.base,
      bins: bins.base)
  }

  /// Scores a weight set; returns whether it is binned by the spacing, too.
  @discardableResult
  private func score(_ weights: [Double], _ spacing: ThresholdGrid.Spacing?) -> Bool {
    guard unit == .dispatched, table.signalCount > 2, isFilled else {
      isHighMarked = false
      scorer.score(weights)
      return false
    }
    DispatchedUnit.scoreRow(
      scorer, weights, table, tops: tops.base, high: high.base, spacing: spacing,
      bins: bins.base)
    isHighMarked = true
    return spacing != nil
  }

  /// Scores a weight set and makes a threshold of every distinct score of an unblocked step.
  ///
  /// - Returns: The thresholds, as `Thresholds.all` gives them.
  func loadAll(_ weights: [Double]) -> [Double] {
    score(weights, nil)
    order.sort(scores)
    thresholds.removeAll(keepingCapacity: true)
    var previous: Double?
    for i in 0..<order.count {
      let score = order.scores.base[i]
      if score != previous {
        thresholds.append(Thresholds.between(previous, score))
        previous = score
      }
      bins.base[Int(order.slots.base[i])] = Int32(truncatingIfNeeded: thresholds.count)
    }
    order.rankWithinWords(bins.base)
    return thresholds
  }

  /// Tallies the loaded weight set at every threshold; `runs` then holds what came out.
  ///
  /// - Parameters:
  ///   - gates: In force for each trace.
  ///   - escalate: Replaces the higher threshold of every trace when given.
  ///   - filter: What need not be looked at any more, if anything.
  func tally(gates: LaneGates, escalate: Double?, filter: RowFilter?) {
    gains.base.update(repeating: .zero, count: count + 1)
    markHigh(escalate)
    if gates.isOpen { addOpen() } else { addGated(gates) }
    runs.gather(gains.base, count: count, filter)
  }

  /// The margin at every threshold of the loaded weight set, infinite where no step is measured.
  func fillMargins(
    gates: LaneGates, escalate: Double?, into result: UnsafeMutablePointer<Double>
  ) {
    margins.reset(count: count)
    if gates.isOpen {
      for slot in counted {
        margins.note(scores[Int(slot)], bin: Int(bins.base[Int(slot)]))
      }
      margins.spread(count: count)
    } else {
      replayMargins(gates)
    }
    margins.write(thresholds, into: result)
  }

  /// The margins of a run of thresholds under which the same steps are reached and fire.
  func fillMargins(
    of run: Range<Int>, gates: LaneGates, into result: UnsafeMutablePointer<Double>
  ) {
    margins.open(run)
    if gates.isOpen {
      for slot in counted {
        margins.take(scores[Int(slot)], fires: Int(bins.base[Int(slot)]) > run.lowerBound)
      }
    } else {
      let replay = LaneReplay(table, gates, scratch)
      for trace in 0..<table.traces.count {
        let words = table.traces[trace].words
        for word in words { hits.base[word] = firing(word, above: run.lowerBound) }
        _ = replay.replay(trace: trace, hits: hits.base, high: high.base)
        margins.take(replay, words, scores, hits.base)
      }
    }
    margins.write(thresholds, run, into: result)
  }

  /// The steps of a word that reach threshold `k`.
  @inline(__always)
  private func firing(_ word: Int, above k: Int) -> UInt64 {
    let bins = bins.base + 8 * Int(table.firstVectors.base[word])
    var mask: UInt64 = 0
    for vector in 0..<Int(table.firstVectors.base[word + 1] - table.firstVectors.base[word]) {
      let eight = UnsafeRawPointer(bins + 8 * vector).loadUnaligned(as: SIMD8<Int32>.self)
      let bits = SIMD8<UInt32>.zero.replacing(
        with: SIMD8(1, 2, 4, 8, 16, 32, 64, 128), where: eight .> Int32(truncatingIfNeeded: k))
      mask |= UInt64(bits.wrappedSum()) &<< UInt64(truncatingIfNeeded: 8 &* vector)
    }
    return mask
  }

  private var scores: UnsafePointer<Double> {
    UnsafeRawPointer(scorer.scores.base).assumingMemoryBound(to: Double.self)
  }

  private func markHigh(_ escalate: Double?) {
    if escalate == filled && isFilled && isHighMarked { return }
    isHighMarked = true
    if escalate != filled || !isFilled {
      for trace in 0..<table.traces.count {
        let top = escalate ?? table.traces[trace].gates.escalateThreshold ?? .nan
        for word in table.traces[trace].words { tops.base[word] = top }
      }
      filled = escalate
      isFilled = true
    }
    // A sum of one term, the score itself.
    let columns = LaneColumns(
      vectors: UnsafePointer(scorer.scores.base), vectorCount: table.vectorCount, signalCount: 1,
      firstVectors: table.firstVectors.base)
    withUnsafePointer(to: 1.0) { one in
      unit.compare(
        columns, words: 0..<table.words.count, weights: one, notify: tops.base,
        escalate: tops.base, scores: scorer.scores.base, hits: high.base, high: high.base)
    }
  }

  /// No gate in the way: a histogram.
  private func addOpen() {
    unit.addHistogram(
      table.columns, words: table.words.count, valid: table.valid.base, high: high.base,
      bins: bins.base, fired: table.fired.base, gains: gains.base)
    addOpenWindows()
  }

  /// A window's first delivery inside is its step with the highest bin.
  private func addOpenWindows() {
    for i in 0..<table.windows.count {
      var top: Int32 = 0
      for part in table.windows[i].parts {
        let first = table.words[part.word].firstSlot
        for bit in 0..<64 where part.steps >> UInt64(bit) & 1 == 1 {
          top = max(top, bins.base[first + bit])
        }
      }
      gains.base[Int(top)] &+= table.windows[i].counts
    }
  }

  private func addGated(_ gates: LaneGates) {
    let replay = LaneReplay(table, gates, scratch)
    if unit == .dispatched && (order.isSorted || count <= 255) {
      DispatchedUnit.addGated(
        gates, bins: order.isSorted ? order.ranks.base : bins.base,
        places: order.isSorted ? UnsafePointer(bins.base) : nil, high: high.base,
        fired: table.fired.base, gains: gains.base)
      for trace in gates.otherTraces { addGated(trace, replay) }
    } else {
      for trace in 0..<table.traces.count where !table.traces[trace].words.isEmpty {
        addGated(trace, replay)
      }
    }
  }

  private func addGated(_ trace: Int, _ replay: LaneReplay) {
    for word in table.traces[trace].words { hits.base[word] = 0 }
    var last = replay.replay(trace: trace, hits: hits.base, high: high.base)
    let gains = gains.base
    events.forEachBin(of: trace, bins: bins.base, hits: hits.base, reached: scratch.reached.base) {
      bin in
      let now = replay.replay(trace: trace, hits: hits.base, high: high.base)
      gains[bin] &+= now &- last
      last = now
    }
  }

  /// Gathers the neighbours of every threshold; leaves the gains alone, which may be half read.
  private func replayMargins(_ gates: LaneGates) {
    let replay = LaneReplay(table, gates, scratch)
    for trace in 0..<table.traces.count {
      let words = table.traces[trace].words
      if words.isEmpty { continue }
      for word in words { hits.base[word] = 0 }
      _ = replay.replay(trace: trace, hits: hits.base, high: high.base)
      margins.open(count)
      margins.take(replay, words, scores, hits.base)
      events.forEachBin(
        of: trace, bins: bins.base, hits: hits.base, reached: scratch.reached.base
      ) { bin in
        _ = replay.replay(trace: trace, hits: hits.base, high: high.base)
        margins.flush(to: bin)
        margins.takeAnew(replay, words, scores, hits.base)
      }
      margins.flush(to: 0)
    }
  }
}
