// A sample external engine: how an app's own Swift code answers the harness.
//
//   autoresearch parity Traces/mine --sub-scores .build/debug/swift-mirror
//
// Standard input holds a trace's header line, then its step lines, then the next trace. A header is
// remembered and not answered; each step is answered at once. In an app, `RiskScore` would be the
// shipped type; here it restates the published formulas, and nothing of the harness is imported.

import Foundation

struct Line: Decodable {
  struct Day: Decodable {
    var date: String
    var sleepHours: Double?
    var hrvMs: Double?
    var steps: Double?
  }

  /// A number of hours, or the text "none".
  enum Deadline: Decodable {
    case hours(Double), nothingDue

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      self = if let hours = try? value.decode(Double.self) { .hours(hours) } else { .nothingDue }
    }
  }

  struct Signals: Decodable {
    var sleepHours: Double?
    var hrvMs: Double?
    var hoursToDeadline: Deadline?
    var steps: Double?
  }

  var trace: String?
  var timeZone: String?
  var history: [Day]?
  var at: String?
  var signals: Signals?
}

struct RiskScore: Encodable {
  var sleep: Double
  var hrv: Double
  var deadline: Double
  var activity: Double
  var timeOfDay: Double

  init(_ signals: Line.Signals, history: [Line.Day], day: Int, hour: Double) {
    let recent = history.filter { (day - 7..<day).contains(dayNumber($0.date)) }
      .sorted { $0.date < $1.date }
    func average(_ value: (Line.Day) -> Double?, else population: Double) -> Double {
      let values = recent.compactMap(value)
      return values.count < 3 ? population : values.reduce(0, +) / Double(values.count)
    }
    let usualSleep = average(\.sleepHours, else: 7.5)
    sleep =
      signals.sleepHours.map { hours in
        if hours >= usualSleep { return 0 }
        if hours <= 4 || usualSleep <= 4 { return 100 }
        return clamp((usualSleep - hours) / (usualSleep - 4) * 100)
      } ?? 40
    let usualHRV = average(\.hrvMs, else: 50)
    hrv =
      signals.hrvMs.map { value in
        if value >= usualHRV || usualHRV <= 0 { return 0 }
        if value <= 0.5 * usualHRV { return 100 }
        return clamp((usualHRV - value) / (usualHRV - 0.5 * usualHRV) * 100)
      } ?? 40
    deadline =
      switch signals.hoursToDeadline {
      case nil: 30
      case .nothingDue: 0
      case .hours(let hours):
        curve([(0, 100), (2, 100), (6, 90), (24, 50), (72, 0)], at: hours)
      }
    let usualSteps = average(\.steps, else: 7000)
    activity =
      signals.steps.map { usualSteps <= 0 ? 0 : clamp((1 - $0 / usualSteps) * 100) } ?? 40
    timeOfDay = curve(
      [
        (0, 80), (5, 60), (8, 20), (11, 10), (14, 50), (16, 40), (19, 30), (22, 70), (24, 80),
      ], at: hour)
  }
}

struct Answer: Encodable {
  let sub_scores: RiskScore
}

func clamp(_ value: Double) -> Double { min(100, max(0, value)) }

func curve(_ points: [(x: Double, y: Double)], at x: Double) -> Double {
  guard let first = points.first, let last = points.last else { return 0 }
  if x <= first.x { return first.y }
  for (a, b) in zip(points, points.dropFirst()) where x < b.x {
    return a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)
  }
  return last.y
}

/// Days since 1970 of a date at the start of a text.
func dayNumber(_ text: String) -> Int {
  let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = TimeZone(identifier: "UTC") ?? .current
  let date = calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2]))
  return Int((date ?? .distantPast).timeIntervalSince1970 / 86_400)
}

/// The local day and hour of a time that is local, or carries an offset.
func localTime(_ text: String, in zone: TimeZone) -> (day: Int, hour: Double) {
  var local = text
  if text.hasSuffix("Z") || text.dropFirst(11).contains(where: { "+-".contains($0) }) {
    let padded = text.count == 22 ? "\(text.prefix(16)):00\(text.suffix(6))" : text
    let date = ISO8601DateFormatter().date(from: padded) ?? .distantPast
    let shift = TimeInterval(zone.secondsFromGMT(for: date))
    local = ISO8601DateFormatter().string(from: date.addingTimeInterval(shift))
  }
  let clock = local.dropFirst(11).prefix(8).split(separator: ":").compactMap {
    Double($0.prefix(2))
  }
  let hour = clock[0] + clock[1] / 60 + (clock.count > 2 ? clock[2] : 0) / 3600
  return (dayNumber(local), hour)
}

var header: Line?
let decoder = JSONDecoder()
let encoder = JSONEncoder()
while let text = readLine() {
  let line = try decoder.decode(Line.self, from: Data(text.utf8))
  if line.trace != nil {
    header = line
    continue
  }
  guard let header, let at = line.at, let zone = TimeZone(identifier: header.timeZone ?? "") else {
    fatalError("a step without a trace before it")
  }
  let (day, hour) = localTime(at, in: zone)
  let signals = line.signals ?? Line.Signals()
  let score = RiskScore(signals, history: header.history ?? [], day: day, hour: hour)
  FileHandle.standardOutput.write(try encoder.encode(Answer(sub_scores: score)) + Data("\n".utf8))
}
