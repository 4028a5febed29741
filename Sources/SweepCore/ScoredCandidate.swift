import TraceModel

/// A candidate with its tally, as the aggregate receives it.
package struct ScoredCandidate: Sendable {
  package let index: Int
  package let tally: Tally
  package let rank: RankKey
  package let distance: Double
  package let notifyThreshold: Double?
  /// Every swept number, weights first.
  package let numbers: [Double]
  /// One bit of the first 64 values, for each swept parameter that is no number.
  package let choices: [UInt64]

  package init(
    index: Int, tally: Tally, rank: RankKey, distance: Double, notifyThreshold: Double?,
    numbers: [Double], choices: [UInt64]
  ) {
    self.index = index
    self.tally = tally
    self.rank = rank
    self.distance = distance
    self.notifyThreshold = notifyThreshold
    self.numbers = numbers
    self.choices = choices
  }

  var member: BehaviourMember {
    BehaviourMember(
      index: index, notifyThreshold: notifyThreshold, margin: tally.margin, distance: distance)
  }
}

// MARK: Durable form

extension ScoredCandidate {
  /// Writes candidates of one sweep; their ranks follow from the rest.
  static func write(_ list: [ScoredCandidate], to writer: inout ByteWriter) {
    writer.add(list.count)
    writer.add(list.first?.numbers.count ?? 0)
    writer.add(list.first?.choices.count ?? 0)
    writer.reserve(list.count * 160)
    for scored in list {
      scored.tally.write(to: &writer)
      scored.member.write(to: &writer)
      for number in scored.numbers { writer.add(number) }
      for bits in scored.choices { writer.add(bits) }
    }
  }

  static func read(
    _ reader: inout ByteReader, days: Int, by ranking: Ranking
  ) throws(MalformedBytes) -> [ScoredCandidate] {
    let count = try reader.count(of: 8)
    let numberCount = try reader.integer(in: 0...1024)
    let choiceCount = try reader.integer(in: 0...1024)
    var list: [ScoredCandidate] = []
    for _ in 0..<count {
      var tally = try Tally(&reader)
      let member = try BehaviourMember(&reader)
      tally.margin = member.margin
      var numbers: [Double] = []
      for _ in 0..<numberCount { numbers.append(try reader.double()) }
      var choices: [UInt64] = []
      for _ in 0..<choiceCount { choices.append(try reader.word()) }
      let metrics = Metrics(
        tally: tally, days: days, distanceFromShipped: member.distance, costs: ranking.costs)
      list.append(
        ScoredCandidate(
          index: member.index, tally: tally,
          rank: RankKey(metrics, index: member.index, by: ranking), distance: member.distance,
          notifyThreshold: member.notifyThreshold, numbers: numbers, choices: choices))
    }
    return list
  }
}

extension Tally {
  /// All counts; the margin belongs to a member.
  func write(to writer: inout ByteWriter) {
    for count in [tp, fp, fn, tn, interventions, unlabelled, escalations] { writer.add(count) }
    writer.add(behaviour)
  }

  init(_ reader: inout ByteReader) throws(MalformedBytes) {
    self.init()
    let most = 1 << 48
    tp = try reader.integer(in: 0...most)
    fp = try reader.integer(in: 0...most)
    fn = try reader.integer(in: 0...most)
    tn = try reader.integer(in: 0...most)
    interventions = try reader.integer(in: 0...most)
    unlabelled = try reader.integer(in: 0...most)
    escalations = try reader.integer(in: 0...most)
    behaviour = try reader.word()
  }
}
