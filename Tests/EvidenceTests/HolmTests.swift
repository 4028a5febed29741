import Evidence
import Testing

struct HolmCase: Sendable, CustomTestStringConvertible {
  let raw: [Double]
  let adjusted: [Double]
  var testDescription: String { "\(raw)" }
}

// Reference values: Tests/Reference/statistics_reference.py holm
let holmCases = [
  HolmCase(raw: [], adjusted: []),
  HolmCase(raw: [0.5], adjusted: [0.5]),
  HolmCase(raw: [0.01, 0.04], adjusted: [0.02, 0.04]),
  HolmCase(raw: [0.04, 0.01, 0.03], adjusted: [0.06, 0.03, 0.06]),
  HolmCase(raw: [0.02, 0.02, 0.02], adjusted: [0.06, 0.06, 0.06]),
  HolmCase(raw: [1.0, 0.0, 0.5], adjusted: [1.0, 0.0, 1.0]),
  HolmCase(
    raw: [0.001, 0.2, 0.013, 0.05, 0.049, 0.7],
    adjusted: [0.006, 0.4, 0.065, 0.196, 0.196, 0.7]),
  HolmCase(
    raw: [0.012, 0.3, 0.011, 0.9, 0.01, 0.0101],
    adjusted: [0.06, 0.6, 0.06, 0.9, 0.06, 0.06]),
]

@Test(arguments: holmCases)
func holmEqualsReference(_ c: HolmCase) {
  let adjusted = Holm.adjusted(c.raw)
  #expect(adjusted.count == c.adjusted.count)
  #expect(zip(adjusted, c.adjusted).allSatisfy(agrees))
}
