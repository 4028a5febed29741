/// Draws `CaseMatrix`: a row a case, a column a variant, a shape for each verdict.
struct CaseMatrixDrawing {
  private let content: CaseMatrix

  private static let names = 220.0
  private static let row = 20.0

  init(_ content: CaseMatrix) { self.content = content }

  var drawn: (String, Double) {
    var drawing = SVGDrawing()
    let words: [CaseMatrix.Cell: String] = [
      .pass: "passes", .partly: "passes at some samples", .fail: "fails",
      .notScored: "not scored", .fallback: "fallback shown",
    ]
    let legend = CaseMatrix.Cell.allCases.map { cell in
      (
        name: words[cell] ?? "",
        draw: { (drawing: inout SVGDrawing, x: Double, y: Double) in
          Self.draw(cell, x, y, &drawing)
        }
      )
    }
    var y = drawing.legend(legend, top: 0) + 6
    let width = (SVGDrawing.width - Self.names) / Double(max(1, content.variants.count))
    for (i, variant) in content.variants.enumerated() {
      drawing.text(
        SVGDrawing.fitted(variant, width: width - 6, size: 11),
        Self.names + (Double(i) + 0.5) * width, y + 12, "small bold", anchor: .middle)
    }
    y += 20
    for row in content.rows {
      drawing.line(0, y, SVGDrawing.width, y, "grid thin")
      drawing.text(SVGDrawing.fitted(row.name, width: Self.names - 8, size: 11), 0, y + 14, "small")
      for (i, cell) in row.cells.enumerated() {
        Self.draw(cell, Self.names + (Double(i) + 0.5) * width, y + Self.row / 2, &drawing)
      }
      y += Self.row
    }
    drawing.line(0, y, SVGDrawing.width, y, "grid thin")
    return (drawing.body, y + 6)
  }

  private static func draw(
    _ cell: CaseMatrix.Cell, _ x: Double, _ y: Double, _ drawing: inout SVGDrawing
  ) {
    switch cell {
    case .pass: drawing.circle(x, y, 6, "f2 edge")
    case .partly:
      drawing.circle(x, y, 6, "ground edge")
      drawing.raw(
        "<path d=\"M\(SVGDrawing.number(x)) \(SVGDrawing.number(y - 6))a6 6 0 0 0 0 12z\" class=\"f2 edge\"/>\n"
      )
    case .fail:
      drawing.line(x - 5, y - 5, x + 5, y + 5, "k1 cross")
      drawing.line(x - 5, y + 5, x + 5, y - 5, "k1 cross")
    case .notScored: drawing.line(x - 5, y, x + 5, y, "edge line")
    case .fallback: drawing.box(x - 5, y - 5, 10, 10, "ground edge")
    }
  }
}
