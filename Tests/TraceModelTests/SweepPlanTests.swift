import Testing
import TraceModel

struct DecimalRangeCase: Sendable, CustomTestStringConvertible {
  let range: DecimalRange
  let values: [Double]
  var testDescription: String { "\(values)" }
}

private let decimalRangeHoldsTheNearestDoublesCases: [DecimalRangeCase] = [
  DecimalRangeCase(
    range: DecimalRange(first: 3, step: 2, scale: 1, count: 3), values: [0.3, 0.5, 0.7]),
  DecimalRangeCase(
    range: DecimalRange(first: 1, step: 1, scale: 1, count: 10),
    values: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]),
  DecimalRangeCase(
    range: DecimalRange(first: -10, step: 5, scale: 2, count: 4), values: [-0.1, -0.05, 0, 0.05]),
  DecimalRangeCase(
    range: DecimalRange(first: 40, step: 1, scale: 0, count: 2), values: [40, 41]),
]

@Test(arguments: decimalRangeHoldsTheNearestDoublesCases)
func decimalRangeHoldsTheNearestDoubles(_ c: DecimalRangeCase) {
  #expect((0..<c.range.count).map { c.range[$0] } == c.values)
}

@Test(arguments: ["fewerInterventions", "nearestToShipped", "margin", "recall", "falseAlarms"])
func criterionHasAName(_ name: String) { #expect(Criterion(name: name) != nil) }

@Test func unknownCriterionIsNone() { #expect(Criterion(name: "fewest") == nil) }

@Test(arguments: [
  (ParameterValue.number(0.5), "0.5"), (.integer(120), "120"), (.clockRange(nil), "off"),
  (.clockRange(ClockRange(start: 1320, end: 420)), "22:00-07:00"),
  (.knots([Knot(0, 100), Knot(2.5, 0)]), "0:100;2.5:0"),
])
func parameterValueHasATextWithoutComma(_ c: (value: ParameterValue, text: String)) {
  #expect(c.value.text == c.text)
}
