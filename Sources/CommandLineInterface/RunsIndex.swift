import Foundation
import ReportWriters
import RunStore
import TraceModel

/// `Reports/index.html`: every run below Reports, newest first.
///
/// Made anew after each run from the runs' own records; it is no part of any run.
struct RunsIndex {
  static let folder = "Reports"
  static let path = "Reports/index.html"

  private let disk: Disk

  init(disk: Disk) { self.disk = disk }

  /// Makes the file where there is none, so that it is known to the kernel before a run.
  func prepare() throws(Failure) {
    guard !disk.exists(Self.path) else { return }
    try disk.makeFolder(Self.folder)
    try disk.touch(Self.path)
    try disk.overwrite(Array(page([]).utf8), at: Self.path)
  }

  func update() throws(Failure) {
    let names = disk.list(Self.folder) ?? []
    let runs = names.filter { !$0.hasPrefix(".") && disk.isFolder("\(Self.folder)/\($0)") }
      .compactMap { name in
        StoredRecord.read("\(Self.folder)/\(name)", disk: disk).map { (name, $0) }
      }
      .sorted { ($1.1.started ?? "", $0.0) < ($0.1.started ?? "", $1.0) }
    try disk.overwrite(Array(page(runs).utf8), at: Self.path)
  }

  private func page(_ runs: [(name: String, record: StoredRecord)]) -> String {
    var page = ReportDocument(title: "Runs")
    guard !runs.isEmpty else {
      page.paragraph("No run is finished yet.")
      return RenderedReport.page.text(page)
    }
    var table = ReportDocument.Table(
      caption: "Newest first",
      header: ["run", "started", "engine", "candidates", "shipped", "winner", "verdict"])
    for (name, record) in runs {
      let report = "\(name)/report.html"
      let exists = disk.exists("\(Self.folder)/\(report)")
      table.add([
        [exists ? .link(name, path: report) : .plain(name)],
        [.plain(record.started ?? "–")], [.plain(record.engine ?? "–")],
        [.plain(record.counts?.evaluated.map(NumberText.grouped) ?? "–")],
        [.plain(Self.figures(record.shipped))], [.plain(Self.figures(record.winner?.summary))],
        [.plain(record.partial == nil ? record.verdict?.decision ?? "–" : "interrupted")],
      ])
    }
    page.table(table)
    page.paragraph("Each run's folder holds the data, checksums and a record of how it was made.")
    return RenderedReport.page.text(page)
  }

  private static func figures(_ figures: StoredRecord.Figures?) -> String {
    guard let figures, let tp = figures.tp, let fn = figures.fn, let fp = figures.fp else {
      return "–"
    }
    return "\(tp) of \(tp + fn), \(fp) false"
  }
}
