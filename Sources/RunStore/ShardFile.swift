import Foundation
import TraceModel

/// Which part of a sweep: `k/n`, k from 1.
package struct Shard: Sendable, Hashable {
  package let number: Int
  package let count: Int

  package init(number: Int, count: Int) {
    precondition(count > 0 && (1...count).contains(number))
    self.number = number
    self.count = count
  }

  /// Reads `3/8`; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]),
      (1...Self.most).contains(count), (1...count).contains(number)
    else { return nil }
    self.init(number: number, count: count)
  }

  /// More tasks than any cluster takes at once.
  package static let most = 1_000_000

  package var text: String { "\(number)/\(count)" }

  /// [⌊(k−1)N/n⌋, ⌊kN/n⌋): the shards of a sweep of N candidates meet without gap or overlap.
  package func range(of candidates: Int) -> Range<Int> {
    func cut(_ k: Int) -> Int {
      // In full width: k·N may not fit.
      count.dividingFullWidth(k.multipliedFullWidth(by: candidates)).quotient
    }
    return cut(number - 1)..<cut(number)
  }

  /// The file of a shard in the folder that all share.
  package var fileName: String { "shard-\(number).json" }

  /// Where an unfinished shard keeps its journal in that folder.
  package var journalHome: String { ".shard-\(number)-of-\(count)" }
}

/// A tallied shard as a file: JSON whose checksum covers what it belongs to and all it holds.
package struct ShardFile: Sendable {
  package let shard: Shard
  package let range: Range<Int>
  package let identity: SweepIdentity
  package let body: [UInt8]

  package init(shard: Shard, range: Range<Int>, identity: SweepIdentity, body: [UInt8]) {
    self.shard = shard
    self.range = range
    self.identity = identity
    self.body = body
  }

  private static let schema = "autoresearch.shard/1"

  private var fields: [(name: String, value: String)] {
    identity.fields + [
      ("shard", shard.text), ("range", "\(range.lowerBound)..<\(range.upperBound)"),
    ]
  }

  private var checksum: String {
    SHA256.hex(of: SealedFile(schema: Self.schema, fields: fields, body: body).bytes)
  }

  package var text: String {
    let members = fields.map { "  \(jsonString($0.name)): \(jsonString($0.value)),\n" }.joined()
    return """
      {
        "schema": "\(Self.schema)",
      \(members)  "sha256": "\(checksum)",
        "aggregate": "\(Data(body).base64EncodedString())"
      }

      """
  }

  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - file: Its path, for messages.
  /// - Throws: The problem, naming the file, when it is torn, changed, or no shard.
  package init(_ bytes: [UInt8], file: String) throws(Problem) {
    func refuse(_ message: String) -> Problem {
      Problem(file: file, message: message, fix: "remove it, and tally this shard again")
    }
    guard case .object(let members)? = try? JSONParser.parse(bytes).node.value else {
      throw refuse("is torn, or no shard")
    }
    func text(_ key: String) -> String? {
      guard case .string(let text)? = members.first(where: { $0.key == key })?.node.value else {
        return nil
      }
      return text
    }
    guard text("schema") == Self.schema else {
      throw refuse("is not of the kind \(Self.schema)")
    }
    let names = ["version", "plan", "suites", "constants", "answers", "shard", "range"]
    let fields = names.compactMap { name in text(name).map { (name: name, value: $0) } }
    let bounds = (text("range") ?? "").components(separatedBy: "..<").compactMap { Int($0) }
    guard
      let identity = SweepIdentity(SealedFile(schema: Self.schema, fields: fields, body: [])),
      let shard = text("shard").flatMap(Shard.init), bounds.count == 2, bounds[0] >= 0,
      bounds[0] <= bounds[1],
      let body = text("aggregate").flatMap({ Data(base64Encoded: $0) })
    else { throw refuse("is torn, or no shard") }
    self.init(shard: shard, range: bounds[0]..<bounds[1], identity: identity, body: Array(body))
    guard text("sha256") == checksum else {
      throw refuse("is torn or was changed: its checksum is not that of its content")
    }
  }

  /// What keeps this shard from being a part of a sweep, as a sentence; nil when nothing does.
  package func difference(from identity: SweepIdentity, candidates: Int) -> String? {
    if let difference = identity.difference(of: self.identity) { return difference }
    return range == shard.range(of: candidates)
      ? nil : "holds other candidates than its number says"
  }
}
