/// A part of a search space with a bound on what anything in it can reach.
package protocol BoundedRegion {
  /// Nothing in the region reaches more.
  var bound: Int { get }
  /// Divisions since the whole space.
  var depth: Int { get }
}

/// Regions still to divide: the highest bound first, among equals the deepest, then the newest.
package struct BoundQueue<Region: BoundedRegion> {
  private var heap: [(region: Region, number: Int)] = []
  private var inserted = 0

  package init() {}

  package mutating func insert(_ region: Region) {
    inserted += 1
    heap.append((region, inserted))
    var child = heap.count - 1
    while child > 0, precedes(child, (child - 1) / 2) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  package mutating func popFirst() -> Region? {
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
    // Field by field: a region itself holds lists, and copying it would take longer.
    (heap[a].region.bound, heap[a].region.depth, heap[a].number)
      > (heap[b].region.bound, heap[b].region.depth, heap[b].number)
  }
}
