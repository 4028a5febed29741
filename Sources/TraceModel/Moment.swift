/// A point in time as an engine sees it: the instant, and what the clock on the wall showed.
///
/// Resolved once by the reader, so that engines need neither a calendar nor a zone database. Two
/// moments of one trace compare by `instant`; the local fields may jump at a clock change.
package struct Moment: Sendable, Hashable {
  /// Whole seconds since 1970-01-01T00:00:00Z.
  package let instant: Int
  /// The zone's offset from UTC at this instant, in seconds, east positive.
  package let offsetSeconds: Int

  package init(instant: Int, offsetSeconds: Int) {
    self.instant = instant
    self.offsetSeconds = offsetSeconds
  }

  private var wall: Int { instant + offsetSeconds }
  /// The local calendar day.
  package var day: CivilDay { CivilDay(number: wall.flooredQuotient(by: 86_400)) }
  /// Seconds since local midnight, `0...86399`.
  package var secondOfDay: Int { wall - day.number * 86_400 }
  /// Whole minutes since local midnight, `0...1439`.
  package var minuteOfDay: Int { secondOfDay / 60 }
  /// Local hours, `hour + minute/60 + second/3600`, summed in this order.
  package var hourOfDay: Double {
    let second = secondOfDay
    return Double(second / 3600) + Double(second / 60 % 60) / 60 + Double(second % 60) / 3600
  }

  /// `2025-04-14T08:00:00-07:00`: always with seconds and offset.
  package var text: String {
    let sign = offsetSeconds < 0 ? "-" : "+"
    let offset = abs(offsetSeconds)
    var text = "\(day.text)T\(clockText(secondOfDay))"
    text += "\(sign)\(twoDigits(offset / 3600)):\(twoDigits(offset / 60 % 60))"
    if offset % 60 != 0 { text += ":\(twoDigits(offset % 60))" }
    return text
  }
}

/// A day of the proleptic Gregorian calendar, without a zone.
package struct CivilDay: Sendable, Hashable, Comparable {
  /// Days since 1970-01-01.
  package let number: Int

  package init(number: Int) { self.number = number }

  /// Makes the day from its calendar fields, or nil when there is no such date.
  ///
  /// Formula: H. Hinnant, "chrono-compatible low-level date algorithms", days_from_civil.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...31).contains(day), (1...9999).contains(year) else {
      return nil
    }
    let y = month <= 2 ? year - 1 : year
    let era = y.flooredQuotient(by: 400)
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.number = era * 146_097 + dayOfEra - 719_468
    guard fields == (year, month, day) else { return nil }
  }

  /// Year, month and day; the inverse of the initializer (civil_from_days, same source).
  package var fields: (year: Int, month: Int, day: Int) {
    let z = number + 719_468
    let era = z.flooredQuotient(by: 146_097)
    let doe = z - era * 146_097
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100)
    let mp = (5 * doy + 2) / 153
    let month = mp < 10 ? mp + 3 : mp - 9
    return (yoe + era * 400 + (month <= 2 ? 1 : 0), month, doy - (153 * mp + 2) / 5 + 1)
  }

  /// `2025-04-14`.
  package var text: String {
    let (year, month, day) = fields
    let digits = String(year)
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return "\(padded)-\(twoDigits(month))-\(twoDigits(day))"
  }

  package static func < (a: CivilDay, b: CivilDay) -> Bool { a.number < b.number }
}

/// A daily span of local minutes that may cross midnight; equal ends mean "off".
package struct ClockRange: Sendable, Hashable {
  /// Minutes since local midnight, `0...1439`; the start belongs to the range.
  package let start: Int
  /// Minutes since local midnight, `0...1439`; the end does not belong to the range.
  package let end: Int

  package init(start: Int, end: Int) {
    self.start = start
    self.end = end
  }

  package func contains(minute: Int) -> Bool {
    if start == end { return false }
    if start < end { return minute >= start && minute < end }
    return minute >= start || minute < end
  }

  /// `22:00-07:00`, free of commas so that a CSV cell can hold it.
  package var text: String { "\(minuteText(start))-\(minuteText(end))" }
}

/// `08:05` for minute 485 of a day.
package func minuteText(_ minute: Int) -> String {
  "\(twoDigits(minute / 60)):\(twoDigits(minute % 60))"
}

/// `08:05:00` for second 29100 of a day.
package func clockText(_ second: Int) -> String {
  "\(minuteText(second / 60)):\(twoDigits(second % 60))"
}

private func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

extension Int {
  /// Division that rounds down, also for negative dividends.
  package func flooredQuotient(by divisor: Int) -> Int {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
