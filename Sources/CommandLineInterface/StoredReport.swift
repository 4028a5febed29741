import Foundation
import ReportWriters
import RunStore
import TraceModel

/// `report.json`: what a report says, stored so that `report RUN` can render it again.
enum StoredReport {
  static let name = "report.json"

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
      return try JSONDecoder().decode(ReportDocument.self, from: Data(bytes))
    } catch {
      throw .input([
        Problem(
          file: path, message: "is not a stored report of this version",
          fix: "restore the run folder, or run the sweep again")
      ])
    }
  }
}
