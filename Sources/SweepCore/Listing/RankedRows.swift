import Dispatch
import Synchronization
import TraceModel

/// Every candidate of a sweep that meets the requirements, best first.
///
/// Candidates are tallied again and sorted through storage in runs, so that a list of any length
/// needs the memory of a few runs. What comes out does not depend on threads or runs.
package struct RankedRows {
  private let ranking: Ranking
  private let days: Int
  private let storage: any RunStorage
  private let runs: [RowList.Run]
  /// How many there are.
  package var count: Int { runs.reduce(0) { $0 + $1.count } }

  /// Candidates sorted in memory at a time, by each thread.
  package static let runLength = 1 << 16
  /// Records of a run that are read at a time.
  private static let pieceLength = 512

  /// - Parameters:
  ///   - rounds: A finished sweep.
  ///   - threads: Workers.
  ///   - storage: Takes 72 bytes a candidate.
  ///   - runLength: Candidates of a run.
  /// - Throws: What the storage throws.
  package init(
    _ rounds: SweepRounds, threads: Int, storage: any RunStorage, runLength: Int = runLength
  ) throws(Failure) {
    ranking = rounds.runner.ranking
    days = rounds.runner.days
    self.storage = storage
    var runs: [RowList.Run] = []
    for runner in rounds.runners {
      let lists = runner.list(threads: threads, storage: storage, runLength: runLength)
      for list in lists {
        if let failure = list.failure { throw failure }
        runs += list.runs
      }
    }
    self.runs = runs
  }

  /// Calls `body` with each candidate, best first.
  package func forEach(_ body: (RowRecord) throws(Failure) -> Void) throws(Failure) {
    var cursors: [Cursor] = []
    var heap: [Entry] = []
    for run in runs {
      var cursor = Cursor(run)
      guard let record = try next(&cursor) else { continue }
      heap.append(Entry(key: key(record), record: record, cursor: cursors.count))
      cursors.append(cursor)
    }
    // In order is a heap, too.
    heap.sort { $0.key < $1.key }
    while let top = heap.first {
      try body(top.record)
      if let record = try next(&cursors[top.cursor]) {
        heap[0] = Entry(key: key(record), record: record, cursor: top.cursor)
      } else if let last = heap.popLast(), !heap.isEmpty {
        heap[0] = last
      }
      Self.sink(&heap)
    }
  }

  /// The next candidate of a run.
  private struct Entry {
    let key: RankKey
    let record: RowRecord
    let cursor: Int
  }

  /// Where reading of a run stands.
  private struct Cursor {
    var place: Int
    var left: Int
    var piece: [UInt8] = []
    var offset = 0

    init(_ run: RowList.Run) {
      place = run.place
      left = run.count
    }
  }

  private func next(_ cursor: inout Cursor) throws(Failure) -> RowRecord? {
    if cursor.offset >= cursor.piece.count {
      guard cursor.left > 0 else { return nil }
      let count = min(cursor.left, Self.pieceLength)
      cursor.piece = try storage.read(count * RowRecord.size, at: cursor.place)
      cursor.place += count * RowRecord.size
      cursor.left -= count
      cursor.offset = 0
    }
    defer { cursor.offset += RowRecord.size }
    return RowRecord(cursor.piece, at: cursor.offset)
  }

  private func key(_ record: RowRecord) -> RankKey {
    RankKey(
      Metrics(
        tally: record.tally, days: days, distanceFromShipped: record.distance,
        costs: ranking.costs),
      index: record.index, by: ranking)
  }

  /// Moves the first entry down to where it belongs.
  private static func sink(_ heap: inout [Entry]) {
    var parent = 0
    while true {
      var least = parent
      for child in 2 * parent + 1..<2 * parent + 3
      where child < heap.count && heap[child].key < heap[least].key { least = child }
      if least == parent { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}

extension SweepRunner {
  /// The candidates of the whole space in sorted runs, a list for each worker.
  fileprivate func list(threads: Int, storage: any RunStorage, runLength: Int) -> [RowList] {
    let block = blockLength
    let next = Atomic<Int>(0)
    let lists = Mutex<[RowList]>([])
    DispatchQueue.concurrentPerform(iterations: max(1, threads)) { _ in
      var tables = makeTables()
      var list = RowList(ranking: ranking, days: days, storage: storage, runLength: runLength)
      while list.failure == nil {
        let place = next.add(1, ordering: .relaxed).oldValue
        guard place * block < space.count else { break }
        tally(place * block..<min((place + 1) * block, space.count), tables: &tables, into: &list)
      }
      list.flush()
      lists.withLock { $0.append(list) }
    }
    return lists.withLock { $0 }
  }
}
