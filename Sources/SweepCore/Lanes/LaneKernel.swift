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
  /// Ranges of traces.
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
    var tiles: [Range<Int>] = []
    var start = 0
    var words = 0
    for trace in 0..<table.traces.count {
      let more = table.traces[trace].words.count
      if words > 0 && words + more > Self.wordsPerTile {
        tiles.append(start..<trace)
        start = trace
        words = 0
      }
      words += more
    }
    if start < table.traces.count { tiles.append(start..<table.traces.count) }
    self.tiles = tiles
    replayScratch = ReplayScratch(table)
    scores = Scratch(.zero, count: table.vectorCount)
    hits = Scratch(0, count: table.words.count)
    high = Scratch(0, count: table.words.count)
    marked = Scratch(0, count: table.words.count)
    notify = Scratch(0, count: table.words.count)
    escalate = Scratch(0, count: table.words.count)
  }

  func tally(_ candidates: [KernelCandidate], into tallies: inout [Tally]) {
    var counts = [LaneCounts](repeating: .zero, count: candidates.count)
    var margins = [Double](repeating: .infinity, count: candidates.count)
    let prepared = candidates.map { isServed($0) ? laneGates($0) : nil }
    for tile in tiles {
      for (i, candidate) in candidates.enumerated() {
        guard let gates = prepared[i] else { continue }
        add(candidate, gates, tile, counts: &counts[i], margin: &margins[i])
      }
    }
    tallies.removeAll(keepingCapacity: true)
    for (i, candidate) in candidates.enumerated() {
      guard prepared[i] != nil else {
        tallies.append(PlainKernel().tally(candidate, over: table.source))
        continue
      }
      var tally = table.totals.tally(counts[i])
      if margins[i] < .infinity { tally.margin = margins[i] }
      tallies.append(tally)
    }
  }

  /// Whether bits and finite scores are enough: otherwise the plain kernel serves.
  private func isServed(_ candidate: KernelCandidate) -> Bool {
    table.isSupported && table.isBounded(candidate.weights)
      && (candidate.notifyThreshold?.isFinite ?? table.thresholdsAreFinite)
      && !(candidate.escalateThreshold?.isNaN ?? false)
  }

  private func laneGates(_ candidate: KernelCandidate) -> LaneGates {
    let choice = GateChoice(
      cooldownSeconds: candidate.cooldownSeconds, dailyBudget: candidate.dailyBudget)
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

  var thresholdsAreFinite: Bool {
    (0..<traces.count).allSatisfy { traces[$0].gates.notifyThreshold.isFinite }
  }

  /// Whether no partial sum can leave the finite numbers.
  func isBounded(_ weights: [Double]) -> Bool {
    weights.count == signalCount
      && zip(weights, reach).reduce(0) { $0 + abs($1.0) * $1.1 } < .greatestFiniteMagnitude / 4
  }
}
