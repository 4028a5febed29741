import Foundation
import RunStore
import TestSupport
import Testing
import TraceModel

/// A value as one line, so that what was read can be compared with what was meant.
private func shown(_ node: JSONNode) -> String {
  switch node.value {
  case .null: "null"
  case .bool(let value): "\(value)"
  case .number(let value, let text): "\(NumberText.exact(value))'\(text)'"
  case .string(let text): "<\(text)>"
  case .array(let nodes): "[\(nodes.map(shown).joined(separator: " "))]"
  case .object(let members):
    "{\(members.map { "\($0.key)=\(shown($0.node))" }.joined(separator: " "))}"
  }
}

struct AcceptedCase: Sendable, CustomTestStringConvertible {
  let text: String
  let value: String
  var comments = false
  var testDescription: String { text }
}

private let acceptedCases: [AcceptedCase] = [
  AcceptedCase(text: "null", value: "null"),
  AcceptedCase(text: " \t\r\n true \n", value: "true"),
  AcceptedCase(text: "false", value: "false"),
  AcceptedCase(text: "0", value: "0'0'"),
  AcceptedCase(text: "-0", value: "-0'-0'"),
  AcceptedCase(text: "-12.50e+1", value: "-125'-12.50e+1'"),
  AcceptedCase(text: "1E2", value: "100'1E2'"),
  AcceptedCase(text: "0.1", value: "0.1'0.1'"),
  AcceptedCase(text: "1e-400", value: "0'1e-400'"),
  AcceptedCase(text: "12345678901234567890", value: "1.2345678901234567e+19'12345678901234567890'"),
  AcceptedCase(text: #""""#, value: "<>"),
  AcceptedCase(text: #""a\"b\\c\/d""#, value: #"<a"b\c/d>"#),
  AcceptedCase(text: #""\b\f\n\r\t""#, value: "<\u{8}\u{C}\n\r\t>"),
  AcceptedCase(text: #""\u00e9\u0041""#, value: "<éA>"),
  AcceptedCase(text: #""\ud83d\uDE00""#, value: "<\u{1F600}>"),
  AcceptedCase(text: "\"é\u{1F600}\"", value: "<é\u{1F600}>"),
  AcceptedCase(text: "[]", value: "[]"),
  AcceptedCase(text: "[1, [2], {}]", value: "[1'1' [2'2'] {}]"),
  AcceptedCase(text: #"{"b":1,"a":{"c":null}}"#, value: "{b=1'1' a={c=null}}"),
  AcceptedCase(text: #"{"":1}"#, value: "{=1'1'}"),
  AcceptedCase(
    text: "// first\n[1, /* two\nlines */ 2] // last", value: "[1'1' 2'2']", comments: true),
  AcceptedCase(text: "/**/null/***/", value: "null", comments: true),
  AcceptedCase(text: #""// no comment""#, value: "<// no comment>", comments: true),
]

@Test(arguments: acceptedCases)
func accepts(_ c: AcceptedCase) throws {
  let parsed = try JSONParser.parse(Array(c.text.utf8), comments: c.comments)
  #expect(shown(parsed.node) == c.value)
  #expect(parsed.duplicates.isEmpty)
}

struct RefusedCase: Sendable, CustomTestStringConvertible {
  let text: String
  let line: Int
  let message: String
  let fix: String
  var comments = false
  var testDescription: String { "\(text) is \(message)" }
}

private let commas = "separate values by commas and close the list with ]"
private let pairs = "write \"key\": value pairs, separated by commas, none after the last"
private let digits = "write digits, as in 7, 7.5 or 7e2, with no sign or zero before them"
private let escapes = #"use \" \\ \/ \b \f \n \r \t or \uXXXX"#
private let quotes = "check quotes, commas and brackets near here"

private let refusedCases: [RefusedCase] = [
  RefusedCase(
    text: "", line: 1, message: "the text ends where a value should be", fix: "complete it"),
  RefusedCase(
    text: "\n\n", line: 3, message: "the text ends where a value should be", fix: "complete it"),
  RefusedCase(
    text: "1 2", line: 1, message: "more text after the end of the value",
    fix: "keep one value here"),
  RefusedCase(
    text: "{}\n}", line: 2, message: "more text after the end of the value",
    fix: "keep one value here"),
  RefusedCase(text: "[1\n2]", line: 2, message: "\",\" or \"]\" is expected", fix: commas),
  RefusedCase(text: "[1,]", line: 1, message: "unexpected \"]\"", fix: quotes),
  RefusedCase(text: "[1", line: 1, message: "the text ends inside a list", fix: commas),
  RefusedCase(
    text: "[1,\n", line: 2, message: "the text ends where a value should be", fix: "complete it"),
  RefusedCase(
    text: "{a:1}", line: 1, message: "a key in double quotes is expected", fix: pairs),
  RefusedCase(
    text: "{'a':1}", line: 1, message: "a key in double quotes is expected", fix: pairs),
  RefusedCase(
    text: "{\"a\":1,}", line: 1, message: "a key in double quotes is expected", fix: pairs),
  RefusedCase(text: "{", line: 1, message: "the text ends inside an object", fix: pairs),
  RefusedCase(
    text: "{\"a\":1", line: 1, message: "the text ends inside an object",
    fix: "separate pairs by commas and close the object with }"),
  RefusedCase(
    text: "{\"a\":1 \"b\":2}", line: 1, message: "\",\" or \"}\" is expected",
    fix: "separate pairs by commas and close the object with }"),
  RefusedCase(
    text: "{\"a\" 1}", line: 1, message: "\":\" is missing after key \"a\"",
    fix: "write \"key\": value"),
  RefusedCase(
    text: "NaN", line: 1, message: "NaN is not a number",
    fix: "write null for a value that is missing"),
  RefusedCase(
    text: "[Infinity]", line: 1, message: "Infinity is not a number",
    fix: "write null for a value that is missing"),
  RefusedCase(
    text: "-Infinity", line: 1, message: "-Infinity and the like are no numbers",
    fix: "write null for a missing value"),
  RefusedCase(
    text: "nul", line: 1, message: "unexpected \"nul\"", fix: "put texts in double quotes"),
  RefusedCase(
    text: "True", line: 1, message: "unexpected \"True\"", fix: "put texts in double quotes"),
  RefusedCase(
    text: "nulls", line: 1, message: "unexpected \"nulls\"", fix: "put texts in double quotes"),
  RefusedCase(text: "\u{1}", line: 1, message: "unexpected byte 0x1", fix: quotes),
  RefusedCase(text: "é", line: 1, message: "unexpected byte 0xC3", fix: quotes),
  RefusedCase(text: "01", line: 1, message: "a number begins with 0", fix: digits),
  RefusedCase(text: "-", line: 1, message: "\"-\" without digits", fix: digits),
  RefusedCase(text: "+1", line: 1, message: "unexpected \"+\"", fix: quotes),
  RefusedCase(text: ".5", line: 1, message: "unexpected \".\"", fix: quotes),
  RefusedCase(text: "1.", line: 1, message: "no digit after \".\"", fix: digits),
  RefusedCase(text: "1e", line: 1, message: "no digit in exponent", fix: digits),
  RefusedCase(text: "1e+", line: 1, message: "no digit in exponent", fix: digits),
  RefusedCase(
    text: "1e400", line: 1, message: "1e400 is too large for a number",
    fix: "write a value within range"),
  RefusedCase(
    text: "0x10", line: 1, message: "more text after the end of the value",
    fix: "keep one value here"),
  RefusedCase(
    text: "\"a", line: 1, message: "the text ends inside a text in quotes",
    fix: "close it with a double quote"),
  RefusedCase(
    text: "\n\"a\nb\"", line: 2, message: "a line break inside a text in quotes",
    fix: "close the quote, or escape it as \\n or \\t"),
  RefusedCase(
    text: "\"a\tb\"", line: 1, message: "a control character inside a text in quotes",
    fix: "close the quote, or escape it as \\n or \\t"),
  RefusedCase(text: #""\q""#, line: 1, message: #""\q" is no escape"#, fix: escapes),
  RefusedCase(
    text: "\"\\\u{1B}[2J\"", line: 1, message: "\"\\\" before byte 0x1B is no escape", fix: escapes),
  RefusedCase(
    text: "\"\\\n\"", line: 1, message: "\"\\\" before byte 0xA is no escape", fix: escapes),
  RefusedCase(text: "\"\\", line: 1, message: "the text ends after \"\\\"", fix: escapes),
  RefusedCase(
    text: #""\u12g4""#, line: 1, message: "\\u needs four hexadecimal digits",
    fix: "write it as \\u00e9"),
  RefusedCase(text: #""\ud800""#, line: 1, message: "half of a surrogate pair", fix: escapes),
  RefusedCase(text: #""\ud800\u0041""#, line: 1, message: "half of a surrogate pair", fix: escapes),
  RefusedCase(text: #""\udc00""#, line: 1, message: "half of a surrogate pair", fix: escapes),
  RefusedCase(
    text: "[1] // x", line: 1, message: "more text after the end of the value",
    fix: "keep one value here"),
  RefusedCase(
    text: "[1, /* never\nclosed\n]", line: 1, message: "a comment opened here is never closed",
    fix: "close it with */", comments: true),
  RefusedCase(
    text: "[1, / 2]", line: 1, message: "a lone \"/\"", fix: "write comments as // or /* */",
    comments: true),
  RefusedCase(
    text: String(repeating: "[", count: 65), line: 1, message: "nested more than 64 deep",
    fix: "no format here nests so deep"),
  RefusedCase(
    text: String(repeating: "{\"a\":", count: 100_000), line: 1,
    message: "nested more than 64 deep",
    fix: "no format here nests so deep"),
]

@Test(arguments: refusedCases)
func refuses(_ c: RefusedCase) {
  let error = #expect(throws: JSONError.self) {
    try JSONParser.parse(Array(c.text.utf8), comments: c.comments)
  }
  #expect(error?.line == c.line)
  #expect(error?.message == "not valid JSON: \(c.message)")
  #expect(error?.fix == c.fix)
}

@Test func sixtyFourDeepIsAccepted() throws {
  let text = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
  _ = try JSONParser.parse(Array(text.utf8))
}

@Test func bytesThatAreNotUTF8AreRefused() {
  for bytes in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0xAF]] as [[UInt8]] {
    let error = #expect(throws: JSONError.self) {
      try JSONParser.parse([0x22] + bytes + [0x22])
    }
    #expect(error?.message == "not valid JSON: a text holds bytes that are not UTF-8")
    #expect(error?.fix == "save the file as UTF-8")
  }
}

@Test func keysThatStandTwiceAreAllTold() throws {
  let text = """
    {"a": 1, "a": 2,
     "b": {"c": 1,
           "c": 2},
     "a": 3}
    """
  let (node, duplicates) = try JSONParser.parse(Array(text.utf8))
  #expect(shown(node) == "{a=1'1' b={c=1'1'}}")
  #expect(duplicates.map(\.line) == [1, 3, 4])
  #expect(
    duplicates.map(\.message) == [
      "duplicate key \"a\": it stands twice in one object",
      "duplicate key \"c\": it stands twice in one object (first on line 2)",
      "duplicate key \"a\": it stands twice in one object (first on line 1)",
    ])
  #expect(Set(duplicates.map(\.fix)) == ["keep one of the two"])
}

@Test func linesAreThoseOfTheFile() throws {
  let (node, _) = try JSONParser.parse(Array("\n[1,\n\n2]".utf8), firstLine: 10)
  guard case .array(let nodes) = node.value else {
    Issue.record("no list")
    return
  }
  #expect(node.line == 11)
  #expect(nodes.map(\.line) == [11, 13])
}

@Test(arguments: Seeds.list(20, environment: ProcessInfo.processInfo.environment))
func fuzzedBytesNeverCrashAndAgreeWithTheSystem(_ seed: UInt64) {
  var random = SplitMix64(seed: seed)
  let sample = Array(#"{"a":[1,-2.5e3,"é\n\u00e9\ud83d\ude00",null,true],"b":{"c":false}} "#.utf8)
  let marks = Array(#"{}[]",:\0123eE+-.nulltrue /*"#.utf8)
  for _ in 0..<300 {
    var bytes = sample
    for _ in 0...random.below(4) {
      let at = random.below(bytes.count)
      switch random.below(4) {
      case 0: bytes[at] = UInt8(random.below(256))
      case 1: bytes[at] = marks[random.below(marks.count)]
      case 2: bytes.remove(at: at)
      default: bytes.insert(marks[random.below(marks.count)], at: at)
      }
    }
    let ours = (try? JSONParser.parse(bytes)) != nil
    let theirs =
      (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
    // The system's reader also takes some texts that are no JSON; never the other way round.
    if ours && !theirs {
      Issue.record("seed \(seed): accepted \(String(decoding: bytes, as: UTF8.self))")
    }
    _ = try? JSONParser.parse(bytes, comments: true)
  }
}

struct QuotedCase: Sendable, CustomTestStringConvertible {
  let text: String
  let shown: String
  var testDescription: String { shown }
}

private let quotedCases: [QuotedCase] = [
  QuotedCase(text: "plain", shown: "\"plain\""),
  QuotedCase(text: "a\"b\\c", shown: #""a\"b\\c""#),
  QuotedCase(text: "\u{1B}[31m\n", shown: #""\u{1b}[31m\u{a}""#),
  QuotedCase(text: "\u{202E}abc\u{2028}", shown: #""\u{202e}abc\u{2028}""#),
  QuotedCase(
    text: String(repeating: "x", count: 61), shown: "\"\(String(repeating: "x", count: 60))…\""),
]

@Test(arguments: quotedCases)
func quotedTextHidesNothing(_ c: QuotedCase) { #expect(quoted(c.text) == c.shown) }
