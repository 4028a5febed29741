import Evidence
import ReportWriters
import TraceModel

/// One row of a run's `decisions.csv`: a step or window under one candidate.
package struct DecisionRow: Sendable, Hashable {
  package let trace: String
  /// Empty for a window.
  package let step: String
  package let at: String
  package let expect: String
  package let decision: String
  package let outcome: String
  package let score: String
  package let blockedBy: String

  /// `silent, belowThreshold, score 34.03`.
  package var reason: String {
    if step.isEmpty { return outcome.isEmpty ? "no label" : outcome }
    let gate = blockedBy.isEmpty ? "" : ", \(blockedBy)"
    let points = Double(score).map { ", score \(NumberText.fixed($0, 2))" } ?? ""
    return "\(decision)\(gate)\(points)"
  }

  /// Whether its label was met; nil without a label.
  var isRight: Bool? {
    switch outcome {
    case "tp", "tn": true
    case "fp", "fn": false
    default: nil
    }
  }

  fileprivate var key: [String] { [trace, step, at] }
}

/// What a run decided, read back from its `decisions.csv`.
package struct RunDecisions: Sendable {
  package let shipped: [DecisionRow]
  /// Empty when the run had no winner.
  package let winner: [DecisionRow]
  package let winnerName: String?

  /// Reads the file; nil when it is not one of this version.
  package init?(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard let header = lines.popFirst()?.split(separator: ",").map(String.init) else { return nil }
    let names = [
      "candidate", "trace", "step", "at", "expect", "decision", "outcome", "score", "blocked_by",
    ]
    let places = names.compactMap { header.firstIndex(of: $0) }
    guard places.count == names.count else { return nil }
    var shipped: [DecisionRow] = []
    var winner: [DecisionRow] = []
    var name: String?
    for line in lines where !line.isEmpty {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == header.count else { return nil }
      let row = DecisionRow(
        trace: cells[places[1]], step: cells[places[2]], at: cells[places[3]],
        expect: cells[places[4]], decision: cells[places[5]], outcome: cells[places[6]],
        score: cells[places[7]], blockedBy: cells[places[8]])
      if cells[places[0]] == "shipped" {
        shipped.append(row)
      } else {
        winner.append(row)
        name = cells[places[0]]
      }
    }
    self.shipped = shipped
    self.winner = winner
    winnerName = name
  }
}

/// How one candidate's decisions differ between two runs.
package struct RunDifference: Sendable {
  package struct Flip: Sendable {
    package let before: DecisionRow
    package let after: DecisionRow
  }

  /// `shipped` or `winner`.
  package let name: String
  /// Steps and windows in both runs.
  package let common: Int
  package let onlyBefore: Int
  package let onlyAfter: Int
  /// Where decision or outcome differ, in the order of the first run.
  package let flips: [Flip]
  /// Common labels that both runs ask the same of.
  package let pairs: Int
  /// Of those, right in the second run alone, and in the first alone.
  package let gained: Int
  package let lost: Int
  /// Exact McNemar of the two.
  package let p: Double

  package init(_ name: String, from before: [DecisionRow], to after: [DecisionRow]) {
    // A silent window has a row for each false alarm; the first says how it fared.
    let old = Self.byKey(before)
    let new = Self.byKey(after)
    var seen: Set<[String]> = []
    var flips: [Flip] = []
    var gained = 0
    var lost = 0
    var pairs = 0
    var common = 0
    for row in before where seen.insert(row.key).inserted {
      guard let other = new[row.key] else { continue }
      common += 1
      if row.decision != other.decision || row.outcome != other.outcome {
        flips.append(Flip(before: row, after: other))
      }
      guard row.expect == other.expect, let wasRight = row.isRight, let isRight = other.isRight
      else { continue }
      pairs += 1
      if isRight && !wasRight { gained += 1 }
      if wasRight && !isRight { lost += 1 }
    }
    self.name = name
    self.common = common
    onlyBefore = old.count - common
    onlyAfter = new.count - common
    self.flips = flips
    self.pairs = pairs
    self.gained = gained
    self.lost = lost
    p = McNemar.exactP(gained: gained, lost: lost)
  }

  private static func byKey(_ rows: [DecisionRow]) -> [[String]: DecisionRow] {
    Dictionary(rows.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package var json: JSONText {
    .object([
      ("candidate", .string(name)), ("common", .integer(common)),
      ("only_first", .integer(onlyBefore)), ("only_second", .integer(onlyAfter)),
      ("pairs", .integer(pairs)), ("gained", .integer(gained)), ("lost", .integer(lost)),
      ("mcnemar_p", .number(p)),
      (
        "flips",
        .array(
          flips.map { flip in
            .object([
              ("trace", .string(flip.before.trace)), ("step", .optional(Int(flip.before.step))),
              ("at", .string(flip.before.at)), ("expect", .string(flip.before.expect)),
              ("first", .string(flip.before.reason)), ("second", .string(flip.after.reason)),
              ("first_outcome", .string(flip.before.outcome)),
              ("second_outcome", .string(flip.after.outcome)),
            ])
          })
      ),
    ])
  }
}
