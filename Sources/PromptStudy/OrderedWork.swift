import Dispatch
import Synchronization

/// Work on a list in parallel whose results stand in the order of the list.
package enum OrderedWork {
  /// The results of `body` for each item, the same for any number of threads.
  ///
  /// - Parameters:
  ///   - items: What to work on.
  ///   - threads: Workers, at least 1.
  ///   - body: Called once for each item, on any thread.
  /// - Returns: One result an item, in the order of the items.
  package static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], threads: Int, _ body: @Sendable (Item) -> Result
  ) -> [Result] {
    guard items.count > 1, threads > 1 else { return items.map(body) }
    let next = Atomic<Int>(0)
    let results = Mutex([Result?](repeating: nil, count: items.count))
    DispatchQueue.concurrentPerform(iterations: min(threads, items.count)) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < items.count else { return }
        let result = body(items[index])
        results.withLock { $0[index] = result }
      }
    }
    return results.withLock { $0.compactMap { $0 } }
  }
}
