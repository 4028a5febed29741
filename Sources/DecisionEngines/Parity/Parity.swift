import TraceModel

/// Whether another side says the same as the mirror, step by step.
package struct Parity: Sendable {
  /// One value on which the two sides differ; nil where a side has no such step.
  package struct Mismatch: Sendable, Hashable {
    package let name: String
    package let mirror: ParityPoint.Value?
    package let other: ParityPoint.Value?
  }

  /// A step, or a trace's settings, with everything that differs there.
  package struct Difference: Sendable, Hashable {
    package let key: ParityPoint.Key
    package let mismatches: [Mismatch]
    package let mirrorReasons: [String]
    package let otherReasons: [String]
  }

  /// Steps of the mirror, and of the other side beyond them.
  package let steps: Int
  package let equalSteps: Int
  /// Values that both sides gave.
  package let values: Int
  /// In the mirror's order; settings of a trace before its steps, steps that only the other side has
  /// last.
  package let differences: [Difference]

  package var isEqual: Bool { differences.isEmpty }

  /// How often each named value differs, in the order of first appearance.
  package var counts: [(name: String, count: Int)] {
    var order: [String] = []
    var counts: [String: Int] = [:]
    for mismatch in differences.flatMap(\.mismatches) {
      if counts[mismatch.name] == nil { order.append(mismatch.name) }
      counts[mismatch.name, default: 0] += 1
    }
    return order.map { ($0, counts[$0] ?? 0) }
  }

  /// - Parameters:
  ///   - mirror: All of the mirror's points.
  ///   - other: The other side's, keys distinct.
  ///   - tolerance: The largest difference of computed values that still counts as equal.
  package init(mirror: [ParityPoint], other: [ParityPoint], tolerance: Double) {
    let others = Dictionary(other.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let known = Set(mirror.map(\.key))
    var differences: [Difference] = []
    var values = 0
    for point in mirror {
      guard let twin = others[point.key] else {
        // Settings may be left out; a step may not.
        if point.key.step != nil {
          differences.append(
            Difference(
              key: point.key,
              mismatches: [Mismatch(name: "step", mirror: .plain("present"), other: nil)],
              mirrorReasons: [], otherReasons: []))
        }
        continue
      }
      let shared = point.values.compactMap { named in
        twin.value(named.name).map {
          Mismatch(name: named.name, mirror: named.value, other: $0)
        }
      }
      values += shared.count
      let mismatches = shared.filter { !Self.agree($0.mirror, $0.other, tolerance) }
      if !mismatches.isEmpty {
        differences.append(
          Difference(
            key: point.key, mismatches: mismatches, mirrorReasons: point.reasons,
            otherReasons: twin.reasons))
      }
    }
    let extra = other.filter { !known.contains($0.key) }
    for point in extra {
      differences.append(
        Difference(
          key: point.key,
          mismatches: [
            Mismatch(
              name: point.key.step == nil ? "trace" : "step", mirror: nil, other: .plain("present"))
          ],
          mirrorReasons: [], otherReasons: point.reasons))
    }
    self.values = values
    self.differences = differences
    steps = (mirror + extra).count { $0.key.step != nil }
    equalSteps = steps - differences.count { $0.key.step != nil }
  }

  private static func agree(
    _ a: ParityPoint.Value?, _ b: ParityPoint.Value?, _ tolerance: Double
  ) -> Bool {
    if case .computed(let x)? = a, case .computed(let y)? = b { return abs(x - y) <= tolerance }
    return a == b
  }
}
