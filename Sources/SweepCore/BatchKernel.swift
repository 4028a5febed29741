import TraceModel

/// Tallies whole runs of candidates against one table.
///
/// The seam for kernels that gain from seeing many candidates at once. Every one of them equals
/// `PlainKernel` bit for bit, margins and behaviour keys included.
package protocol BatchKernel: Sendable {
  /// A worker's own use of the kernel on a table; not shared between threads.
  func session(over table: LaneTable) -> any TallySession
}

/// A kernel with its scratch space, bound to a table and to one thread.
package protocol TallySession: AnyObject {
  /// Tallies candidates in order.
  ///
  /// - Parameters:
  ///   - candidates: Each with as many weights as the table has sub-scores.
  ///   - tallies: Replaced by one tally per candidate.
  func tally(_ candidates: [KernelCandidate], into tallies: inout [Tally])
}

extension PlainKernel: BatchKernel {
  package func session(over table: LaneTable) -> any TallySession {
    PlainSession(kernel: self, table: table.source)
  }
}

private final class PlainSession: TallySession {
  private let kernel: PlainKernel
  private let table: DecisionTable

  init(kernel: PlainKernel, table: DecisionTable) {
    self.kernel = kernel
    self.table = table
  }

  func tally(_ candidates: [KernelCandidate], into tallies: inout [Tally]) {
    tallies = candidates.map { kernel.tally($0, over: table) }
  }
}
