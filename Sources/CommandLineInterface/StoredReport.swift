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
}
