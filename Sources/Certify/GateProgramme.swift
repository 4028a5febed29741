/// What is known of a step's score in a region: at or above the threshold, below it, or neither.
enum ScoreStatus: UInt8, Sendable {
  case open
  case fires
  case silent
}

/// What a step does in a replay.
enum StepChoice: UInt8, Sendable {
  /// A gate held it back, so its score did not matter.
  case blocked
  case silent
  case fires
}

/// The best that any scores can do in one trace, by dynamic programming over the gates' state.
///
/// The state is what the gates remember: the last delivery while it still cools, deliveries of days
/// under way, windows already credited, false alarms spent. Steps whose status is open fire or stay
/// silent as suits the result, so what comes out is an upper bound for every weight set and threshold
/// that the statuses allow, and a replay that does just what is chosen reaches it.
struct GateProgramme {
  /// The best choices for one number of false alarms.
  struct Path: Sendable {
    let caught: Int
    /// By step of the trace.
    let choices: [StepChoice]

    /// Whether it keeps to the statuses, and so is still the best.
    func keeps(to statuses: [ScoreStatus], from first: Int) -> Bool {
      for (i, choice) in choices.enumerated() {
        let status = statuses[first + i]
        if choice == .fires && status == .silent { return false }
        if choice == .silent && status == .fires { return false }
      }
      return true
    }
  }

  private struct State: Hashable {
    /// Position of the last delivery, `.before` or `.none`.
    var last: Int32
    var alarms: Int32
    var days: UInt64
    var credited: UInt64

    static let none: Int32 = -2
    static let before: Int32 = -1
  }

  private struct Node {
    let state: State
    var value: Int
    var parent: Int32
    var choice: StepChoice
  }

  /// Catches count far more than agreement with the reference.
  private static let caught = 1 << 24

  private let trace: GateSteps
  init(_ trace: GateSteps) { self.trace = trace }

  private var start: State {
    State(
      last: trace.lastInterventionAt == nil ? State.none : State.before, alarms: 0,
      days: trace.dailyBudget == nil
        ? 0 : UInt64(min(trace.deliveredToday, 0xFFFF)) << UInt64(16 * (trace.daySlot.first ?? 0)),
      credited: 0)
  }

  /// Forgets what can no longer matter at a step.
  private func settled(_ state: State, at step: Int) -> State {
    var state = state
    if state.last != State.none {
      let last =
        state.last == State.before ? trace.lastInterventionAt : trace.instants[Int(state.last)]
      if last.map({ trace.instants[step] - $0 >= trace.cooldownSeconds }) ?? true {
        state.last = State.none
      }
    }
    return state
  }

  private func passes(_ state: State, at step: Int) -> Bool {
    guard trace.mayFire[step], state.last == State.none else { return false }
    guard let budget = trace.dailyBudget else { return true }
    return Int(state.days >> UInt64(16 * trace.daySlot[step]) & 0xFFFF) < budget
  }

  private func fired(_ state: State, at step: Int) -> (state: State, caught: Int) {
    var state = state
    var caught = trace.isPositive[step] ? 1 : 0
    state.alarms += Int32(trace.alarms[step])
    if trace.delivers[step] {
      state.alarms += Int32(trace.alarmsWhenDelivered[step])
      if trace.cooldownSeconds > 0 { state.last = Int32(step) }
      if trace.dailyBudget != nil { state.days += 1 << UInt64(16 * trace.daySlot[step]) }
      caught += (trace.windows[step] & ~state.credited).nonzeroBitCount
      state.credited |= trace.windows[step]
    }
    return (state, caught)
  }

  private func closed(_ state: State, after step: Int) -> State {
    var state = state
    state.days &= ~trace.daysEnding[step]
    state.credited &= ~trace.windowsEnding[step]
    return state
  }

  /// The best paths under some statuses.
  ///
  /// - Parameters:
  ///   - statuses: By step of the table.
  ///   - falseAlarms: Most false alarms.
  ///   - reference: What each step of the trace would do at some likely weights; among equally good
  ///     paths the one that agrees most is taken.
  /// - Returns: By number of false alarms, the best path with exactly so many, if any.
  func paths(
    _ statuses: [ScoreStatus], falseAlarms: Int, reference: [Bool]
  ) -> [Path?] {
    var layers: [[Node]] = []
    layers.reserveCapacity(trace.steps.count + 1)
    layers.append([Node(state: start, value: 0, parent: -1, choice: .blocked)])
    var places: [State: Int] = [:]
    for step in 0..<trace.steps.count {
      let status = statuses[trace.steps.lowerBound + step]
      var next: [Node] = []
      places.removeAll(keepingCapacity: true)
      func add(_ state: State, _ value: Int, _ parent: Int, _ choice: StepChoice) {
        let state = closed(state, after: step)
        let node = Node(state: state, value: value, parent: Int32(parent), choice: choice)
        if let place = places[state] {
          if value > next[place].value { next[place] = node }
        } else {
          places[state] = next.count
          next.append(node)
        }
      }
      for (parent, node) in layers[step].enumerated() {
        let state = settled(node.state, at: step)
        guard passes(state, at: step) else {
          add(state, node.value, parent, .blocked)
          continue
        }
        if status != .silent {
          let (fired, caught) = fired(state, at: step)
          if fired.alarms <= falseAlarms {
            let value = node.value + caught * Self.caught + (reference[step] ? 1 : 0)
            add(fired, value, parent, .fires)
          }
        }
        if status != .fires {
          add(state, node.value + (reference[step] ? 0 : 1), parent, .silent)
        }
      }
      layers.append(next)
    }
    return (0...falseAlarms).map { path(through: layers, alarms: $0) }
  }

  private func path(through layers: [[Node]], alarms: Int) -> Path? {
    guard let last = layers.last else { return nil }
    var best: Int?
    for (i, node) in last.enumerated() where node.state.alarms == alarms {
      if best.map({ node.value > last[$0].value }) ?? true { best = i }
    }
    guard var place = best else { return nil }
    let caught = last[place].value / Self.caught
    var choices = [StepChoice](repeating: .blocked, count: trace.steps.count)
    for step in choices.indices.reversed() {
      let node = layers[step + 1][place]
      choices[step] = node.choice
      place = Int(node.parent)
    }
    return Path(caught: caught, choices: choices)
  }

  /// Which steps some history lets through the gates, and which every history does.
  func reach() -> (some: [Bool], every: [Bool]) {
    var states: Set<State> = [start]
    var some: [Bool] = []
    var every: [Bool] = []
    for step in 0..<trace.steps.count {
      var next: Set<State> = []
      var passing = 0
      for state in states {
        var state = settled(state, at: step)
        // False alarms and credits close no gate.
        state.alarms = 0
        state.credited = 0
        let passes = passes(state, at: step)
        if passes {
          passing += 1
          var fired = fired(state, at: step).state
          fired.alarms = 0
          fired.credited = 0
          next.insert(closed(fired, after: step))
        }
        next.insert(closed(state, after: step))
      }
      some.append(passing > 0)
      every.append(passing == states.count)
      states = next
    }
    return (some, every)
  }
}
