/// How far a Sobol sequence reaches here; plans are checked against it before anything is computed.
package enum SobolLimits {
  /// Dimensions with direction numbers.
  package static let dimensions = 64
  /// Points before coordinates of 32 bits repeat.
  package static let points = 1 << 32

  /// Coordinates a candidate takes: one for each parameter, and one for each weight but the last;
  /// a set from a list takes one.
  package static func dimensions(weights: WeightSpace?, weightCount: Int, parameters: Int) -> Int {
    switch weights {
    case nil: parameters
    case .sets: parameters + 1
    case .lattice, .simplex: parameters + weightCount - 1
    }
  }
}
