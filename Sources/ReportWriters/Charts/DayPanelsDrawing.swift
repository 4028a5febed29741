import TraceModel

/// Draws `DayPanels`: two panels a row, each with its own clock and the same score scale.
struct DayPanelsDrawing {
  private let content: DayPanels
  private let name: String
  private let low: Double
  private let high: Double

  private static let columnWidth = 292.0
  private static let columnGap = 16.0
  private static let plotLeft = 30.0
  private static let plotRight = 262.0
  private static let plotTop = 34.0
  private static let plotHeight = 92.0
  private static let stripHeight = 7.0

  init(_ content: DayPanels, name: String) {
    self.content = content
    self.name = name
    let series = content.panels.flatMap(\.series)
    let values = series.flatMap { $0.points.map(\.score) + [$0.threshold].compactMap { $0 } }
    low = min(0, (values.min() ?? 0).rounded(.down))
    let top = values.max() ?? 100
    high = max(top <= 100 ? 100 : (top / 10).rounded(.up) * 10, low + 1)
  }

  private var rowHeight: Double {
    Self.plotTop + Self.plotHeight + Double(content.seriesNames.count) * (Self.stripHeight + 2) + 28
  }

  var drawn: (String, Double) {
    var drawing = SVGDrawing()
    drawing.raw("<defs>\(ChartPattern.gateDefinitions(in: name))</defs>\n")
    var y = legend(&drawing)
    for (i, panel) in content.panels.enumerated() {
      if i > 0 && i % 2 == 0 { y += rowHeight }
      let x = i % 2 == 0 ? 0 : Self.columnWidth + Self.columnGap
      drawing.raw("<g transform=\"translate(\(SVGDrawing.number(x)) \(SVGDrawing.number(y)))\">\n")
      draw(panel, on: &drawing)
      drawing.raw("</g>\n")
    }
    return (drawing.body, y + (content.panels.isEmpty ? 0 : rowHeight))
  }

  private func legend(_ drawing: inout SVGDrawing) -> Double {
    typealias Draw = (inout SVGDrawing, Double, Double) -> Void
    var items: [(name: String, draw: Draw)] = []
    for (i, series) in content.seriesNames.enumerated() {
      items.append(
        (
          series,
          { drawing, x, y in
            drawing.line(x - 10, y, x + 10, y, Self.lineStyle(i))
            drawing.mark(i, x, y, 2, Self.hollow(i))
          }
        ))
    }
    items.append(("threshold", { $0.line($1 - 10, $2, $1 + 10, $2, "edge thin dashed") }))
    items.append(
      (
        "fired",
        {
          $0.mark(0, $1 - 5, $2, 4, "ink edge"); $0.mark(1, $1 + 6, $2, 4, "ink edge")
        }
      ))
    items.append(
      (
        "fired, not delivered",
        {
          $0.mark(0, $1 - 5, $2, 4, "ground edge"); $0.mark(1, $1 + 6, $2, 4, "ground edge")
        }
      ))
    items.append(("at the higher level", { Self.escalation(&$0, $1, $2 + 4) }))
    items.append(("label: should fire", { Self.label(&$0, $1, $2, fires: true) }))
    items.append(("label: silent", { Self.label(&$0, $1, $2, fires: false) }))
    let name = self.name
    let shades: [(String, String?)] = [
      ("quiet hours", ChartPattern.quietHours(in: name)),
      ("cooldown", ChartPattern.cooldown(in: name)), ("budget spent", nil),
    ]
    for (text, fill) in shades {
      items.append(
        (text, { $0.box($1 - 10, $2 - 5, 20, 9, fill == nil ? "fquiet" : "soft thin", fill: fill) })
      )
    }
    return drawing.legend(items, top: 0) + 6
  }

  private static func lineStyle(_ i: Int) -> String { "k\(i) line\(i % 2 == 1 ? " dashed" : "")" }
  private static func hollow(_ i: Int) -> String { "ground k\(i)" }

  private static func escalation(_ drawing: inout SVGDrawing, _ x: Double, _ y: Double) {
    drawing.path([(x - 4, y - 6), (x, y - 10), (x + 4, y - 6)], "edge line")
  }

  private static func label(_ drawing: inout SVGDrawing, _ x: Double, _ y: Double, fires: Bool) {
    if fires {
      drawing.path([(x - 4.5, y - 3.5), (x + 4.5, y - 3.5), (x, y + 4)], "ink edge", closed: true)
    } else {
      drawing.line(x - 4, y - 3.5, x + 4, y + 3.5, "edge line")
      drawing.line(x - 4, y + 3.5, x + 4, y - 3.5, "edge line")
    }
  }

  // MARK: One panel

  /// The seconds that a panel spans: from the first to the last step, with some air.
  private static func range(_ panel: DayPanels.Panel) -> (from: Int, to: Int) {
    let times = panel.series.flatMap { $0.points.map(\.at) }
    let first = times.min() ?? 0
    let last = times.max() ?? first
    let air = max(1800, (last - first) / 24)
    return (first - air, last + air)
  }

