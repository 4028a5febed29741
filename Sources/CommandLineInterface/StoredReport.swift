import Foundation
import ReportWriters
import RunStore
import TraceModel

/// `report.json`: what a report says, stored so that `report RUN` can render it again.
enum StoredReport {
  static let name = "report.json"

  private struct UnsafeName: Error {}

  static func text(_ document: ReportDocument) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(document) else {
      preconditionFailure("a report holds texts only, which always encode")
    }
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  static func read(_ folder: String, disk: Disk) throws(Failure) -> ReportDocument {
    let path = "\(folder)/\(name)"
    let bytes: [UInt8]
    do throws(ReadError) {
      bytes = try disk.read(path)
    } catch {
      throw .input([error.problem])
    }
    try check(bytes, of: folder, disk: disk)
    do {
      let document = try JSONDecoder().decode(ReportDocument.self, from: Data(bytes))
      // Charts name the files they are written to.
      guard document.charts.allSatisfy(\.hasSafeName) else { throw UnsafeName() }
      return document
    } catch {
      throw .input([
        Problem(
          file: path, message: "is not a stored report of this version",
          fix: "restore the run folder, or run the sweep again")
      ])
    }
  }

  /// What was edited since the run is not dressed up as its result.
  private static func check(_ bytes: [UInt8], of folder: String, disk: Disk) throws(Failure) {
    let path = "\(folder)/\(LockFile.name)"
    let sums: [UInt8]
    do throws(ReadError) { sums = try disk.read(path) } catch { throw .lock([error.problem]) }
    let lock = try LockFile.parse(sums, file: path)
    guard lock.covers(name, bytes) else {
      throw .lock([
        Problem(
          file: "\(folder)/\(name)", message: "content differs from SHA256SUMS",
          fix: "restore the run folder, or run the sweep again")
      ])
    }
  }
}
