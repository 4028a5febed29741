import Foundation
import ReportWriters
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

private let nasty = "a </svg><script>&\"'\n\u{202E}\u{FFFF}\u{1}b"

private func days(names: [String] = ["shipped", "sweep winner"], score: Double = 50) -> Chart {
  let points = (0..<6).map { i in
    DayPanels.Point(
      at: 1_744_617_600 + i * 7200, score: score + Double(i), fired: i == 3, escalated: i == 3,
      delivered: i == 3)
  }
  let series = names.map { _ in
    DayPanels.Series(
      threshold: 60, points: points,
      cooldown: [.init(from: points[3].at, to: points[3].at + 7200)],
      budgetSpent: [.init(from: points[4].at, to: points[5].at)])
  }
  let panel = DayPanels.Panel(
    name: nasty, offsetSeconds: -25_200, quiet: [.init(from: points[0].at, to: points[1].at)],
    labels: [.init(span: .init(from: points[3].at, to: points[3].at), fires: true)],
    series: series)
  return Chart(
    name: "days", title: nasty, summary: nasty,
    content: .days(DayPanels(seriesNames: names, panels: [panel, panel, panel])))
}

private func stack(_ parts: [Double], threshold: Double = 60) -> Chart {
  Chart(
    name: "misses", title: "Why?", summary: nasty,
    content: .stack(
      StackedBars(
        partNames: parts.indices.map { "part \($0) \(nasty)" },
        bars: [.init(name: nasty, parts: parts, score: parts.reduce(0, +), threshold: threshold)])))
}

private func tradeOff(_ dots: [TradeOff.Dot], named: [TradeOff.Named] = []) -> Chart {
  Chart(
    name: "trade-off", title: "What does it cost?", summary: nasty,
    content: .tradeOff(TradeOff(dots: dots, named: named, positives: 6, negatives: 13)))
}

private let charts = [
  days(), days(names: ["one"]), days(score: -30), days(score: 900),
  stack([17.5, 0, 3.25, 1, 2]), stack([-4, 10], threshold: 7), stack([]),
  stack(Array(repeating: 1.5, count: 12)),
  tradeOff([]), tradeOff([.init(falseAlarms: 0, caught: 6, behaviours: 10_000)]),
  tradeOff(
    [.init(falseAlarms: 900, caught: 0, behaviours: 1)],
    named: [
      .init(name: nasty, kind: .shipped, falseAlarms: 0, caught: 4),
      .init(name: "sweep winner", kind: .winner, falseAlarms: 0, caught: 4),
      .init(name: "deadline alone", kind: .baseline, falseAlarms: 1, caught: 6),
    ]),
  Chart(
    name: "matrix", title: "Which variant passes?", summary: "s",
    content: .matrix(
      CaseMatrix(
        variants: ["A", nasty], rows: [.init(name: nasty, cells: CaseMatrix.Cell.allCases)]))),
]

/// Finds what an XML parser makes of a text.
private final class Elements: NSObject, XMLParserDelegate {
  var names: [String] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    names.append(name)
  }
}

@Suite struct ChartWriterTests {
  @Test(arguments: charts)
  func everyChartIsWellFormedAndNamed(_ chart: Chart) {
    let text = ChartWriter.svg(chart, standsAlone: true)
    let parser = XMLParser(data: Data(text.utf8))
    let elements = Elements()
    parser.delegate = elements
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    #expect(elements.names.prefix(3) == ["svg", "title", "desc"])
    #expect(!elements.names.contains("script"))
    #expect(
      text.contains("role=\"img\" aria-labelledby=\"\(chart.name)-title \(chart.name)-desc\""))
    for word in ["nan", "inf", "–\"", "e+", "e-0"] {
      #expect(!text.contains("=\"\(word)"), "\(word)")
    }
  }

  @Test func aPageBringsTheStyleItself() {
    let inside = ChartWriter.svg(days(), standsAlone: false)
    #expect(inside.hasPrefix("<svg "))
    #expect(!inside.contains("<style"))
    #expect(!inside.contains(" style="))
  }

  @Test func sameValuesSameBytes() throws {
    for chart in charts {
      let copy = try JSONDecoder().decode(Chart.self, from: JSONEncoder().encode(chart))
      #expect(copy == chart)
      #expect(
        ChartWriter.svg(copy, standsAlone: true) == ChartWriter.svg(chart, standsAlone: true))
    }
  }

  @Test func namesThatShareAPointShareAKey() {
    let text = ChartWriter.svg(
      tradeOff(
        [],
        named: [
          .init(name: "shipped", kind: .shipped, falseAlarms: 0, caught: 4),
          .init(name: "never", kind: .baseline, falseAlarms: 0, caught: 4),
        ]), standsAlone: true)
    #expect(text.contains(">S, 1</text>"))
    #expect(text.contains(">1  never: caught 4, false alarms 0</text>"))
  }

  @Test func longNamesAreShortened() {
    let name = String(repeating: "long-", count: 30)
    let text = ChartWriter.svg(
      Chart(
        name: "m", title: name, summary: "",
        content: .matrix(CaseMatrix(variants: [name], rows: [.init(name: name, cells: [.fail])]))),
      standsAlone: true)
    #expect(text.contains("…</text>"))
    #expect(!text.contains("\(name)</text>"))
  }

  @Test(arguments: ["../x", "", "A", "a/b"])
  func aStoredNameThatLeavesTheFolderIsSeen(_ name: String) throws {
    var chart = days()
    chart.name = name
    #expect(!chart.hasSafeName)
  }
}
