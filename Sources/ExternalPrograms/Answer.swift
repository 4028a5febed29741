import DecisionEngines
import RunStore
import TraceModel

/// Reads a program's answers: strict JSON, known keys, finite numbers in range, or a fault.
struct Answer {
  private let reader: ObjectReader
  private let problems: ProblemList

  /// - Parameters:
  ///   - bytes: The answer's line.
  ///   - known: The keys it may have.
  /// - Throws: `refused` for anything but one JSON object.
  init(_ bytes: [UInt8], known: [String]) throws(ProgramFault) {
    problems = ProblemList(file: "")
    let node: JSONNode
    let form = "print one JSON object a line on standard output, and other text on standard error"
    do throws(JSONError) {
      let parsed = try JSONParser.parse(bytes)
      node = parsed.node
      parsed.duplicates.forEach(problems.add)
    } catch {
      let shown = quoted(String(decoding: bytes.prefix(1000), as: UTF8.self))
      throw .refused(message: "is \(shown): \(error.message)", fix: form)
    }
    guard let reader = ObjectReader(node, name: "the answer", known: known, problems: problems)
    else { throw .refused(message: "is \(node.kindName), not an object", fix: form) }
    self.reader = reader
    try check()
  }

  /// Hands on the first fault found so far.
  private func check(fix: String? = nil) throws(ProgramFault) {
    guard let problem = problems.problems.first else { return }
    throw .refused(message: "has a fault: \(problem.message)", fix: fix ?? problem.fix)
  }

  /// One number in `0...100` for each of the engine's sub-scores.
  static func subScores(_ bytes: [UInt8], names: [String]) throws(ProgramFault) -> [Double] {
    let answer = try Answer(bytes, known: ["sub_scores"])
    guard let member = answer.reader.member("sub_scores") else {
      throw .refused(
        message: "lacks \"sub_scores\"",
        fix: "answer {\"sub_scores\":{\(names.map { "\"\($0)\":…" }.joined(separator: ","))}}")
    }
    let values = ObjectReader(
      member.node, name: "\"sub_scores\"", known: names, problems: answer.problems)
    try answer.check()
    var scores: [Double] = []
    for name in names {
      guard values?.member(name) != nil else {
        throw .refused(
          message: "lacks the sub-score \(quoted(name))",
          fix: "give all of: \(names.joined(separator: ", "))")
      }
      guard let score = values?.number(name, in: 0...100) else { break }
      // A negative zero would be written as another text than the mirror's.
      scores.append(score + 0)
    }
    try answer.check(fix: "give each sub-score a number in 0...100")
    return scores
  }

  /// What a program that decides by itself says: `fire`, and perhaps `score` and `reason`.
  static func decision(_ bytes: [UInt8], delivers: Bool) throws(ProgramFault) -> ProgramDecision {
    let answer = try Answer(bytes, known: ["score", "fire", "reason"])
    guard let fire = answer.reader.member("fire") else {
      throw .refused(
        message: "lacks \"fire\"", fix: "answer {\"score\":…,\"fire\":true,\"reason\":\"…\"}")
    }
    guard case .bool(let fires) = fire.node.value else {
      throw .refused(
        message: "has a fault: \"fire\" is \(fire.node.kindName)", fix: "write true or false")
    }
    var score: Double?
    if let member = answer.reader.member("score"), !member.node.isNull {
      guard case .number(let value, _) = member.node.value else {
        throw .refused(
          message: "has a fault: \"score\" is \(member.node.kindName), not a number",
          fix: "write a number, or leave the key out")
      }
      score = value + 0
    }
    let reason = answer.reader.text("reason", nullable: true)
    try answer.check()
    return ProgramDecision(
      score: score, fires: fires, reason: reason, delivered: fires && delivers)
  }
}
