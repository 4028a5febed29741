import DecisionEngines
import RunStore
import TraceModel

extension DecisionEngine {
  /// SHA-256 of names, defaults and origins of all constants, and of the shipped weights.
  var constantsDigest: String {
    let text =
      parameters.map { "\($0.name)=\($0.defaultValue.text) \($0.origin.rawValue)\n" }.joined()
      + subScores.map { "\($0.name)=\(NumberText.exact($0.shippedWeight))\n" }.joined()
    return SHA256.hex(of: text.utf8)
  }
}
