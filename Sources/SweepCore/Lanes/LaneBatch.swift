import CLanes
import TraceModel

/// Candidates under the same gates side by side, as a vector unit takes them, with what they have
/// earned so far.
final class LaneBatch {
  private var weights: [Double] = []
  /// NaN for the trace's own.
  private var notify: [Double] = []
  private var escalate: [Double] = []
  private(set) var places: [Int] = []
  var counts: [LaneCounts] = []
  var margins: [Double] = []

  /// Starts a batch.
  func removeAll() {
    weights.removeAll(keepingCapacity: true)
    notify.removeAll(keepingCapacity: true)
    escalate.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    margins.removeAll(keepingCapacity: true)
  }

  /// - Parameters:
  ///   - candidate: With finite thresholds, if any.
  ///   - place: Where its tally goes.
  func append(_ candidate: KernelCandidate, place: Int) {
    weights.append(contentsOf: candidate.weights)
    notify.append(candidate.notifyThreshold ?? .nan)
    escalate.append(candidate.escalateThreshold ?? .nan)
    places.append(place)
    counts.append(.zero)
    margins.append(.infinity)
  }

  /// Tallies the batch on the plain days of a table.
  func tallyPlainDays(of table: LaneTable, _ gates: LaneGates) {
    weights.withUnsafeBufferPointer { weights in
      notify.withUnsafeBufferPointer { notify in
        escalate.withUnsafeBufferPointer { escalate in
          counts.withUnsafeMutableBytes { counts in
            margins.withUnsafeMutableBufferPointer { margins in
              var batch = clanes_batch(
                count: Int64(places.count), weights: weights.baseAddress,
                notify: notify.baseAddress, escalate: escalate.baseAddress,
                counts: counts.assumingMemoryBound(to: UInt64.self).baseAddress,
                margins: margins.baseAddress)
              DispatchedUnit.tally(table, gates, &batch)
            }
          }
        }
      }
    }
  }
}
