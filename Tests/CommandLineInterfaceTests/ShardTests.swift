import CommandLineInterface
import Foundation
import RunStore
import TestSupport
import Testing
import TraceModel

private let plan = SampleSuite.plan.replacing("0.25", with: "0.1")

private func place(_ text: String = plan) throws -> TemporaryFolder {
  let folder = try SampleSuite.folder()
  try folder.write(text, to: "plan.json")
  return folder
}

private func files(_ folder: TemporaryFolder) throws -> [String: String] {
  try folder.snapshot().filter {
    $0.key.hasPrefix("Reports/small/") && !$0.key.hasSuffix("/run.json")
  }
}

private func shard(_ text: String, _ folder: TemporaryFolder, _ more: String...) -> Terminal {
  Terminal(["sweep", "plan.json", "--shard", text, "--quiet"] + more, in: folder.path)
}

private func merge(_ folder: TemporaryFolder, _ more: String...) -> Terminal {
  Terminal(["merge", "Reports/small", "--quiet"] + more, in: folder.path)
}

@Test func shardsMeetWithoutGapOrOverlap() throws {
  var random = SplitMix64(seed: 9)
  for _ in 0..<500 {
    let candidates = random.below(4) == 0 ? random.below(5) : Int(random.next() >> 1)
    let count = 1 + random.below(40)
    var end = 0
    for number in 1...count {
      let range = Shard(number: number, count: count).range(of: candidates)
      #expect(range.lowerBound == end)
      end = range.upperBound
    }
    #expect(end == candidates)
  }
  #expect(Shard("3/8")?.range(of: 10) == 2..<3)
  for text in ["0/3", "4/3", "1", "1/2/3", "a/b", "-1/2", "1/0", "", "/", "1/9999999"] {
    #expect(Shard(text) == nil, "\(text)")
  }
}

@Test(arguments: [1, 2, 3, 8])
func shardsInAnyOrderMakeTheRunOfOneSweep(_ count: Int) throws {
  let one = try place()
  let whole = Terminal(["sweep", "plan.json", "--quiet"], in: one.path)
  let folder = try place()
  var random = SplitMix64(seed: UInt64(count))
  var numbers = Array(1...count)
  for i in numbers.indices.dropFirst() { numbers.swapAt(i, random.below(i + 1)) }
  for number in numbers {
    let run = shard("\(number)/\(count)", folder, "--threads", "\(1 + number % 2)")
    #expect(run.status == 0, "\(run.messages)")
    #expect(!run.output.contains("caught"))
  }
  #expect(!folder.disk.exists("Reports/ledger.jsonl"))
  let merged = merge(folder)
  #expect(merged.status == 0, "\(merged.messages)")
  #expect(merged.output == whole.output)
  #expect(try files(folder) == (try files(one)))
  #expect(folder.disk.list("Reports") == ["index.html", "ledger.jsonl", "small"])
  #expect(
    try folder.read("Reports/ledger.jsonl").split(separator: "\n").count == 1)
  // A task that a dead node had begun comes back when all is merged.
  let late = shard("1/\(count)", folder)
  #expect(late.status == 0)
  #expect(late.messages == "Reports/small is finished; nothing is left to do\n")
  #expect(merge(folder).status == 0)
  #expect(try files(folder) == (try files(one)))
}

@Test func aShardTalliedTwiceIsTheSameFile() throws {
  let folder = try place()
  #expect(shard("2/3", folder, "--threads", "2").status == 0)
  let first = try folder.read("Reports/small/shard-2.json")
  #expect(shard("2/3", folder).output == "Reports/small/shard-2.json is done already\n")
  try folder.remove("Reports/small/shard-2.json")
  // At the same moment: the other holds the journal.
  let home = "Reports/small/.shard-2-of-3/.journal"
  try folder.disk.makeFolder(home)
  let lock = try FileLock.take("\(home)/lock", disk: folder.disk)
  #expect(lock != nil)
  let second = shard("2/3", folder, "--threads", "1")
  withExtendedLifetime(lock) {}
  #expect(
    second.messages == "note: another process tallies shard 2/3 too; both are right\n")
  #expect(try folder.read("Reports/small/shard-2.json") == first)
}

