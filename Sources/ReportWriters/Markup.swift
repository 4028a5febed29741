/// Text as it may stand in HTML and SVG, in content and in quoted attributes alike.
///
/// One line: control characters become spaces, marks that reorder what is shown are spelled out,
/// code points that XML forbids become the replacement character.
package func markupText(_ text: String) -> String {
  var result = ""
  for scalar in plainLine(text).unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// A relative path as a link: whatever could be read as anything else is percent-encoded.
func linkTarget(_ path: String) -> String {
  var result = "./"
  for byte in path.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "/"):
      result.unicodeScalars.append(Unicode.Scalar(byte))
    default:
      let digits = String(byte, radix: 16, uppercase: true)
      result += digits.count < 2 ? "%0\(digits)" : "%\(digits)"
    }
  }
  return result
}
