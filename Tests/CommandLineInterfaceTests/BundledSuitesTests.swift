import Foundation
import TestSupport
import Testing

private let checkout = packageFolder()

@Test func bundledDaysReproduceThePublishedCounts() throws {
  let run = Terminal(["evaluate", "Traces/vigil-twelve-days", "--json"], in: checkout)
  #expect(run.status == 0, "\(run.messages)")
  let last = try #require(run.output.split(separator: "\n").last)
  #expect(last.hasPrefix(#"{"summary":{"tp":4,"fp":0,"fn":2,"tn":"#))
  #expect(last.contains(#""precision":1,"recall":0.6666666666666666,"#))
  #expect(last.contains(#""traces":12,"#))
}

@Test func bothMissesAreADeadlineWhileSleepAndHRVAreFine() throws {
  let run = Terminal(["explain", "Traces/vigil-twelve-days"], in: checkout)
  #expect(run.status == 0)
  let difference = try Golden.difference(run.output, "explain-twelve-days.txt")
  #expect(difference == nil, "\(difference ?? "")")
  #expect(run.output.components(separatedBy: "MISSED").count == 3)
  #expect(!run.output.contains("FALSE ALARM"))
  for name in ["sleep", "hrv"] {
    let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("    \(name) ") }
    #expect(lines.count == 2)
    for line in lines { #expect(line.contains(" 0.0 × "), "\(line)") }
  }
}

@Test func bundledSuitesAreLockedAndVerified() {
  let run = Terminal(["verify"], in: checkout)
  #expect(run.status == 0, "\(run.messages)")
  #expect(run.output.contains("ok  Traces/vigil-twelve-days\n    tuning, 12 traces; "))
  #expect(run.output.contains("ok  Traces/vigil-holdout-days\n    holdout, "))
}

/// The committed sample report is what this version makes of its plan.
///
/// When a report changes on purpose: `autoresearch sweep Reports/sample/plan.json --force`.
@Test func theSampleReportIsWhatThisVersionWrites() {
  let run = Terminal(["reproduce", "Reports/sample", "--quiet"], in: checkout)
  #expect(run.status == 0, "\(run.output)\(run.messages)")
  #expect(run.output.hasPrefix("equal: "))
}
