import Foundation
import TraceModel

/// Turns local clock times of one IANA zone into moments, and refuses those that are unclear.
package final class ZoneClock {
  package let name: String
  private let zone: TimeZone
  /// Offsets that occur near a local day, found once a day.
  private var offsetsByDay: [Int: [Int]] = [:]

  /// Opens a zone of the IANA database; nil when there is no zone of this name.
  ///
  /// Foundation also takes abbreviations and spelled offsets ("PST", "GMT+3"), which say nothing
  /// about clock changes; they are refused.
  package init?(_ name: String) {
    guard name.contains("/") || Self.plainNames.contains(name) else { return nil }
    guard let zone = TimeZone(identifier: name) else { return nil }
    self.name = name
    self.zone = zone
  }

  /// Zones of the IANA database whose names have no slash.
  private static let plainNames: Set<String> = [
    "UTC", "GMT", "UCT", "Zulu", "Universal", "Greenwich", "EST", "MST", "HST", "EST5EDT",
    "CST6CDT", "MST7MDT", "PST8PDT", "WET", "CET", "MET", "EET", "Cuba", "Egypt", "Eire", "GB",
    "Hongkong", "Iceland", "Iran", "Israel", "Jamaica", "Japan", "Kwajalein", "Libya", "NZ",
    "NZ-CHAT", "Navajo", "PRC", "Poland", "Portugal", "ROC", "ROK", "Singapore", "Turkey", "W-SU",
  ]

  package enum Fault: Error, Hashable {
    case malformed
    case doesNotExist
    /// The offsets that this local time has, in seconds.
    case ambiguous([Int])
  }

  /// Reads `2025-04-14T08:00`, with optional seconds and an optional offset (`-07:00` or `Z`).
  package func moment(_ text: String) throws(Fault) -> Moment {
    guard let parts = ClockTime(text) else { throw .malformed }
    let wall = parts.day.number * 86_400 + parts.secondOfDay
    if let offset = parts.offsetSeconds {
      let instant = wall - offset
      return Moment(instant: instant, offsetSeconds: self.offset(at: instant))
    }
    let matching = offsets(near: parts.day).filter { offset(at: wall - $0) == $0 }
    guard let first = matching.first else { throw .doesNotExist }
    guard matching.count == 1 else { throw .ambiguous(matching) }
    return Moment(instant: wall - first, offsetSeconds: first)
  }

  /// An offset in force just before a written local time, for advice on a time that does not exist.
  func exampleOffset(near text: String) -> String {
    guard let parts = ClockTime(text), let offset = offsets(near: parts.day).last else {
      return "Z"
    }
    return offsetText(offset)
  }

  private func offset(at instant: Int) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
  }

  /// The distinct offsets in force from a day before to a day after, looked up each hour.
  private func offsets(near day: CivilDay) -> [Int] {
    if let known = offsetsByDay[day.number] { return known }
    var found: [Int] = []
    for hour in -24...48 {
      let offset = offset(at: day.number * 86_400 + hour * 3600)
      if !found.contains(offset) { found.append(offset) }
    }
    // Later clock time first at a fold: the larger offset is the earlier instant.
    found.sort(by: >)
    offsetsByDay[day.number] = found
    return found
  }
}

/// The fields of a written time, before any zone.
struct ClockTime {
  let day: CivilDay
  let secondOfDay: Int
  let offsetSeconds: Int?

  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    func number(_ digits: Int) -> Int? {
      guard rest.count >= digits else { return nil }
      var value = 0
      for byte in rest.prefix(digits) {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      rest = rest.dropFirst(digits)
      return value
    }
    func take(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard let year = number(4), take("-"), let month = number(2), take("-"),
      let dayNumber = number(2),
      let day = CivilDay(year: year, month: month, day: dayNumber), take("T"),
      let hour = number(2), hour < 24, take(":"), let minute = number(2), minute < 60
    else { return nil }
    var second = 0
    if take(":") {
      guard let value = number(2), value < 60 else { return nil }
      second = value
    }
    var offset: Int?
    if take("Z") {
      offset = 0
    } else if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      rest = rest.dropFirst()
      guard let hours = number(2), hours < 24, take(":"), let minutes = number(2), minutes < 60
      else {
        return nil
      }
      offset = (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }
    guard rest.isEmpty else { return nil }
    self.day = day
    self.secondOfDay = hour * 3600 + minute * 60 + second
    self.offsetSeconds = offset
  }

  /// Reads `2025-04-14`.
  static func day(_ text: String) -> CivilDay? {
    guard text.utf8.count == 10 else { return nil }
    return ClockTime("\(text)T00:00")?.day
  }

  /// Reads `22:00` as minutes since midnight.
  static func minute(_ text: String) -> Int? {
    guard text.utf8.count == 5 else { return nil }
    return ClockTime("2025-01-01T\(text)").map { $0.secondOfDay / 60 }
  }
}

/// `-07:00` for an offset in seconds.
func offsetText(_ seconds: Int) -> String {
  let size = abs(seconds)
  return "\(seconds < 0 ? "-" : "+")\(minuteText(size / 60))"
}
