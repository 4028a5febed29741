import TraceModel

/// The five sub-scores of a step, each 0 (fine) to 100 (bad), and the averages they rest on.
///
/// Double arithmetic in the order written, no fused multiply-add: a reviewer's re-computation must
/// agree to the last bit.
struct VigilCurves {
  private let missingSleep: Double
  private let missingHRV: Double
  private let missingDeadline: Double
  private let missingActivity: Double
  private let populations: [Double]
  private let baselineDays: Int
  private let baselineMinimumDays: Int
  private let sleepFloor: Double
  private let hrvFloorShare: Double
  private let deadlineKnots: [Knot]
  private let timeOfDayKnots: [Knot]

  init(settings: Settings) {
    missingSleep = settings.number("missingSleep")
    missingHRV = settings.number("missingHRV")
    missingDeadline = settings.number("missingDeadline")
    missingActivity = settings.number("missingActivity")
    populations = [
      settings.number("populationSleepHours"), settings.number("populationHRVMs"),
      settings.number("populationSteps"),
    ]
    baselineDays = settings.integer("baselineDays")
    baselineMinimumDays = settings.integer("baselineMinimumDays")
    sleepFloor = settings.number("sleepFloorHours")
    hrvFloorShare = settings.number("hrvFloorShare")
    deadlineKnots = settings.knots("deadlineKnots")
    timeOfDayKnots = settings.knots("timeOfDayKnots")
  }

  /// Sub-scores of every step in the engine's order, and the averages of sleep, HRV and steps.
  ///
  /// Steps of one day share their averages, which rest on the days before.
  func subScores(of trace: Trace) -> [ScoredStep] {
    var baselines: [Int: (averages: [PersonalAverage], note: String?)] = [:]
    return trace.steps.map { step in
      let day = step.at.day
      let baseline: (averages: [PersonalAverage], note: String?)
      if let known = baselines[day.number] {
        baseline = known
      } else {
        let averages = averages(on: day, history: trace.history)
        baseline = (averages, baselineNote(averages))
        baselines[day.number] = baseline
      }
      return ScoredStep(
        values: values(of: step, averages: baseline.averages), averages: baseline.averages,
        note: baseline.note)
    }
  }

  /// The step's signals are in the engine's order: sleep, HRV, deadline, steps.
  private func values(of step: Step, averages: [PersonalAverage]) -> [Double] {
    [
      sleep(step.signals[0].number, average: averages[0].value),
      hrv(step.signals[1].number, average: averages[1].value),
      deadline(step.signals[2]),
      activity(step.signals[3].number, average: averages[2].value),
      timeOfDayKnots.height(at: step.at.hourOfDay),
    ]
  }

  /// The personal baseline of sleep, HRV and steps on a day.
  func averages(on day: CivilDay, history: [HistoryDay]) -> [PersonalAverage] {
    [
      average("sleepHours", signal: 0, population: populations[0], on: day, history),
      average("hrvMs", signal: 1, population: populations[1], on: day, history),
      average("steps", signal: 3, population: populations[2], on: day, history),
    ]
  }

  /// Names the signals whose history is too short; nil when none is.
  private func baselineNote(_ averages: [PersonalAverage]) -> String? {
    let parts = averages.filter(\.isPopulation).map {
      "\($0.signal) has \($0.days) of \(baselineMinimumDays) days, population average \(NumberText.exact($0.value)) used"
    }
    return parts.isEmpty ? nil : "building baseline: \(parts.joined(separator: "; "))"
  }

  /// The mean over the local days before `day`, summed in date order, or the population's.
  private func average(
    _ name: String, signal: Int, population: Double, on day: CivilDay, _ history: [HistoryDay]
  ) -> PersonalAverage {
    var sum = 0.0
    var count = 0
    for entry in history
    where entry.day.number < day.number && entry.day.number >= day.number - baselineDays {
      guard let value = entry.signals[signal].number else { continue }
      sum += value
      count += 1
    }
    let isPopulation = count < baselineMinimumDays
    return PersonalAverage(
      signal: name, value: isPopulation ? population : sum / Double(count), days: count,
      isPopulation: isPopulation)
  }

  private func sleep(_ hours: Double?, average: Double) -> Double {
    guard let hours else { return missingSleep }
    if hours >= average { return 0 }
    // An average at or below the floor leaves no slope to stand on.
    if average <= sleepFloor || hours <= sleepFloor { return 100 }
    return Self.clamp((average - hours) / (average - sleepFloor) * 100)
  }

  private func hrv(_ value: Double?, average: Double) -> Double {
    guard let value else { return missingHRV }
    if average <= 0 || value >= average { return 0 }
    let floor = hrvFloorShare * average
    if value <= floor { return 100 }
    return Self.clamp((average - value) / (average - floor) * 100)
  }

  private func deadline(_ hours: SignalValue) -> Double {
    switch hours {
    case .missing: missingDeadline
    case .nothing: 0
    case .number(let value): deadlineKnots.height(at: value)
    }
  }

  private func activity(_ steps: Double?, average: Double) -> Double {
    guard let steps else { return missingActivity }
    if average <= 0 { return 0 }
    return Self.clamp((1 - steps / average) * 100)
  }

  private static func clamp(_ value: Double) -> Double { min(max(value, 0), 100) }
}
