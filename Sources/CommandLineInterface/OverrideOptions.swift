import DecisionEngines
import RunStore
import TraceModel

extension Arguments {
  /// What `--weights` and `--set` give, checked against an engine.
  ///
  /// - Parameters:
  ///   - engine: The engine whose names are meant.
  ///   - shipped: The weights that unnamed ones keep.
  /// - Returns: The values given; empty when none are.
  /// - Throws: `usage` for an unknown name or a value out of range.
  package func overrides(engine: any DecisionEngine, shipped: [Double]) throws(Failure) -> Overrides
  {
    var overrides = Overrides()
    if let text = value(.weights) {
      overrides.weights = try weights(text, engine: engine, shipped: shipped)
    }
    for text in all(.set) {
      let (name, value) = try pair(text, option: "--set")
      let known = engine.parameters.map(\.name)
      guard let index = engine.parameterIndex(name) else {
        throw .usage(
          message:
            "--set names no parameter of \(engine.name): \(quoted(name))\(Nearest.hint(for: name, among: known))",
          fix: "use one of: \(known.joined(separator: ", "))")
      }
      guard overrides.values[name] == nil else {
        throw .usage(message: "--set \(name) is given twice", fix: "give it once")
      }
      do throws(ParameterTextError) {
        overrides.values[name] = try ParameterReader.value(
          value, for: engine.parameters[index])
      } catch {
        throw .usage(
          message: "--set \(name) is \(quoted(value))", fix: "write \(error.allowed)")
      }
    }
    return overrides
  }

  private func weights(_ text: String, engine: any DecisionEngine, shipped: [Double])
    throws(Failure) -> [Double]
  {
    let names = engine.subScores.map(\.name)
    var weights = shipped
    var seen: Set<String> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let (name, value) = try pair(String(part), option: "--weights")
      guard let index = names.firstIndex(of: name) else {
        throw .usage(
          message:
            "--weights names no sub-score of \(engine.name): \(quoted(name))\(Nearest.hint(for: name, among: names))",
          fix: "use any of: \(names.joined(separator: ", "))")
      }
      guard seen.insert(name).inserted else {
        throw .usage(message: "--weights names \(name) twice", fix: "name each weight once")
      }
      guard let number = ParameterReader.plainNumber(value) else {
        throw .usage(
          message: "--weights \(name) is \(quoted(value))", fix: "write a number in 0...1")
      }
      weights[index] = number
    }
    if let fault = WeightReader.fault(weights, names: names) {
      throw .usage(
        message: "--weights: \(fault)",
        fix: "give weights that sum to 1; unnamed ones keep the shipped value")
    }
    return weights
  }

  private func pair(_ text: String, option: String) throws(Failure) -> (String, String) {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw .usage(
        message: "\(option) \(quoted(text)) is not NAME=V", fix: "write it as NAME=V, no spaces")
    }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }
}
