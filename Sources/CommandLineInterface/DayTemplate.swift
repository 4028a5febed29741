import RunStore
import TraceModel

/// A day to be filled in: valid as it stands, every line saying what it is for.
enum DayTemplate {
  private static let unjudged =
    #"No expect: this moment is not judged. Signals: null is not measured, "none" is nothing due."#
  private static let silent = "Say why an interruption would have been wrong here."
  private static let intervene = "Say why this was the moment to step in."

  /// Whether a label's reason is still the template's.
  static func isUnedited(_ step: Step) -> Bool {
    step.why == silent || step.why == intervene
  }

  static func text(id: String, zone: String, day: CivilDay) -> String {
    let history = (1...7).reversed().map { back in
      "{\"date\":\"\(CivilDay(number: day.number - back).text)\",\"sleepHours\":7.5,\"hrvMs\":50,\"steps\":7000}"
    }
    return """
      {"trace":"\(id)","title":"One line on what this day was like","timeZone":"\(zone)","state":{"lastInterventionAt":null,"deliveredToday":0},"history":[\(history.joined(separator: ","))]}
      {"at":"\(day.text)T08:00","signals":{"sleepHours":7.5,"hrvMs":50,"hoursToDeadline":"none","steps":6000},"why":\(jsonString(unjudged))}
      {"at":"\(day.text)T13:00","signals":{"sleepHours":7.5,"hrvMs":50,"hoursToDeadline":30,"steps":4000},"expect":"silent","why":\(jsonString(silent))}
      {"at":"\(day.text)T16:00","signals":{"sleepHours":4.5,"hrvMs":30,"hoursToDeadline":5,"steps":2500},"expect":"intervene","why":\(jsonString(intervene))}

      """
  }
}
