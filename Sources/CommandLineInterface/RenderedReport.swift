import ReportWriters
import RunStore

/// A report in every form that a run folder holds.
enum RenderedReport {
  /// File names within the run folder, with their content.
  static func files(_ document: ReportDocument) -> [(name: String, text: String)] {
    document.charts.map { ($0.path, ChartWriter.svg($0, standsAlone: true)) }
      + [("report.md", MarkdownWriter.text(document)), ("report.html", page.text(document))]
  }

  static var page: HTMLWriter { HTMLWriter { SHA256.base64(of: $0.utf8) } }
}
