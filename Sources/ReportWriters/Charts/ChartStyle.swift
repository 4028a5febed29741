/// Colours of charts: Okabe and Ito's palette, which people with any colour vision tell apart.
///
/// Source: M. Okabe, K. Ito, "Color Universal Design" (2008). Shapes and patterns say the same
/// again, and every filled area has an outline that contrasts with the ground.
enum ChartStyle {
  /// As many as there are patterns.
  static let seriesCount = 8

  private static let onLight = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442", "#8a8a8a",
  ]
  private static let onDark = [
    "#56b4e9", "#e69f00", "#00b386", "#cc79a7", "#f0e442", "#3d9bd6", "#e8743b", "#a0a0a0",
  ]

  /// Rules for drawings inside a page.
  static let text = """
    .ar text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;font-size:12px}
    .ar .small{font-size:11px}.ar .bold{font-weight:bold}.ar .line{fill:none;stroke-width:1.6}
    .ar .dashed{stroke-dasharray:5 3}.ar .thin{stroke-width:1}.ar path.thin{fill:none}.ar .cross{stroke-width:2.5}.ar .halo{paint-order:stroke;stroke-width:3px}
    \(rules(ground: "#fff", ink: "#1a1a1e", quiet: "#54555c", grid: "#c4c5cd", onLight))
    @media (prefers-color-scheme:dark){\(rules(ground: "#15161a", ink: "#e8e8eb", quiet: "#b4b6bf", grid: "#4a4c55", onDark))}
    @media print{\(rules(ground: "#fff", ink: "#000", quiet: "#444", grid: "#999", onLight))}
    """

  private static func rules(
    ground: String, ink: String, quiet: String, grid: String, _ colours: [String]
  ) -> String {
    let series = colours.enumerated().map { ".ar .f\($0){fill:\($1)}.ar .k\($0){stroke:\($1)}" }
    return
      ".ar .ground{fill:\(ground)}.ar text,.ar .ink{fill:\(ink)}.ar text.quiet,.ar .fquiet{fill:\(quiet)}.ar .edge{stroke:\(ink)}.ar .soft{stroke:\(quiet)}.ar .grid{stroke:\(grid)}.ar .veil,.ar .halo{stroke:\(ground)}"
      + series.joined()
  }
}