  private func draw(_ panel: DayPanels.Panel, on drawing: inout SVGDrawing) {
    let range = Self.range(panel)
    func x(_ time: Int) -> Double {
      let share = Double(time - range.from) / Double(max(1, range.to - range.from))
      return Self.plotLeft + min(1, max(0, share)) * (Self.plotRight - Self.plotLeft)
    }
    func y(_ score: Double) -> Double {
      Self.plotTop + Self.plotHeight * (1 - (score - low) / (high - low))
    }
    drawing.text(
      SVGDrawing.fitted(panel.name, width: Self.columnWidth, size: 12), 0, 12, "bold")
    for span in panel.quiet where span.to > range.from && span.from < range.to {
      drawing.box(
        x(span.from), Self.plotTop, x(span.to) - x(span.from), Self.plotHeight, "none",
        fill: ChartPattern.quietHours(in: name))
    }
    for value in [low, (low + high) / 2, high] {
      drawing.line(Self.plotLeft, y(value), Self.plotRight, y(value), "grid thin")
      drawing.text(
        SVGDrawing.number(value), Self.plotLeft - 4, y(value) + 4, "small quiet tick", anchor: .end)
    }
    drawClock(panel, range, x, on: &drawing)
    drawThresholds(panel, y, on: &drawing)
    for (i, series) in panel.series.enumerated() {
      drawSeries(series, i, x, y, range, on: &drawing)
    }
    for label in panel.labels {
      drawLabel(label, x, on: &drawing)
    }
  }

  private func drawLabel(
    _ label: DayPanels.Label, _ x: (Int) -> Double, on drawing: inout SVGDrawing
  ) {
    let top = Self.plotTop - 10
    if label.span.to > label.span.from {
      drawing.box(
        x(label.span.from), top - 2, max(2, x(label.span.to) - x(label.span.from)), 4,
        label.fires ? "ink edge" : "ground edge")
    }
    Self.label(&drawing, (x(label.span.from) + x(label.span.to)) / 2, top, fires: label.fires)
  }

  private func drawClock(
    _ panel: DayPanels.Panel, _ range: (from: Int, to: Int), _ x: (Int) -> Double,
    on drawing: inout SVGDrawing
  ) {
    let hour = 3600
    let steps =
      [hour, 2 * hour, 3 * hour, 4 * hour, 6 * hour, 12 * hour]
      + [1, 2, 7, 14, 28].map { $0 * 24 * hour }
    let span = range.to - range.from
    let step = steps.first { span / $0 <= 5 } ?? max(1, span / 5)
    let bottom = Self.plotTop + Self.plotHeight
    let strips = Double(panel.series.count) * (Self.stripHeight + 2)
    var local = ((range.from + panel.offsetSeconds).flooredQuotient(by: step) + 1) * step
    while local - panel.offsetSeconds <= range.to {
      let time = local - panel.offsetSeconds
      drawing.line(x(time), bottom, x(time), bottom + 3, "edge thin")
      let moment = Moment(instant: time, offsetSeconds: panel.offsetSeconds)
      let text =
        step >= 24 * hour ? String(moment.day.text.suffix(5)) : minuteText(moment.minuteOfDay)
      drawing.text(text, x(time), bottom + strips + 16, "small quiet tick", anchor: .middle)
      local += step
    }
    drawing.line(Self.plotLeft, bottom, Self.plotRight, bottom, "edge thin")
  }

  /// The lines, and their values at the right edge, pushed apart where they would overlap.
  private func drawThresholds(
    _ panel: DayPanels.Panel, _ y: (Double) -> Double, on drawing: inout SVGDrawing
  ) {
    var texts: [(value: Double, y: Double)] = []
    for (i, series) in panel.series.enumerated() {
      guard let threshold = series.threshold else { continue }
      drawing.line(
        Self.plotLeft, y(threshold), Self.plotRight, y(threshold), "k\(i) thin dashed")
      if !texts.contains(where: { $0.value == threshold }) {
        texts.append((threshold, y(threshold)))
      }
    }
    texts.sort { $0.y < $1.y }
    for i in texts.indices.dropFirst() {
      texts[i].y = max(texts[i].y, texts[i - 1].y + 12)
    }
    let bottom = Self.plotTop + Self.plotHeight
    for i in texts.indices.reversed() {
      let limit = i == texts.count - 1 ? bottom : texts[i + 1].y - 12
      texts[i].y = min(texts[i].y, limit)
    }
    for text in texts {
      drawing.text(
        NumberText.fixed(text.value, text.value == text.value.rounded() ? 0 : 1),
        Self.plotRight + 3, text.y + 4, "small")
    }
  }

  /// Beyond this many, points that did not fire are thinned out; the chart's summary says so.
  private static let points = 300

  private func drawSeries(
    _ series: DayPanels.Series, _ i: Int, _ x: (Int) -> Double, _ y: (Double) -> Double,
    _ range: (from: Int, to: Int), on drawing: inout SVGDrawing
  ) {
    let stride = max(1, series.points.count / Self.points)
    let shown = series.points.enumerated().filter { $0 % stride == 0 || $1.fired }.map(\.element)
    drawing.path(shown.map { (x($0.at), y($0.score)) }, Self.lineStyle(i))
    for point in shown where !point.fired && stride == 1 {
      drawing.mark(i, x(point.at), y(point.score), 2, Self.hollow(i))
    }
    for point in shown where point.fired {
      drawing.mark(
        i, x(point.at), y(point.score), 4, point.delivered ? "f\(i) edge" : "ground k\(i)")
      if point.escalated { Self.escalation(&drawing, x(point.at), y(point.score)) }
    }
    let top = Self.plotTop + Self.plotHeight + 4 + Double(i) * (Self.stripHeight + 2)
    func strip(_ spans: [DayPanels.Span], _ style: String, _ fill: String?) {
      for span in spans where span.to > range.from && span.from < range.to {
        drawing.box(
          x(span.from), top, max(1, x(span.to) - x(span.from)), Self.stripHeight, style, fill: fill)
      }
    }
    strip(series.cooldown, "k\(i) thin", ChartPattern.cooldown(in: name))
    strip(series.budgetSpent, "fquiet k\(i)", nil)
  }
}
