import Dispatch
import TraceModel

/// How fast something went; time is the median of a few repeats.
package struct BenchmarkFigure: Sendable, Hashable {
  package let name: String
  package let threads: Int
  package let candidates: Int
  /// Unblocked steps that each candidate is scored at.
  package let steps: Int
  package let seconds: Double

  package var candidatesPerSecond: Double { Double(candidates) / seconds }
  package var stepCandidatesPerSecond: Double { candidatesPerSecond * Double(steps) }
}

/// Times kernels on candidates of random weights, interleaved so that noise hits all alike.
package enum KernelBenchmark {
  package static let kernels: [(name: String, kernel: any BatchKernel)] = [
    ("plain", PlainKernel()), ("lanes", LaneKernel()), ("dispatched", DispatchedKernel()),
  ]

  /// - Parameters:
  ///   - suite: What to tally on.
  ///   - threads: Workers, each with a session of its own and the same candidates to do.
  ///   - seconds: About how long each kernel is timed at a time.
  ///   - repeats: Rounds; the median counts.
  /// - Returns: One figure per kernel, in the order of `kernels`.
  package static func generic(
    _ suite: BenchmarkSuite, threads: Int, seconds: Double = 0.3, repeats: Int = 5
  ) -> [BenchmarkFigure] {
    let lanes = LaneTable(suite.table)
    let batch = candidates(count: 2048, seed: 7)
    var times = [[Double]](repeating: [], count: kernels.count)
    // As many candidates as fit the time at the rate of a first probe.
    let counts = kernels.map { kernel in
      let probe = Array(batch.prefix(suite.table.stepCount > 10_000 ? 8 : 256))
      let time = timed(kernel.kernel, lanes, probe, rounds: 1, threads: 1)
      let rounds = seconds / max(time, 1e-9) * Double(probe.count) / Double(batch.count)
      return rounds < 1
        ? (candidates: max(8, Int(rounds * Double(batch.count))), rounds: 1)
        : (candidates: batch.count, rounds: Int(rounds))
    }
    for _ in 0..<repeats {
      for (i, kernel) in kernels.enumerated() {
        let part = Array(batch.prefix(counts[i].candidates))
        times[i].append(
          timed(kernel.kernel, lanes, part, rounds: counts[i].rounds, threads: threads))
      }
    }
    return kernels.indices.map { i in
      BenchmarkFigure(
        name: kernels[i].name, threads: threads,
        candidates: counts[i].candidates * counts[i].rounds * threads,
        steps: suite.table.unblockedStepCount, seconds: times[i].sorted()[repeats / 2])
    }
  }

  private static func timed(
    _ kernel: any BatchKernel, _ table: LaneTable, _ batch: [KernelCandidate], rounds: Int,
    threads: Int
  ) -> Double {
    seconds {
      DispatchQueue.concurrentPerform(iterations: threads) { _ in
        let session = kernel.session(over: table)
        var tallies: [Tally] = []
        for _ in 0..<rounds { session.tally(batch, into: &tallies) }
      }
    }
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

/// Seconds that a piece of work takes.
func seconds(_ work: () -> Void) -> Double {
  let clock = ContinuousClock()
  let duration = clock.measure(work)
  return Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
}
