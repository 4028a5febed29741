import RunStore
import Testing
import TraceModel

struct ZoneCase: Sendable, CustomTestStringConvertible {
  let zone: String
  let text: String
  /// The moment's own text; nil when it is refused.
  let shown: String?
  var fault: ZoneClock.Fault?
  var testDescription: String { "\(text) in \(zone)" }
}

private let hour = 3600

private let zoneCases: [ZoneCase] = [
  ZoneCase(
    zone: "America/Vancouver", text: "2025-04-14T08:00", shown: "2025-04-14T08:00:00-07:00"),
  ZoneCase(
    zone: "America/Vancouver", text: "2025-01-14T08:00:30", shown: "2025-01-14T08:00:30-08:00"),
  // The hour from two to three is jumped over.
  ZoneCase(
    zone: "America/Vancouver", text: "2025-03-09T01:59:59", shown: "2025-03-09T01:59:59-08:00"),
  ZoneCase(
    zone: "America/Vancouver", text: "2025-03-09T02:00", shown: nil, fault: .doesNotExist),
  ZoneCase(
    zone: "America/Vancouver", text: "2025-03-09T02:59:59", shown: nil, fault: .doesNotExist),
  ZoneCase(
    zone: "America/Vancouver", text: "2025-03-09T03:00", shown: "2025-03-09T03:00:00-07:00"),
  ZoneCase(
    zone: "America/Vancouver", text: "2025-03-09T02:30-08:00", shown: "2025-03-09T03:30:00-07:00"),
  // The hour from one to two comes twice.
  ZoneCase(
    zone: "America/Vancouver", text: "2025-11-02T00:59:59", shown: "2025-11-02T00:59:59-07:00"),
  ZoneCase(
    zone: "America/Vancouver", text: "2025-11-02T01:00", shown: nil,
    fault: .ambiguous([-7 * hour, -8 * hour])),
  ZoneCase(
    zone: "America/Vancouver", text: "2025-11-02T01:59:59", shown: nil,
    fault: .ambiguous([-7 * hour, -8 * hour])),
  ZoneCase(
    zone: "America/Vancouver", text: "2025-11-02T02:00", shown: "2025-11-02T02:00:00-08:00"),
  ZoneCase(
    zone: "America/Vancouver", text: "2025-11-02T01:30-07:00", shown: "2025-11-02T01:30:00-07:00"),
  ZoneCase(
    zone: "America/Vancouver", text: "2025-11-02T01:30-08:00", shown: "2025-11-02T01:30:00-08:00"),
  ZoneCase(
    zone: "America/Vancouver", text: "2025-04-14T15:00Z", shown: "2025-04-14T08:00:00-07:00"),
  ZoneCase(zone: "Europe/Berlin", text: "2025-03-30T02:30", shown: nil, fault: .doesNotExist),
  ZoneCase(
    zone: "Europe/Berlin", text: "2025-10-26T02:30", shown: nil,
    fault: .ambiguous([2 * hour, hour])),
  ZoneCase(zone: "Asia/Kolkata", text: "2025-04-14T00:00", shown: "2025-04-14T00:00:00+05:30"),
  ZoneCase(zone: "Asia/Kathmandu", text: "2025-04-14T00:00", shown: "2025-04-14T00:00:00+05:45"),
  ZoneCase(
    zone: "Australia/Adelaide", text: "2025-04-06T02:30", shown: nil,
    fault: .ambiguous([10 * hour + 1800, 9 * hour + 1800])),
  // Half an hour is jumped over, or comes twice.
  ZoneCase(
    zone: "Australia/Lord_Howe", text: "2025-10-05T02:15", shown: nil, fault: .doesNotExist),
  ZoneCase(
    zone: "Australia/Lord_Howe", text: "2025-10-05T02:30", shown: "2025-10-05T02:30:00+11:00"),
  ZoneCase(
    zone: "Australia/Lord_Howe", text: "2025-04-06T01:45", shown: nil,
    fault: .ambiguous([11 * hour, 10 * hour + 1800])),
  ZoneCase(
    zone: "Australia/Lord_Howe", text: "2025-04-06T01:29", shown: "2025-04-06T01:29:00+11:00"),
  // Clocks are set back from midnight to the day before.
  ZoneCase(
    zone: "America/Havana", text: "2025-11-02T00:30", shown: nil,
    fault: .ambiguous([-4 * hour, -5 * hour])),
  ZoneCase(zone: "America/Havana", text: "2025-03-09T00:30", shown: nil, fault: .doesNotExist),
  ZoneCase(
    zone: "America/Asuncion", text: "2024-03-23T23:30", shown: nil,
    fault: .ambiguous([-3 * hour, -4 * hour])),
  ZoneCase(
    zone: "America/Asuncion", text: "2024-03-24T00:10-03:00", shown: "2024-03-23T23:10:00-04:00"),
  // A whole day was left out.
  ZoneCase(zone: "Pacific/Apia", text: "2011-12-30T12:00", shown: nil, fault: .doesNotExist),
  ZoneCase(zone: "UTC", text: "2025-04-14T08:00", shown: "2025-04-14T08:00:00+00:00"),
  ZoneCase(zone: "UTC", text: "2025-04-14T24:00", shown: nil, fault: .malformed),
  ZoneCase(zone: "UTC", text: "2025-02-29T08:00", shown: nil, fault: .malformed),
  ZoneCase(zone: "UTC", text: "2025-04-14 08:00", shown: nil, fault: .malformed),
  ZoneCase(zone: "UTC", text: "2025-04-14T8:00", shown: nil, fault: .malformed),
  ZoneCase(zone: "UTC", text: "2025-04-14T08:60", shown: nil, fault: .malformed),
  ZoneCase(zone: "UTC", text: "2025-04-14T08:00:60", shown: nil, fault: .malformed),
  ZoneCase(zone: "UTC", text: "2025-04-14T08:00:00.5", shown: nil, fault: .malformed),
  ZoneCase(zone: "UTC", text: "2025-04-14T08:00+0700", shown: nil, fault: .malformed),
  ZoneCase(zone: "UTC", text: "2025-04-14T08:00+24:00", shown: nil, fault: .malformed),
  ZoneCase(zone: "UTC", text: "2025-04-14T08:00ZZ", shown: nil, fault: .malformed),
  ZoneCase(zone: "UTC", text: "２025-04-14T08:00", shown: nil, fault: .malformed),
  ZoneCase(zone: "UTC", text: "", shown: nil, fault: .malformed),
]

@Test(arguments: zoneCases)
func localTimeInAZone(_ c: ZoneCase) throws {
  let clock = try #require(ZoneClock(c.zone))
  do throws(ZoneClock.Fault) {
    let moment = try clock.moment(c.text)
    #expect(moment.text == c.shown)
  } catch {
    #expect(error == c.fault)
  }
}

@Test(arguments: ["PST", "GMT+3", "UTC+2", "Amerika/Vancouver", "", "Vancouver", "+02:00", "local"])
func notAZoneOfTheDatabase(_ name: String) { #expect(ZoneClock(name) == nil) }

@Test(arguments: ["UTC", "Etc/UTC", "Etc/GMT+3", "EST5EDT", "America/Argentina/Buenos_Aires"])
func zoneOfTheDatabase(_ name: String) { #expect(ZoneClock(name) != nil) }
