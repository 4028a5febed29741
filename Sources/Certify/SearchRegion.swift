import Evidence

/// Weights still to be looked at, with what holds for every step there.
struct SearchRegion {
  /// How a region is divided so that the choices that gave its bound are gone from every part.
  enum Branch {
    /// Into weights at which a step fires and those at which it is silent.
    case status(Int)
    /// Into weights that break the first of these choices, those that keep it and break the second …;
    /// none keep all.
    case conflict([(step: Int, fires: Bool)])
    /// Into halves, through the edge between two corners.
    case cut(Int, Int)
  }

  var simplex: WeightSimplex
  /// By step of the table.
  var statuses: [ScoreStatus]
  /// Steps that branches decided; those that others imply are dropped.
  var fires: [Int] = []
  var silents: [Int] = []
  /// The best choices by trace, then by number of false alarms.
  var paths: [[GateProgramme.Path?]]
  /// What steps do at weights that are likely good here.
  var reference: [Bool]
  /// No weights of the region catch more.
  var bound: Int
  var depth = 0
  var branch = Branch.cut(0, 1)

  /// The parts that its branch divides it into; together they hold all that may do better.
  func parts() -> [SearchRegion] {
    var part = self
    part.depth += 1
    switch branch {
    case .status(let step):
      return [part.deciding(step, fires: true), part.deciding(step, fires: false)]
    case .conflict(let choices):
      var parts: [SearchRegion] = []
      for (step, fires) in choices {
        parts.append(part.deciding(step, fires: !fires))
        part = part.deciding(step, fires: fires)
      }
      return parts
    case .cut(let a, let b):
      return simplex.halves(cutting: a, b).map { half in
        part.simplex = half
        return part
      }
    }
  }

  private func deciding(_ step: Int, fires: Bool) -> SearchRegion {
    var part = self
    part.statuses[step] = fires ? .fires : .silent
    if fires { part.fires.append(step) } else { part.silents.append(step) }
    return part
  }
}

/// Regions still to divide: the highest bound first, among equals the deepest, then the newest.
struct RegionQueue {
  private var heap: [(region: SearchRegion, number: Int)] = []
  private var inserted = 0

  var highestBound: Int? { heap.first?.region.bound }

  mutating func insert(_ region: SearchRegion) {
    inserted += 1
    heap.append((region, inserted))
    var child = heap.count - 1
    while child > 0, precedes(child, (child - 1) / 2) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func popFirst() -> SearchRegion? {
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
