import TraceModel

/// Bytes that a list is sorted through: appended by any thread, read back in pieces.
package protocol RunStorage: Sendable {
  /// - Parameter bytes: To be added at the end.
  /// - Returns: Where they begin.
  /// - Throws: `output` when there is no room.
  func append(_ bytes: [UInt8]) throws(Failure) -> Int

  /// - Parameters:
  ///   - count: Bytes, all of them there.
  ///   - place: Where they begin.
  /// - Returns: The bytes.
  /// - Throws: `output` when they can't be read back.
  func read(_ count: Int, at place: Int) throws(Failure) -> [UInt8]
}

/// Gathers the candidates that meet the requirements, a sorted run at a time.
///
/// Memory is that of one run, whatever the number of candidates.
struct RowList: CandidateSink {
  /// Where a sorted run lies.
  struct Run: Sendable {
    let place: Int
    let count: Int
  }

  private let ranking: Ranking
  private let days: Int
  private let storage: any RunStorage
  private var pending: [(key: RankKey, record: RowRecord)] = []
  private(set) var runs: [Run] = []
  private(set) var failure: Failure?
  private let runLength: Int

  /// - Parameters:
  ///   - ranking: What comes first.
  ///   - days: Of the suites.
  ///   - storage: Where runs go.
  ///   - runLength: Candidates of a run.
  init(ranking: Ranking, days: Int, storage: any RunStorage, runLength: Int) {
    self.ranking = ranking
    self.days = days
    self.storage = storage
    self.runLength = runLength
    pending.reserveCapacity(runLength)
  }

  mutating func skip(_ count: Int) {}

  mutating func add(_ scored: ScoredCandidate) {
    add(
      scored.rank,
      RowRecord(
        index: scored.index, notifyThreshold: scored.notifyThreshold, distance: scored.distance,
        tally: scored.tally))
  }

  mutating func add(
    _ row: SweptRow, _ sweep: ThresholdSweep, _ gates: LaneGates, escalate: Double?
  ) {
    sweep.tally(gates: gates, escalate: escalate, filter: nil)
    let totals = sweep.table.totals
    for i in 0..<sweep.runs.count {
      let run = sweep.runs.runs.base[i]
      var tally = totals.tally(run.counts)
      row.needMargins(run.range)
      for k in run.range {
        tally.margin = row.margin(k)
        let metrics = Metrics(
          tally: tally, days: days, distanceFromShipped: row.distance(k), costs: ranking.costs)
        add(
          RankKey(metrics, index: row.index(k), by: ranking),
          RowRecord(
            index: row.index(k),
            notifyThreshold: row.carriesThreshold ? row.thresholds.base[k] : nil,
            distance: row.distance(k), tally: tally))
      }
    }
  }

  private mutating func add(_ key: RankKey, _ record: RowRecord) {
    guard key.meetsRequirements else { return }
    pending.append((key, record))
    if pending.count >= runLength { flush() }
  }

  /// Stores what is pending as a run.
  mutating func flush() {
    guard !pending.isEmpty, failure == nil else {
      pending.removeAll(keepingCapacity: true)
      return
    }
    pending.sort { $0.key < $1.key }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pending.count * RowRecord.size)
    for row in pending { row.record.write(to: &bytes) }
    do throws(Failure) {
      runs.append(Run(place: try storage.append(bytes), count: pending.count))
    } catch {
      failure = error
    }
    pending.removeAll(keepingCapacity: true)
  }
}
