import Dispatch
import TraceModel

/// Kernels on candidates of random weights, one by one.
package enum KernelBenchmark {
  package static let kernels: [(name: String, kernel: any BatchKernel)] = [
    ("plain", PlainKernel()), ("lanes", LaneKernel()), ("c", DispatchedKernel()),
  ]

  /// Times kernels against each other.
  ///
  /// - Parameters:
  ///   - suite: What to tally on.
  ///   - names: Which kernels.
  ///   - threads: Workers, each with a session of its own and the same candidates to do.
  ///   - seconds: About how long each kernel works in a round.
  ///   - rounds: Turns; the median counts.
  /// - Returns: Candidates of all threads, one figure per kernel.
  package static func figures(
    _ suite: BenchmarkSuite, kernels names: [String] = kernels.map(\.name), threads: Int,
    seconds: Double, rounds: Int = 5
  ) -> [BenchmarkFigure] {
    Contest.figures(
      entries(
        LaneTable(suite.table), candidates(count: 2048, seed: 7), kernels: names,
        threads: threads), seconds: seconds, rounds: rounds)
  }

  /// Kernels as contestants.
  ///
  /// - Parameters:
  ///   - table: What to tally on.
  ///   - batch: Candidates, over and over.
  ///   - names: Which kernels.
  ///   - threads: Workers.
  /// - Returns: One per kernel, in the order of `kernels`.
  package static func entries(
    _ table: LaneTable, _ batch: [KernelCandidate], kernels names: [String], threads: Int
  ) -> [Contest.Entry] {
    kernels.filter { names.contains($0.name) }.map { name, kernel in
      Contest.Entry(name) { units in
        let each = (units + threads - 1) / threads
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
          let session = kernel.session(over: table)
          var tallies: [Tally] = []
          var left = each
          while left > 0 {
            let part = left >= batch.count ? batch : Array(batch.prefix(left))
            session.tally(part, into: &tallies)
            left -= part.count
          }
        }
        return each * threads
      }
    }
  }

  /// Tallies the same candidates with every kernel.
  ///
  /// - Parameters:
  ///   - suite: What to tally on.
  ///   - count: How many candidates.
  /// - Returns: Kernels whose tallies differ from the plain kernel's, margins and keys included.
  package static func disagreeing(_ suite: BenchmarkSuite, count: Int) -> [String] {
    let table = LaneTable(suite.table)
    let batch = candidates(count: count, seed: 11)
    var expected: [Tally] = []
    PlainKernel().session(over: table).tally(batch, into: &expected)
    return kernels.filter { _, kernel in
      var tallies: [Tally] = []
      kernel.session(over: table).tally(batch, into: &tallies)
      return tallies != expected
    }.map(\.name)
  }

  /// Random weights from the simplex and whole thresholds from 40 to 80.
  package static func candidates(count: Int, seed: UInt64) -> [KernelCandidate] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      let cuts = (0..<4).map { _ in random.unit() }.sorted()
      let weights = zip(cuts + [1], [0] + cuts).map { $0 - $1 }
      return KernelCandidate(weights: weights, notifyThreshold: Double(40 + random.below(41)))
    }
  }
}
