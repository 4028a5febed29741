import ExternalPrograms
import ReportWriters
import RunStore
import SweepCore
import TraceModel

/// Python doing the same work on the same data, in a process of its own.
final class BenchPeers {
  static let script = "Tests/Peers/peers.py"

  let suite: BenchmarkSuite
  let candidates: [KernelCandidate]
  private let program: ProgramConversation
  private(set) var python = ""
  /// Names of those that can run, with their versions; the others with the reason.
  private(set) var present: [(name: String, version: String?)] = []
  private(set) var absent: [(name: String, reason: String)] = []

  /// Candidates whose tallies are compared.
  static let compared = 256

  /// - Throws: `usage` when the script or Python isn't there.
  init(python: String, in environment: Environment) throws(Failure) {
    guard environment.disk.exists(Self.script) else {
      throw .usage(
        message: "--peers needs \(Self.script), and it is not here",
        fix: "run it in the repository's folder")
    }
    suite = BenchmarkSuite(.a, gates: BenchJob.gates)
    candidates = KernelBenchmark.candidates(count: 2048, seed: 7)
    program = try ProgramConversation(
      command: "'\(python.split(separator: "'").joined(separator: "'\\''"))' \(Self.script)",
      disk: environment.disk, seconds: 120)
    let table = Self.table(suite.table)
    let answer = try ask([
      ("suite", table), ("candidates", .array(candidates.map(Self.row))),
    ])
    self.python = answer.text("python") ?? ""
    for peer in answer.list("peers") {
      guard let name = peer.text("name") else { continue }
      if let reason = peer.text("absent") {
        absent.append((name, reason))
      } else {
        present.append((name, peer.text("version")))
      }
    }
  }

  /// Whether a peer's tallies are ours; the first that differs, told in words.
  func difference(_ peer: String, from tallies: [Tally]) throws(Failure) -> String? {
    let answer = try ask([("tally", .string(peer)), ("count", .integer(tallies.count))])
    let rows = answer.list("tallies")
    guard rows.count == tallies.count else {
      return "\(rows.count) tallies for \(tallies.count) candidates"
    }
    for (i, tally) in tallies.enumerated() {
      let expected: [Double?] =
        [tally.tp, tally.fp, tally.interventions, tally.unlabelled, tally.escalations].map {
          Double($0)
        } + [tally.margin]
      guard rows[i].numbers == expected else { return "candidate \(i + 1)" }
    }
    return nil
  }

  /// Has a peer tally candidates; returns how many.
  func work(_ peer: String, _ count: Int) throws(Failure) -> Int {
    let answer = try ask([("time", .string(peer)), ("count", .integer(count))])
    return answer.number("done").map { Int($0) } ?? 0
  }

  func finish() throws(Failure) { try program.finish() }

  private func ask(_ members: [(String, JSONText)]) throws(Failure) -> PeerAnswer {
    let bytes = try program.ask(JSONText.object(members).line)
    do throws(JSONError) {
      return PeerAnswer(try JSONParser.parse(bytes).node)
    } catch {
      throw .usage(
        message:
          "\(Self.script) answered no JSON: \(quoted(String(decoding: bytes, as: UTF8.self)))",
        fix: "restore \(Self.script)")
    }
  }

  /// Open steps day by day: sub-scores, seconds, label.
  private static func table(_ table: DecisionTable) -> JSONText {
    let days = table.traces.map { trace in
      JSONText.array(
        trace.steps.filter { !table.isBlocked[$0] }.map { step in
          let label = table.expects[step].map { $0.isPositive ? 1 : -1 } ?? 0
          return .array(
            table.subScores.map { .number($0[step]) }
              + [.integer(table.instants[step]), .integer(label)])
        })
    }
    let gates = table.traces.first?.gates
    return .object([
      ("cooldown", .integer(gates?.cooldownSeconds ?? 0)),
      ("budget", .optional(gates?.dailyBudget)), ("escalate", .optional(gates?.escalateThreshold)),
      ("days", .array(days)),
    ])
  }

  private static func row(_ candidate: KernelCandidate) -> JSONText {
    .array((candidate.weights + [candidate.notifyThreshold ?? 0]).map { .number($0) })
  }
}

/// A line of the script, read leniently: it is ours, and what is missing shows as a difference.
private struct PeerAnswer {
  private let node: JSONNode?

  init(_ node: JSONNode?) { self.node = node }

  private func member(_ key: String) -> JSONNode.Value? {
    guard case .object(let members)? = node?.value else { return nil }
    return members.first { $0.key == key }?.node.value
  }

  func text(_ key: String) -> String? {
    guard case .string(let text)? = member(key) else { return nil }
    return text
  }

  func number(_ key: String) -> Double? {
    guard case .number(let number, _)? = member(key) else { return nil }
    return number
  }

  func list(_ key: String) -> [PeerAnswer] {
    guard case .array(let items)? = member(key) else { return [] }
    return items.map { PeerAnswer($0) }
  }

  /// The numbers of a list, nil for null.
  var numbers: [Double?] {
    guard case .array(let items)? = node?.value else { return [] }
    return items.map {
      guard case .number(let number, _) = $0.value else { return nil }
      return number
    }
  }
}
