import TraceModel

/// Eight steps at a time in portable Swift, gates as bit masks.
package struct LaneKernel: BatchKernel {
  package init() {}

  package func session(over table: LaneTable) -> any TallySession {
    LaneSession(table, unit: .portable)
  }
}

/// Tallies candidates with a vector unit, tile by tile of traces.
///
/// A tile's columns stay in the nearest cache while all candidates of the batch pass over it, which
/// keeps the rate flat from twelve traces to ten thousand.
final class LaneSession: TallySession {
  private let table: LaneTable
  private let unit: LaneUnitChoice
  /// Whether the unit tallies plain days by itself.
  private let talliesPlainDays: Bool
  /// Ranges of the other traces.
  private let tiles: [Range<Int>]
  private var gates: [GateChoice: LaneGates] = [:]
  private let replayScratch: ReplayScratch
  private let scores: Scratch<SIMD8<Double>>
  private let hits: Scratch<UInt64>
  private let high: Scratch<UInt64>
  private let marked: Scratch<UInt64>
  private let notify: Scratch<Double>
  private let escalate: Scratch<Double>

  /// About 40 KB of columns with five sub-scores.
  private static let wordsPerTile = 16
  private static let gateLimit = 256

  init(_ table: LaneTable, unit: LaneUnitChoice) {
    self.table = table
    self.unit = unit
    talliesPlainDays =
      unit == .dispatched && table.signalCount <= DispatchedUnit.mostSignalsOfPlainDays
    tiles = Self.tiles(of: table, withPlainDays: !talliesPlainDays)
    replayScratch = ReplayScratch(table)
    scores = Scratch(.zero, count: table.vectorCount)
    hits = Scratch(0, count: table.words.count)
    high = Scratch(0, count: table.words.count)
    marked = Scratch(0, count: table.words.count)
    notify = Scratch(0, count: table.words.count)
    escalate = Scratch(0, count: table.words.count)
  }

  func tally(_ candidates: [KernelCandidate], into tallies: inout [Tally]) {
    tallies.removeAll(keepingCapacity: true)
    tallies.append(contentsOf: repeatElement(Tally(), count: candidates.count))
    var groups: [GateChoice: LaneBatch] = [:]
    var group: (choice: GateChoice, batch: LaneBatch)?
    for (place, candidate) in candidates.enumerated() {
      guard isServed(candidate) else {
        tallies[place] = PlainKernel().tally(candidate, over: table.source)
        continue
      }
      let choice = GateChoice(
        cooldownSeconds: candidate.cooldownSeconds, dailyBudget: candidate.dailyBudget)
      if let group, group.choice == choice {
        group.batch.append(candidate, place: place)
        continue
      }
      let batch = groups[choice] ?? LaneBatch()
      groups[choice] = batch
      group = (choice, batch)
      batch.append(candidate, place: place)
    }
    for (choice, batch) in groups {
      tally(batch, of: candidates, laneGates(choice))
      for (i, place) in batch.places.enumerated() {
        tallies[place] = table.totals.tally(batch.counts[i])
        if batch.margins[i] < .infinity { tallies[place].margin = batch.margins[i] }
      }
    }
  }

  private func tally(_ batch: LaneBatch, of candidates: [KernelCandidate], _ gates: LaneGates) {
    if talliesPlainDays { batch.tallyPlainDays(of: table, gates) }
    for tile in tiles {
      for (i, place) in batch.places.enumerated() {
        add(
          candidates[place], gates, tile, counts: &batch.counts[i], margin: &batch.margins[i])
      }
    }
  }

  private static func tiles(of table: LaneTable, withPlainDays: Bool) -> [Range<Int>] {
    var tiles: [Range<Int>] = []
    var words = 0
    for trace in 0..<table.traces.count {
      if !withPlainDays && table.traces[trace].isPlainDay { continue }
      let more = table.traces[trace].words.count
      if let last = tiles.last, last.upperBound == trace, words + more <= wordsPerTile {
        tiles[tiles.count - 1] = last.lowerBound..<trace + 1
        words += more
      } else {
        tiles.append(trace..<trace + 1)
        words = more
      }
    }
    return tiles
  }

  /// Whether bits and finite scores are enough: otherwise the plain kernel serves.
  private func isServed(_ candidate: KernelCandidate) -> Bool {
    table.isSupported && table.isBounded(candidate.weights)
      && (candidate.notifyThreshold?.isFinite ?? table.thresholdsAreFinite)
      && !(candidate.escalateThreshold?.isNaN ?? false)
  }

  private func laneGates(_ choice: GateChoice) -> LaneGates {
    if let known = gates[choice] { return known }
    let made = LaneGates(choice, table: table)
    if gates.count >= Self.gateLimit { gates.removeAll() }
    gates[choice] = made
    return made
  }

  private func add(
    _ candidate: KernelCandidate, _ gates: LaneGates, _ tile: Range<Int>,
    counts: inout LaneCounts, margin: inout Double
  ) {
    let first = table.traces[tile.lowerBound].words.lowerBound
    let words = first..<table.traces[tile.upperBound - 1].words.upperBound
    fillThresholds(candidate, tile)
    let columns = table.columns
    candidate.weights.withUnsafeBufferPointer { weights in
      guard let weights = weights.baseAddress else { return }
      unit.compare(
        columns, words: words, weights: weights, notify: notify.base, escalate: escalate.base,
        scores: scores.base, hits: hits.base, high: high.base)
    }
    let replay = LaneReplay(table, gates, replayScratch)
    var sum = counts
    for trace in tile { sum &+= replay.replay(trace: trace, hits: hits.base, high: high.base) }
    counts = sum
    for word in words { marked.base[word] = replay.reached[word] & replay.words[word].counted }
    margin = min(
      margin,
      unit.leastDistance(
        columns, words: words, marked: marked.base, notify: notify.base, scores: scores.base))
  }

  /// Thresholds by word, because traces may differ.
  private func fillThresholds(_ candidate: KernelCandidate, _ tile: Range<Int>) {
    for trace in tile {
      let shipped = table.traces[trace].gates
      let low = candidate.notifyThreshold ?? shipped.notifyThreshold
      let top = candidate.escalateThreshold ?? shipped.escalateThreshold ?? .nan
      for word in table.traces[trace].words {
        notify.base[word] = low
        escalate.base[word] = top
      }
    }
  }
}

extension LaneTable {
  var columns: LaneColumns {
    LaneColumns(
      vectors: vectors.base, vectorCount: vectorCount, signalCount: signalCount,
      firstVectors: firstVectors.base)
  }

  /// Whether no partial sum can leave the finite numbers.
  func isBounded(_ weights: [Double]) -> Bool {
    weights.count == signalCount
      && zip(weights, reach).reduce(0) { $0 + abs($1.0) * $1.1 } < .greatestFiniteMagnitude / 4
  }
}