@Test func missingTornAndForeignShardsAreRefusedByName() throws {
  let folder = try place()
  for number in 1...3 { #expect(shard("\(number)/3", folder).status == 0) }
  let path = "Reports/small/shard-2.json"
  let good = try folder.read(path)
  func refused() -> String {
    let run = merge(folder)
    #expect(run.status == 2, "\(run.messages)")
    #expect(folder.disk.list("Reports/small")?.contains("run.json") == false)
    return run.messages
  }
  try folder.remove(path)
  #expect(
    refused() == """
      \(path): error: is missing: the sweep has 3 shards
        fix: tally it: autoresearch sweep Reports/small/plan.json --shard 2/3 --out Reports/small

      """)
  try folder.write(String(good.prefix(good.count / 2)), to: path)
  #expect(refused().hasPrefix("\(path): error: is torn, or no shard\n"))
  try folder.write("", to: path)
  #expect(refused().hasPrefix("\(path): error: is torn, or no shard\n"))
  let digit = try #require(good.firstRange(of: "AAAA"))
  try folder.write(good.replacingCharacters(in: digit, with: "AAAB"), to: path)
  #expect(
    refused().hasPrefix(
      "\(path): error: is torn or was changed: its checksum is not that of its content\n"))
  try folder.write(try folder.read("Reports/small/shard-1.json"), to: path)
  #expect(refused().hasPrefix("\(path): error: is shard 1/3 by another name\n"))

  // A shard of another number, of another plan, of another suite.
  func foreign(_ text: String, plan: String, prepare: (TemporaryFolder) throws -> Void = { _ in })
    throws -> String
  {
    let other = try place(plan)
    try prepare(other)
    let run = shard(text, other)
    #expect(run.status == 0, "\(run.messages)")
    try folder.write(try other.read(path), to: path)
    return refused()
  }
  #expect(
    try foreign("2/4", plan: plan).hasPrefix(
      "\(path): error: is a part of 4, the others of 3\n"))
  #expect(
    try foreign("2/3", plan: plan.replacing("\"min\":40", with: "\"min\":30")).hasPrefix(
      "\(path): error: belongs to another plan (SHA-256 "))
  #expect(
    try foreign("2/3", plan: plan) { other in
      let day = try other.read("Traces/sample/two.jsonl")
      try other.write(day.replacing(":00\"", with: ":01\""), to: "Traces/sample/two.jsonl")
      try other.lock("Traces/sample")
    }.hasPrefix("\(path): error: was made from a suite locked otherwise (digest "))
  // All at once are named.
  try folder.remove("Reports/small/shard-3.json")
  let both = refused()
  #expect(both.contains("\(path): error: ") && both.contains("shard-3.json: error: is missing"))
  try folder.write(good, to: path)
  #expect(shard("3/3", folder).status == 0)
  #expect(merge(folder).status == 0)
}

@Test func aShardOfAnotherSweepIsNotOverwritten() throws {
  let folder = try place()
  #expect(shard("1/2", folder).status == 0)
  let before = try folder.snapshot()
  let number = shard("1/3", folder)
  #expect(number.status == 2)
  #expect(
    number.messages.hasPrefix("Reports/small/shard-1.json: error: is shard 1/2, not 1/3\n"))
  try folder.write(plan.replacing("\"min\":40", with: "\"min\":30"), to: "plan.json")
  let other = shard("1/2", folder)
  #expect(other.status == 2)
  #expect(other.messages.hasPrefix("Reports/small/plan.json: error: is another plan than this one"))
  try folder.write(plan, to: "plan.json")
  #expect(try folder.snapshot() == before)
  for (words, message) in [
    (["--shard", "4/3"], "error: --shard is \"4/3\"\n"),
    (["--shard", "1/3", "--force"], "error: --force has no effect on a shard"),
  ] {
    let run = Terminal(["sweep", "plan.json"] + words, in: folder.path)
    #expect(run.status == 64)
    #expect(run.messages.hasPrefix(message), "\(run.messages)")
  }
  // The run's own name is taken by its shards.
  let sweep = Terminal(["sweep", "plan.json", "--quiet"], in: folder.path)
  #expect(sweep.output.contains("read      Reports/small-2/report.md"))
}

@Test func refiningHasNoShards() throws {
  let folder = try place(plan.replacing("lattice", with: "refine"))
  let run = shard("1/2", folder)
  #expect(run.status == 64)
  #expect(run.messages.hasPrefix("error: refine runs rounds, "))
  #expect(!folder.disk.exists("Reports"))
}

@Test func submitWritesScriptsAndSubmitsNothing() throws {
  let folder = try place()
  let run = Terminal(
    [
      "submit", "plan.json", "--slurm", "--shards", "5", "--threads", "2", "--sub-scores", "./it's",
    ],
    in: folder.path)
  #expect(run.status == 0, "\(run.messages)")
  #expect(
    run.output == """
      wrote Reports/small/slurm-array.sh
      wrote Reports/small/slurm-merge.sh
      nothing is submitted yet; this does:
        job=$(sbatch --parsable Reports/small/slurm-array.sh) && sbatch --dependency=afterok:${job%%;*} Reports/small/slurm-merge.sh

      """)
  let array = try folder.read("Reports/small/slurm-array.sh")
  for line in [
    "#SBATCH --array=1-5\n", "#SBATCH --requeue\n", "#SBATCH --cpus-per-task=2\n",
    "--shard \"$SLURM_ARRAY_TASK_ID/5\" --out Reports/small --threads 2 --quiet",
    "--sub-scores './it'\\''s'\n",
  ] { #expect(array.contains(line), "\(line)") }
  for name in ["array", "merge"] {
    let (status, output) = try runProgram(
      ["bash", "-n", "Reports/small/slurm-\(name).sh"], in: folder.path)
    #expect(status == 0, "\(output)")
  }
  #expect(try folder.read("Reports/small/plan.json") == plan)
  // The prepared folder can be named instead of the plan.
  #expect(Terminal(["submit", "Reports/small", "--slurm"], in: folder.path).status == 0)
  #expect(try folder.read("Reports/small/slurm-array.sh").contains("--array=1-8\n"))
  #expect(Terminal(["submit", "plan.json"], in: folder.path).status == 64)
}
