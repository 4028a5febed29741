import RunReport
import TestSupport
import Testing
import TraceModel

@Test(arguments: [
  (4, 6, "4/6 = 0.667 (0.30–0.90)"), (0, 6, "0/6 = 0.000 (0.00–0.39)"),
  (6, 6, "6/6 = 1.000 (0.61–1.00)"), (0, 0, "0/0 = –"),
])
func shareHasItsCountsAndInterval(_ c: (part: Int, whole: Int, text: String)) {
  #expect(Wording.share(c.part, of: c.whole) == c.text)
}

@Test(arguments: [(0, "0 days"), (1, "1 day"), (1234, "1,234 days")])
func countHasItsPlural(_ c: (number: Int, text: String)) {
  #expect(Wording.count(c.number, "day", "days") == c.text)
}

@Test func timeShowsSecondsOnlyWhereThereAreSome() {
  #expect(Wording.time(moment("2025-04-14T08:05")) == "2025-04-14 08:05")
  #expect(Wording.time(moment("2025-04-14T08:05:09")) == "2025-04-14 08:05:09")
}

@Test func labelsAreCountedByKind() {
  let day = trace(
    [
      step("2025-04-14T08:00", expect: .escalate), step("2025-04-14T09:00", expect: .silent),
      step("2025-04-14T10:00"),
    ],
    windows: [
      window("2025-04-14T08:00", "2025-04-14T09:00", .intervene),
      window("2025-04-14T08:00", "2025-04-14T09:00", .silent, source: .passiveSoft),
    ])
  #expect(
    LabelCounts([suite([day])]).text
      == "2 should fire, 1 should stay silent (1 of them windows); 1 step unlabelled")
}

@Test func behaviourNameIsALetterAndSixteenDigits() {
  #expect(behaviourName(0) == "b0000000000000000")
  #expect(behaviourName(.max) == "bffffffffffffffff")
}
