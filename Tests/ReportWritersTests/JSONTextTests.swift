import Foundation
import ReportWriters
import Testing

struct JSONCase: Sendable, CustomTestStringConvertible {
  let value: JSONText
  let line: String
  var testDescription: String { line }
}

private let jsonCases: [JSONCase] = [
  JSONCase(value: .null, line: "null"), JSONCase(value: .bool(true), line: "true"),
  JSONCase(value: .bool(false), line: "false"), JSONCase(value: .integer(-7), line: "-7"),
  JSONCase(value: .number(0.1), line: "0.1"), JSONCase(value: .number(60), line: "60"),
  JSONCase(value: .number(1e21), line: "1e+21"), JSONCase(value: .string(""), line: "\"\""),
  JSONCase(value: .string("a\"b\\c/d"), line: #""a\"b\\c/d""#),
  JSONCase(value: .string("a\nb\rc\td"), line: #""a\nb\rc\td""#),
  JSONCase(value: .string("\u{0}\u{1F}\u{7F}"), line: #""\u0000\u001f\u007f""#),
  JSONCase(value: .string("\u{2028}\u{2029}"), line: #""\u2028\u2029""#),
  JSONCase(value: .string("é\u{1F600}"), line: "\"é\u{1F600}\""),
  JSONCase(value: .string("\"\u{301}\r\n"), line: "\"\\\"\u{301}\\r\\n\""),
  JSONCase(value: .array([]), line: "[]"), JSONCase(value: .object([]), line: "{}"),
  JSONCase(
    value: .object([("b", .integer(1)), ("a", .array([.null, .string("x")]))]),
    line: #"{"b":1,"a":[null,"x"]}"#),
  JSONCase(value: .optional(nil as Double?), line: "null"),
  JSONCase(value: .optional("x"), line: "\"x\""), JSONCase(value: .optional(3), line: "3"),
  JSONCase(value: .strings(["a", "b"]), line: #"["a","b"]"#),
]

@Test(arguments: jsonCases)
func jsonOnOneLine(_ c: JSONCase) throws {
  #expect(Array(c.value.line.utf8) == Array(c.line.utf8))
  // The system's own reader takes it too.
  _ = try JSONSerialization.jsonObject(with: Data(c.line.utf8), options: .fragmentsAllowed)
}

@Test func jsonPageIsIndented() {
  let value = JSONText.object([
    ("name", .string("x")), ("list", .array([.integer(1), .integer(2)])), ("none", .array([])),
  ])
  #expect(
    value.page == """
      {
        "name": "x",
        "list": [
          1,
          2
        ],
        "none": []
      }

      """)
}
