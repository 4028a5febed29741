import TraceModel

/// Draws `StackedBars`: a bar and its figures for each moment.
struct StackedBarsDrawing {
  private let content: StackedBars
  private let name: String

  init(_ content: StackedBars, name: String) {
    self.content = content
    self.name = name
  }

  var drawn: (String, Double) {
    var drawing = SVGDrawing()
    drawing.raw("<defs>\(ChartPattern.definitions(content.partNames.count, in: name))</defs>\n")
    let chart = name
    let legend = content.partNames.enumerated().map { i, part in
      (
        name: part,
        draw: { (drawing: inout SVGDrawing, x: Double, y: Double) in
          drawing.box(x - 10, y - 6, 20, 11, "edge", fill: ChartPattern.paint(i, in: chart))
        }
      )
    }
    var y = drawing.legend(legend, top: 0) + 6
    let sums = content.bars.flatMap { bar in
      [bar.parts.filter { $0 > 0 }.reduce(0, +), bar.threshold]
    }
    let high = max(sums.max() ?? 0, 1) * 1.02
    let low = min(0, content.bars.map { $0.parts.filter { $0 < 0 }.reduce(0, +) }.min() ?? 0)
    func x(_ value: Double) -> Double { (value - low) / (high - low) * SVGDrawing.width }
    for bar in content.bars { draw(bar, x, &y, on: &drawing) }
    return (drawing.body, y)
  }

  private func draw(
    _ bar: StackedBars.Bar, _ x: (Double) -> Double, _ y: inout Double, on drawing: inout SVGDrawing
  ) {
    let sign = bar.score >= bar.threshold ? "≥" : "<"
    let figures =
      "\(scoreText(bar.score, against: bar.threshold)) \(sign) \(NumberText.exact(bar.threshold))"
    let room = SVGDrawing.width - SVGDrawing.width(of: figures, size: 12) - 12
    drawing.text(SVGDrawing.fitted(bar.name, width: room, size: 12), 0, y + 12, "bold")
    drawing.text(figures, SVGDrawing.width, y + 12, "", anchor: .end)
    y += 20
    var right = 0.0
    var left = 0.0
    for (i, part) in bar.parts.enumerated() where part != 0 {
      let from = part > 0 ? right : left
      if part > 0 { right += part } else { left += part }
      drawing.box(
        min(x(from), x(from + part)), y, abs(x(from + part) - x(from)), 18, "edge",
        fill: ChartPattern.paint(i, in: name))
    }
    drawing.line(x(0), y - 3, x(0), y + 21, "edge thin")
    drawing.line(x(bar.threshold), y - 4, x(bar.threshold), y + 22, "edge line dashed")
    y += 34
    let parts = zip(content.partNames, bar.parts).map { "\($0) \(NumberText.fixed($1, 1))" }
    for line in Self.lines(parts + ["threshold \(NumberText.exact(bar.threshold)), dashed"]) {
      drawing.text(line, 0, y, "small")
      y += 15
    }
    y += 10
  }

  /// Figures joined to lines that fit.
  private static func lines(_ parts: [String]) -> [String] {
    var lines: [String] = []
    for part in parts {
      let longer = lines.last.map { "\($0) · \(part)" } ?? part
      if !lines.isEmpty && SVGDrawing.width(of: longer, size: 11) <= SVGDrawing.width {
        lines[lines.count - 1] = longer
      } else {
        lines.append(SVGDrawing.fitted(part, width: SVGDrawing.width, size: 11))
      }
    }
    return lines
  }
}
