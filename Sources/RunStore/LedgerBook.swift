import TraceModel

/// A ledger as read back: its entries, and each place where its chain is broken.
package struct LedgerBook: Sendable {
  /// One line that tells of something.
  package struct Line: Sendable {
    /// From 1.
    package let number: Int
    /// As written, in UTC.
    package let time: String
    package let entry: Ledger.Entry
  }

  /// Lines in order; those torn by a crash or not understood are left out.
  package let lines: [Line]
  /// Where a line was removed, changed or moved, by number.
  package let faults: [Problem]
  /// Lines that a crash cut short; they tell of nothing that was finished.
  package let torn: [Int]
  /// All lines, and the hash of the last one.
  package let count: Int
  package let head: String
  /// Hash of the first line, which tells one ledger from another.
  package let first: String

  /// What the first line follows.
  static let noLine = String(repeating: "0", count: 64)

  private static let fix =
    "restore the ledger from version control; it is never edited, only appended to"

  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - file: Its path, for messages.
  package init(_ bytes: [UInt8], file: String) {
    let feed = UInt8(ascii: "\n")
    let texts = bytes.split(separator: feed).map { Array($0) }
    let hashes = texts.map { SHA256.hex(of: $0) }
    var lines: [Line] = []
    var faults: [Problem] = []
    var torn: [Int] = []
    for (i, text) in texts.enumerated() {
      let number = i + 1
      func report(_ message: String) {
        faults.append(Problem(file: file, line: number, message: message, fix: Self.fix))
      }
      guard let fields = Fields(text) else {
        // What follows a torn line was chained to it as it stood.
        torn.append(number)
        continue
      }
      if let hash = fields.text["hash"], hash != fields.bodyHash {
        report("this line was changed: its hash is not that of its content")
      }
      let expected = i == 0 ? Self.noLine : hashes[i - 1]
      if fields.text["previous"] != expected {
        report(Self.brokenLink(fields.text["previous"] ?? "", number, hashes))
      }
      guard let entry = fields.entry else {
        report("this line tells of nothing that this version knows")
        continue
      }
      lines.append(Line(number: number, time: fields.text["time"] ?? "", entry: entry))
    }
    self.lines = lines
    self.faults = faults
    self.torn = torn
    count = texts.count
    head = hashes.last ?? Self.noLine
    first = hashes.first ?? Self.noLine
    self.hashes = hashes
  }

  private let hashes: [String]

  private static func brokenLink(_ previous: String, _ number: Int, _ hashes: [String]) -> String {
    if previous == noLine {
      return "this line was the first one; it was moved, or others put before it"
    }
    if let place = hashes.firstIndex(of: previous) {
      return
        "this line belongs after line \(place + 1): lines were swapped, or others put between"
    }
    return number == 1
      ? "the line before this one was removed"
      : "this line does not follow line \(number - 1): that one was changed, or a line between was removed"
  }

  /// Whether a line still has the hash that a run recorded.
  package func holds(line: Int, hash: String) -> Bool {
    line == 0 || (hashes.indices.contains(line - 1) && hashes[line - 1] == hash)
  }

  /// What was ever tried on some suites.
  ///
  /// - Parameter digests: Of the suites; a sweep over several counts for each.
  /// - Returns: Sums over all sweeps, one plan on one lock once; a behaviour counts again in each
  ///   sweep that shows it.
  package func tried(on digests: Set<String>) -> (sweeps: Int, candidates: Int, behaviours: Int) {
    var trials: [(candidates: Int, behaviours: Int)] = []
    var places: [String: Int] = [:]
    for line in lines {
      guard case .sweep(let its, let plan, let candidates, let behaviours) = line.entry,
        !digests.isDisjoint(with: its)
      else { continue }
      let key = plan.map { "\($0) \(its.joined(separator: ";"))" }
      if let place = key.flatMap({ places[$0] }) {
        // A sweep that was interrupted is entered with what it had tallied, and again when whole.
        trials[place].candidates = max(trials[place].candidates, candidates)
        trials[place].behaviours = max(trials[place].behaviours, behaviours)
        continue
      }
      if let key { places[key] = trials.count }
      trials.append((candidates, behaviours))
    }
    return (
      trials.count, trials.reduce(0) { Self.sum($0, $1.candidates) },
      trials.reduce(0) { Self.sum($0, $1.behaviours) }
    )
  }

  private static func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? Int.max : sum
  }

  /// Every holdout that was looked at, in order.
  package var openings: [(time: String, suite: String, digest: String, reason: String)] {
    lines.compactMap { line in
      guard case .holdoutOpened(let suite, let digest, let reason) = line.entry else { return nil }
      return (line.time, suite, digest, reason)
    }
  }

  /// Digests of swept suites, in the order of their first sweep.
  package var digests: [String] {
    var seen: Set<String> = []
    return lines.flatMap { line -> [String] in
      guard case .sweep(let its, _, _, _) = line.entry else { return [] }
      return its
    }.filter { seen.insert($0).inserted }
  }
}

/// The members of one line.
private struct Fields {
  var text: [String: String] = [:]
  private var numbers: [String: Int] = [:]
  let bodyHash: String

  /// Nil when the line is not a JSON object.
  init?(_ line: [UInt8]) {
    guard let parsed = try? JSONParser.parse(line), parsed.duplicates.isEmpty,
      case .object(let members) = parsed.node.value
    else { return nil }
    for member in members {
      switch member.node.value {
      case .string(let text): self.text[member.key] = text
      case .number(let number, _): numbers[member.key] = Int(exactly: number)
      default: break
      }
    }
    // The hash is the last member: `,"hash":"` and 64 digits, then `"}`.
    let tail = 9 + 64 + 2
    bodyHash =
      line.count > tail
      ? SHA256.hex(of: Array(line.dropLast(tail)) + [UInt8(ascii: "}")]) : ""
  }

  var entry: Ledger.Entry? {
    switch text["event"] {
    case "sweep":
      guard let digest = text["digest"], let candidates = numbers["candidates"],
        let behaviours = numbers["behaviours"], candidates >= 0, behaviours >= 0
      else { return nil }
      return .sweep(
        digests: digest.split(separator: ";").map(String.init), plan: text["plan"],
        candidates: candidates, behaviours: behaviours)
    case "claim":
      guard let plan = text["plan"], let claim = text["claim"] else { return nil }
      return .claim(plan: plan, text: claim)
    case "holdoutOpened":
      guard let suite = text["suite"], let digest = text["digest"], let reason = text["reason"]
      else { return nil }
      return .holdoutOpened(suite: suite, digest: digest, reason: reason)
    default: return nil
    }
  }
}
