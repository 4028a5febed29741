import TraceModel

/// A drawing as it grows: shapes in user units of a canvas 600 wide, a tenth of a unit exact.
struct SVGDrawing {
  static let width = 600.0
  private(set) var body = ""

  /// A coordinate with at most one decimal.
  static func number(_ value: Double) -> String {
    let text = NumberText.fixed(value, 1)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// A width that the text surely fits in, in any of the usual fonts.
  static func width(of text: String, size: Double) -> Double {
    text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x250 ? 0.64 : 1.1) * size }
  }

  /// The text, shortened with an ellipsis to fit.
  static func fitted(_ text: String, width: Double, size: Double) -> String {
    let line = plainLine(text)
    guard Self.width(of: line, size: size) > width else { return line }
    var kept = line
    while !kept.isEmpty && Self.width(of: kept + "…", size: size) > width { kept.removeLast() }
    return kept + "…"
  }

  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) {
    let n = Self.number
    body +=
      "<line x1=\"\(n(x1))\" y1=\"\(n(y1))\" x2=\"\(n(x2))\" y2=\"\(n(y2))\" class=\"\(style)\"/>\n"
  }

  mutating func box(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: String,
    fill: String? = nil
  ) {
    let n = Self.number
    let paint = fill.map { " fill=\"\($0)\"" } ?? ""
    body +=
      "<rect x=\"\(n(x))\" y=\"\(n(y))\" width=\"\(n(width))\" height=\"\(n(height))\"\(paint) class=\"\(style)\"/>\n"
  }

  mutating func circle(_ x: Double, _ y: Double, _ radius: Double, _ style: String) {
    let n = Self.number
    body += "<circle cx=\"\(n(x))\" cy=\"\(n(y))\" r=\"\(n(radius))\" class=\"\(style)\"/>\n"
  }

  mutating func path(_ points: [(Double, Double)], _ style: String, closed: Bool = false) {
    let n = Self.number
    let steps = points.enumerated().map { "\($0 == 0 ? "M" : "L")\(n($1.0)) \(n($1.1))" }
    body += "<path d=\"\(steps.joined())\(closed ? "Z" : "")\" class=\"\(style)\"/>\n"
  }

  enum Anchor: String {
    case start, middle, end
  }

  mutating func text(
    _ text: String, _ x: Double, _ y: Double, _ style: String = "", anchor: Anchor = .start
  ) {
    let n = Self.number
    let kind = style.isEmpty ? "" : " class=\"\(style)\""
    let place = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    body += "<text x=\"\(n(x))\" y=\"\(n(y))\"\(kind)\(place)>\(markupText(text))</text>\n"
  }

  mutating func raw(_ markup: String) { body += markup }

  /// The shape that stands for series `index`: circle, diamond, square, triangle, in turn.
  mutating func mark(_ index: Int, _ x: Double, _ y: Double, _ r: Double, _ style: String) {
    switch index % 4 {
    case 0: circle(x, y, r, style)
    case 1:
      let d = r * 1.25
      path([(x, y - d), (x + d, y), (x, y + d), (x - d, y)], style, closed: true)
    case 2: box(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8, style)
    default:
      path(
        [(x, y - r * 1.2), (x + r * 1.1, y + r * 0.8), (x - r * 1.1, y + r * 0.8)], style,
        closed: true)
    }
  }

  /// Draws a legend in as many rows as it needs.
  ///
  /// - Parameters:
  ///   - items: Each draws its symbol left of the point it is given, then is named.
  ///   - top: Where it begins.
  /// - Returns: Where it ends.
  mutating func legend(
    _ items: [(name: String, draw: (inout SVGDrawing, Double, Double) -> Void)], top: Double
  ) -> Double {
    var x = 0.0
    var y = top + 12
    for item in items {
      let name = Self.fitted(item.name, width: Self.width - 30, size: 11)
      let width = 24 + Self.width(of: name, size: 11) + 10
      if x > 0 && x + width > Self.width {
        x = 0
        y += 18
      }
      item.draw(&self, x + 11, y - 4)
      text(name, x + 24, y, "small")
      x += width
    }
    return y + 8
  }
}

/// Fills that can be told apart without colour.
enum ChartPattern {
  /// The paint of series `index` in the chart of this name.
  static func paint(_ index: Int, in chart: String) -> String {
    "url(#\(chart)-p\(index % ChartStyle.seriesCount))"
  }

  /// Definitions of the first `count` patterns, and of the gates' shades.
  static func definitions(_ count: Int, in chart: String) -> String {
    let marks = [
      "", "M0 8L8 0M-2 2L2 -2M6 10L10 6", "M2 2h2v2h-2zM6 6h2v2h-2z", "M0 4H8",
      "M0 4H8M4 0V8", "M0 0L8 8M-2 6L2 10M6 -2L10 2", "M4 0V8", "M1 4h6M4 1v6",
    ]
    return (0..<min(count, marks.count)).map { i in
      """
      <pattern id="\(chart)-p\(i)" width="8" height="8" patternUnits="userSpaceOnUse">\
      <rect width="8" height="8" class="f\(i)"/><path d="\(marks[i])" class="veil thin"/></pattern>

      """
    }.joined()
  }

  static func quietHours(in chart: String) -> String { "url(#\(chart)-quiet)" }
  static func cooldown(in chart: String) -> String { "url(#\(chart)-cooldown)" }

  static func gateDefinitions(in chart: String) -> String {
    """
    <pattern id="\(chart)-quiet" width="5" height="5" patternUnits="userSpaceOnUse">\
    <path d="M0 5L5 0M-1 1L1 -1M4 6L6 4" class="soft thin"/></pattern>
    <pattern id="\(chart)-cooldown" width="4" height="4" patternUnits="userSpaceOnUse">\
    <rect x="1" y="1" width="2" height="2" class="fquiet"/></pattern>

    """
  }
}
