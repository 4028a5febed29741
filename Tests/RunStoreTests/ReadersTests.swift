import DecisionEngines
import RunStore
import TestSupport
import Testing
import TraceModel

// MARK: Requirements

struct RequireCase: Sendable, CustomTestStringConvertible {
  let text: String
  let shown: String?
  var answer = ""
  var testDescription: String { text }
}

private let boundFix = "write NAME, one of = >= <= > <, and a number, as in \"recall>=0.6\""

private let requireCases: [RequireCase] = [
  RequireCase(text: "precision=1", shown: "precision=1"),
  RequireCase(text: "recall>=0.6", shown: "recall>=0.6"),
  RequireCase(text: "recall > 0.50", shown: "recall>0.5"),
  RequireCase(text: "falseAlarms<=2", shown: "falseAlarms<=2"),
  RequireCase(text: "false_alarms_per_day<1e-1", shown: "false_alarms_per_day<0.1"),
  RequireCase(
    text: "recall", shown: nil,
    answer: "error: --require \"recall\" is not a bound\n  fix: \(boundFix)"),
  RequireCase(
    text: "recall==1", shown: nil,
    answer: "error: --require \"recall==1\" is not a bound\n  fix: \(boundFix)"),
  RequireCase(
    text: "recall>=many", shown: nil,
    answer: "error: --require \"recall>=many\" is not a bound\n  fix: \(boundFix)"),
  RequireCase(
    text: "recall>=nan", shown: nil,
    answer: "error: --require \"recall>=nan\" is not a bound\n  fix: \(boundFix)"),
  RequireCase(
    text: "recal>=1", shown: nil,
    answer:
      "error: --require \"recal>=1\" names no metric; did you mean \"recall\"?\n  fix: use one of: \(Metric.names.joined(separator: ", "))"
  ),
  RequireCase(
    text: "", shown: nil,
    answer:
      "error: --require \"\" names no metric\n  fix: use one of: \(Metric.names.joined(separator: ", "))"
  ),
]

@Test(arguments: requireCases)
func requirementText(_ c: RequireCase) {
  do throws(Failure) {
    #expect(try RequirementText.parse(c.text).text == c.shown)
  } catch {
    #expect(error.text == c.answer)
    #expect(error.status == 64)
  }
}

// MARK: Values on the command line

struct ValueCase: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  /// The value's text, or what is allowed when it is refused.
  var value: String?
  var allowed: String?
  var testDescription: String { "\(name)=\(text)" }
}

private let valueCases: [ValueCase] = [
  ValueCase(name: "notifyThreshold", text: "59.5", value: "59.5"),
  ValueCase(name: "notifyThreshold", text: "0", value: "0"),
  ValueCase(name: "notifyThreshold", text: "1e2", value: "100"),
  ValueCase(name: "notifyThreshold", text: "100.1", allowed: "a number in 0...100"),
  ValueCase(name: "notifyThreshold", text: "nan", allowed: "a number in 0...100"),
  ValueCase(name: "notifyThreshold", text: "0x10", allowed: "a number in 0...100"),
  ValueCase(name: "notifyThreshold", text: "", allowed: "a number in 0...100"),
  ValueCase(name: "dailyBudget", text: "5", value: "5"),
  ValueCase(name: "dailyBudget", text: "5.5", allowed: "a whole number in 0...1000"),
  ValueCase(name: "dailyBudget", text: "-1", allowed: "a whole number in 0...1000"),
  ValueCase(name: "quietHours", text: "21:30-06:00", value: "21:30-06:00"),
  ValueCase(name: "quietHours", text: "off", value: "off"),
  ValueCase(name: "quietHours", text: "22-7", allowed: "clock times as 22:00-07:00, or off"),
  ValueCase(name: "deadlineKnots", text: "0:100;24:50;72:0", value: "0:100;24:50;72:0"),
  ValueCase(name: "deadlineKnots", text: "0;100", allowed: "points as 0:100;24:50;72:0"),
  ValueCase(
    name: "deadlineKnots", text: "0:100",
    allowed: "at least two points as 0:100;24:50;72:0, x rising"),
  ValueCase(
    name: "deadlineKnots", text: "5:100;5:0",
    allowed: "at least two points as 0:100;24:50;72:0, x rising"),
]

@Test(arguments: valueCases)
func valueOfSet(_ c: ValueCase) throws {
  let definition = try #require(Vigil().parameters.first { $0.name == c.name })
  do throws(ParameterTextError) {
    #expect(try ParameterReader.value(c.text, for: definition).text == c.value)
  } catch {
    #expect(error.allowed == c.allowed)
  }
}

@Test func weightsGivenByHandNearOneAreTaken() {
  let names = ["a", "b"]
  #expect(WeightReader.fault([0.5, 0.5 + 9e-10], names: names) == nil)
  #expect(
    WeightReader.fault([0.5, 0.5 + 1e-8], names: names) == "weights sum to 1.00000001, not 1")
  #expect(WeightReader.fault([1.5, -0.5], names: names) == "weight a is 1.5, allowed 0...1")
  #expect(WeightReader.fault([0.6, -0.1], names: names) == "weight b is -0.1, allowed 0...1")
  #expect(WeightReader.fault([0.7, 0.2], names: names) == "weights sum to 0.9, not 1")
}

// MARK: Plans

