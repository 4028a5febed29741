import Evidence
import Foundation

/// Tests/Reference/statistics.json: values of statsmodels and plain Python, which CI computes anew.
struct StatisticsFixture: Decodable {
  struct Wilson: Decodable, Sendable {
    let successes: Int
    let trials: Int
    let lower: Double
    let upper: Double
  }
  struct McNemarTable: Decodable, Sendable {
    let gained: Int
    let lost: Int
    let p: Double
  }
  struct HolmFamily: Decodable, Sendable {
    let raw: [Double]
    let adjusted: [Double]
  }
  struct Bootstrap: Decodable, Sendable {
    struct Expected: Decodable, Sendable {
      let lower: Double
      let upper: Double
      let undefinedDraws: Int
    }
    let statistic: String
    let seed: UInt64
    let shipped: [[Int]]
    let expected: Expected?
  }
  struct Maximum: Decodable, Sendable {
    struct Expected: Decodable, Sendable {
      let observed: Double
      let p: Double
      let undefinedDraws: Int
    }
    let statistic: String
    let seed: UInt64
    let shipped: [[Int]]
    let candidates: [[[Int]]]
    let expected: Expected?
  }
  struct Splits: Decodable, Sendable {
    struct Expected: Decodable, Sendable {
      let atOrBelowMedian: Int
      let countedSplits: Int
      let undefinedSplits: Int
    }
    let statistic: String
    let candidates: [[[Int]]]
    let expected: Expected
  }

  let wilson: [Wilson]
  let mcnemar: [McNemarTable]
  let holm: [HolmFamily]
  let bootstrap: [Bootstrap]
  let maxStatistic: [Maximum]
  let cscv: [Splits]

  static func load(_ file: String = #filePath) throws -> StatisticsFixture {
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    let path = folder.appendingPathComponent("../Reference/statistics.json")
    return try JSONDecoder().decode(StatisticsFixture.self, from: Data(contentsOf: path))
  }

  static func statistic(_ name: String) -> CountStatistic {
    switch name {
    case "precision": .precision
    case "f05": .fScore(beta: 0.5)
    default: .recall
    }
  }

  static func counts(_ row: [[Int]]) -> [TraceCounts] {
    row.map { TraceCounts(truePositives: $0[0], falseNegatives: $0[1], falsePositives: $0[2]) }
  }

  static func candidates(_ rows: [[[Int]]]) -> CandidateCounts {
    var counts = CandidateCounts(traces: rows.first?.count ?? 0)
    for row in rows { counts.append(self.counts(row)) }
    return counts
  }
}
