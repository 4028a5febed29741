import TraceModel

extension PlanReader {
  /// Reads `{"hit":1,"miss":-1,"falseAlarm":-2,"interruption":-0.1}`: all four, for a value left out
  /// would be a guess.
  func readCosts() -> Costs? {
    guard let member = reader.member("costs"), !member.node.isNull,
      let costs = ObjectReader(
        member.node, name: "\"costs\"", known: ["hit", "miss", "falseAlarm", "interruption"],
        problems: problems)
    else { return nil }
    costs.require("hit", "miss", "falseAlarm", "interruption")
    let hit = costs.number("hit", in: Costs.range)
    let miss = costs.number("miss", in: Costs.range)
    let falseAlarm = costs.number("falseAlarm", in: Costs.range)
    let interruption = costs.number("interruption", in: Costs.range)
    guard let hit, let miss, let falseAlarm, let interruption else { return nil }
    return Costs(hit: hit, miss: miss, falseAlarm: falseAlarm, interruption: interruption)
  }

  /// Refuses each use of `utility`, on its line, in a plan that does not say what it is made of.
  func refuseUtilityWithoutCosts() {
    guard reader.member("costs")?.node.isNull ?? true else { return }
    let name = Metric.utility.rawValue
    for key in ["metric", "require", "then", "claim"] {
      guard let member = reader.member(key), let line = member.node.line(of: name, in: key) else {
        continue
      }
      problems.add(
        line, "\(quoted(key)) uses \(quoted(name)), but the plan gives no costs",
        fix: "add \"costs\":{\"hit\":1,\"miss\":-1,\"falseAlarm\":-2,\"interruption\":-0.1}")
    }
  }
}

extension JSONNode {
  /// Where the value of a plan's key names a metric; nil when it does not.
  fileprivate func line(of metric: String, in key: String) -> Int? {
    switch value {
    case .string(let text): text == metric ? line : nil
    case .array(let nodes): nodes.compactMap { $0.line(of: metric, in: key) }.first
    case .object(let members):
      key == "claim"
        ? members.first { $0.key == "metric" }?.node.line(of: metric, in: key)
        : members.first { $0.key == metric }?.line
    default: nil
    }
  }
}