private func plan(_ parameters: String, _ rest: String = "", method: String = "lattice") throws
  -> SweepPlan
{
  let text = """
    {"schema":"autoresearch.plan/1","name":"p","suite":["a","b"],"method":"\(method)",
     /* any */ "parameters":{\(parameters)}\(rest)} // comment
    """
  let reader = try PlanReader(Array(text.utf8), file: "plan.json")
  #expect(reader.suites.map(\.path) == ["a", "b"])
  return try reader.plan(engine: Vigil(), shipped: [0.35, 0.25, 0.2, 0.13, 0.07])
}

@Test func planTakesDocumentedDefaults() throws {
  let read = try plan(#""weights":{"step":0.05}"#)
  #expect(read.weights == .lattice(denominator: 20, minimum: 0))
  #expect(read.metric == .recall)
  #expect(read.require.map(\.text) == ["falseAlarms=0"])
  #expect(read.then == [.fewerInterventions, .metric(.margin), .nearestToShipped])
  #expect(read.seed == 1)
  #expect(read.keep == .best(100))
  #expect(read.runCap == nil)
}

@Test func planSaysOtherwise() throws {
  let read = try plan(
    #""weights":{"step":0.05}"#,
    #","metric":"f05","require":{"recall":">=0.5","fp":"<2"},"then":["tn"],"seed":7,"keep":"all","run_cap":99"#
  )
  #expect(read.metric == .f05)
  #expect(read.require.map(\.text) == ["fp<2", "recall>=0.5"])
  #expect(read.then == [.metric(.tn)])
  #expect(read.seed == 7)
  #expect(read.keep == .all)
  #expect(read.runCap == 99)
  #expect(try plan(#""weights":{"step":0.05}"#, #","require":null"#).require.isEmpty)
}

struct RangeCase: Sendable, CustomTestStringConvertible {
  let range: String
  let values: [Double]
  var testDescription: String { range }
}

private let rangeCases: [RangeCase] = [
  RangeCase(range: #""min":0.3,"max":0.7,"step":0.2"#, values: [0.3, 0.5, 0.7]),
  RangeCase(range: #""min":0.1,"max":0.35,"step":0.1"#, values: [0.1, 0.2, 0.3]),
  RangeCase(range: #""min":40,"max":42,"step":1"#, values: [40, 41, 42]),
  RangeCase(range: #""min":40.0,"max":4.1e1,"step":0.50"#, values: [40, 40.5, 41]),
  RangeCase(range: #""min":60,"max":60,"step":5"#, values: [60]),
  RangeCase(range: #""min":60,"max":61,"step":5"#, values: [60]),
  RangeCase(range: #""min":1e-2,"max":0.03,"step":1e-2"#, values: [0.01, 0.02, 0.03]),
  RangeCase(range: #""min":-0,"max":0.2,"step":0.1"#, values: [0, 0.1, 0.2]),
]

@Test(arguments: rangeCases)
func rangeCountsWholeDecimalSteps(_ c: RangeCase) throws {
  let read = try plan(#""notifyThreshold":{\#(c.range)}"#, method: "grid")
  guard case .range(let range, let isInteger)? = read.parameters["notifyThreshold"] else {
    Issue.record("no range")
    return
  }
  #expect(!isInteger)
  #expect((0..<range.count).map { range[$0] } == c.values)
}

struct LeastCase: Sendable, CustomTestStringConvertible {
  let weights: String
  let space: WeightSpace
  var method = "lattice"
  var testDescription: String { weights }
}

private let leastCases: [LeastCase] = [
  LeastCase(weights: #"{"step":0.05,"min":0.05}"#, space: .lattice(denominator: 20, minimum: 1)),
  LeastCase(weights: #"{"step":0.05,"min":0.051}"#, space: .lattice(denominator: 20, minimum: 2)),
  LeastCase(weights: #"{"step":0.05,"min":0.15}"#, space: .lattice(denominator: 20, minimum: 3)),
  LeastCase(weights: #"{"step":0.05,"min":0.2}"#, space: .lattice(denominator: 20, minimum: 4)),
  LeastCase(
    weights: #"{"step":0.3333333333333333}"#, space: .lattice(denominator: 3, minimum: 0)),
  LeastCase(weights: #"{"step":1}"#, space: .lattice(denominator: 1, minimum: 0)),
  LeastCase(weights: #"{"min":0.1}"#, space: .simplex(minimum: 0.1), method: "random"),
  LeastCase(
    weights: #"{"values":[{"sleep":0.25,"hrv":0.35}]}"#,
    space: .sets([[0.25, 0.35, 0.2, 0.13, 0.07]]), method: "grid"),
]

@Test(arguments: leastCases)
func weightsOfAPlan(_ c: LeastCase) throws {
  let rest = c.method == "random" ? #","run_cap":5"# : ""
  #expect(try plan("\"weights\":\(c.weights)", rest, method: c.method).weights == c.space)
}

@Test func sobolPlansDrawAsRandomOnes() throws {
  let read = try plan(
    #""weights":{"min":0.1},"notifyThreshold":{"min":40,"max":80}"#, #","run_cap":4294967296"#,
    method: "sobol")
  #expect(read.method == .sobol && read.runCap == 1 << 32)
  #expect(read.weights == .simplex(minimum: 0.1))
  #expect(read.parameters["notifyThreshold"] == .interval(40...80))
}

@Test func randomPlansDrawIntervalsAndWholeSteps() throws {
  let read = try plan(
    #""notifyThreshold":{"min":40,"max":80},"dailyBudget":{"min":1,"max":4}"#, #","run_cap":5"#,
    method: "random")
  #expect(read.parameters["notifyThreshold"] == .interval(40...80))
  #expect(
    read.parameters["dailyBudget"]
      == .range(DecimalRange(first: 1, step: 1, scale: 0, count: 4), isInteger: true))
}
