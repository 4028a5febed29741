import TraceModel

/// Draws `TradeOff`: dots on a grid of counts, named points with keys that a list below explains.
struct TradeOffDrawing {
  private let content: TradeOff
  private let name: String

  private static let left = 46.0
  private static let right = 580.0
  private static let top = 14.0
  private static let height = 250.0

  init(_ content: TradeOff, name: String) {
    self.content = content
    self.name = name
  }

  private var lastX: Int {
    max(1, (content.dots.map(\.falseAlarms) + content.named.map(\.falseAlarms)).max() ?? 1)
  }
  private var lastY: Int { max(1, content.positives, content.dots.map(\.caught).max() ?? 1) }

  /// Half a step of air on each side, so that the dots of zero keep off the axes.
  private func x(_ value: Int) -> Double {
    Self.left + (Double(value) + 0.5) / Double(lastX + 1) * (Self.right - Self.left)
  }
  private func y(_ value: Int) -> Double {
    Self.top + (1 - (Double(value) + 0.5) / Double(lastY + 1)) * Self.height
  }

  var drawn: (String, Double) {
    var drawing = SVGDrawing()
    drawAxes(&drawing)
    let most = Double(content.dots.map(\.behaviours).max() ?? 1)
    let room = min(
      (Self.right - Self.left) / Double(lastX + 1), Self.height / Double(lastY + 1), 24)
    for dot in content.dots {
      let area = (Double(dot.behaviours) / most).squareRoot()
      drawing.circle(
        x(dot.falseAlarms), y(dot.caught), max(1.5, area * room / 2 * 0.9), "f5 edge")
    }
    let keys = drawNamed(&drawing)
    var bottom = Self.top + Self.height + 48
    for (key, point) in keys {
      let text =
        "\(key)  \(point.name): caught \(point.caught), false alarms \(point.falseAlarms)"
      Self.symbol(point.kind, 10, bottom - 4, &drawing)
      drawing.text(
        SVGDrawing.fitted(text, width: SVGDrawing.width - 24, size: 12), 24, bottom)
      bottom += 18
    }
    return (drawing.body, bottom)
  }

  private func drawAxes(_ drawing: inout SVGDrawing) {
    let bottom = Self.top + Self.height
    for value in Self.ticks(lastX) {
      drawing.line(x(value), Self.top, x(value), bottom, "grid thin")
      drawing.text(String(value), x(value), bottom + 15, "small quiet tick", anchor: .middle)
    }
    for value in Self.ticks(lastY) {
      drawing.line(Self.left, y(value), Self.right, y(value), "grid thin")
      drawing.text(String(value), Self.left - 5, y(value) + 4, "small quiet tick", anchor: .end)
    }
    drawing.line(Self.left, bottom, Self.right, bottom, "edge thin")
    drawing.line(Self.left, Self.top, Self.left, bottom, "edge thin")
    drawing.text(
      "false alarms (fewer is better, left)", (Self.left + Self.right) / 2, bottom + 30,
      "small", anchor: .middle)
    drawing.text("caught (more is better, up)", 0, 6, "small")
  }

  /// Whole numbers at most ten apart.
  private static func ticks(_ last: Int) -> [Int] {
    var step = 1
    for factor in [2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000] where last / step > 10 {
      step = factor
    }
    return Array(stride(from: 0, through: last, by: step))
  }

  private static func symbol(
    _ kind: TradeOff.Named.Kind, _ x: Double, _ y: Double, _ drawing: inout SVGDrawing
  ) {
    switch kind {
    case .shipped: drawing.mark(2, x, y, 6, "f0 edge")
    case .winner: drawing.mark(1, x, y, 6, "f1 edge")
    case .baseline: drawing.mark(3, x, y, 6, "f2 edge")
    }
  }

  /// Draws each named point once, its keys beside it.
  ///
  /// - Returns: Keys and points for the list.
  private func drawNamed(_ drawing: inout SVGDrawing) -> [(String, TradeOff.Named)] {
    var keys: [(String, TradeOff.Named)] = []
    var number = 0
    for point in content.named {
      switch point.kind {
      case .shipped: keys.append(("S", point))
      case .winner: keys.append(("W", point))
      case .baseline:
        number += 1
        keys.append((String(number), point))
      }
    }
    var places: [(x: Int, y: Int, keys: [String], kinds: [TradeOff.Named.Kind])] = []
    for (key, point) in keys {
      if let i = places.firstIndex(where: { $0.x == point.falseAlarms && $0.y == point.caught }) {
        places[i].keys.append(key)
        if !places[i].kinds.contains(point.kind) { places[i].kinds.append(point.kind) }
      } else {
        places.append((point.falseAlarms, point.caught, [key], [point.kind]))
      }
    }
    let room = (Self.right - Self.left) / Double(lastX + 1)
    for place in places {
      for (i, kind) in place.kinds.enumerated() {
        let shift = (Double(i) - Double(place.kinds.count - 1) / 2) * min(13, room / 2.5)
        Self.symbol(kind, x(place.x) + shift, y(place.y), &drawing)
      }
      var text = place.keys.joined(separator: ", ")
      if place.keys.count > 1 && SVGDrawing.width(of: text, size: 12) > room - 4 {
        text = "\(place.keys[0]) +\(place.keys.count - 1)"
      }
      drawing.text(text, x(place.x), y(place.y) - 9, "bold halo", anchor: .middle)
    }
    return keys
  }
}
