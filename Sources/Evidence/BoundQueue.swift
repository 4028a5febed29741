/// Regions still to split, the highest bound first; among equals the deepest, then the newest.
struct BoundQueue: Sendable {
  struct Region: Sendable {
    var simplex: WeightSimplex
    /// Positives that the region may catch.
    var alive: [Int]
    /// Those of them that it must catch.
    var required: Set<Int> = []
    /// Negatives that matter in it.
    var negatives: [Int]
    /// Those of them that must stay silent.
    var silent: Set<Int> = []
    /// Negatives that may still fire, beside those given up.
    var falseAlarms: Int
    /// Conflicts that hold in it and share no step.
    var conflicts: [Conflict] = []
    var bound: Int
    var depth = 0
  }

  private var heap: [(region: Region, number: Int)] = []
  private var inserted = 0

  mutating func insert(_ region: Region) {
    inserted += 1
    heap.append((region, inserted))
    var child = heap.count - 1
    while child > 0, precedes(child, (child - 1) / 2) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func popFirst() -> Region? {
    guard let first = heap.first else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var top = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if precedes(child, top) { top = child }
      }
      if top == parent { return first.region }
      heap.swapAt(parent, top)
      parent = top
    }
  }

  private func precedes(_ a: Int, _ b: Int) -> Bool {
    let (x, y) = (heap[a], heap[b])
    return (x.region.bound, x.region.depth, x.number) > (y.region.bound, y.region.depth, y.number)
  }
}
