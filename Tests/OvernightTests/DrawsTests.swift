import DecisionEngines
import Findings
import Overnight
import SweepCore
import TestSupport
import Testing
import TraceModel

/// Sets a threshold that is not shipped, and a constant that is drawn.
private let winner = Overrides(
  weights: [0, 0.3, 0.35, 0.35, 0],
  values: ["notifyThreshold": .number(45), "deadlineKnots": .knots([Knot(0, 100), Knot(48, 0)])])

private func round(_ draws: some Draws, _ number: Int, threads: Int) -> DrawCounts? {
  DrawCounts.count(draws, round: number, threads: threads, pausing: { false }, progress: { _ in })
}

@Test func countsAreThoseOfALoop() throws {
  // Scores of every height, so that a constant or a threshold that is not the winner's shows.
  var random = RandomDays(seed: 2)
  let days = subject([random.suite(traces: 6...6, steps: 12)])
  let draws = try #require(ConstantDraws(days, winner: winner, seed: 7))
  let counted = try #require(round(draws, 3, threads: 3))
  var shipped = DrawCounts.Counts()
  var won = DrawCounts.Counts()
  let own = days.evaluate(Overrides())
  let winnerOwn = days.evaluate(winner)
  for draw in 600..<800 {
    var changed = Overrides(values: draws.values(draw))
    let first = days.evaluate(changed)
    changed.weights = winner.weights
    changed.values.merge(winner.values) { $1 }
    let second = days.evaluate(changed)
    func outcomes(_ evaluation: Evaluation) -> [[Outcome?]] {
      evaluation.traces.map(\.outcome.steps)
    }
    if outcomes(first) == outcomes(own) { shipped.keeps += 1 }
    if outcomes(second) == outcomes(winnerOwn) { won.keeps += 1 }
    if first.tally.tp < own.tally.tp || first.tally.fp > own.tally.fp { shipped.breaks += 1 }
    if second.tally.tp < winnerOwn.tally.tp || second.tally.fp > winnerOwn.tally.fp {
      won.breaks += 1
    }
  }
  #expect(counted.draws == 200)
  #expect(counted.shipped == shipped)
  #expect(counted.winner == won)
}

@Test func aRoundThatPausesIsNone() throws {
  let draws = try #require(ConstantDraws(fewDays(), winner: nil, seed: 1))
  let never = DrawCounts.count(
    draws, round: 0, threads: 2, pausing: { true }, progress: { _ in })
  #expect(never == nil)
}

@Test func drawnConstantsLieBetweenTheirValueAndAnAlternative() throws {
  let draws = try #require(ConstantDraws(fewDays(), winner: nil, seed: 5))
  let assumed = Vigil().parameters.filter { $0.origin == .assumed && !$0.isGate }
  var seen: Set<Double> = []
  for draw in 0..<200 {
    let values = draws.values(draw)
    #expect(Set(values.keys) == Set(assumed.map(\.name)))
    for constant in assumed {
      let value = try #require(values[constant.name])
      if case .number(let number) = value, let own = constant.defaultValue.number {
        let ends = constant.alternatives.compactMap(\.value.number) + [own]
        #expect(ends.min() ?? 0 <= number && number <= ends.max() ?? 0, "\(constant.name)")
        if constant.name == "missingHRV" { seen.insert(number) }
      }
      guard case .knots(let knots) = value else { continue }
      #expect(knots.allSatisfy { (0...100).contains($0.y) })
      #expect(zip(knots, knots.dropFirst()).allSatisfy { $0.x < $1.x })
    }
  }
  #expect(seen.count == 200, "draws differ")
  #expect(draws.values(9) == draws.values(9))
}

@Test func aCurveBetweenTwoIsEitherAtItsEnds() throws {
  let a = ParameterValue.knots([Knot(0, 100), Knot(6, 90), Knot(72, 0)])
  let b = ParameterValue.knots([Knot(0, 100), Knot(3, 50), Knot(12, 0)])
  guard case .knots(let middle) = ConstantDraws.between(a, b, 0.5) else {
    Issue.record("curves stay curves")
    return
  }
  #expect(middle.map(\.x) == [0, 3, 6, 12, 72])
  let heights = [100, 72.5, (90 + 50.0 * 6 / 9) / 2, (90 - 90.0 * 6 / 66) / 2, 0]
  #expect(zip(middle, heights).allSatisfy { abs($0.y - $1) < 1e-9 })
  guard case .knots(let own) = ConstantDraws.between(a, b, 0),
    case .knots(let other) = ConstantDraws.between(a, b, 1)
  else {
    Issue.record("curves stay curves")
    return
  }
  #expect(own.first { $0.x == 6 }?.y == 90 && own.first { $0.x == 3 }?.y == 95)
  #expect(other.first { $0.x == 3 }?.y == 50 && other.first { $0.x == 72 }?.y == 0)
  #expect(ConstantDraws.between(.integer(2), .integer(5), 0.7) == .integer(5))
}

