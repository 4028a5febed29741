import Foundation
import TestSupport
import Testing

/// A suite of short days: each has one inactive step before a deadline, which should fire, and one calm
/// step, which should not.
private func writeSuite(_ name: String, role: String, days: Int, in folder: TemporaryFolder) throws
{
  try folder.write(
    #"{"schema":"autoresearch.suite/1","name":"\#(name)","engine":"vigil","role":"\#(role)","data":"synthetic"}"#,
    to: "Traces/\(name)/suite.json")
  var lines: [String] = []
  for day in 0..<days {
    let date = "2025-0\(3 + day / 28)-\(day % 28 < 9 ? "0" : "")\(1 + day % 28)"
    lines += [
      #"{"trace":"\#(name)-\#(day)","timeZone":"UTC"}"#,
      #"{"at":"\#(date)T09:00","signals":{"sleepHours":8,"hrvMs":60,"hoursToDeadline":90,"steps":\#(8000 + day)},"expect":"silent"}"#,
      #"{"at":"\#(date)T14:00","signals":{"sleepHours":8,"hrvMs":60,"hoursToDeadline":1,"steps":\#(10 * day)},"expect":"intervene"}"#,
    ]
  }
  try folder.write(lines.joined(separator: "\n") + "\n", to: "Traces/\(name)/days.jsonl")
  try folder.lock("Traces/\(name)")
}

private func plan(on: String, value: String = "0.9", metric: String = "recall") -> String {
  """
  {"schema":"autoresearch.plan/1","name":"claimed","suite":"Traces/tune","method":"lattice",
   "parameters":{"weights":{"step":0.5},"notifyThreshold":{"min":40,"max":60,"step":10}},
   "claim":{"metric":"\(metric)","comparator":">=","value":\(value),"on":"\(on)"}}
  """
}

struct ClaimCase: Sendable, CustomTestStringConvertible {
  let days: Int
  let on: String
  let value: String
  let opens: Bool
  let says: String
  let status: Int32
  var testDescription: String { says }
}

private let claimCases = [
  ClaimCase(
    days: 30, on: "suite", value: "0.9", opens: false,
    says: "PASSED: recall >= 0.9 on the suite; the winner's recall is 1, 30/30 = 1.000 (0.89–1.00)",
    status: 0),
  ClaimCase(
    days: 30, on: "suite", value: "2", opens: false,
    says: "FAILED: recall >= 2 on the suite; the winner's recall is 1, 30/30 = 1.000 (0.89–1.00)",
    status: 1),
  ClaimCase(
    days: 3, on: "suite", value: "0.9", opens: false,
    says:
      "NOT ENOUGH DATA: recall >= 0.9 on the suite; the winner's recall is 1, 3/3 = 1.000 (0.44–1.00), on 3 positive labels; a claim needs 30",
    status: 1),
  ClaimCase(
    days: 3, on: "holdout", value: "0.9", opens: false,
    says: "NOT ENOUGH DATA: recall >= 0.9 on the holdout; no holdout was opened", status: 1),
  ClaimCase(
    days: 3, on: "holdout", value: "0.9", opens: true,
    says:
      "PASSED: recall >= 0.9 on the holdout; the winner's recall is 1, 31/31 = 1.000 (0.89–1.00)",
    status: 0),
]

@Suite struct ClaimTests {
  @Test(arguments: claimCases)
  func claimsAreHeldAgainstWhatWasFound(_ c: ClaimCase) throws {
    let folder = try TemporaryFolder()
    try writeSuite("tune", role: "tuning", days: c.days, in: folder)
    try writeSuite("held", role: "holdout", days: 31, in: folder)
    try folder.write(plan(on: c.on, value: c.value), to: "plan.json")
    let run = Terminal(
      ["sweep", "plan.json", "--quiet", "--require", "claim"]
        + (c.opens ? ["--open-holdout", "the claim"] : []), in: folder.path)
    #expect(run.status == c.status, "\(run.messages)")
    #expect(run.messages.hasPrefix("claim registered: "))
    let first = try folder.read("Reports/claimed/report.md").split(separator: "\n")[1]
    let status = try #require(c.says.split(separator: ":").first)
    #expect(first.hasPrefix("**Claim \(status).**"))
    #expect(
      run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
        "CLAIM \(c.says)"))
    let ledger = try folder.read("Reports/ledger.jsonl").split(separator: "\n")
    #expect(ledger[0].contains(#""event":"claim""#) && ledger[1].contains(#""event":"sweep""#))
    let again = Terminal(["reproduce", "Reports/claimed", "--quiet"], in: folder.path)
    #expect(again.status == 0, "\(again.output)")
  }

  @Test func aClaimAskedForMustBeInThePlan() throws {
    let folder = try SampleSuite.folder()
    let run = Terminal(["sweep", "plan.json", "--require", "claim"], in: folder.path)
    #expect(run.status == 64)
    #expect(run.messages.hasPrefix("error: --require claim: the plan makes no claim\n"))
  }

  @Test func aClaimOnNoMetricIsRefused() throws {
    let folder = try TemporaryFolder()
    try writeSuite("tune", role: "tuning", days: 3, in: folder)
    try folder.write(plan(on: "suite", metric: "recal"), to: "plan.json")
    let run = Terminal(["sweep", "plan.json"], in: folder.path)
    #expect(run.status == 2)
    #expect(run.messages.contains("\"recal\"; did you mean \"recall\"?"))
  }

  @Test func fromThirtyLabelsTheBestOfManyIsTested() throws {
    let folder = try TemporaryFolder()
    try writeSuite("tune", role: "tuning", days: 30, in: folder)
    try folder.write(plan(on: "suite"), to: "plan.json")
    Terminal(["sweep", "plan.json", "--quiet"], in: folder.path)
    let findings = try folder.read("Reports/claimed/findings.json")
    #expect(findings.contains("\"max_statistic\": {"))
    #expect(findings.contains("\"cscv\": {"))
    #expect(try folder.read("Reports/claimed/report.md").contains("max-statistic, 2,000 draws"))
  }
}
