/// A parsed JSON value that remembers the line it began on.
///
/// Foundation's decoder keeps neither positions nor the order and duplicates of keys, all of which
/// a message to the author of a hand-written file needs.
package struct JSONNode: Sendable {
  package enum Value: Sendable {
    case null
    case bool(Bool)
    /// The nearest Double, and the text as written for exact decimals.
    case number(Double, text: String)
    case string(String)
    case array([JSONNode])
    case object([JSONMember])
  }

  package let value: Value
  package let line: Int

  /// What a person calls this kind of value.
  package var kindName: String {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(_, let text): "the number \(text.prefix(40))"
    case .string(let text): "the text \(quoted(text))"
    case .array: "a list"
    case .object: "an object"
    }
  }

  package var isNull: Bool {
    if case .null = value { return true }
    return false
  }
}

package struct JSONMember: Sendable {
  package let key: String
  package let line: Int
  package let node: JSONNode
}

/// A text from an input, shortened and with control characters made visible, for a message.
package func quoted(_ text: String, limit: Int = 60) -> String {
  var shown = ""
  for scalar in text.unicodeScalars.prefix(limit) {
    switch scalar {
    case "\"": shown += "\\\""
    case "\\": shown += "\\\\"
    default:
      let hidden =
        scalar.properties.generalCategory == .control
        || scalar.properties.generalCategory == .format
        || scalar.properties.generalCategory == .lineSeparator
        || scalar.properties.generalCategory == .paragraphSeparator
      if hidden {
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
  }
  return "\"\(shown)\(text.unicodeScalars.count > limit ? "…" : "")\""
}
