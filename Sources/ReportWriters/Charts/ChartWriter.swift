/// Draws charts as SVG with the same bytes everywhere.
package enum ChartWriter {
  /// - Parameters:
  ///   - chart: What to draw.
  ///   - standsAlone: Whether it is a file of its own, with its style, or part of a page.
  /// - Returns: An `svg` element, with an XML declaration when it stands alone.
  package static func svg(_ chart: Chart, standsAlone: Bool) -> String {
    let (body, height) =
      switch chart.content {
      case .days(let panels): DayPanelsDrawing(panels, name: chart.name).drawn
      case .stack(let bars): StackedBarsDrawing(bars, name: chart.name).drawn
      case .tradeOff(let points): TradeOffDrawing(points, name: chart.name).drawn
      case .matrix(let matrix): CaseMatrixDrawing(matrix).drawn
      }
    let lines = titleLines(chart.title)
    let top = Double(lines.count) * 19 + 6
    var heading = SVGDrawing()
    for (i, line) in lines.enumerated() {
      heading.text(line, 0, 14 + Double(i) * 19, "bold title")
    }
    let total = SVGDrawing.number(height + top + 4)
    let name = chart.name
    // A margin on all sides keeps strokes and rounded glyphs inside.
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" class="ar" viewBox="-4 -2 608 \(total)" width="608" \
      height="\(total)" role="img" aria-labelledby="\(name)-title \(name)-desc">
      <title id="\(name)-title">\(markupText(chart.title))</title>
      <desc id="\(name)-desc">\(markupText(chart.summary))</desc>

      """
    if standsAlone {
      text += "<style>\(ChartStyle.text)</style>\n"
      text += "<rect x=\"-4\" y=\"-2\" width=\"608\" height=\"\(total)\" class=\"ground\"/>\n"
    }
    text += heading.body
    text += "<g transform=\"translate(0 \(SVGDrawing.number(top)))\">\n\(body)</g>\n</svg>\n"
    return standsAlone ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(text)" : text
  }

  /// The title in lines that fit, at most three.
  private static func titleLines(_ title: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in plainLine(title).split(separator: " ") {
      let longer = line.isEmpty ? String(word) : "\(line) \(word)"
      if !line.isEmpty && SVGDrawing.width(of: longer, size: 13) > SVGDrawing.width {
        lines.append(line)
        line = String(word)
      } else {
        line = longer
      }
    }
    lines.append(line)
    if lines.count > 3 { lines = Array(lines[..<2]) + [lines[2] + " …"] }
    return lines.map { SVGDrawing.fitted($0, width: SVGDrawing.width, size: 13) }
  }
}
