/// How fast something went: the median of a few rounds.
package struct BenchmarkFigure: Sendable, Hashable {
  package let name: String
  /// Units of work in the median round, and what it took.
  package let units: Int
  package let seconds: Double

  package init(name: String, units: Int, seconds: Double) {
    self.name = name
    self.units = units
    self.seconds = seconds
  }

  package var perSecond: Double { Double(units) / seconds }
}

/// Contestants that do the same kind of work, timed in turns so that noise hits all alike.
package enum Contest {
  package struct Entry {
    package let name: String
    /// Does about as many units as asked for, at least one; returns how many.
    let work: (Int) -> Int

    package init(_ name: String, _ work: @escaping (Int) -> Int) {
      self.name = name
      self.work = work
    }
  }

  /// - Parameters:
  ///   - entries: Who takes part.
  ///   - seconds: About how long each works in a round.
  ///   - rounds: Turns; the median counts.
  /// - Returns: One figure per entry, in order.
  package static func figures(_ entries: [Entry], seconds: Double, rounds: Int = 5)
    -> [BenchmarkFigure]
  {
    let units = entries.map { share(of: $0, in: seconds) }
    var figures = [[BenchmarkFigure]](repeating: [], count: entries.count)
    for _ in 0..<max(1, rounds) {
      for (i, entry) in entries.enumerated() {
        figures[i].append(figure(entry, units[i]))
      }
    }
    return figures.map { $0.sorted { $0.perSecond < $1.perSecond }[$0.count / 2] }
  }

  /// As many units as fit the time, found by doing more and more.
  private static func share(of entry: Entry, in seconds: Double) -> Int {
    // The first call may compile, allocate or read: it says nothing about the next.
    _ = entry.work(1)
    var units = 1
    while true {
      let probe = figure(entry, units)
      if probe.seconds >= seconds / 4 {
        return max(1, Int(probe.perSecond * seconds))
      }
      units = max(units, probe.units) * (probe.seconds < seconds / 32 ? 8 : 2)
    }
  }

  private static func figure(_ entry: Entry, _ units: Int) -> BenchmarkFigure {
    var done = 0
    let time = seconds { done = entry.work(units) }
    return BenchmarkFigure(name: entry.name, units: done, seconds: max(time, 1e-9))
  }
}

/// Seconds that a piece of work takes.
package func seconds(_ work: () -> Void) -> Double {
  let duration = ContinuousClock().measure(work)
  return Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
}
