import DecisionEngines
import TraceModel

/// Which round of refining comes next: each is a function of the complete rounds before.
///
/// A round tries all points near the best members of the best behaviours (`centres`). One that
/// finds a better candidate is followed by one in the same steps around the new best; one that does
/// not, by one in half the steps. It ends when the finest steps find nothing better.
package struct RefineSearch: Sendable {
  /// Why there is no next round.
  package enum End: String, Sendable, Hashable {
    /// The finest steps find nothing better.
    case exhausted
    /// The plan's values can't be halved: no weights by step, no range of numbers.
    case nothingToHalve
    /// More neighbours than can be numbered.
    case tooWide
    /// `run_cap` is used up.
    case capped
    /// No candidate to start from.
    case nothingFound
    /// As many rounds as any search is given.
    case roundLimit
  }

  package enum Next: Sendable {
    /// A runner numbered after all rounds so far, and its level.
    case round(SweepRunner, level: Int)
    case end(End)
  }

  /// Behaviours whose best members are refined around.
  package static let centres = 8
  package static let roundLimit = 200

  private let grid: RefineGrid
  private let lattice: Neighbourhood.Lattice?
  private let cap: Int?
  private var done: [Neighbourhood] = []
  private var level = 1

  /// - Parameters:
  ///   - rounds: What came before; its plan's values are what is halved.
  ///   - denominator: Of the finest whole lattice tried so far, when finer than the plan's.
  ///   - cap: Indices over all rounds at most.
  package init(after rounds: SweepRounds, denominator: Int? = nil, cap: Int?) {
    let space = rounds.runner.space
    grid = RefineGrid(space)
    self.cap = cap
    guard !space.method.draws, space.count == space.fullCount else {
      lattice = nil
      return
    }
    let coarsest = grid.weights?.coarsest ?? 1
    let own = (grid.weights?.denominator ?? 1) / coarsest
    lattice = Neighbourhood.Lattice(weightStride: coarsest * own / (denominator ?? own))
  }

  /// The next round, when all before are complete.
  package mutating func next(_ rounds: SweepRounds) -> Next {
    guard grid.levels > 0 else { return .end(.nothingToHalve) }
    guard done.count < Self.roundLimit else { return .end(.roundLimit) }
    if !done.isEmpty, rounds.rounds.last?.improves == false { level += 1 }
    guard level <= grid.levels else { return .end(.exhausted) }
    let left = cap.map { $0 - rounds.count } ?? .max
    guard left > 0 else { return .end(.capped) }
    var centres: [RefineGrid.Point] = []
    for overrides in rounds.bestOverrides(Self.centres) {
      let point = grid.point(overrides)
      if !centres.contains(point) { centres.append(point) }
    }
    guard !centres.isEmpty else { return .end(.nothingFound) }
    guard
      let near = Neighbourhood(
        grid, level: level, centres: centres, after: done, lattice: lattice)
    else { return .end(.tooWide) }
    done.append(near)
    let space = CandidateSpace(
      near, like: rounds.runner.space, firstIndex: rounds.count, most: left)
    return .round(rounds.runner.over(space), level: level)
  }
}