// MARK: Signals

@Test func signalsMoveTogetherAllDayWithinTheirErrors() throws {
  var random = RandomDays(seed: 6)
  let suites = [random.suite(traces: 3...3, steps: 12)]
  let draws = try #require(SignalDraws(subject(suites), winner: nil, seed: 3))
  let errors = Vigil().signals.map(\.error)
  #expect(errors == [0.5, 5, 1, 500])
  var moved = 0
  for draw in 0..<40 {
    for (old, new) in zip(suites[0].traces, draws.suites(draw)[0].traces) {
      #expect(old.steps.map(\.at) == new.steps.map(\.at))
      #expect(old.steps.map(\.expect) == new.steps.map(\.expect))
      #expect(old.history.map(\.day) == new.history.map(\.day))
      var shifts: [CivilDay: [Int: Double]] = [:]
      for (a, b) in zip(old.steps, new.steps) {
        for i in errors.indices {
          switch (a.signals[i], b.signals[i]) {
          case (.number(let x), .number(let y)):
            #expect(abs(y - x) <= errors[i] + 1e-9)
            #expect(y >= (i == 2 ? -8760 : 0))
            guard y > 0 || i == 2 else { continue }
            if let known = shifts[a.at.day]?[i] { #expect(abs(known - (y - x)) < 1e-6) }
            shifts[a.at.day, default: [:]][i] = y - x
            if x != y { moved += 1 }
          case (.missing, .missing), (.nothing, .nothing): break
          default: Issue.record("a missing signal was made up, or one was lost")
          }
        }
      }
    }
  }
  #expect(moved > 100)
  #expect(draws.suites(1) == draws.suites(1) && draws.suites(1) != draws.suites(2))
}

// MARK: Gates

@Test func widerGatesHoldTheNarrowerAndThoseInForce() throws {
  let cases: [(String, ParameterValue)] = [
    ("cooldownMinutes", .integer(120)), ("cooldownMinutes", .integer(0)),
    ("dailyBudget", .integer(3)), ("dailyBudget", .integer(0)),
    ("quietHours", .clockRange(ClockRange(start: 22 * 60, end: 7 * 60))),
    ("quietHours", .clockRange(ClockRange(start: 30, end: 7 * 60))),
    ("quietHours", .clockRange(nil)),
  ]
  for (name, base) in cases {
    let gate = try #require(Vigil().parameters.first { $0.name == name })
    var before: [ParameterValue] = []
    for width in GateSets.Width.allCases {
      let values = GateSets.values(of: gate, around: base, width)
      #expect(values.contains(base), "\(name) \(base.text)")
      #expect(Set(values).count == values.count)
      #expect(Set(before).isSubset(of: values), "\(name) \(base.text) \(width)")
      for case .integer(let number) in values { #expect(number >= 0) }
      for case .clockRange(let range?) in values {
        #expect((0..<1440).contains(range.start) && (0..<1440).contains(range.end))
      }
      before = values
    }
  }
}

@Test func gatesAreTakenAroundWhatMostTracesHave() throws {
  let days = fewDays()
  let (result, rounds) = try night(days, [.gates: 1])
  let round = try #require(result.gates.first)
  #expect(round.settings == 3 * 3 * 5)
  #expect(round.evaluated == round.settings * rounds.total.evaluated)
  let best = try #require(round.best)
  #expect(days.evaluate(best.overrides).tally.tp == best.tally.tp)
  #expect(days.evaluate(best.overrides).tally.fp == best.tally.fp)
  #expect(result.gateCandidates == round.evaluated)
}

// MARK: Days left out

@Test func theBestWithoutADayIsChosenWithoutIt() throws {
  let days = fewDays(9)
  let (result, _) = try night(days, [.leftOut: 4])
  #expect(result.leftOut.count == 4)
  let suite = days.suites[0]
  let own = try planRounds(days).total.ranked[0]
  for (place, day) in result.leftOut.enumerated() {
    let left = suite.traces[place]
    #expect(day.trace == left.id)
    var rest = suite.traces
    rest.remove(at: place)
    let others = subject([suite.with(traces: rest)])
    let rounds = try planRounds(others)
    let best = try #require(rounds.total.ranked.first)
    let values = rounds.overrides(index: best.index, notifyThreshold: nil)
    guard best.rank.meetsRequirements else {
      #expect(day.chosen == nil)
      continue
    }
    #expect(day.chosen == values)
    #expect(day.decidesAlike == (days.evaluate(values).tally.behaviour == own.tally.behaviour))
    #expect(day.tally == subject([suite.with(traces: [left])]).evaluate(values).tally)
    #expect(day.shipped == subject([suite.with(traces: [left])]).evaluate(Overrides()).tally)
  }
}
