import TestSupport
import Testing
import TraceModel

@Test func civilDaysRoundTripOverFourHundredYears() throws {
  // 1800-01-01 and every day after it for a whole Gregorian cycle, counted by the calendar's rules.
  var number = -62_091
  for year in 1800..<2200 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for (month, length) in zip(1..., lengths) {
      for day in 1...length {
        let civil = try #require(CivilDay(year: year, month: month, day: day))
        guard civil.number == number, civil.fields == (year, month, day) else {
          Issue.record("\(year)-\(month)-\(day) is day \(civil.number), not \(number)")
          return
        }
        number += 1
      }
      #expect(CivilDay(year: year, month: month, day: length + 1) == nil)
    }
  }
  #expect(number == -62_091 + 146_097)
}

struct DayCase: Sendable, CustomTestStringConvertible {
  let fields: [Int]
  let number: Int?
  let text: String
  var testDescription: String { text }
}

private let civilDayCases: [DayCase] = [
  DayCase(fields: [1970, 1, 1], number: 0, text: "1970-01-01"),
  DayCase(fields: [1969, 12, 31], number: -1, text: "1969-12-31"),
  DayCase(fields: [2000, 2, 29], number: 11_016, text: "2000-02-29"),
  DayCase(fields: [2025, 4, 14], number: 20_192, text: "2025-04-14"),
  DayCase(fields: [1, 1, 1], number: -719_162, text: "0001-01-01"),
  DayCase(fields: [9999, 12, 31], number: 2_932_896, text: "9999-12-31"),
  DayCase(fields: [1900, 2, 29], number: nil, text: "no leap day in 1900"),
  DayCase(fields: [2025, 2, 29], number: nil, text: "no leap day in 2025"),
  DayCase(fields: [2025, 4, 31], number: nil, text: "April 31"),
  DayCase(fields: [2025, 13, 1], number: nil, text: "month 13"),
  DayCase(fields: [2025, 0, 1], number: nil, text: "month 0"),
  DayCase(fields: [2025, 1, 0], number: nil, text: "day 0"),
  DayCase(fields: [0, 1, 1], number: nil, text: "year 0"),
  DayCase(fields: [10_000, 1, 1], number: nil, text: "year 10000"),
]

@Test(arguments: civilDayCases)
func civilDay(_ c: DayCase) {
  let day = CivilDay(year: c.fields[0], month: c.fields[1], day: c.fields[2])
  #expect(day?.number == c.number)
  if let day { #expect(day.text == c.text) }
}

struct MomentCase: Sendable, CustomTestStringConvertible {
  let instant: Int
  let offset: Int
  let text: String
  let secondOfDay: Int
  let hourOfDay: Double
  var testDescription: String { text }
}

private let momentShowsTheLocalClockCases: [MomentCase] = [
  MomentCase(
    instant: 1_744_642_800, offset: -25_200, text: "2025-04-14T08:00:00-07:00",
    secondOfDay: 28_800, hourOfDay: 8),
  MomentCase(
    instant: 1_744_642_800, offset: 20_700, text: "2025-04-14T20:45:00+05:45",
    secondOfDay: 74_700, hourOfDay: 20.75),
  MomentCase(
    instant: 1_744_617_599, offset: -25_200, text: "2025-04-14T00:59:59-07:00",
    secondOfDay: 3599, hourOfDay: 0.0 + 59.0 / 60 + 59.0 / 3600),
  MomentCase(
    instant: -1, offset: 0, text: "1969-12-31T23:59:59+00:00", secondOfDay: 86_399,
    hourOfDay: 23.0 + 59.0 / 60 + 59.0 / 3600),
  MomentCase(
    instant: 0, offset: -1172, text: "1969-12-31T23:40:28-00:19:32", secondOfDay: 85_228,
    hourOfDay: 23.0 + 40.0 / 60 + 28.0 / 3600),
]

@Test(arguments: momentShowsTheLocalClockCases)
func momentShowsTheLocalClock(_ c: MomentCase) {
  let moment = Moment(instant: c.instant, offsetSeconds: c.offset)
  #expect(moment.text == c.text)
  #expect(moment.secondOfDay == c.secondOfDay)
  #expect(moment.minuteOfDay == c.secondOfDay / 60)
  #expect(moment.hourOfDay == c.hourOfDay)
}

@Test func localDayGoesBackWhenClocksAreSetBackAtMidnight() {
  // Ten minutes apart, one hour of clock in between: 23:55 again on the day before.
  let before = moment("2025-11-02T00:05", offset: -4 * 3600)
  let after = Moment(instant: before.instant + 600, offsetSeconds: -5 * 3600)
  #expect(after.text == "2025-11-01T23:15:00-05:00")
  #expect(after.day < before.day)
}

struct ClockRangeCase: Sendable, CustomTestStringConvertible {
  let range: ClockRange
  let inside: [Int]
  let outside: [Int]
  var testDescription: String { range.text }
}

private let clockRangeHoldsItsStartAndNotItsEndCases: [ClockRangeCase] = [
  ClockRangeCase(
    range: ClockRange(start: 1320, end: 420), inside: [1320, 1439, 0, 419],
    outside: [420, 421, 720, 1319]),
  ClockRangeCase(
    range: ClockRange(start: 540, end: 600), inside: [540, 599], outside: [0, 539, 600, 1439]),
  ClockRangeCase(
    range: ClockRange(start: 540, end: 540), inside: [], outside: [0, 539, 540, 541, 1439]),
  ClockRangeCase(range: ClockRange(start: 0, end: 1439), inside: [0, 1438], outside: [1439]),
]

@Test(arguments: clockRangeHoldsItsStartAndNotItsEndCases)
func clockRangeHoldsItsStartAndNotItsEnd(_ c: ClockRangeCase) {
  for minute in c.inside { #expect(c.range.contains(minute: minute), "minute \(minute)") }
  for minute in c.outside { #expect(!c.range.contains(minute: minute), "minute \(minute)") }
}

@Test func clockRangeTextHasNoComma() {
  #expect(ClockRange(start: 1320, end: 425).text == "22:00-07:05")
}

@Test(arguments: [(7, 2, 3), (-7, 2, -4), (-8, 2, -4), (0, 5, 0), (-1, 86_400, -1)])
func flooredQuotientRoundsDown(_ c: (dividend: Int, divisor: Int, quotient: Int)) {
  #expect(c.dividend.flooredQuotient(by: c.divisor) == c.quotient)
}
