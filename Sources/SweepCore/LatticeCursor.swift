/// A weight set of a lattice that moves on to its neighbour in a few steps, where a set from its
/// index alone takes dozens.
package struct LatticeCursor {
  private let lattice: WeightLattice
  private var index = 0
  private var steps: [Int]
  /// By whole steps: the Double nearest to their share.
  private let values: [Double]
  package private(set) var weights: [Double]

  package init(_ lattice: WeightLattice) {
    self.lattice = lattice
    steps = lattice.steps(at: 0)
    values = (0...lattice.denominator).map { lattice.weight($0) }
    weights = lattice.weights(at: 0)
  }

  /// Goes to set `index`.
  package mutating func move(to index: Int) {
    if index == self.index { return }
    if index == self.index + 1 { advance() } else { lattice.fill(steps: &steps, at: index) }
    self.index = index
    for i in steps.indices { weights[i] = values[steps[i]] }
  }

  /// The next set: the rightmost weight that can grow does, those after it fall back.
  private mutating func advance() {
    let last = steps.count - 1
    let minimum = lattice.minimum
    var rest = steps[last] - minimum
    var place = last - 1
    while rest == 0 && place > 0 {
      rest += steps[place] - minimum
      steps[place] = minimum
      place -= 1
    }
    precondition(place >= 0 && rest > 0, "the last set has no next")
    steps[place] += 1
    steps[last] = minimum + rest - 1
  }

  /// Whether the set is one of the lattice with steps twice as large.
  package var isOnDoubleSteps: Bool { steps.allSatisfy { $0 % 2 == 0 } }
}
