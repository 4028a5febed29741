import CommandLineInterface
import Foundation
import Synchronization
import TestSupport
import Testing

private let plan = """
  {"schema":"autoresearch.plan/1","name":"night","suite":"Traces/sample","method":"lattice",
   "parameters":{"weights":{"step":0.02,"min":0.18},"notifyThreshold":{"min":40,"max":60,"step":10}},"keep":5}

  """

/// A clock that goes on by a second at every look.
private final class PassingClock: Sendable {
  private let time = Mutex(1_744_617_600)

  @Sendable func look() -> Int {
    time.withLock {
      $0 += 1
      return $0
    }
  }
}

private func member(_ folder: TemporaryFolder, _ path: String, _ keys: String...) throws -> Any? {
  let object = try JSONSerialization.jsonObject(with: Data(try folder.read(path).utf8))
  return keys.reduce(object as Any?) { ($0 as? [String: Any])?[$1] }
}

@Test(arguments: ["40s", "2m"])
func aNightIsRecordedAndReproduced(_ time: String) throws {
  let folder = try SampleSuite.folder()
  try folder.write(plan, to: "plan.json")
  let clock = PassingClock()
  let run = Terminal(
    ["sweep", "plan.json", "--quiet", "--for", time], in: folder.path, now: clock.look)
  #expect(run.status <= 1, "\(run.messages)")
  #expect(run.output.contains("\n NIGHT     \(time): "))
  #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  let stages = try member(folder, "Reports/night/run.json", "night", "rounds") as? [String: Int]
  #expect(stages?.count == 6)
  #expect(try member(folder, "Reports/night/findings.json", "night", "seconds") is Int)
  let report = try folder.read("Reports/night/report.md")
  #expect(report.contains("## What the hours after the plan added"))
  #expect(report.contains("Allowed: \(time) from the start"))
  // Time stands still when it is reproduced: the rounds come from the record.
  let again = Terminal(["reproduce", "Reports/night", "--quiet"], in: folder.path)
  #expect(again.status == 0, "\(again.output)")
  // Everything that was tried is in the ledger.
  let evaluated = try member(folder, "Reports/night/findings.json", "evaluated") as? Int
  let gates =
    try member(folder, "Reports/night/findings.json", "night", "gates") as? [[String: Any]]
  let tried = (evaluated ?? 0) + ((gates?.last?["evaluated"] as? Int) ?? 0)
  #expect(
    try member(folder, "Reports/night/run.json", "ledger", "candidates") as? Int == tried)
}

@Test func aRunWithoutANightSaysNothingOfOne() throws {
  let folder = try SampleSuite.folder()
  try folder.write(plan, to: "plan.json")
  let run = Terminal(["sweep", "plan.json", "--quiet"], in: folder.path)
  #expect(!run.output.contains("NIGHT"))
  #expect(run.output.contains("more hours add nothing"))
  #expect(try member(folder, "Reports/night/run.json", "night") is NSNull)
  #expect(try member(folder, "Reports/night/findings.json", "night") == nil)
}

@Test(arguments: ["", "8", "h", "0h", "-1h", "1.5h", "8 h", "8d", "169h", "99999999999999999999s"])
func aTimeThatIsNoneIsRefused(_ time: String) throws {
  let folder = try SampleSuite.folder()
  let before = try folder.snapshot()
  let run = Terminal(["sweep", "plan.json", "--quiet", "--for=\(time)"], in: folder.path)
  #expect(run.status == 64)
  if time != "" {
    #expect(
      run.messages == """
        error: --for is "\(time)"
          fix: write a whole number and s, m or h, up to a week, as in --for 8h

        """)
  }
  #expect(try folder.snapshot() == before)
}

@Test func aRefinedPlanIsRecordedAndReproduced() throws {
  let folder = try SampleSuite.folder()
  try folder.write(plan.replacing("\"lattice\"", with: "\"refine\""), to: "plan.json")
  let run = Terminal(["sweep", "plan.json", "--quiet"], in: folder.path)
  #expect(run.status <= 1, "\(run.messages)")
  #expect(run.output.contains("more hours add nothing"))
  let rounds =
    try member(folder, "Reports/night/run.json", "search", "rounds") as? [[String: Any]]
  #expect((rounds?.count ?? 0) > 2)
  #expect(
    try member(folder, "Reports/night/run.json", "search", "refine_end") as? String == "exhausted")
  #expect(try folder.read("Reports/night/report.md").contains("## Rounds"))
  #expect(Terminal(["reproduce", "Reports/night", "--quiet"], in: folder.path).status == 0)
}

@Test func aShardHasNoNight() throws {
  let folder = try SampleSuite.folder()
  let before = try folder.snapshot()
  let run = Terminal(["sweep", "plan.json", "--shard", "1/2", "--for", "8h"], in: folder.path)
  #expect(run.status == 64)
  #expect(
    run.messages == """
      error: --for can't be given to a shard: each round after the plan needs all of it
        fix: leave --for out, or sweep the plan on one machine

      """)
  #expect(try folder.snapshot() == before)
}
