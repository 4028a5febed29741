import TraceModel

/// The Pareto front of false alarms and caught: for each point that no other beats in both, its
/// best candidate.
///
/// Most candidates of a sweep are beaten by what was seen long before, so each number of false
/// alarms has a bar: the fewest that must be caught to be looked at.
struct Front: Sendable {
  private var held: [Int: ScoredCandidate] = [:]
  /// By false alarms, never falling: what is caught there already, or one more than with fewer
  /// false alarms.
  private var bars = [Int](repeating: 0, count: Self.barCount)
  /// Beyond it the last bar stands for all: almost nothing worth keeping has so many.
  private static let barCount = 1024

  /// Whether a point might be on the front, or tie with one that is; false is certain.
  @inline(__always)
  func couldHold(alarms: Int, caught: Int) -> Bool {
    caught >= bars[min(alarms, Self.barCount - 1)]
  }

  /// The best so far at the same point.
  func rival(of tally: Tally) -> ScoredCandidate? {
    guard let known = held[tally.fp], known.tally.tp == tally.tp else { return nil }
    return known
  }

  mutating func add(_ scored: ScoredCandidate) {
    let (alarms, caught) = (scored.tally.fp, scored.tally.tp)
    guard couldHold(alarms: alarms, caught: caught) else { return }
    if let known = held[alarms] {
      guard caught > known.tally.tp || (caught == known.tally.tp && scored.rank < known.rank)
      else { return }
    }
    held[alarms] = scored
    raiseBars(alarms: alarms, caught: caught)
  }

  private mutating func raiseBars(alarms: Int, caught: Int) {
    guard alarms < Self.barCount else { return }
    bars[alarms] = max(bars[alarms], caught)
    var next = alarms + 1
    while next < Self.barCount, bars[next] <= caught {
      bars[next] = caught + 1
      next += 1
    }
  }

  /// By ascending false alarms; what others beat is left out.
  var points: [ScoredCandidate] {
    var most = -1
    var points: [ScoredCandidate] = []
    for (_, scored) in held.sorted(by: { $0.key < $1.key }) where scored.tally.tp > most {
      most = scored.tally.tp
      points.append(scored)
    }
    return points
  }

  /// A front of nothing that takes only what this one could still take.
  func successor() -> Front {
    var next = self
    next.held = [:]
    return next
  }

  /// Lends the bars for the time of a call.
  func withBars<R>(_ body: (Bars) -> R) -> R {
    bars.withUnsafeBufferPointer { body(Bars(values: $0)) }
  }

  struct Bars: BitwiseCopyable {
    fileprivate let values: UnsafeBufferPointer<Int>

    /// As `Front.couldHold`.
    @inline(__always)
    func couldHold(alarms: Int, caught: Int) -> Bool {
      caught >= values[min(alarms, values.count - 1)]
    }
  }
}
