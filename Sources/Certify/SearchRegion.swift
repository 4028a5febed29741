import Evidence

/// Weights still to be looked at, with what holds for every step there.
struct SearchRegion: BoundedRegion {
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
