import Testing
import TraceModel

@Test func problemSaysWhereWhatAndHow() {
  let problem = Problem(
    file: "Traces/mine/monday.jsonl", line: 41,
    message: "signal \"sleepHours\" is 31, allowed 0...24", fix: "correct line 41")
  #expect(
    problem.text == """
      Traces/mine/monday.jsonl:41: error: signal "sleepHours" is 31, allowed 0...24
        fix: correct line 41
      """)
  #expect(
    Problem(file: "a", message: "b", fix: "c").text == "a: error: b\n  fix: c")
}

struct FailureCase: Sendable, CustomTestStringConvertible {
  let failure: Failure
  let status: Int32
  let text: String
  var testDescription: String { "status \(status)" }
}

private let failureHasItsStatusAndTextCases: [FailureCase] = [
  FailureCase(
    failure: .input([
      Problem(file: "a", line: 1, message: "b", fix: "c"),
      Problem(file: "d", message: "e", fix: "f"),
    ]), status: 2, text: "a:1: error: b\n  fix: c\nd: error: e\n  fix: f"),
  FailureCase(
    failure: .lock([Problem(file: "a", message: "b", fix: "c")]), status: 3,
    text: "a: error: b\n  fix: c"),
  FailureCase(
    failure: .usage(message: "b", fix: "c"), status: 64, text: "error: b\n  fix: c"),
  FailureCase(
    failure: .output(path: "out", message: "b"), status: 74,
    text:
      "out: error: b\n  fix: free the place, correct its permissions, or choose another with --out"
  ),
]

@Test(arguments: failureHasItsStatusAndTextCases)
func failureHasItsStatusAndText(_ c: FailureCase) {
  #expect(c.failure.status == c.status)
  #expect(c.failure.text == c.text)
}

struct NearestCase: Sendable, CustomTestStringConvertible {
  let typed: String
  let match: String?
  var testDescription: String { typed }
}

private let nearestKnownNameCases: [NearestCase] = [
  NearestCase(typed: "vigl", match: "vigil"),
  NearestCase(typed: "VIGIL", match: "vigil"),
  NearestCase(typed: "igvil", match: "vigil"),
  NearestCase(typed: "sleepHuors", match: "sleepHours"),
  NearestCase(typed: "sleephours", match: "sleepHours"),
  NearestCase(typed: "step", match: "steps"),
  NearestCase(typed: "pets", match: nil),
  NearestCase(typed: "", match: nil),
  NearestCase(typed: "entirely different", match: nil),
  NearestCase(typed: String(repeating: "x", count: 100_000), match: nil),
]

@Test(arguments: nearestKnownNameCases)
func nearestKnownName(_ c: NearestCase) {
  let known = ["vigil", "sleepHours", "steps"]
  #expect(Nearest.match(for: c.typed, among: known) == c.match)
  #expect(
    Nearest.hint(for: c.typed, among: known) == (c.match.map { "; did you mean \"\($0)\"?" } ?? ""))
}
