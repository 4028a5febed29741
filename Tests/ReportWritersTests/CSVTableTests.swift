import ReportWriters
import Testing

struct CellCase: Sendable, CustomTestStringConvertible {
  let cell: String
  let written: String
  var testDescription: String { written }
}

private let cellCases: [CellCase] = [
  CellCase(cell: "", written: ""),
  CellCase(cell: "plain text; 0.5", written: "plain text; 0.5"),
  CellCase(cell: "a,b", written: "\"a,b\""),
  CellCase(cell: "say \"hi\"", written: "\"say \"\"hi\"\"\""),
  CellCase(cell: "two\nlines", written: "\"two\nlines\""),
  CellCase(cell: "two\r\nlines", written: "\"two\r\nlines\""),
  CellCase(cell: "\"", written: "\"\"\"\""),
  CellCase(cell: "über, naïve", written: "\"über, naïve\""),
  // A quote with a combining accent is one character of Swift and still a quote of CSV.
  CellCase(cell: "a\"\u{301}b", written: "\"a\"\"\u{301}b\""),
]

@Test(arguments: cellCases)
func quotesWhereNeeded(_ c: CellCase) {
  var table = CSVTable(header: ["first", "second"])
  table.add([c.cell, "x"])
  #expect(Array(table.text.utf8) == Array("first,second\n\(c.written),x\n".utf8))
}

private let freeTextCases: [CellCase] = [
  CellCase(cell: "", written: ""), CellCase(cell: "plain", written: "plain"),
  CellCase(cell: "=1+1", written: "'=1+1"), CellCase(cell: "+1", written: "'+1"),
  CellCase(cell: "-1", written: "'-1"), CellCase(cell: "@SUM(A1)", written: "'@SUM(A1)"),
  CellCase(cell: "\tx", written: "'\tx"), CellCase(cell: "\rx", written: "'\rx"),
  CellCase(cell: "\r\nx", written: "'\r\nx"), CellCase(cell: "a=1", written: "a=1"),
  CellCase(cell: "=\u{301}x", written: "'=\u{301}x"), CellCase(cell: " =1", written: " =1"),
]

@Test(arguments: freeTextCases)
func freeTextIsNoFormula(_ c: CellCase) {
  #expect(Array(CSVTable.freeText(c.cell).utf8) == Array(c.written.utf8))
}
